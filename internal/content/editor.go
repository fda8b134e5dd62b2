package content

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/content/contentdb"
	"larek/internal/problem"
)

// Editor changes what buyers read. Everything that was saved stays as a version.
type Editor struct {
	q     *contentdb.Queries
	clock clock.Clock
}

// NewEditor returns an Editor.
func NewEditor(pool *pgxpool.Pool, now clock.Clock) *Editor {
	return &Editor{q: contentdb.New(pool), clock: now}
}

// Saved is what a save has done.
type Saved struct {
	Object  string
	Version int32
	Before  Piece // nil for a new one
	After   Piece
}

// Save stores a piece in place of the version the editor saw, zero for a new one. Of two
// editors who saw the same version one is refused.
func (e *Editor) Save(ctx context.Context, tx pgx.Tx, by int64, object string, seen int32, p Piece) (Saved, error) {
	q := contentdb.New(tx)
	p, wrong, err := p.checked(ctx, q)
	if err != nil {
		return Saved{}, err
	}
	if len(wrong) > 0 {
		return Saved{}, problem.InvalidFields(wrong...)
	}
	if seen == 0 {
		object, err := p.insert(ctx, q, e)
		if err != nil {
			return Saved{}, err
		}
		return Saved{Object: object, Version: 1, After: p}, e.keep(ctx, q, object, 1, p, &by)
	}
	before, version, err := p.lock(ctx, q, object)
	if errors.Is(err, pgx.ErrNoRows) {
		return Saved{}, ErrNone
	}
	if err != nil {
		return Saved{}, fmt.Errorf("lock %s %s: %w", p.Kind(), object, err)
	}
	if version != seen {
		return Saved{}, ErrStale
	}
	// What the shop began with is in no version yet.
	if err := e.keep(ctx, q, object, version, before, nil); err != nil {
		return Saved{}, err
	}
	if err := p.change(ctx, q, e, object); err != nil {
		return Saved{}, fmt.Errorf("change %s %s: %w", p.Kind(), object, err)
	}
	return Saved{Object: object, Version: version + 1, Before: before, After: p}, e.keep(ctx, q, object, version+1, p, &by)
}

func (e *Editor) keep(ctx context.Context, q *contentdb.Queries, object string, version int32, p Piece, by *int64) error {
	body, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("version of %s: %w", p.Kind(), err)
	}
	err = q.KeepVersion(ctx, contentdb.KeepVersionParams{Kind: string(p.Kind()), Object: object, Version: version, Body: body, StaffID: by, Created: e.clock()})
	if err != nil {
		return fmt.Errorf("keep version of %s %s: %w", p.Kind(), object, err)
	}
	return nil
}

// Restore saves an earlier version again, in place of the one the editor saw.
func (e *Editor) Restore(ctx context.Context, tx pgx.Tx, by int64, kind Kind, object string, seen, to int32) (Saved, error) {
	p, err := e.Version(ctx, kind, object, to)
	if err != nil {
		return Saved{}, err
	}
	return e.Save(ctx, tx, by, object, seen, p)
}

// Version returns an earlier version.
func (e *Editor) Version(ctx context.Context, kind Kind, object string, version int32) (Piece, error) {
	body, err := e.q.GetVersion(ctx, contentdb.GetVersionParams{Kind: string(kind), Object: object, Version: version})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, fmt.Errorf("version %d of %s %s: %w", version, kind, object, err)
	}
	return decode(kind, body)
}

// VersionRow is a version in the list of them.
type VersionRow struct {
	Version int32
	Created time.Time
	Author  string // empty for what the shop began with
}

// Versions lists the versions of a piece, the newest first, 50 at most.
func (e *Editor) Versions(ctx context.Context, kind Kind, object string) ([]VersionRow, error) {
	rows, err := e.q.ListVersions(ctx, contentdb.ListVersionsParams{Kind: string(kind), Object: object})
	if err != nil {
		return nil, fmt.Errorf("versions of %s %s: %w", kind, object, err)
	}
	list := make([]VersionRow, len(rows))
	for i, r := range rows {
		list[i] = VersionRow(r)
	}
	return list, nil
}

// Order puts the questions of a game, the banners of a place or the contacts in another
// order, and returns the one before. ids must be all of them.
func (e *Editor) Order(ctx context.Context, tx pgx.Tx, kind Kind, ids []int64) (before []int64, err error) {
	q := contentdb.New(tx)
	var place func(context.Context, []int64) error
	switch kind {
	case KindQuestion:
		before, err = q.OrderQuestions(ctx, ids[0])
		place = q.PlaceQuestions
	case KindBanner:
		before, err = q.OrderBanners(ctx, ids[0])
		place = q.PlaceBanners
	case KindContact:
		before, err = q.OrderContacts(ctx)
		place = q.PlaceContacts
	default:
		return nil, fmt.Errorf("%q has no order", kind)
	}
	if err != nil {
		return nil, fmt.Errorf("order of %s: %w", kind, err)
	}
	if !slices.Equal(slices.Sorted(slices.Values(before)), slices.Sorted(slices.Values(ids))) {
		return nil, ErrOrder
	}
	return before, place(ctx, ids)
}

// TurnBanners shows and hides the banners whose time has come, and reports whether there
// were any. It writes nothing otherwise: a write makes every cached page old.
func (e *Editor) TurnBanners(ctx context.Context) (bool, error) {
	now := e.clock()
	ids, err := e.q.BannersToTurn(ctx, now)
	if err != nil || len(ids) == 0 {
		return false, err
	}
	return true, e.q.TurnBanners(ctx, contentdb.TurnBannersParams{Ids: ids, Now: now})
}
