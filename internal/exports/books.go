package exports

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"larek/internal/exports/exportsdb"
	"larek/internal/ledger"
	"larek/internal/money"
)

// makeBooks writes a file of the books.
func (x *Worker) makeBooks(ctx context.Context, q *exportsdb.Queries, e exportsdb.LeaseExportRow) error {
	var f BooksFilter
	if err := json.Unmarshal(e.Filter, &f); err != nil {
		return fmt.Errorf("filter of export %d: %w", e.ID, err)
	}
	return x.storeTable(ctx, q, e, func(out *csv.Writer) (int64, error) {
		if e.Kind == KindTrial {
			return x.writeTrial(ctx, out, f)
		}
		return x.writeEntries(ctx, out, f)
	})
}

// storeTable stores the file that write fills; write returns the number of rows. 1C and Russian spreadsheets read
// semicolons and decimal commas by default.
func (x *Worker) storeTable(ctx context.Context, q *exportsdb.Queries, e exportsdb.LeaseExportRow, write func(*csv.Writer) (int64, error)) error {
	file := &bytes.Buffer{}
	file.WriteString("\ufeff")
	out := csv.NewWriter(file)
	out.Comma = ';'
	rows, err := write(out)
	if err != nil {
		return fmt.Errorf("rows of export %d: %w", e.ID, err)
	}
	out.Flush()
	return x.store(ctx, q, e, file.Bytes(), rows)
}

func (x *Worker) writeTrial(ctx context.Context, out *csv.Writer, f BooksFilter) (int64, error) {
	t, err := ledger.TrialBalance(ctx, x.Pool, f.Since, f.Until)
	if err != nil {
		return 0, err
	}
	_ = out.Write([]string{"Счёт", "Название", "Валюта", "На начало", "Дебет", "Кредит", "На конец"}) // into memory
	for _, l := range t.Lines {
		_ = out.Write([]string{string(l.Account), l.Account.Title(), string(l.Currency), comma(l.Opening), comma(l.Debit), comma(l.Credit), comma(l.Closing())})
	}
	rows := int64(len(t.Lines))
	tax, err := x.Books.AdvanceTax(ctx, x.Pool, f.Until)
	if err == nil && tax != nil {
		_ = out.Write([]string{"", "НДС с авансов " + strings.Replace(tax.Percent, ".", ",", 1) + " %, проводок нет: авансы и налог", string(money.Ruble), "", comma(int64(tax.Advances) * 100), "", comma(int64(tax.Tax) * 100)})
		rows++
	}
	return rows, err
}

func (x *Worker) writeEntries(ctx context.Context, out *csv.Writer, f BooksFilter) (int64, error) {
	_ = out.Write([]string{"Дата", "Проводка", "Основание", "Ссылка", "Заказ", "Счёт", "Название счёта", "Валюта", "Дебет", "Кредит"}) // into memory
	rows := int64(0)
	err := x.Books.Walk(ctx, f.Since, f.Until, func(page []ledger.Booked) error {
		for _, b := range page {
			orderID := ""
			if b.OrderID != nil {
				orderID = strconv.FormatInt(*b.OrderID, 10)
			}
			for _, p := range b.Postings {
				debit, credit := "", ""
				if p.TenThousandths > 0 {
					debit = comma(p.TenThousandths)
				} else {
					credit = comma(-p.TenThousandths)
				}
				_ = out.Write([]string{cellTime(&b.At), strconv.FormatInt(b.ID, 10), ledger.ReasonTitle(b.Reason), plainCell(b.Ref), orderID, string(p.Account), p.Account.Title(), string(p.Currency), debit, credit})
				rows++
			}
		}
		return nil
	})
	return rows, err
}

func comma(tenThousandths int64) string {
	return strings.Replace(ledger.Format(tenThousandths), ".", ",", 1)
}
