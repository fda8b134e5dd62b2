package settlement

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"larek/internal/money"
	"larek/internal/settlement/settlementdb"
)

// DifferenceKind is in what a line differs.
type DifferenceKind string

// The kinds of differences.
const (
	TheirsOnly DifferenceKind = "theirs_only"
	OursOnly   DifferenceKind = "ours_only"
	OtherSum   DifferenceKind = "amount"
	OtherDay   DifferenceKind = "day"
	OtherFee   DifferenceKind = "commission"
)

// Way is how a difference is resolved.
type Way string

// The ways.
const (
	Book     Way = "book"      // their line is right: book it
	WriteOff Way = "write_off" // give it up
	Accept   Way = "accept"    // nothing is to be booked
	ByEntry  Way = "entry"     // an entry of the books explains it
	Give     Way = "give"      // it is the payment of an order: give it to the order
)

// Difference is one line that differs, in ten-thousandths.
type Difference settlementdb.DifferencesRow

// Of returns the kind of the difference and of its line.
func (d Difference) Of() (DifferenceKind, Kind) { return DifferenceKind(d.Kind), Kind(d.RowKind) }

// Order returns the order the difference is about, also if only their line names it; zero if
// none is known.
func (d Difference) Order() int64 {
	if d.OrderID != nil {
		return *d.OrderID
	}
	return max(d.PaidOrder, d.TriedOrder)
}

// IsPayment reports whether the line is a payment of an attempt of ours that we know nothing of.
func (d Difference) IsPayment() bool {
	kind, line := d.Of()
	return kind == TheirsOnly && line == Payment && d.TriedOrder != 0
}

// IsOutflow reports whether the line is money that left a payment of ours without us.
func (d Difference) IsOutflow() bool {
	kind, line := d.Of()
	return kind == TheirsOnly && (line == Refund || line == Chargeback) && d.PaidOrder != 0
}

// Effect is what must be added to our side of the day to get theirs.
func (d Difference) Effect() int64 {
	kind, line := d.Of()
	if line == TopUp {
		return 0 // no part of what a supplier sold on a day
	}
	switch kind {
	case TheirsOnly, OursOnly, OtherSum:
		return line.Sign() * (d.Theirs - d.Ours)
	case OtherDay:
		if d.OurDay != nil && !d.OurDay.Equal(d.Day) {
			return line.Sign() * d.Ours // ours is in the sums of another day
		}
	}
	return 0
}

// Gap is what is missing on our account at the party: the money of the difference,
// whatever day it is on.
func (d Difference) Gap() int64 {
	switch kind, line := d.Of(); {
	case kind == OtherDay:
		return 0
	case line == TopUp:
		return d.Theirs
	}
	return d.Effect()
}

// Shown is the difference as a person reads it: of a commission, how much more was kept than
// the contract says, which no entry corrects.
func (d Difference) Shown() int64 {
	if kind, _ := d.Of(); kind == OtherFee {
		return d.Theirs - d.Ours
	}
	return d.Gap()
}

// Rubles is the worth of the gap, never negative; known is false if no rate is known.
func (d Difference) Rubles() (worth money.RUB, known bool) {
	gap := max(d.Gap(), -d.Gap())
	if d.Currency == string(money.Ruble) {
		return money.OneToOne.Rubles(gap), true
	}
	rate, err := money.ParseRate(d.Rate)
	return rate.Rubles(gap), err == nil
}

// Ways returns how the difference can be resolved.
func (d Difference) Ways() []Way {
	switch kind := DifferenceKind(d.Kind); kind {
	case TheirsOnly:
		switch Kind(d.RowKind) {
		case TopUp, Outgoing:
			return []Way{ByEntry} // their line does not say what we paid for it, or what it was paid for
		}
		if d.IsPayment() {
			return []Way{Give, ByEntry} // the money of an order is not booked as nobody's
		}
		return []Way{Book, ByEntry}
	case OursOnly, OtherSum:
		return []Way{WriteOff, ByEntry}
	default:
		return []Way{Accept}
	}
}

// DayState is what a day of a party looks like.
type DayState string

// The states of a day.
const (
	Waiting DayState = "waiting" // there is no file
	Open    DayState = "open"    // some differences are not resolved
	Green   DayState = "green"   // every kopeck is explained
)

// Total is one currency of a day, in ten-thousandths.
type Total struct {
	Currency         string
	Ours, Theirs     int64
	OurLines, Lines  int
	Differences      int64 // what all differences add to ours
	Commission       int64
	Payout, Refunded int64
	Charged          int64 // charged back
}

// Rest is what no difference explains; zero.
func (t Total) Rest() int64 { return t.Theirs - t.Ours - t.Differences }

// Day is one day of a party.
type Day struct {
	Party       string
	Day         time.Time
	State       DayState
	Files       []settlementdb.ImportsRow
	Totals      []Total
	Differences []Difference
}

