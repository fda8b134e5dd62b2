package exports

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

	"larek/internal/exports/exportsdb"
	"larek/internal/salesstats"
	"larek/internal/staff"
)

// ProfitFilter selects the rows of a file of profit.
type ProfitFilter struct {
	By salesstats.Dimension `json:"by"`
	BooksFilter
}

// RequestProfit records a request for a file of profit, which a Worker makes.
func (s *Service) RequestProfit(ctx context.Context, tx pgx.Tx, who staff.Actor, f ProfitFilter) (int64, error) {
	if err := who.Need(staff.MarginRead); err != nil {
		return 0, err
	}
	if err := CheckDays(f.Since, f.Until); err != nil {
		return 0, err
	}
	return s.insert(ctx, tx, who, kindProfit, f, []string{})
}

// CheckDays refuses days that are in the wrong order or too many.
func CheckDays(since, until time.Time) error {
	if until.Before(since) || until.Sub(since) > maxBooksDays*24*time.Hour {
		return errDays
	}
	return nil
}

var profitTitles = map[salesstats.Dimension]string{
	salesstats.ByDay: "День", salesstats.ByGame: "Игра", salesstats.ByProduct: "Товар", salesstats.BySupplier: "Поставщик", salesstats.ByMethod: "Способ оплаты", salesstats.ByCountry: "Страна",
}

// makeProfit writes a file of profit.
func (x *Worker) makeProfit(ctx context.Context, q *exportsdb.Queries, e exportsdb.LeaseExportRow) error {
	var f ProfitFilter
	if err := json.Unmarshal(e.Filter, &f); err != nil {
		return fmt.Errorf("filter of export %d: %w", e.ID, err)
	}
	rows, total, err := x.Stats.Profit(ctx, f.By, f.Since, f.Until)
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

func profitCells(r salesstats.Row) []string {
	name := r.Title
	if name == "" {
		name = r.Key
	}
	if name == "" {
		name = "Без разбивки"
	}
	cells := []string{plainCell(name), strconv.FormatInt(r.Now.Of[salesstats.Turnover].N, 10), comma(r.Now.Of[salesstats.Turnover].TenThousandths)}
	for _, m := range salesstats.ProfitMeasures {
		sum := r.Now.Of[m].TenThousandths
		if m == salesstats.Revenue {
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
