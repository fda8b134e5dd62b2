// Package brand keeps what the shop is called and looks like. The owner changes it while the
// shop runs; everything else asks a Reader for it and has no name in its code.
package brand

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/brand/branddb"
	"larek/internal/palette"
	"larek/internal/picture"
)

// Brand is one saved state.
type Brand struct {
	Version int32 // 0: nothing was saved yet
	Name    string
	Latin   string // for banks
	Line    string
	Mark    *picture.Key // nil: the mark of the design
	Accent  *string      // #rrggbb; nil: the colours of the design
	Created time.Time
}

// Default is the brand of a shop whose owner has not named it yet.
var Default = Brand{Name: "Магазин", Latin: "Shop", Line: "Игровая валюта, ключи и подарки"}

// Palette returns the colours derived from the accent, or false if the design's own are used.
func (b Brand) Palette() (palette.Palette, bool) {
	if b.Accent == nil {
		return palette.Palette{}, false
	}
	c, err := palette.Parse(*b.Accent)
	if err != nil {
		return palette.Palette{}, false // not reached: a check of the table
	}
	p, _ := palette.Derive(c)
	return p, true
}

// Reader reads the brand from memory. After a change it must be told to Forget.
type Reader struct {
	q        *branddb.Queries
	versions atomic.Pointer[[]Brand] // the newest first
	isStale  atomic.Bool
}

// NewReader returns a Reader. A nil Reader is that of a shop without a name.
func NewReader(pool *pgxpool.Pool) *Reader { return &Reader{q: branddb.New(pool)} }

// Forget makes the next call read the database.
func (r *Reader) Forget() { r.isStale.Store(true) }

// Now returns the brand. While the database is unavailable it is the one read last: no page
// and no email fails for a name.
func (r *Reader) Now(ctx context.Context) Brand {
	list, _ := r.list(ctx)
	if len(list) == 0 {
		return Default
	}
	return list[0]
}

// settled is how long a saved name is not used where it must never change again: by then every
// instance has read it.
const settled = time.Minute

// At returns the brand of a moment: for an invoice, which a bank must get with the same words
// each time it is sent, and for a proof, which is signed. All instances return the same.
func (r *Reader) At(ctx context.Context, t time.Time) (Brand, error) {
	list, err := r.list(ctx)
	if err != nil {
		return Brand{}, err
	}
	if len(list) == 0 {
		return Default, nil
	}
	i := slices.IndexFunc(list, func(b Brand) bool { return !b.Created.Add(settled).After(t) })
	if i < 0 {
		return list[len(list)-1], nil // what the shop began with
	}
	return list[i], nil
}

// list returns the versions. With an error it returns those read last.
func (r *Reader) list(ctx context.Context) ([]Brand, error) {
	if r == nil {
		return nil, nil
	}
	known := r.versions.Load()
	if known != nil && !r.isStale.Load() {
		return *known, nil
	}
	r.isStale.Store(false) // before reading: what changes meanwhile is read again
	rows, err := r.q.BrandVersions(ctx)
	if err != nil {
		r.isStale.Store(true)
		if known != nil {
			return *known, fmt.Errorf("brand: %w", err)
		}
		return nil, fmt.Errorf("brand: %w", err)
	}
	list := make([]Brand, len(rows))
	for i, row := range rows {
		list[i] = Brand(row)
	}
	r.versions.Store(&list)
	return list, nil
}

// Save stores b as the version after b.Version, and returns false if that is no longer the
// newest. A nil author is the demo data.
func Save(ctx context.Context, tx pgx.Tx, b Brand, by *int64) (bool, error) {
	n, err := branddb.New(tx).InsertBrand(ctx, branddb.InsertBrandParams{
		Version: b.Version + 1, Name: b.Name, Latin: b.Latin, Line: b.Line, Mark: b.Mark, Accent: b.Accent, StaffID: by, Created: b.Created,
	})
	if err != nil {
		return false, fmt.Errorf("save brand: %w", err)
	}
	return n == 1, nil
}

// Newest returns the brand as tx sees it.
func Newest(ctx context.Context, db branddb.DBTX) (Brand, error) {
	rows, err := branddb.New(db).BrandVersions(ctx)
	if err != nil {
		return Brand{}, fmt.Errorf("brand: %w", err)
	}
	if len(rows) == 0 {
		return Default, nil
	}
	return Brand(rows[0]), nil
}
