package salesstats

import (
	"context"
	"fmt"
	"slices"
	"time"

	"larek/internal/money"
	"larek/internal/salesstats/salesstatsdb"
)

// Measure is a quantity that is summed. The values are stored.
type Measure string

// The measures of profit. Gains of the shop are positive.
const (
	Revenue     Measure = "revenue"     // the catalogue price of delivered goods
	Discounts   Measure = "discounts"   // of promo codes, which reduce the revenue
	Fees        Measure = "fees"        // paid by buyers for their method
	Cost        Measure = "cost"        // of goods
	Acquiring   Measure = "acquiring"   // kept by providers
	Refunds     Measure = "refunds"     // after delivery
	Chargebacks Measure = "chargebacks" // and refunds made without us
	Goodwill    Measure = "goodwill"
	WriteOffs   Measure = "writeoffs"
	VAT         Measure = "vat"
)

// The other measures.
const (
	Turnover Measure = "turnover" // paid by buyers, and how many orders
	Returned Measure = "returned" // returned to buyers, delivered or not, and how often
	Attempts Measure = "attempts" // started payments
)

// ProfitMeasures are those that add up to the margin.
var ProfitMeasures = []Measure{Revenue, Discounts, Fees, Cost, Acquiring, Refunds, Chargebacks, Goodwill, WriteOffs, VAT}

// Sum is a sum in ten-thousandths, and of how many facts.
type Sum struct{ TenThousandths, N int64 }

// Sums are the sums of a row, in rubles.
type Sums struct {
	Of map[Measure]Sum
	// NoRate is cost in currencies without a known rate. No margin includes it.
	NoRate map[money.Currency]int64
}

// Net returns the revenue less discounts.
func (s Sums) Net() int64 { return s.Of[Revenue].TenThousandths + s.Of[Discounts].TenThousandths }

// Margin returns the sum of all measures of profit.
func (s Sums) Margin() int64 {
	var sum int64
	for _, m := range ProfitMeasures {
		sum += s.Of[m].TenThousandths
	}
	return sum
}

func (s *Sums) add(measure, currency string, ten, n int64) {
	if s.Of == nil {
		s.Of, s.NoRate = map[Measure]Sum{}, map[money.Currency]int64{}
	}
	if money.Currency(currency) != money.Ruble {
		s.NoRate[money.Currency(currency)] += ten
		return
	}
	was := s.Of[Measure(measure)]
	s.Of[Measure(measure)] = Sum{was.TenThousandths + ten, was.N + n}
}

// Dimension is a key that sums are grouped by.
type Dimension string

// The dimensions of profit.
const (
	ByDay      Dimension = "day"
	ByGame     Dimension = "game"
	ByProduct  Dimension = "product"
	BySupplier Dimension = "supplier"
	ByMethod   Dimension = "method"
	ByCountry  Dimension = "country"
)

// Row is the sums of one key, with those of the period before.
type Row struct {
	Key, Title  string // an empty key: facts without one
	Now, Before Sums
}

// Profit returns the sums of the days since to until, both included, by a dimension,
// with those of as many days before. The last row returned apart is the total.
func (s *Service) Profit(ctx context.Context, by Dimension, since, until time.Time) (rows []Row, total Row, err error) {
	from, to := midnightOf(since), midnightOf(until).AddDate(0, 0, 1)
	days := int(to.Sub(from).Hours() / 24)
	before := from.AddDate(0, 0, -days)
	byKey := map[string]*Row{}
	row := func(key string) *Row {
		if byKey[key] == nil {
			byKey[key] = &Row{Key: key}
		}
		return byKey[key]
	}
	err = s.each(ctx, by, before, from, to, func(isNow bool, key, measure, currency string, ten, n int64) {
		if isNow {
			row(key).Now.add(measure, currency, ten, n)
			total.Now.add(measure, currency, ten, n)
			return
		}
		if by == ByDay { // compared with the day that stood in its place
			day, _ := time.Parse(time.DateOnly, key)
			key = day.AddDate(0, 0, days).Format(time.DateOnly)
		}
		row(key).Before.add(measure, currency, ten, n)
		total.Before.add(measure, currency, ten, n)
	})
	if err != nil {
		return nil, Row{}, err
	}
	for _, r := range byKey {
		rows = append(rows, *r)
	}
	slices.SortFunc(rows, func(a, b Row) int { return compareRows(by, a, b) })
	return rows, total, s.setTitles(ctx, by, rows)
}

