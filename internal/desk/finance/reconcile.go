package finance

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/problem"
	"larek/internal/settlement"
	"larek/internal/staff"
)

// Problems of reconciling.
var (
	errOtherEntry   = problem.New(problem.Conflict, "recon.other_entry", "Эта проводка меняет счёт на другую сумму.")
	errUnreconciled = problem.New(problem.Conflict, "books.unreconciled", "Сначала разберите разницы сверки за этот месяц.")
)

// tooMuchAlone is the problem of writing off more than the role may alone.
func tooMuchAlone(limit money.RUB) *problem.Error {
	return problem.New(problem.Conflict, "recon.second_person", "Больше "+limit.String()+" ₽ вы в одиночку не списываете. Попросите проводку в «Книгах» и укажите её здесь.")
}

// Loaded is the result of loading a file.
type Loaded struct {
	ID          int64 `json:"id"`
	Lines       int   `json:"lines"`
	Matched     int64 `json:"matched"`
	Differences int64 `json:"differences"`
}

// LoadFile loads a registry or a statement: its lines are matched, what the provider
// kept and paid out is booked.
func (f *Service) LoadFile(ctx context.Context, a desk.Command, file settlement.File) (Loaded, error) {
	object := audit.Object{Kind: "registry", ID: file.Party + " " + file.Day.Format(time.DateOnly)}
	return desk.Decode[Loaded](f.Desk.Do(ctx, a.On(object, "recon.load", staff.ReconWrite, []any{file.Name, file.Body}),
		func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
			done, err := f.Settlement.Load(ctx, tx, file, &a.Actor.ID, f.Desk.Now())
			if err != nil {
				return desk.Outcome{}, err
			}
			if err := f.bookFile(ctx, tx, file.Party, file.Day, done); err != nil {
				return desk.Outcome{}, err
			}
			answer := Loaded{done.ImportID, done.Lines, done.Matched, done.Differences}
			return desk.Outcome{After: answer, Result: answer}, nil
		}))
}

// bookFile books the commissions, payouts and arrivals of a file on the day of the file: the
// registry of the last day of a month comes in the next month.
func (f *Service) bookFile(ctx context.Context, tx pgx.Tx, party string, day time.Time, done settlement.Loaded) error {
	var list []ledger.Entry
	for _, c := range done.Commissions {
		fact := ledger.CommissionKept{Provider: party, Amount: hundredths(c.TenThousandths, c.Currency)}
		list = append(list, fact.Entry(fmt.Sprintf("%s-%d-%s", party, done.ImportID, c.Currency)))
	}
	for _, p := range done.Payouts {
		fact := ledger.ProviderSettled{Provider: party, Amount: hundredths(p.TenThousandths, p.Currency)}
		list = append(list, fact.Entry(party+"-"+p.ExternalID))
	}
	if err := f.postOn(ctx, tx, day, list...); err != nil {
		return err
	}
	if len(done.Payouts) > 0 {
		if err := f.Settlement.TransfersBooked(ctx, tx, f.Desk.Now()); err != nil {
			return err
		}
	} else if party != settlement.Bank {
		return nil
	}
	arrivals, err := f.Settlement.Arrivals(ctx, tx)
	if err != nil {
		return err
	}
	for _, x := range arrivals {
		fact := ledger.PayoutArrived{Amount: hundredths(x.TenThousandths, x.Currency)}
		if err := f.postOn(ctx, tx, x.Day, fact.Entry(desk.FormatID(x.ID))); err != nil {
			return err
		}
	}
	return nil
}

// postOn posts entries about a day.
func (f *Service) postOn(ctx context.Context, tx pgx.Tx, day time.Time, list ...ledger.Entry) error {
	at, err := ledger.EndOf(ctx, tx, day, f.Desk.Now())
	if err != nil {
		return err
	}
	for i := range list {
		list[i].At = at
	}
	return f.Books.Post(ctx, tx, list...)
}

func hundredths(tenThousandths int64, currency string) money.Money {
	return money.Of(money.Minor(tenThousandths/100), money.Currency(currency))
}

// DifferenceResolution is one resolution of a difference, with what it books.
type DifferenceResolution struct {
	Resolution settlement.Way
	Postings   []ledger.FinePosting
	Refusal    string
}

// ResolutionsOf returns how a person can resolve a difference.
func ResolutionsOf(d settlement.Difference, who staff.Actor) []DifferenceResolution {
	var list []DifferenceResolution
	for _, way := range d.Ways() {
		x := DifferenceResolution{Resolution: way}
		if e := entryOf(d, way); e != nil {
			x.Postings = e.All()
		}
		if err := checkAlone(d, way, who); err != nil {
			x.Refusal = err.Detail
		}
		list = append(list, x)
	}
	return list
}