// Day returns one day of a party with the bridge from our sums to theirs.
func (s *Service) Day(ctx context.Context, party string, day time.Time) (*Day, error) {
	q := settlementdb.New(s.pool)
	d := &Day{Party: party, Day: day, State: Waiting}
	var err error
	if d.Files, err = q.Imports(ctx, settlementdb.ImportsParams{Party: party, Day: day}); err != nil {
		return nil, fmt.Errorf("files of %s: %w", party, err)
	}
	ours, err := oursOf(ctx, q, party, day)
	if err != nil {
		return nil, fmt.Errorf("ours of %s: %w", party, err)
	}
	theirs, err := q.RowSums(ctx, settlementdb.RowSumsParams{Party: party, Day: day})
	if err != nil {
		return nil, fmt.Errorf("lines of %s: %w", party, err)
	}
	rows, err := q.Differences(ctx, settlementdb.DifferencesParams{Party: party, Day: day})
	if err != nil {
		return nil, fmt.Errorf("differences of %s: %w", party, err)
	}
	for _, r := range rows {
		d.Differences = append(d.Differences, Difference(r))
	}
	d.addUp(ours, theirs)
	return d, nil
}

// oursOf returns what we have of a party's day.
func oursOf(ctx context.Context, q *settlementdb.Queries, party string, day time.Time) ([]settlementdb.OursOfDayRow, error) {
	if party == Bank {
		return transfersOf(ctx, q, day)
	}
	since := midnight(day)
	return q.OursOfDay(ctx, settlementdb.OursOfDayParams{Party: party, Since: since, Until: since.AddDate(0, 0, 1)})
}

func (d *Day) total(currency string) *Total {
	at := slices.IndexFunc(d.Totals, func(t Total) bool { return t.Currency == currency })
	if at < 0 {
		d.Totals, at = append(d.Totals, Total{Currency: currency}), len(d.Totals)
	}
	return &d.Totals[at]
}

// addUp fills the sums and the state.
func (d *Day) addUp(ours []settlementdb.OursOfDayRow, theirs []settlementdb.RowSumsRow) {
	for _, o := range ours {
		t := d.total(o.Currency)
		t.Ours += Kind(o.Kind).Sign() * o.TenThousandths
		t.OurLines++
	}
	for _, r := range theirs {
		t := d.total(r.Currency)
		t.Commission += r.Commission
		t.Lines += int(r.Lines)
		switch Kind(r.Kind) {
		case Payout:
			t.Payout += r.Amount
			continue
		case TopUp:
			continue
		case Refund:
			t.Refunded += r.Amount
		case Chargeback:
			t.Charged += r.Amount
		}
		t.Theirs += Kind(r.Kind).Sign() * r.Amount
	}
	open := false
	for _, x := range d.Differences {
		d.total(x.Currency).Differences += x.Effect()
		open = open || x.State == "open"
	}
	switch {
	case len(d.Files) == 0:
	case open || slices.ContainsFunc(d.Totals, func(t Total) bool { return t.Rest() != 0 }):
		d.State = Open
	default:
		d.State = Green
	}
}

// DayMark is one cell of the calendar.
type DayMark = settlementdb.DaysRow

// Days returns the days with files since to until.
func (s *Service) Days(ctx context.Context, since, until time.Time) ([]DayMark, error) {
	return settlementdb.New(s.pool).Days(ctx, settlementdb.DaysParams{Since: since, Until: until})
}

// OpenIn returns how many differences of some days are not resolved.
func (s *Service) OpenIn(ctx context.Context, db settlementdb.DBTX, since, until time.Time) (int32, error) {
	return settlementdb.New(db).CountOpen(ctx, settlementdb.CountOpenParams{Since: since, Until: until})
}

// Lock returns an open difference, locked until the transaction ends.
func (s *Service) Lock(ctx context.Context, tx pgx.Tx, id int64) (Difference, error) {
	q := settlementdb.New(tx)
	// A line that only they have may become ours while a file of theirs is loaded.
	party, err := q.PartyOfTheirsOnly(ctx, id)
	if err == nil {
		err = q.LockParty(ctx, party)
	}
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Difference{}, fmt.Errorf("lock the party of difference %d: %w", id, err)
	}
	r, err := q.LockDifference(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && r.State != "open" {
		return Difference{}, ErrNoDifference
	}
	if err != nil {
		return Difference{}, fmt.Errorf("difference %d: %w", id, err)
	}
	return Difference(r), nil
}

// TopUpBooked ends the difference of a top-up that only they had until now.
func (s *Service) TopUpBooked(ctx context.Context, tx pgx.Tx, supplier, number, currency string, tenThousandths int64, now time.Time) error {
	_, err := settlementdb.New(tx).EndByTopUp(ctx, settlementdb.EndByTopUpParams{Party: supplier, Name: number, Currency: currency, TenThousandths: tenThousandths, Now: now})
	if err != nil {
		return fmt.Errorf("top-up %s of %s: %w", number, supplier, err)
	}
	return s.TransfersBooked(ctx, tx, now)
}

// Resolve ends a difference; the caller has booked what its way asks for.
func (s *Service) Resolve(ctx context.Context, tx pgx.Tx, d Difference, way Way, entryID *int64, reason string, who int64, now time.Time) error {
	if !slices.Contains(d.Ways(), way) {
		return ErrWrongWay
	}
	err := settlementdb.New(tx).ResolveDifference(ctx, settlementdb.ResolveDifferenceParams{ID: d.ID, Way: string(way), Reason: reason, ResolvedBy: who, ResolvedAt: now, EntryID: entryID})
	if p := (*pgconn.PgError)(nil); errors.As(err, &p) && p.ConstraintName == "settlement_differences_entry_id_key" {
		return ErrEntryUsed
	}
	if err != nil {
		return fmt.Errorf("resolve difference %d: %w", d.ID, err)
	}
	return nil
}
