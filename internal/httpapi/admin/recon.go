package admin

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"time"

	"larek/internal/desk/finance"
	"larek/internal/httpapi/adminapi"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/problem"
	"larek/internal/settlement"
	"larek/internal/staff"
)

// ListReconDays answers GET /api/admin/recon/days/.
func (h *Handlers) ListReconDays(ctx context.Context, r adminapi.ListReconDaysRequestObject) (adminapi.ListReconDaysResponseObject, error) {
	since, until, err := parseRange(r.Params.Since, r.Params.Until)
	if err != nil {
		return nil, err
	}
	marks, err := h.Finance.Settlement.Days(ctx, since, until)
	if err != nil {
		return nil, err
	}
	shape := adminapi.ListReconDays200JSONResponse{Days: make([]adminapi.ReconMark, len(marks))}
	shape.Providers, shape.Suppliers = settlement.Parties()
	whole, err := h.Finance.Settlement.WholeDays(ctx, marks, since, until)
	if err != nil {
		return nil, err
	}
	shape.Whole = make([]adminapi.ReconWholeDay, len(whole))
	for i, d := range whole {
		shape.Whole[i] = adminapi.ReconWholeDay{Day: d.Day.Format(time.DateOnly), State: adminapi.ReconState(d.State()), Open: int(d.Open), Missing: append([]string{}, d.Missing...)}
	}
	for i, m := range marks {
		state := adminapi.ReconStateGreen
		if m.Open > 0 {
			state = adminapi.ReconStateOpen
		}
		shape.Days[i] = adminapi.ReconMark{Party: m.Party, Day: m.Day.Format(time.DateOnly), State: state, Open: int(m.Open)}
	}
	return shape, nil
}

// GetReconDay answers GET /api/admin/recon/{party}/{day}/.
func (h *Handlers) GetReconDay(ctx context.Context, r adminapi.GetReconDayRequestObject) (adminapi.GetReconDayResponseObject, error) {
	day, _, err := parseDays(r.Day, r.Day)
	if err != nil {
		return nil, err
	}
	d, err := h.Finance.Settlement.Day(ctx, r.Party, day)
	if err != nil {
		return nil, err
	}
	shape := adminapi.ReconDay{
		Party: r.Party, Day: r.Day, IsSupplier: settlement.IsSupplier(r.Party), State: adminapi.ReconState(d.State), Files: []adminapi.ReconFile{},
		Totals: []adminapi.ReconTotal{}, Differences: []adminapi.ReconDifference{}, Balances: []adminapi.BookAmount{},
	}
	for _, f := range d.Files {
		shape.Files = append(shape.Files, adminapi.ReconFile{ID: f.ID, Name: f.FileName, Lines: int(f.RowsCount), LoadedAt: f.LoadedAt, LoadedBy: f.LoadedByName, Digest: hex.EncodeToString(f.Digest)})
	}
	for _, t := range d.Totals {
		shape.Totals = append(shape.Totals, totalShape(t))
	}
	for _, x := range d.Differences {
		shape.Differences = append(shape.Differences, differenceShape(x, Actor(ctx)))
	}
	today := h.Clock().In(ledger.Moscow)
	lines, err := h.Finance.Books.Turnovers(ctx, finance.AccountOf(r.Party), today, today)
	if err != nil {
		return nil, err
	}
	for _, l := range lines {
		shape.Balances = append(shape.Balances, adminapi.BookAmount{Currency: string(l.Currency), Sum: ledger.Format(l.Closing())})
	}
	return adminapi.GetReconDay200JSONResponse(shape), nil
}

func totalShape(t settlement.Total) adminapi.ReconTotal {
	return adminapi.ReconTotal{
		Currency: t.Currency, Ours: ledger.Format(t.Ours), OurLines: t.OurLines, Differences: ledger.Format(t.Differences), Theirs: ledger.Format(t.Theirs),
		Lines: t.Lines, Refunds: ledger.Format(t.Refunded), Chargebacks: ledger.Format(t.Charged), Commission: ledger.Format(t.Commission),
		Payout: ledger.Format(t.Payout), Due: ledger.Format(t.Theirs - t.Commission), Rest: ledger.Format(t.Rest()),
	}
}