func checkAlone(d settlement.Difference, way settlement.Way, who staff.Actor) *problem.Error {
	limit := who.Limit(staff.ReconWriteOff)
	if worth, known := d.Rubles(); isGivenUp(d, way) && (!known || worth > limit) {
		return tooMuchAlone(limit)
	}
	return nil
}

// isGivenUp reports whether a resolution books the difference as a loss.
func isGivenUp(d settlement.Difference, way settlement.Way) bool {
	e := entryOf(d, way)
	return e != nil && slices.ContainsFunc(e.All(), func(p ledger.FinePosting) bool {
		return p.Account == ledger.WriteOffs() || p.Account == ledger.Chargebacks() || p.Account == ledger.CostOfGoods()
	})
}

// AccountOf returns our account at a party.
func AccountOf(party string) ledger.Account {
	switch {
	case party == settlement.Bank:
		return ledger.Bank()
	case settlement.IsSupplier(party):
		return ledger.Supplier(party)
	}
	return ledger.Provider(party)
}

// accountOf returns the account of a difference: transit for a payout that the bank does
// not show, else that of the party.
func accountOf(d settlement.Difference) ledger.Account {
	if kind, line := d.Of(); line == settlement.Incoming && kind != settlement.TheirsOnly {
		return ledger.Transit()
	}
	return AccountOf(d.Party)
}

// entryOf returns what a resolution books, nil if nothing.
func entryOf(d settlement.Difference, way settlement.Way) *ledger.Entry {
	currency, gap := money.Currency(d.Currency), d.Gap()
	var fact ledger.Fact
	switch _, line := d.Of(); {
	case way == settlement.WriteOff:
		fact = ledger.WrittenOff{Account: accountOf(d), Currency: currency, TenThousandths: gap}
	case way != settlement.Book:
		return nil
	case line == settlement.Payment:
		fact = ledger.FoundAtProvider{Provider: d.Party, Amount: hundredths(gap, d.Currency)}
	case line == settlement.Incoming:
		fact = ledger.FoundAtBank{Amount: hundredths(gap, d.Currency)}
	case d.IsOutflow():
		e := ledger.RefundedOutside{Provider: d.Party, Amount: hundredths(-gap, d.Currency)}.Entry("difference-"+desk.FormatID(d.ID), d.PaidOrder)
		return &e
	case d.NoticeID != 0:
		e := ledger.UnmatchedReturned{Provider: d.Party, Amount: hundredths(-gap, d.Currency)}.Entry(desk.FormatID(d.NoticeID))
		return &e
	case line == settlement.Chargeback:
		fact = ledger.ChargebackTaken{Provider: d.Party, Amount: hundredths(-gap, d.Currency), Fee: money.Of(0, currency)}
	case line == settlement.Charge:
		worth, _ := d.Rubles()
		fact = ledger.ChargeFound{Supplier: d.Party, Currency: currency, TenThousandths: -gap, Rubles: worth}
	default:
		fact = ledger.WrittenOff{Account: accountOf(d), Currency: currency, TenThousandths: gap}
	}
	e := fact.Entry("difference-" + desk.FormatID(d.ID))
	return &e
}

// ResolveDifference ends a difference by one of its resolutions.
func (f *Service) ResolveDifference(ctx context.Context, a desk.Command, id int64, way settlement.Way, entryID *int64) (desk.Saved, error) {
	return desk.Decode[desk.Saved](f.Desk.Do(ctx, a.On(audit.Object{Kind: "difference", ID: desk.FormatID(id)}, "recon.resolve", staff.ReconWrite, []any{way, entryID}),
		func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
			d, err := f.Settlement.Lock(ctx, tx, id)
			if err != nil {
				return desk.Outcome{}, err
			}
			if err := f.ResolveDifferenceTx(ctx, tx, d, way, entryID, desk.ReasonText(a.Reason), a.Actor); err != nil {
				return desk.Outcome{}, err
			}
			return desk.Outcome{
				OrderID: ChangedOrder(d, way), AfterCommit: f.Notify.Order(ChangedOrder(d, way)),
				Before: map[string]any{"kind": d.Kind, "party": d.Party, "gap": ledger.Format(d.Gap()), "currency": d.Currency},
				After:  map[string]any{"way": way, "entry": entryID}, Result: desk.Saved{ID: id, Message: "Разница закрыта."},
			}, nil
		}))
}

