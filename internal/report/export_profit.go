package report

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/figures"
	"larek/internal/report/reportdb"
	"larek/internal/staff"
)

// ProfitFilter selects what a file of profit has.
type ProfitFilter struct {
	By figures.Dimension `json:"by"`
	BooksFilter
}

// AskForProfit records that a person wants a file of profit; a worker makes it.
func (s *Service) AskForProfit(ctx context.Context, tx pgx.Tx, who staff.Actor, f ProfitFilter) (int64, error) {
	if err := who.Need(staff.MarginRead); err != nil {
		return 0, err
	}
	if err := CheckDays(f.Since, f.Until); err != nil {
		return 0, err
	}
	return s.insertExport(ctx, tx, who, exportProfit, f, []string{})
}

// CheckDays refuses days that are in the wrong order or too many.
func CheckDays(since, until time.Time) error {
	if until.Before(since) || until.Sub(since) > maxBooksDays*24*time.Hour {
		return errDays
	}
	return nil
}

var profitTitles = map[figures.Dimension]string{
	figures.ByDay: "День", figures.ByGame: "Игра", figures.ByProduct: "Товар", figures.BySupplier: "Поставщик", figures.ByMethod: "Способ оплаты", figures.ByCountry: "Страна",
}

// makeProfit writes a file of profit.
func (x *Exporter) makeProfit(ctx context.Context, q *reportdb.Queries, e reportdb.LeaseExportRow) error {
	var f ProfitFilter
	if err := json.Unmarshal(e.Filter, &f); err != nil {
		return fmt.Errorf("filter of export %d: %w", e.ID, err)
	}
	rows, total, err := x.Figures.Profit(ctx, f.By, f.Since, f.Until)
	if err != nil {
		return fmt.Errorf("rows of export %d: %w", e.ID, err)
	}
	total.Title = "Итого"
	return x.storeTable(ctx, q, e, func(out *csv.Writer) (int64, error) {
		_ = out.Write([]string{
			profitTitles[f.By], "Заказов", "Оборот", "Выручка", "Скидки (вычтены из выручки)", "Комиссия с покупателей", "Себестоимость", "Комиссия провайдеров",
			"Возвраты", "Чарджбэки и возвраты без нас", "Извинения", "Списания", "НДС", "Маржа", "Маржа до этого", "Без курса",
		}) // into memory
		for _, r := range append(rows, total) {
			_ = out.Write(profitCells(r))
		}
		return int64(len(rows)) + 1, nil
	})
}

func profitCells(r figures.Row) []string {
	name := r.Title
	if name == "" {
		name = r.Key
	}
	if name == "" {
		name = "Без разбивки"
	}
	cells := []string{plainCell(name), strconv.FormatInt(r.Now.Of[figures.Turnover].N, 10), comma(r.Now.Of[figures.Turnover].TenThousandths)}
	for _, m := range figures.ProfitMeasures {
		sum := r.Now.Of[m].TenThousandths
		if m == figures.Revenue {
			sum = r.Now.Net()
		}
		cells = append(cells, comma(sum))
	}
	var noRate []string
	for _, c := range slices.Sorted(maps.Keys(r.Now.NoRate)) {
		noRate = append(noRate, comma(r.Now.NoRate[c])+" "+string(c))
	}
	return append(cells, comma(r.Now.Margin()), comma(r.Before.Margin()), strings.Join(noRate, ", "))
}
