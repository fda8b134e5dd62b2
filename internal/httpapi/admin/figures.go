package admin

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/exports"
	"larek/internal/httpapi/adminapi"
	"larek/internal/ledger"
	"larek/internal/salesstats"
	"larek/internal/staff"
)

// GetHome answers GET /api/admin/home/.
func (h *Handlers) GetHome(ctx context.Context, r adminapi.GetHomeRequestObject) (adminapi.GetHomeResponseObject, error) {
	days := 1
	if r.Params.Days != nil {
		days = int(*r.Params.Days)
	}
	f, err := h.Stats.Home(ctx, days)
	if err != nil {
		return nil, err
	}
	home := homeShape(f)
	if !Actor(ctx).Can(staff.MarginRead) {
		return adminapi.GetHome200JSONResponse(home), nil
	}
	home.Margin = &adminapi.ComparedSum{Now: ledger.Format(f.Now.Margin()), Before: ledger.Format(f.Before.Margin())}
	home.Revenue = &adminapi.ComparedSum{Now: ledger.Format(f.Now.Net()), Before: ledger.Format(f.Before.Net())}
	for i, g := range f.Games {
		home.Games[i].Margin = new(ledger.Format(g.Now.Margin()))
	}
	balances, err := h.Sourcing.Prepaid(ctx)
	for _, b := range balances {
		s := adminapi.HomeSupplier{Name: b.Supplier, Left: ledger.Format(b.Left.TenThousandths), Currency: string(b.Left.Currency), IsLow: b.Warn}
		if b.TenthsOfDays >= 0 {
			s.DaysLeft = new(float64(b.TenthsOfDays) / 10)
		}
		home.Suppliers = append(home.Suppliers, s)
	}
	return adminapi.GetHome200JSONResponse(home), err
}

// homeShape shapes what everybody who may see the first screen sees.
func homeShape(f *salesstats.Home) adminapi.Home {
	home := adminapi.Home{
		Since: f.Since, Until: f.Until, BeforeSince: f.BeforeSince, BeforeUntil: f.BeforeUntil, KnownUntil: f.KnownUntil, IsEmpty: !f.HasAny,
		Turnover: comparedSum(f.Now.Sums, f.Before.Sums, salesstats.Turnover), Paid: comparedCount(f.Now.Sums, f.Before.Sums, salesstats.Turnover),
		P50:      adminapi.ComparedSeconds{Now: seconds(f.Now.Waits, 0.5), Before: seconds(f.Before.Waits, 0.5)},
		P95:      adminapi.ComparedSeconds{Now: seconds(f.Now.Waits, 0.95), Before: seconds(f.Before.Waits, 0.95)},
		Returned: comparedSum(f.Now.Sums, f.Before.Sums, salesstats.Returned), Returns: comparedCount(f.Now.Sums, f.Before.Sums, salesstats.Returned),
		Attempts: comparedCount(f.Now.Sums, f.Before.Sums, salesstats.Attempts),
		Hours:    homeHours(f.Hours), BeforeHours: homeHours(f.BeforeHours),
		Methods: make([]adminapi.HomeMethod, len(f.Methods)), Games: make([]adminapi.HomeGame, len(f.Games)), Suppliers: []adminapi.HomeSupplier{},
	}
	for i, m := range f.Methods {
		home.Methods[i] = adminapi.HomeMethod{
			Name: m.Key, Title: m.Title, Paid: comparedCount(m.Now, m.Before, salesstats.Turnover), Attempts: comparedCount(m.Now, m.Before, salesstats.Attempts),
			Turnover: comparedSum(m.Now, m.Before, salesstats.Turnover),
		}
	}
	for i, g := range f.Games {
		home.Games[i] = adminapi.HomeGame{
			Key: g.Key, Title: g.Title, Orders: comparedCount(g.Now, g.Before, salesstats.Turnover), Turnover: comparedSum(g.Now, g.Before, salesstats.Turnover),
			P50: seconds(g.Waits, 0.5), P95: seconds(g.Waits, 0.95), Returned: g.Now.Of[salesstats.Returned].N,
		}
	}
	return home
}

func homeHours(hours []salesstats.Hour) []adminapi.HomeHour {
	shapes := make([]adminapi.HomeHour, len(hours))
	for i, x := range hours {
		shapes[i] = adminapi.HomeHour{At: x.At, Turnover: ledger.Format(x.TenThousandths), Orders: x.N}
	}
	return shapes
}

