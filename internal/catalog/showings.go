package catalog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/catalog/catalogdb"
	"larek/internal/problem"
)

const (
	// furthestShowing is how far ahead a game can be planned to be shown.
	furthestShowing = 366 * 24 * time.Hour
	// refusedFor is how long a plan that was refused is shown.
	refusedFor = 7 * 24 * time.Hour
)

// Problems of plans to show or hide.
var (
	errShowingTime = problem.InvalidFields(problem.Field{Name: "at", Code: "wrong_value", Detail: "Выберите время в будущем, не дальше года."})
	errNoShowing   = problem.New(problem.Conflict, "catalog.no_plan", "Этот план уже выполнен или отменён.")
)

// Shown names a game or a product; the other number is zero.
type Shown struct{ GameID, ProductID int64 }

// Showing is a plan to show a game or a product or to hide it.
type Showing = catalogdb.ShowingsRow

// PlanShowing has a game or a product shown or hidden at a time, in place of an earlier
// plan to do the same. Without a time the plan is cancelled.
func (a *Assortment) PlanShowing(ctx context.Context, tx pgx.Tx, what Shown, shown bool, at *time.Time, staffID int64) error {
	now := a.clock()
	if at != nil && (!at.After(now) || at.After(now.Add(furthestShowing))) {
		return errShowingTime
	}
	q := catalogdb.New(tx)
	if err := what.lock(ctx, q); err != nil {
		return err
	}
	game, product := what.ids()
	n, err := q.CancelShowing(ctx, catalogdb.CancelShowingParams{GameID: game, ProductID: product, Shown: shown, Now: now})
	switch {
	case err != nil:
		return fmt.Errorf("cancel plan of %+v: %w", what, err)
	case at == nil && n == 0:
		return errNoShowing
	case at == nil:
		return nil
	}
	if _, err := q.InsertShowing(ctx, catalogdb.InsertShowingParams{GameID: game, ProductID: product, Shown: shown, At: *at, CreatedBy: staffID}); err != nil {
		return fmt.Errorf("plan of %+v: %w", what, err)
	}
	return nil
}

func (w Shown) ids() (game, product *int64) {
	if w.ProductID != 0 {
		return nil, &w.ProductID
	}
	return &w.GameID, nil
}

func (w Shown) lock(ctx context.Context, q *catalogdb.Queries) (err error) {
	missing := ErrGameNotFound
	if w.ProductID != 0 {
		missing = ErrProductNotFound
		_, err = q.AssortmentProduct(ctx, w.ProductID)
	} else {
		_, err = q.LockGame(ctx, w.GameID)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return missing
	}
	if err != nil {
		return fmt.Errorf("lock %+v: %w", w, err)
	}
	return nil
}

// Showings returns what is planned for a game and its products, and what was refused lately.
func (a *Assortment) Showings(ctx context.Context, gameID int64) ([]Showing, error) {
	rows, err := catalogdb.New(a.pool).Showings(ctx, catalogdb.ShowingsParams{GameID: gameID, Since: a.clock().Add(-refusedFor)})
	if err != nil {
		return nil, fmt.Errorf("plans of game %d: %w", gameID, err)
	}
	return rows, nil
}

// DueShowing is a plan whose time has come.
type DueShowing struct {
	What    Shown
	IsShown bool
	Refusal *problem.Error // why nothing was changed; nil if it was
}

// ApplyShowing shows or hides what is due, nil if nothing is. Its row is locked and its
// state changed in the transaction, so that it is applied once, whichever worker does it.
func (a *Assortment) ApplyShowing(ctx context.Context, tx pgx.Tx) (*DueShowing, error) {
	q := catalogdb.New(tx)
	due, err := q.DueShowing(ctx, a.clock())
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // nothing is due
	}
	if err != nil {
		return nil, fmt.Errorf("due plan: %w", err)
	}
	done := &DueShowing{What: Shown{GameID: due.GameID, ProductID: due.ProductID}, IsShown: due.Shown}
	state, refusal := "applied", ""
	err = a.show(ctx, tx, done.What, due.Shown)
	if p, is := errors.AsType[*problem.Error](err); is {
		done.Refusal, state, refusal, err = p, "refused", p.Detail, nil
	}
	if err != nil {
		return nil, err
	}
	if err := q.EndShowing(ctx, catalogdb.EndShowingParams{ID: due.ID, State: state, Refusal: refusal, Now: a.clock()}); err != nil {
		return nil, fmt.Errorf("end plan %d: %w", due.ID, err)
	}
	return done, nil
}

// show shows or hides whatever version a game or a product has.
func (a *Assortment) show(ctx context.Context, tx pgx.Tx, what Shown, shown bool) error {
	q := catalogdb.New(tx)
	if what.ProductID != 0 {
		return q.ShowProduct(ctx, catalogdb.ShowProductParams{ID: what.ProductID, IsActive: shown})
	}
	g, err := q.LockGame(ctx, what.GameID)
	if err != nil {
		return fmt.Errorf("lock game %d: %w", what.GameID, err)
	}
	if g.IsActive == shown {
		return nil
	}
	return a.ShowGame(ctx, tx, what.GameID, g.Version, shown)
}
