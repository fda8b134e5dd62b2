package settlement

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/problem"
	"larek/internal/settlement/settlementdb"
)

// ErrNoFetch is the problem of a row that waits for no one any more.
var ErrNoFetch = problem.New(problem.NotFound, "recon.fetch_not_found", "Этот реестр уже никого не ждёт.")

const (
	// fetchHour is when the files of yesterday are ready, in Moscow.
	fetchHour = 6
	// MaxFetches is how often a file is asked for before an operator has to look.
	MaxFetches = 6
	// fetchLease is longer than a call and loading a file may take.
	fetchLease = 15 * time.Minute
	fetchPause = 20 * time.Minute
)

// Fetch is one try to fetch the file of a party and a day.
type Fetch settlementdb.LeaseFetchRow

// NextFetch returns a file to be fetched now, nil if none is due. However many workers
// ask, one of them gets it.
func (s *Service) NextFetch(ctx context.Context, parties []string, now time.Time) (*Fetch, error) {
	q := settlementdb.New(s.pool)
	if local := now.In(moscow); local.Hour() >= fetchHour {
		if _, err := q.PlanFetches(ctx, settlementdb.PlanFetchesParams{Parties: parties, Day: local.AddDate(0, 0, -1), Now: now}); err != nil {
			return nil, fmt.Errorf("plan registries: %w", err)
		}
	}
	f, err := q.LeaseFetch(ctx, settlementdb.LeaseFetchParams{Now: now, Until: now.Add(fetchLease)})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // none is due
	}
	if err != nil {
		return nil, fmt.Errorf("lease a registry: %w", err)
	}
	return (*Fetch)(&f), nil
}

// Fetched ends a fetch in the transaction that loads its file.
func (s *Service) Fetched(ctx context.Context, tx pgx.Tx, f *Fetch, now time.Time) error {
	n, err := settlementdb.New(tx).EndFetch(ctx, settlementdb.EndFetchParams{ID: f.ID, Tries: f.Tries, State: "done", NextAt: now, Now: now})
	if err == nil && n == 0 {
		err = ErrNoFetch // another worker has taken over
	}
	return err
}

// FetchFailed plans the next try, or gives the file to an operator after the last.
func (s *Service) FetchFailed(ctx context.Context, f *Fetch, why string, now time.Time) (givenUp bool, err error) {
	p := settlementdb.EndFetchParams{ID: f.ID, Tries: f.Tries, State: "due", Note: why, NextAt: now.Add(time.Duration(f.Tries) * fetchPause), Now: now}
	if f.Tries >= MaxFetches {
		p.State = "failed"
	}
	if _, err := settlementdb.New(s.pool).EndFetch(ctx, p); err != nil {
		return false, fmt.Errorf("end fetch %d: %w", f.ID, err)
	}
	return p.State == "failed", nil
}

// FetchAgain lets a file be fetched from the first try on; DropFetch gives it up.
func (s *Service) FetchAgain(ctx context.Context, tx pgx.Tx, id int64, now time.Time) error {
	return s.decideFetch(ctx, tx, id, "due", now)
}

// DropFetch ends a fetch that failed: the file is not needed or was loaded by hand.
func (s *Service) DropFetch(ctx context.Context, tx pgx.Tx, id int64, now time.Time) error {
	return s.decideFetch(ctx, tx, id, "done", now)
}

func (s *Service) decideFetch(ctx context.Context, tx pgx.Tx, id int64, state string, now time.Time) error {
	n, err := settlementdb.New(tx).DecideFetch(ctx, settlementdb.DecideFetchParams{ID: id, State: state, Now: now})
	if err == nil && n == 0 {
		err = ErrNoFetch
	}
	return err
}

// UnknownReferences returns our references of a file's lines about money we do not know
// of. A line with a reference that is not ours is among them.
func (s *Service) UnknownReferences(ctx context.Context, party string, file []byte) ([]string, error) {
	lines, err := Parse(party, file)
	if err != nil {
		return nil, err
	}
	p := settlementdb.UnknownReferencesParams{Party: party}
	for _, l := range lines {
		p.Kinds, p.ExternalIds = append(p.Kinds, string(l.Kind)), append(p.ExternalIds, l.ExternalID)
		p.Refs, p.Amounts = append(p.Refs, l.Reference), append(p.Amounts, l.Amount)
	}
	return settlementdb.New(s.pool).UnknownReferences(ctx, p)
}

// HasOurs reports whether our books have anything of a party on a day.
func (s *Service) HasOurs(ctx context.Context, party string, day time.Time) (bool, error) {
	rows, err := oursOf(ctx, settlementdb.New(s.pool), party, day)
	return len(rows) > 0, err
}