func comparedSum(now, before salesstats.Sums, m salesstats.Measure) adminapi.ComparedSum {
	return adminapi.ComparedSum{Now: ledger.Format(now.Of[m].TenThousandths), Before: ledger.Format(before.Of[m].TenThousandths)}
}

func comparedCount(now, before salesstats.Sums, m salesstats.Measure) adminapi.ComparedCount {
	return adminapi.ComparedCount{Now: now.Of[m].N, Before: before.Of[m].N}
}

// seconds returns within how many seconds that part of the orders was delivered; nil
// without orders.
func seconds(w salesstats.Waits, part float64) *float64 {
	if w.Orders() == 0 {
		return nil
	}
	return new(w.Percentile(part).Round(100 * time.Millisecond).Seconds())
}

// GetProfit answers GET /api/admin/profit/.
func (h *Handlers) GetProfit(ctx context.Context, r adminapi.GetProfitRequestObject) (adminapi.GetProfitResponseObject, error) {
	since, until, err := parseRange(r.Params.Since, r.Params.Until)
	if err != nil {
		return nil, err
	}
	known, err := h.Stats.KnownUntil(ctx)
	if err != nil {
		return nil, err
	}
	rows, total, err := h.Stats.Profit(ctx, salesstats.Dimension(r.Params.By), since, until)
	if err != nil {
		return nil, err
	}
	uncosted, err := h.Stats.CodesWithoutCost(ctx, since, until)
	if err != nil {
		return nil, err
	}
	p := adminapi.Profit{Rows: make([]adminapi.ProfitRow, len(rows)), Total: profitRow(total), KnownUntil: known, CodesWithoutCost: uncosted}
	for i, row := range rows {
		p.Rows[i] = profitRow(row)
	}
	return adminapi.GetProfit200JSONResponse(p), nil
}

func profitRow(r salesstats.Row) adminapi.ProfitRow {
	return adminapi.ProfitRow{Key: r.Key, Title: r.Title, Now: profitSums(r.Now), Before: profitSums(r.Before)}
}

func profitSums(s salesstats.Sums) adminapi.ProfitSums {
	of := func(m salesstats.Measure) string { return ledger.Format(s.Of[m].TenThousandths) }
	shape := adminapi.ProfitSums{
		Orders: s.Of[salesstats.Turnover].N, Turnover: of(salesstats.Turnover), Revenue: ledger.Format(s.Net()), Discounts: of(salesstats.Discounts), Fees: of(salesstats.Fees),
		Cost: of(salesstats.Cost), Acquiring: of(salesstats.Acquiring), Refunds: of(salesstats.Refunds), Chargebacks: of(salesstats.Chargebacks), Goodwill: of(salesstats.Goodwill),
		Writeoffs: of(salesstats.WriteOffs), Vat: of(salesstats.VAT), Margin: ledger.Format(s.Margin()), NoRate: []adminapi.BookAmount{},
	}
	for _, c := range slices.Sorted(maps.Keys(s.NoRate)) {
		shape.NoRate = append(shape.NoRate, adminapi.BookAmount{Currency: string(c), Sum: ledger.Format(s.NoRate[c])})
	}
	return shape
}

// ExportProfit answers POST /api/admin/profit/exports/.
func (h *Handlers) ExportProfit(ctx context.Context, r adminapi.ExportProfitRequestObject) (adminapi.ExportProfitResponseObject, error) {
	since, until, err := parseDays(r.Body.Since, r.Body.Until)
	if err != nil {
		return nil, err
	}
	who := Actor(ctx)
	ref, err := desk.Decode[adminapi.ExportRef](h.Desk.Do(ctx, desk.Action{
		Actor: who, Permission: staff.ExportMoney, Name: "profit.export", Key: r.Params.IdempotencyKey, Object: audit.Object{Kind: "export", ID: "new"}, Input: r.Body,
	}, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		id, err := h.Exports.RequestProfit(ctx, tx, who, exports.ProfitFilter{By: salesstats.Dimension(r.Body.By), BooksFilter: exports.BooksFilter{Since: since, Until: until}})
		return desk.Outcome{
			After:  map[string]any{"by": r.Body.By, "since": r.Body.Since, "until": r.Body.Until},
			Result: adminapi.ExportRef{ID: id}, Object: &audit.Object{Kind: "export", ID: strconv.FormatInt(id, 10)},
		}, err
	}))
	return adminapi.ExportProfit200JSONResponse(ref), err
}
