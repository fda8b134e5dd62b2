package settlement

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/settlement/settlementdb"
)

// Bank is the party of our own bank account: its statements have the payouts of providers.
const Bank = "bank"

// payoutDays is how many days a transfer may be on its way before it is missed.
const payoutDays = 3

// TransfersBooked finds what was just booked, payouts or what left the account, among transfers
// which only the bank had until now.
func (s *Service) TransfersBooked(ctx context.Context, tx pgx.Tx, now time.Time) error {
	q := settlementdb.New(tx)
	if err := q.LockParty(ctx, Bank); err != nil {
		return fmt.Errorf("lock the bank: %w", err)
	}
	_, err := matchTransfers(ctx, q)
	if err == nil {
		_, err = q.EndTransfersAppeared(ctx, now)
	}
	if err == nil {
		_, err = q.InsertOtherTransfers(ctx, now)
	}
	if err != nil {
		return fmt.Errorf("entries among transfers: %w", err)
	}
	return nil
}

// Arrival is a transfer that brings a payout which is in transit by the books.
type Arrival = settlementdb.ArrivalsRow

// Arrivals returns the transfers that are to be booked.
func (s *Service) Arrivals(ctx context.Context, tx pgx.Tx) ([]Arrival, error) {
	list, err := settlementdb.New(tx).Arrivals(ctx)
	if err != nil {
		return nil, fmt.Errorf("payouts that came: %w", err)
	}
	return list, nil
}

// compareStatement matches the transfers of a statement with payouts and records what
// differs.
func compareStatement(ctx context.Context, q *settlementdb.Queries, id int64, rows []int64, day, now time.Time) (matched, differences int64, err error) {
	if matched, err = matchTransfers(ctx, q); err != nil {
		return 0, 0, fmt.Errorf("match import %d: %w", id, err)
	}
	if _, err := q.EndAppeared(ctx, settlementdb.EndAppearedParams{LineIds: rows, Now: now}); err != nil {
		return 0, 0, fmt.Errorf("end differences by import %d: %w", id, err)
	}
	for _, step := range []func() (int64, error){
		func() (int64, error) {
			return q.InsertTheirsOnly(ctx, settlementdb.InsertTheirsOnlyParams{ImportID: id, Now: now})
		},
		func() (int64, error) { return q.InsertOtherTransfers(ctx, now) },
		func() (int64, error) { return q.InsertLateOutgoings(ctx, now) },
		func() (int64, error) {
			return q.InsertMissedPayouts(ctx, settlementdb.InsertMissedPayoutsParams{Day: day, PaidBy: day.AddDate(0, 0, -payoutDays), Now: now})
		},
		func() (int64, error) {
			return q.InsertMissedOutgoings(ctx, settlementdb.InsertMissedOutgoingsParams{Day: day, PaidBy: day.AddDate(0, 0, -payoutDays), Now: now})
		},
	} {
		n, err := step()
		if err != nil {
			return 0, 0, fmt.Errorf("differences of import %d: %w", id, err)
		}
		differences += n
	}
	return matched, differences, nil
}

func matchTransfers(ctx context.Context, q *settlementdb.Queries) (total int64, err error) {
	for _, step := range []func() (int64, error){
		func() (int64, error) { return q.MatchTransfersByNumber(ctx) },
		func() (int64, error) { return q.MatchTransfersBySum(ctx) },
		func() (int64, error) { return q.MatchOutgoings(ctx, true) },
		func() (int64, error) { return q.MatchOutgoings(ctx, false) },
	} {
		n, err := step()
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// transfersOf returns what the statement of a day has to have.
func transfersOf(ctx context.Context, q *settlementdb.Queries, day time.Time) ([]settlementdb.OursOfDayRow, error) {
	rows, err := q.PayoutsOfDay(ctx, day)
	list := make([]settlementdb.OursOfDayRow, len(rows))
	for i, r := range rows {
		list[i] = settlementdb.OursOfDayRow{Kind: string(Incoming), ID: r.ID, Name: r.ExternalID, TenThousandths: r.TenThousandths, Currency: r.Currency, IsMatched: r.IsMatched}
	}
	if err != nil {
		return nil, err
	}
	left, err := q.OutgoingsOfDay(ctx, day)
	for _, r := range left {
		list = append(list, settlementdb.OursOfDayRow{Kind: string(Outgoing), ID: r.ID, Name: r.Ref, TenThousandths: r.TenThousandths, Currency: r.Currency, IsMatched: r.IsMatched})
	}
	return list, err
}
