package admin

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"math"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/exports"
	"larek/internal/httpapi/adminapi"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/problem"
	"larek/internal/settlement"
	"larek/internal/staff"
)

// parseDays parses the first and the last day of a range.
func parseDays(since, until string) (from, to time.Time, err error) {
	from, err = time.Parse(time.DateOnly, since)
	if err == nil {
		to, err = time.Parse(time.DateOnly, until)
	}
	if err != nil || to.Before(from) {
		return from, to, problem.InvalidFields(problem.Field{Name: "since", Code: "wrong_value", Detail: "Таких дней нет."})
	}
	return from, to, nil
}

// parseRange parses a range of days that is read one by one, and refuses too many.
func parseRange(since, until string) (from, to time.Time, err error) {
	from, to, err = parseDays(since, until)
	if err == nil {
		err = exports.CheckDays(from, to)
	}
	return from, to, err
}

func parseMonth(text string) (time.Time, error) {
	month, err := time.Parse("2006-01", text)
	if err != nil {
		return month, problem.InvalidFields(problem.Field{Name: "month", Code: "wrong_value", Detail: "Такого месяца нет."})
	}
	return month, nil
}

// GetTrialBalance answers GET /api/admin/books/trial/.
func (h *Handlers) GetTrialBalance(ctx context.Context, r adminapi.GetTrialBalanceRequestObject) (adminapi.GetTrialBalanceResponseObject, error) {
	since, until, err := parseDays(r.Params.Since, r.Params.Until)
	if err != nil {
		return nil, err
	}
	t, err := ledger.TrialBalance(ctx, h.Finance.Desk.Pool(), since, until)
	if err != nil {
		return nil, err
	}
	return adminapi.GetTrialBalance200JSONResponse{
		Since: r.Params.Since, Until: r.Params.Until, Lines: trialLines(t.Lines), Check: bookSums(t.Check), IsZero: t.IsZero(),
		OwedToBuyers: bookSums(t.OwedToBuyers), OwedToSuppliers: bookSums(t.OwedToSuppliers), PrepaidToSuppliers: bookSums(t.PrepaidToSuppliers),
	}, nil
}

func trialLines(lines []ledger.Turnover) []adminapi.TrialLine {
	shapes := make([]adminapi.TrialLine, len(lines))
	for i, l := range lines {
		shapes[i] = adminapi.TrialLine{
			Account: string(l.Account), Title: l.Account.Title(), Group: adminapi.BookGroup(l.Account.Group()), Currency: string(l.Currency),
			Opening: ledger.Format(l.Opening), Debit: ledger.Format(l.Debit), Credit: ledger.Format(l.Credit), Closing: ledger.Format(l.Closing()),
		}
	}
	return shapes
}

func bookSums(sums []ledger.Sum) []adminapi.BookAmount {
	shapes := make([]adminapi.BookAmount, len(sums))
	for i, s := range sums {
		shapes[i] = adminapi.BookAmount{Currency: string(s.Currency), Sum: ledger.Format(s.TenThousandths)}
	}
	return shapes
}

// ListAccounts answers GET /api/admin/books/accounts/.
func (h *Handlers) ListAccounts(context.Context, adminapi.ListAccountsRequestObject) (adminapi.ListAccountsResponseObject, error) {
	shape := adminapi.BookAccounts{Results: []adminapi.BookAccountName{}}
	for _, a := range ledger.Enterable(settlement.Parties()) {
		shape.Results = append(shape.Results, adminapi.BookAccountName{Account: string(a), Title: a.Title(), Group: adminapi.BookGroup(a.Group())})
	}
	return adminapi.ListAccounts200JSONResponse(shape), nil
}

// GetAccountCard answers GET /api/admin/books/accounts/{account}/.
func (h *Handlers) GetAccountCard(ctx context.Context, r adminapi.GetAccountCardRequestObject) (adminapi.GetAccountCardResponseObject, error) {
	p := r.Params
	since, until, err := parseDays(p.Since, p.Until)
	if err != nil {
		return nil, err
	}
	f := ledger.CardFilter{Account: ledger.Account(r.Account), Currency: value(p.Currency), Since: since, Until: until}
	var after *ledger.CardPlace
	if err := h.Cursors.Decode("card", f, p.Cursor, &after); err != nil {
		return nil, err
	}
	limit := pageLimit(p.Limit)
	rows, err := h.Finance.Books.Card(ctx, f, after, int32(limit)) //nolint:gosec // a page
	if err != nil {
		return nil, err
	}
	turnovers, err := h.Finance.Books.Turnovers(ctx, f.Account, since, until)
	if err != nil {
		return nil, err
	}
	card := adminapi.AccountCard{
		Account: r.Account, Title: f.Account.Title(), Group: adminapi.BookGroup(f.Account.Group()), Turnovers: trialLines(turnovers),
		Results: make([]adminapi.CardPosting, len(rows)),
	}
	for i, x := range rows {
		card.Results[i] = adminapi.CardPosting{
			EntryID: x.ID, At: x.At, BookedAt: x.BookedAt, Reason: x.Reason, Title: ledger.ReasonTitle(x.Reason), Ref: x.Ref, OrderID: x.OrderID,
			Account: x.Account, Currency: x.Currency, Amount: ledger.Format(x.TenThousandths),
		}
	}
	if len(rows) == limit {
		last := rows[limit-1]
		card.Next, err = h.Cursors.Encode("card", f, ledger.CardPlace{ID: last.ID, Currency: last.Currency})
	}
	return adminapi.GetAccountCard200JSONResponse(card), err
}