// ResolveDifferenceTx books a resolution and ends the difference.
func (f *Service) ResolveDifferenceTx(ctx context.Context, tx pgx.Tx, x settlement.Difference, way settlement.Way, entryID *int64, reason string, who staff.Actor) error {
	if !slices.Contains(x.Ways(), way) || (way == settlement.ByEntry) != (entryID != nil) {
		return settlement.ErrWrongWay
	}
	if err := checkAlone(x, way, who); err != nil {
		return err
	}
	if isGivenUp(x, way) {
		worth, _ := x.Rubles()
		t := desk.Taking{Door: desk.DoorWriteOff, Rubles: worth, Subject: fmt.Sprintf("Сверка %s, разница %d", x.Party, x.ID)}
		if err := f.Desk.Spend(ctx, tx, who, t); err != nil {
			return err
		}
	}
	if entryID != nil {
		if err := explains(ctx, f.Books, *entryID, x); err != nil {
			return err
		}
	}
	r := registryLine{finance: f, line: x, reason: reason, who: who}
	switch _, line := x.Of(); {
	case way == settlement.Give:
		return r.give(ctx, tx)
	case way == settlement.Book && x.IsOutflow():
		return r.recordOutflow(ctx, tx)
	case way == settlement.Book && x.NoticeID != 0:
		return r.returnUnmatched(ctx, tx)
	case way == settlement.Book && line == settlement.Payment && x.PaidOrder == 0:
		return r.keepUnmatched(ctx, tx)
	}
	if e := entryOf(x, way); e != nil {
		if err := f.Books.Post(ctx, tx, *e); err != nil {
			return err
		}
	}
	return f.Settlement.Resolve(ctx, tx, x, way, entryID, reason, who.ID, f.Desk.Now())
}

// ChangedOrder returns the order that a resolution changes, zero if none.
func ChangedOrder(d settlement.Difference, way settlement.Way) int64 {
	if way == settlement.Give || way == settlement.Book && d.IsOutflow() {
		return d.Order()
	}
	return 0
}

// explains refuses an entry that does not change our account at the party by exactly
// the difference.
func explains(ctx context.Context, books *ledger.Service, entryID int64, d settlement.Difference) error {
	e, err := books.Booked(ctx, entryID)
	if err != nil {
		return err
	}
	want := ledger.FinePosting{Account: accountOf(d), Currency: money.Currency(d.Currency), TenThousandths: d.Gap()}
	if !slices.Contains(e.Postings, want) {
		return errOtherEntry
	}
	return nil
}

// checkReconciled refuses to close a month with differences, or without a file of every party on every day: without a
// file, differences are unknown.
func (f *Service) checkReconciled(ctx context.Context, db ledger.Querier, month time.Time) error {
	n, err := f.Settlement.OpenIn(ctx, db, month, month.AddDate(0, 1, 0))
	if err != nil || n > 0 {
		return cmp.Or(err, error(errUnreconciled))
	}
	since, err := ledger.FirstDay(ctx, db, month)
	if err != nil {
		return err
	}
	days, err := f.Settlement.Unfinished(ctx, db, since, month.AddDate(0, 1, -1))
	if err != nil || len(days) == 0 {
		return err
	}
	return filesMissing(days)
}

// filesMissing is the problem of a month without some files; it names the first day of them.
func filesMissing(days []settlement.WholeDay) *problem.Error {
	names := make([]string, len(days[0].Missing))
	for i, party := range days[0].Missing {
		names[i] = cmp.Or(map[string]string{settlement.Bank: "банк"}[party], party)
	}
	text := fmt.Sprintf("За %s нет файлов сверки: %s.", days[0].Day.Format("02.01.2006"), strings.Join(names, ", "))
	if more := len(days) - 1; more > 0 {
		text += fmt.Sprintf(" И ещё за другие дни этого месяца, всего их %d.", len(days))
	}
	return problem.New(problem.Conflict, "books.files_missing", text+" Загрузите их в «Сверке».")
}

// OpenMonth returns the month to close next, and the reason it cannot be closed yet.
func (f *Service) OpenMonth(ctx context.Context) (month time.Time, obstacle *problem.Error, err error) {
	month, obstacle, err = f.Books.OpenMonth(ctx, f.Desk.Now())
	if err != nil || obstacle != nil || month.IsZero() {
		return month, obstacle, err
	}
	err = f.checkReconciled(ctx, f.Desk.Pool(), month)
	if p := (*problem.Error)(nil); errors.As(err, &p) {
		return month, p, nil
	}
	return month, nil, err
}

// DifferenceRefusal returns why a person cannot use a resolution of a difference.
func DifferenceRefusal(d settlement.Difference, way settlement.Way, who staff.Actor) string {
	if !slices.Contains(d.Ways(), way) {
		return "Так эту разницу не закрывают."
	}
	if err := checkAlone(d, way, who); err != nil {
		return err.Detail
	}
	return ""
}
