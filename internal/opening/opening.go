// Package opening keeps whether the shop sells. A shop that its owner still sets up, or has closed
// for a while, shows visitors a page and takes no orders; orders that were paid go on.
package opening

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/opening/openingdb"
	"larek/internal/problem"
	"larek/internal/seal"
)

// State is whether the shop sells. The values are stored.
type State string

// States of a shop.
const (
	Preparing State = "preparing" // never opened
	Open      State = "open"
	Closed    State = "closed" // for a while
)

// Why an order or a payment is refused. Neither says that no money was taken: the buyer may have
// paid an invoice that was opened before.
var (
	ErrPreparing = problem.New(problem.Unavailable, "shop.preparing", "Магазин ещё не открылся.")
	ErrClosed    = problem.New(problem.Unavailable, "shop.closed", "Магазин временно не принимает заказы и оплату. Оплаченные заказы выполняются.")
)

// Status is a saved state.
type Status struct {
	Version int32 // 0: on the schema of the release before
	State   State
	Note    *string // for visitors of a closed shop, such as until when
	Created time.Time
	By      *string // nil for the demo data and for what a migration saved
}

// Cookie is the name of the cookie that holds a pass.
const Cookie = "pass"

// passLife is how long staff see a shop that is closed to others: a day of setting it up.
const passLife = 12 * time.Hour

// passed is what a pass opens.
const passed = "shop"

// Gate refuses orders while the shop does not sell, except those of staff with a pass. It reads
// the state from memory; after a change it must be told to Forget. A nil Gate is always open.
type Gate struct {
	pool    *pgxpool.Pool
	key     seal.Key
	clock   clock.Clock
	known   atomic.Pointer[Status]
	isStale atomic.Bool
}

// NewGate returns a Gate whose passes are signed with key.
func NewGate(pool *pgxpool.Pool, key seal.Key, now clock.Clock) *Gate {
	return &Gate{pool: pool, key: key, clock: now}
}

// Forget makes the next call read the database.
func (g *Gate) Forget() { g.isStale.Store(true) }

// Status returns the state of the shop. While the database is unavailable it is the one read
// last; before that there is none, and the caller gets the error.
func (g *Gate) Status(ctx context.Context) (Status, error) {
	if g == nil {
		return Status{State: Open}, nil
	}
	known := g.known.Load()
	if known != nil && !g.isStale.Load() {
		return *known, nil
	}
	g.isStale.Store(false) // before reading: what changes meanwhile is read again
	now, err := Newest(ctx, g.pool)
	if err != nil {
		g.isStale.Store(true)
		if known != nil {
			return *known, nil
		}
		return Status{}, err
	}
	g.known.Store(&now)
	return now, nil
}

type passKey struct{}

// WithPass returns a context of a request that carries a pass, which Admit verifies.
func WithPass(ctx context.Context, pass string) context.Context {
	return context.WithValue(ctx, passKey{}, pass)
}

// Admit returns why the shop takes no orders from the caller, or nil.
func (g *Gate) Admit(ctx context.Context) error {
	now, err := g.Status(ctx)
	if err != nil || now.State == Open {
		return err
	}
	if pass, _ := ctx.Value(passKey{}).(string); g.Opens(pass) {
		return nil
	}
	if now.State == Closed {
		return ErrClosed
	}
	return ErrPreparing
}

// NewPass returns a pass for the browser of a member of staff, and until when it opens the shop.
func (g *Gate) NewPass() (pass string, until time.Time) {
	until = g.clock().Add(passLife).Truncate(time.Second)
	return g.key.Ticket(passed, until), until
}

// Opens reports whether a pass is valid now.
func (g *Gate) Opens(pass string) bool { return g.key.OpensTicket(pass, passed, g.clock()) }

// Newest returns the state as db sees it.
func Newest(ctx context.Context, db openingdb.DBTX) (Status, error) {
	r, err := openingdb.New(db).NewestState(ctx)
	if errors.Is(err, pgx.ErrNoRows) { // the schema of the release before
		return Status{State: Open}, nil
	}
	if err != nil {
		return Status{}, fmt.Errorf("state of the shop: %w", err)
	}
	return Status{Version: r.Version, State: State(r.State), Note: r.Note, Created: r.Created, By: r.By}, nil
}

// Save stores s as the version after s.Version, and returns false if that is no longer the newest.
// A nil author is the demo data.
func Save(ctx context.Context, tx pgx.Tx, s Status, by *int64) (bool, error) {
	n, err := openingdb.New(tx).InsertState(ctx, openingdb.InsertStateParams{
		Version: s.Version + 1, State: string(s.State), Note: s.Note, StaffID: by, Created: s.Created,
	})
	if err != nil {
		return false, fmt.Errorf("save the state of the shop: %w", err)
	}
	return n == 1, nil
}