// ListEntries answers GET /api/admin/books/entries/.
func (h *Handlers) ListEntries(ctx context.Context, r adminapi.ListEntriesRequestObject) (adminapi.ListEntriesResponseObject, error) {
	before := int64(math.MaxInt64)
	if err := h.Cursors.Decode("entries", r.Params.OrderID, r.Params.Cursor, &before); err != nil {
		return nil, err
	}
	limit := pageLimit(r.Params.Limit)
	list, err := h.Finance.Books.Entries(ctx, r.Params.OrderID, before, int32(limit)) //nolint:gosec // a page
	if err != nil {
		return nil, err
	}
	page := adminapi.BookEntryPage{Results: make([]adminapi.BookEntry, len(list))}
	for i := range list {
		page.Results[i] = entryShape(&list[i])
	}
	if len(list) == limit {
		page.Next, err = h.Cursors.Encode("entries", r.Params.OrderID, list[limit-1].ID)
	}
	return adminapi.ListEntries200JSONResponse(page), err
}

// GetEntry answers GET /api/admin/books/entries/{id}/.
func (h *Handlers) GetEntry(ctx context.Context, r adminapi.GetEntryRequestObject) (adminapi.GetEntryResponseObject, error) {
	e, err := h.Finance.Books.Booked(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	return adminapi.GetEntry200JSONResponse(entryShape(e)), nil
}

func entryShape(e *ledger.Booked) adminapi.BookEntry {
	shape := adminapi.BookEntry{ID: e.ID, At: e.At, BookedAt: e.BookedAt, Reason: e.Reason, Title: ledger.ReasonTitle(e.Reason), Ref: e.Ref, OrderID: e.OrderID, Postings: []adminapi.BookPosting{}}
	for _, p := range e.Postings {
		shape.Postings = append(shape.Postings, adminapi.BookPosting{
			Account: string(p.Account), Title: p.Account.Title(), Currency: string(p.Currency), Amount: ledger.Format(p.TenThousandths),
		})
	}
	return shape
}

// AskForEntry answers POST /api/admin/books/entries/.
func (h *Handlers) AskForEntry(ctx context.Context, r adminapi.AskForEntryRequestObject) (adminapi.AskForEntryResponseObject, error) {
	d := ledger.Draft{Day: r.Body.Day, Text: r.Body.Reason.Text}
	for _, p := range r.Body.Postings {
		amount, err := money.ParseMinor(p.Amount)
		if err != nil {
			return nil, problem.InvalidFields(problem.Field{Name: "postings", Code: "wrong_value", Detail: "Напишите суммы с двумя знаками."})
		}
		d.Postings = append(d.Postings, ledger.DraftPosting{Account: ledger.Account(p.Account), Currency: money.Currency(p.Currency), Amount: amount})
	}
	answer, err := h.Finance.AskToEnter(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), d)
	return adminapi.AskForEntry200JSONResponse(answer), err
}

// ListPeriods answers GET /api/admin/books/periods/.
func (h *Handlers) ListPeriods(ctx context.Context, _ adminapi.ListPeriodsRequestObject) (adminapi.ListPeriodsResponseObject, error) {
	books := h.Finance.Books
	closed, err := books.Periods(ctx)
	if err != nil {
		return nil, err
	}
	requests, err := books.Requests(ctx)
	if err != nil {
		return nil, err
	}
	month, obstacle, err := h.Finance.OpenMonth(ctx)
	if err != nil {
		return nil, err
	}
	shape := adminapi.BookPeriods{Results: make([]adminapi.ClosedMonth, len(closed)), Requests: make([]adminapi.BookRequest, len(requests))}
	for i, p := range closed {
		shape.Results[i] = adminapi.ClosedMonth{
			Month: p.Month.Format("2006-01"), ClosedAt: p.ClosedAt, AskedBy: adminapi.StaffRef{ID: p.AskedBy, Name: p.AskedName},
			ClosedBy: adminapi.StaffRef{ID: p.ClosedBy, Name: p.ClosedName}, Digest: hex.EncodeToString(p.Digest),
		}
	}
	for i, q := range requests {
		if shape.Requests[i], err = requestShape(q, Actor(ctx).ID); err != nil {
			return nil, err
		}
	}
	if !month.IsZero() {
		shape.OpenMonth = new(month.Format("2006-01"))
	}
	if obstacle != nil {
		shape.Obstacle = &obstacle.Detail
	}
	return adminapi.ListPeriods200JSONResponse(shape), nil
}

