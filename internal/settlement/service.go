// Package settlement compares what providers and suppliers say they did with what our
// books say, line by line.
package settlement

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/problem"
	"larek/internal/settlement/settlementdb"
)

// Problems of files and differences.
var (
	ErrLoadedBefore = problem.New(problem.Conflict, "recon.loaded_before", "Этот файл уже загружен.")
	ErrNoDifference = problem.New(problem.NotFound, "recon.not_found", "Этой разницы нет: её уже разобрали.")
	ErrEntryUsed    = problem.New(problem.Conflict, "recon.entry_used", "Этой проводкой уже объяснили другую разницу.")
	ErrWrongWay     = problem.InvalidFields(problem.Field{Name: "way", Code: "wrong_value", Detail: "Так эту разницу не закрывают."})
)

// Service loads files and finds differences.
type Service struct{ pool *pgxpool.Pool }

// NewService returns a service on the read-write pool.
func NewService(pool *pgxpool.Pool) *Service { return &Service{pool: pool} }

// File is what a person loads.
type File struct {
	Party string
	Day   time.Time // the day it is for
	Name  string
	Body  []byte
}

// Lines reads the file.
func (f File) Lines() ([]Line, error) {
	if f.Party == Bank {
		return readStatement(f.Day, f.Body)
	}
	return Parse(f.Party, f.Body)
}

// Loaded is what became of a file.
type Loaded struct {
	ImportID    int64
	Lines       int
	New         int64 // lines that came in no earlier file
	Matched     int64
	Differences int64
	Commissions []settlementdb.CommissionsRow
	Payouts     []settlementdb.PayoutsRow
}