func differenceShape(d settlement.Difference, who staff.Actor) adminapi.ReconDifference {
	shape := adminapi.ReconDifference{
		ID: d.ID, Kind: adminapi.ReconDifferenceKind(d.Kind), Line: adminapi.ReconDifferenceLine(d.RowKind), Name: d.Name, Currency: d.Currency,
		Ours: ledger.Format(d.Ours), Theirs: ledger.Format(d.Theirs), Gap: ledger.Format(d.Shown()), State: adminapi.ReconDifferenceState(d.State),
		Reason: d.Reason, ResolvedBy: given(d.ResolvedName), ResolvedAt: d.ResolvedAt, Ways: []adminapi.ReconWay{},
	}
	if id := d.Order(); id != 0 {
		shape.OrderID = &id
	}
	if d.OurDay != nil {
		shape.OurDay = new(d.OurDay.Format(time.DateOnly))
	}
	if d.Way != "" {
		shape.Way = new(adminapi.ReconWayName(d.Way))
		return shape
	}
	for _, w := range finance.ResolutionsOf(d, who) {
		way := adminapi.ReconWay{Name: adminapi.ReconWayName(w.Resolution), Postings: []adminapi.BookPosting{}, Refusal: given(w.Refusal)}
		for _, p := range w.Postings {
			way.Postings = append(way.Postings, adminapi.BookPosting{Account: string(p.Account), Title: p.Account.Title(), Currency: string(p.Currency), Amount: ledger.Format(p.TenThousandths)})
		}
		shape.Ways = append(shape.Ways, way)
	}
	return shape
}

// fileOf reads the file of a call.
func fileOf(b adminapi.ReconFileInput) (settlement.File, error) {
	day, _, err := parseDays(b.Day, b.Day)
	if err != nil {
		return settlement.File{}, err
	}
	body, err := base64.StdEncoding.DecodeString(b.Body)
	if err != nil {
		return settlement.File{}, problem.InvalidFields(problem.Field{Name: "body", Code: "wrong_format", Detail: "Файл не прочитан."})
	}
	return settlement.File{Party: b.Party, Day: day, Name: b.Name, Body: body}, nil
}

// PreviewReconFile answers POST /api/admin/recon/files/preview/.
func (h *Handlers) PreviewReconFile(ctx context.Context, r adminapi.PreviewReconFileRequestObject) (adminapi.PreviewReconFileResponseObject, error) {
	f, err := fileOf(*r.Body)
	if err != nil {
		return nil, err
	}
	lines, err := f.Lines()
	if err != nil {
		return nil, err
	}
	shape := adminapi.ReconPreview{Lines: len(lines)}
	if shape.IsLoaded, err = h.Finance.Settlement.IsLoaded(ctx, h.Finance.Desk.Pool(), f.Body); err != nil {
		return nil, err
	}
	sums := map[string]int64{}
	for _, l := range lines {
		if l.At.In(ledger.Moscow).Format(time.DateOnly) != r.Body.Day {
			shape.OtherDays++
		}
		if l.Kind != settlement.Payout {
			sums[l.Currency] += l.Kind.Sign() * l.Amount
		}
	}
	list := make([]ledger.Sum, 0, len(sums))
	for currency, sum := range sums {
		list = append(list, ledger.Sum{Currency: money.Currency(currency), TenThousandths: sum})
	}
	shape.Sums = bookSums(list)
	return adminapi.PreviewReconFile200JSONResponse(shape), nil
}

// LoadReconFile answers POST /api/admin/recon/files/.
func (h *Handlers) LoadReconFile(ctx context.Context, r adminapi.LoadReconFileRequestObject) (adminapi.LoadReconFileResponseObject, error) {
	f, err := fileOf(*r.Body)
	if err != nil {
		return nil, err
	}
	done, err := h.Finance.LoadFile(ctx, newAct(ctx, r.Params.IdempotencyKey, adminapi.Reason{}), f)
	return adminapi.LoadReconFile200JSONResponse{ID: done.ID, Lines: done.Lines, Matched: done.Matched, Differences: done.Differences}, err
}

// ResolveDifference answers POST /api/admin/recon/differences/{id}/resolve/.
func (h *Handlers) ResolveDifference(ctx context.Context, r adminapi.ResolveDifferenceRequestObject) (adminapi.ResolveDifferenceResponseObject, error) {
	answer, err := h.Finance.ResolveDifference(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, settlement.Way(r.Body.Way), r.Body.EntryID)
	return adminapi.ResolveDifference200JSONResponse(answer), err
}

// RecordTopUp answers POST /api/admin/suppliers/{supplier}/topups/.
func (h *Handlers) RecordTopUp(ctx context.Context, r adminapi.RecordTopUpRequestObject) (adminapi.RecordTopUpResponseObject, error) {
	credited, err := settlement.ParseSum(r.Body.Credited, false)
	if err != nil {
		return nil, problem.InvalidFields(problem.Field{Name: "credited", Code: "wrong_value", Detail: "Впишите сумму."})
	}
	t := finance.TopUp{Number: r.Body.Number, Paid: r.Body.Paid, TenThousandths: credited, Currency: money.Currency(r.Body.Currency)}
	answer, err := h.Finance.RecordTopUp(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), string(r.Supplier), t)
	return adminapi.RecordTopUp200JSONResponse(answer), err
}