func requestShape(q ledger.Request, caller int64) (adminapi.BookRequest, error) {
	shape := adminapi.BookRequest{
		ID: q.ID, Kind: adminapi.BookRequestKind(q.Kind), Reason: q.Reason, AskedBy: adminapi.StaffRef{ID: q.AskedBy, Name: q.AskedName},
		AskedAt: q.AskedAt, IsOwn: q.AskedBy == caller, Postings: []adminapi.BookPosting{},
	}
	if q.Month != nil {
		shape.Month = new(q.Month.Format("2006-01"))
		return shape, nil
	}
	if q.Door != nil {
		shape.Taking = new(desk.TakingTitle(desk.Door(*q.Door), *q.Subject, *q.Rubles))
		return shape, nil
	}
	var d ledger.Draft
	if err := json.Unmarshal(q.Entry, &d); err != nil {
		return shape, err
	}
	shape.Day = &d.Day
	for _, p := range d.Postings {
		shape.Postings = append(shape.Postings, adminapi.BookPosting{Account: string(p.Account), Title: p.Account.Title(), Currency: string(p.Currency), Amount: p.Amount.String()})
	}
	return shape, nil
}

// AskToCloseMonth answers POST /api/admin/books/periods/.
func (h *Handlers) AskToCloseMonth(ctx context.Context, r adminapi.AskToCloseMonthRequestObject) (adminapi.AskToCloseMonthResponseObject, error) {
	month, err := parseMonth(r.Body.Month)
	if err != nil {
		return nil, err
	}
	answer, err := h.Finance.AskToClose(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), month)
	return adminapi.AskToCloseMonth200JSONResponse(answer), err
}

// GetMonthSummary answers GET /api/admin/books/periods/{month}/.
func (h *Handlers) GetMonthSummary(ctx context.Context, r adminapi.GetMonthSummaryRequestObject) (adminapi.GetMonthSummaryResponseObject, error) {
	month, err := parseMonth(r.Month)
	if err != nil {
		return nil, err
	}
	text, err := h.Finance.Books.Summary(ctx, month)
	if err != nil {
		return nil, err
	}
	return adminapi.GetMonthSummary200JSONResponse{Month: r.Month, Summary: text}, nil
}

// ApproveBooksRequest answers POST /api/admin/books/requests/{id}/approve/.
func (h *Handlers) ApproveBooksRequest(ctx context.Context, r adminapi.ApproveBooksRequestRequestObject) (adminapi.ApproveBooksRequestResponseObject, error) {
	answer, err := h.Finance.Decide(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, true)
	return adminapi.ApproveBooksRequest200JSONResponse(answer), err
}

// DeclineBooksRequest answers POST /api/admin/books/requests/{id}/decline/.
func (h *Handlers) DeclineBooksRequest(ctx context.Context, r adminapi.DeclineBooksRequestRequestObject) (adminapi.DeclineBooksRequestResponseObject, error) {
	answer, err := h.Finance.Decide(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, false)
	return adminapi.DeclineBooksRequest200JSONResponse(answer), err
}

// ExportBooks answers POST /api/admin/books/exports/.
func (h *Handlers) ExportBooks(ctx context.Context, r adminapi.ExportBooksRequestObject) (adminapi.ExportBooksResponseObject, error) {
	since, until, err := parseDays(r.Body.Since, r.Body.Until)
	if err != nil {
		return nil, err
	}
	who := Actor(ctx)
	ref, err := desk.Decode[adminapi.ExportRef](h.Desk.Do(ctx, desk.Action{
		Actor: who, Permission: staff.ExportMoney, Name: "books.export", Key: r.Params.IdempotencyKey, Object: audit.Object{Kind: "export", ID: "new"}, Input: r.Body,
	}, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		id, err := h.Exports.RequestBooks(ctx, tx, who, string(r.Body.What), exports.BooksFilter{Since: since, Until: until})
		return desk.Outcome{
			After:  map[string]any{"what": r.Body.What, "since": r.Body.Since, "until": r.Body.Until},
			Result: adminapi.ExportRef{ID: id}, Object: &audit.Object{Kind: "export", ID: strconv.FormatInt(id, 10)},
		}, err
	}))
	return adminapi.ExportBooks200JSONResponse(ref), err
}