// IsLoaded reports when a file was loaded before.
func (s *Service) IsLoaded(ctx context.Context, db settlementdb.DBTX, body []byte) (bool, error) {
	digest := sha256.Sum256(body)
	_, err := settlementdb.New(db).ImportWith(ctx, digest[:])
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// Load keeps the lines of a file, matches each with ours and records what differs. A
// worker loads without a person; a file that a person loads is not fetched any more.
func (s *Service) Load(ctx context.Context, tx pgx.Tx, f File, who *int64, now time.Time) (Loaded, error) {
	lines, err := f.Lines()
	if err != nil {
		return Loaded{}, err
	}
	q := settlementdb.New(tx)
	if err := q.LockParty(ctx, f.Party); err != nil {
		return Loaded{}, fmt.Errorf("lock %s: %w", f.Party, err)
	}
	if loaded, err := s.IsLoaded(ctx, tx, f.Body); err != nil || loaded {
		return Loaded{}, errors.Join(err, map[bool]error{true: ErrLoadedBefore}[loaded])
	}
	digest := sha256.Sum256(f.Body)
	id, err := q.InsertImport(ctx, settlementdb.InsertImportParams{
		Party: f.Party, Day: f.Day, FileName: f.Name, Digest: digest[:], RowsCount: int32(len(lines)), LoadedBy: who, LoadedAt: now, //nolint:gosec // bounded
	})
	if err != nil {
		return Loaded{}, fmt.Errorf("keep import: %w", err)
	}
	if who != nil {
		if err := q.FetchedByHand(ctx, settlementdb.FetchedByHandParams{Party: f.Party, Day: f.Day, Now: now}); err != nil {
			return Loaded{}, fmt.Errorf("end fetch: %w", err)
		}
	}
	done := Loaded{ImportID: id, Lines: len(lines)}
	if done.New, err = insertRows(ctx, q, id, f.Party, lines); err != nil {
		return Loaded{}, err
	}
	rows, err := q.RowsOfImport(ctx, id)
	if err != nil {
		return done, fmt.Errorf("lines of import %d: %w", id, err)
	}
	if f.Party == Bank {
		done.Matched, done.Differences, err = compareStatement(ctx, q, id, rows, f.Day, now)
		return done, err
	}
	if done.Matched, err = match(ctx, q, rows, false); err != nil {
		return done, fmt.Errorf("match import %d: %w", id, err)
	}
	if done.Differences, err = findDifferences(ctx, q, id, rows, f, now); err != nil {
		return done, fmt.Errorf("differences of import %d: %w", id, err)
	}
	if done.Commissions, err = q.Commissions(ctx, id); err != nil {
		return done, fmt.Errorf("commissions of import %d: %w", id, err)
	}
	if done.Payouts, err = q.Payouts(ctx, id); err != nil {
		return done, fmt.Errorf("payouts of import %d: %w", id, err)
	}
	return done, nil
}

func insertRows(ctx context.Context, q *settlementdb.Queries, id int64, party string, lines []Line) (int64, error) {
	p := settlementdb.InsertRowsParams{ImportID: id, Party: party}
	for _, l := range lines {
		p.Lines, p.Kinds, p.ExternalIds = append(p.Lines, int32(l.Number)), append(p.Kinds, string(l.Kind)), append(p.ExternalIds, l.ExternalID) //nolint:gosec // bounded
		p.Refs, p.Times, p.Amounts = append(p.Refs, l.Reference), append(p.Times, l.At), append(p.Amounts, l.Amount)
		p.Commissions, p.Currencies = append(p.Commissions, l.Commission), append(p.Currencies, l.Currency)
	}
	n, err := q.InsertRows(ctx, p)
	if err != nil {
		return 0, fmt.Errorf("keep lines of import %d: %w", id, err)
	}
	return n, nil
}

// match finds which of ours each line is. A refund may be of another sum unless exact is set.
func match(ctx context.Context, q *settlementdb.Queries, rows []int64, exact bool) (int64, error) {
	total := int64(0)
	for _, step := range []func() (int64, error){
		func() (int64, error) {
			return q.MatchPayments(ctx, settlementdb.MatchPaymentsParams{LineIds: rows, SameSum: true})
		},
		func() (int64, error) { return q.MatchPaymentsInParts(ctx, rows) },
		func() (int64, error) { return q.MatchPayments(ctx, settlementdb.MatchPaymentsParams{LineIds: rows}) },
		func() (int64, error) {
			return q.MatchRefunds(ctx, settlementdb.MatchRefundsParams{LineIds: rows, SameSum: true})
		},
		func() (int64, error) { return matchOutside(ctx, q, rows, true) },
		func() (int64, error) { return q.MatchRefundsInTwo(ctx, rows) },
		func() (int64, error) {
			return q.MatchRefunds(ctx, settlementdb.MatchRefundsParams{LineIds: rows, SameSum: exact})
		},
		func() (int64, error) { return matchOutside(ctx, q, rows, exact) },
		func() (int64, error) { return q.MatchCharges(ctx, rows) },
		func() (int64, error) { return q.MatchChargesByKey(ctx, rows) },
	} {
		n, err := step()
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// matchOutside matches lines with outside refunds of the same kind, and then what is left of
// chargebacks with refunds.
func matchOutside(ctx context.Context, q *settlementdb.Queries, rows []int64, sameSum bool) (int64, error) {
	same, err := q.MatchOutside(ctx, settlementdb.MatchOutsideParams{LineIds: rows, SameSum: sameSum, SameKind: true})
	if err != nil {
		return 0, err
	}
	others, err := q.MatchOutside(ctx, settlementdb.MatchOutsideParams{LineIds: rows, SameSum: sameSum})
	return same + others, err
}

// findDifferences records what differs and returns how much does.
func findDifferences(ctx context.Context, q *settlementdb.Queries, id int64, rows []int64, f File, now time.Time) (int64, error) {
	if _, err := q.EndAppeared(ctx, settlementdb.EndAppearedParams{LineIds: rows, Now: now}); err != nil {
		return 0, err
	}
	total := int64(0)
	for _, step := range []func() (int64, error){
		func() (int64, error) {
			return q.InsertTheirsOnly(ctx, settlementdb.InsertTheirsOnlyParams{ImportID: id, Now: now})
		},
		func() (int64, error) {
			n, err := q.EndDecided(ctx, settlementdb.EndDecidedParams{Party: f.Party, Now: now})
			return -n, err
		},
		func() (int64, error) {
			return q.InsertOther(ctx, settlementdb.InsertOtherParams{LineIds: rows, Now: now})
		},
		func() (int64, error) {
			return q.InsertCommissions(ctx, settlementdb.InsertCommissionsParams{ImportID: id, Now: now})
		},
		func() (int64, error) { return insertOursOnly(ctx, q, f.Party, f.Day, now) },
	} {
		n, err := step()
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// insertOursOnly records what we have of a day and its files do not, and returns how much of it
// somebody has to decide about.
func insertOursOnly(ctx context.Context, q *settlementdb.Queries, party string, day, now time.Time) (int64, error) {
	since := midnight(day)
	return q.InsertOursOnly(ctx, settlementdb.InsertOursOnlyParams{Party: party, Day: day, Since: since, Until: since.AddDate(0, 0, 1), Now: now})
}

// midnight returns when a day begins in Moscow.
func midnight(day time.Time) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, moscow)
}
