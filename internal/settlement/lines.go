package settlement

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/settlement/settlementdb"
)

// Number is what a provider calls a payment, in one currency.
type Number struct {
	Party, ExternalID string
	Currency          string
}

// Lines is what open lines that only the provider has say about one payment. It may have come
// by several transfers.
type Lines struct {
	Amount    money.Money
	At        time.Time
	Reference string
}

// LinesOf returns what a provider's lines say about the payment of a difference, which is locked.
func (s *Service) LinesOf(ctx context.Context, tx pgx.Tx, n Number) (Lines, error) {
	r, err := settlementdb.New(tx).LinesOfNumber(ctx, settlementdb.LinesOfNumberParams(n))
	if err != nil {
		return Lines{}, fmt.Errorf("lines of %s %s: %w", n.Party, n.ExternalID, err)
	}
	return Lines{Amount: money.Of(money.Minor(r.TenThousandths/100), money.Currency(n.Currency)), At: r.At, Reference: r.Reference}, nil
}

// Number returns the number of the difference's line.
func (d Difference) Number() Number {
	return Number{Party: d.Party, ExternalID: d.Name, Currency: d.Currency}
}

// ResolveLines ends the differences of all lines with a number.
func (s *Service) ResolveLines(ctx context.Context, tx pgx.Tx, n Number, way Way, reason string, who int64, now time.Time) error {
	_, err := settlementdb.New(tx).ResolveLines(ctx, settlementdb.ResolveLinesParams{
		Party: n.Party, ExternalID: n.ExternalID, Currency: n.Currency, Way: string(way), Reason: reason, ResolvedBy: who, ResolvedAt: now,
	})
	if err != nil {
		return fmt.Errorf("resolve lines of %s %s: %w", n.Party, n.ExternalID, err)
	}
	return nil
}

// LockParty keeps files of a party from being loaded, and its lines from being resolved, until
// the transaction ends.
func (s *Service) LockParty(ctx context.Context, tx pgx.Tx, party string) error {
	if err := settlementdb.New(tx).LockParty(ctx, party); err != nil {
		return fmt.Errorf("lock %s: %w", party, err)
	}
	return nil
}

// Decided ends the differences of lines about money without an order that was decided about. The
// caller holds the lock of the party.
func (s *Service) Decided(ctx context.Context, tx pgx.Tx, party string, now time.Time) error {
	if _, err := settlementdb.New(tx).EndDecided(ctx, settlementdb.EndDecidedParams{Party: party, Now: now}); err != nil {
		return fmt.Errorf("end differences of %s: %w", party, err)
	}
	return nil
}

// Recorded matches the line of a resolved difference with what its resolution has recorded.
func (s *Service) Recorded(ctx context.Context, tx pgx.Tx, d Difference, now time.Time) error {
	return matchAgain(ctx, settlementdb.New(tx), d.Party, []int64{d.LineID}, now)
}

// MatchAgain matches lines that only a provider had with payments, refunds and outside refunds
// that were recorded since, and ends their differences.
func (s *Service) MatchAgain(ctx context.Context, now time.Time) error {
	found, err := linesToMatch(ctx, settlementdb.New(s.pool))
	if err != nil {
		return err
	}
	for party := range found {
		err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
			if err := s.LockParty(ctx, tx, party); err != nil {
				return err
			}
			q := settlementdb.New(tx)
			locked, err := linesToMatch(ctx, q)
			if err != nil {
				return err
			}
			return matchAgain(ctx, q, party, locked[party], now)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func linesToMatch(ctx context.Context, q *settlementdb.Queries) (map[string][]int64, error) {
	rows, err := q.LinesToMatch(ctx)
	if err != nil {
		return nil, fmt.Errorf("lines to match: %w", err)
	}
	found := map[string][]int64{}
	for _, r := range rows {
		found[r.Party] = append(found[r.Party], r.ID)
	}
	return found, nil
}

func matchAgain(ctx context.Context, q *settlementdb.Queries, party string, rows []int64, now time.Time) error {
	if _, err := match(ctx, q, rows, true); err != nil {
		return fmt.Errorf("match lines again: %w", err)
	}
	if _, err := q.EndMatched(ctx, settlementdb.EndMatchedParams{LineIds: rows, Now: now}); err != nil {
		return fmt.Errorf("end differences of lines: %w", err)
	}
	if _, err := q.EndAppeared(ctx, settlementdb.EndAppearedParams{LineIds: rows, Now: now}); err != nil {
		return fmt.Errorf("end differences of what lines were missing for: %w", err)
	}
	if _, err := q.InsertOther(ctx, settlementdb.InsertOtherParams{LineIds: rows, Now: now}); err != nil {
		return fmt.Errorf("differences of lines: %w", err)
	}
	days, err := q.OurOtherDays(ctx, rows)
	if err != nil {
		return fmt.Errorf("days of lines: %w", err)
	}
	for _, day := range days {
		if _, err := insertOursOnly(ctx, q, party, day, now); err != nil {
			return fmt.Errorf("differences of %s: %w", day.Format(time.DateOnly), err)
		}
	}
	return nil
}