// CodesWithoutCost counts codes delivered in the days since to until, both included, that were loaded without a cost.
func (s *Service) CodesWithoutCost(ctx context.Context, since, until time.Time) (int64, error) {
	n, err := salesstatsdb.New(s.read).CodesWithoutCost(ctx, salesstatsdb.CodesWithoutCostParams{Since: midnightOf(since), Until: midnightOf(until).AddDate(0, 0, 1)})
	if err != nil {
		return 0, fmt.Errorf("codes without cost: %w", err)
	}
	return n, nil
}

// visitor receives a sum of a key, of the requested days or of the period before.
type visitor func(isNow bool, key, measure, currency string, ten, n int64)

// each visits the sums of each key over some days, and over those before them.
func (s *Service) each(ctx context.Context, by Dimension, before, from, to time.Time, visit visitor) (err error) {
	switch q := salesstatsdb.New(s.read); by {
	case ByProduct:
		err = eachProduct(ctx, q, before, from, to, visit)
	case ByDay:
		if err = eachDay(ctx, q, from, to, true, visit); err == nil {
			err = eachDay(ctx, q, before, from, false, visit)
		}
	default:
		if err = eachKey(ctx, q, by, from, to, true, visit); err == nil {
			err = eachKey(ctx, q, by, before, from, false, visit)
		}
	}
	if err != nil {
		return fmt.Errorf("sums by %s: %w", by, err)
	}
	return nil
}

func eachDay(ctx context.Context, q *salesstatsdb.Queries, since, until time.Time, isNow bool, visit visitor) error {
	rows, err := q.SumsByDay(ctx, salesstatsdb.SumsByDayParams{Since: since, Until: until})
	for _, r := range rows {
		visit(isNow, r.Day.Format(time.DateOnly), r.Measure, r.Currency, r.TenThousandths, r.N)
	}
	return err
}

func eachKey(ctx context.Context, q *salesstatsdb.Queries, by Dimension, since, until time.Time, isNow bool, visit visitor) error {
	rows, err := q.Sums(ctx, salesstatsdb.SumsParams{Grain: "day", Dimension: string(by), Since: since, Until: until})
	for _, r := range rows {
		visit(isNow, r.Key, r.Measure, r.Currency, r.TenThousandths, r.N)
	}
	return err
}

// eachProduct reads both times at once. A product whose sums are all zero is visited too: it was ordered, although
// never delivered.
func eachProduct(ctx context.Context, q *salesstatsdb.Queries, before, from, to time.Time, visit visitor) error {
	rows, err := q.ProductSums(ctx, salesstatsdb.ProductSumsParams{Before: before, Since: from, Until: to})
	for _, r := range rows {
		visit(r.IsNow, r.Key, string(Turnover), r.Currency, r.Turnover, r.Orders)
		for measure, ten := range map[Measure]int64{
			Revenue: r.Revenue, Discounts: r.Discounts, Fees: r.Fees, Cost: r.Cost, Acquiring: r.Acquiring, Refunds: r.Refunds,
			Chargebacks: r.Chargebacks, Goodwill: r.Goodwill, WriteOffs: r.Writeoffs, VAT: r.Vat,
		} {
			visit(r.IsNow, r.Key, string(measure), r.Currency, ten, 0)
		}
	}
	return err
}

// compareRows puts the newest day or the largest revenue first, and the row without a key last.
func compareRows(by Dimension, a, b Row) int {
	switch {
	case by == ByDay && a.Key > b.Key, by != ByDay && b.Key == "":
		return -1
	case by == ByDay, a.Key == "":
		return 1
	}
	x, y := a.Now.Net(), b.Now.Net()
	if x == y {
		x, y = a.Now.Margin(), b.Now.Margin()
	}
	switch {
	case x > y || x == y && a.Key < b.Key:
		return -1
	default:
		return 1
	}
}

// midnightOf returns when a calendar day begins in Moscow.
func midnightOf(day time.Time) time.Time {
	y, m, d := day.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, Moscow)
}
