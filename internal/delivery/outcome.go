package delivery

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
	"larek/internal/pg"
)

// ask sends a fresh try, or finds out about one that may have been sent, and
// keeps what the supplier said. again: the next offer is to be tried at once.
func (d *Dispatch) ask(ctx context.Context, t *try, goods Goods) (step Step, again bool, err error) {
	s := d.suppliers[t.supplier]
	if s == nil { // switched off since; what it knows must be asked by a person
		return d.keep(ctx, t, Outcome{}, ErrUnknown)
	}
	calling, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	var out Outcome
	if !t.fresh {
		out, err = s.Find(calling, Finding{Key: t.key, Ref: t.ref})
		if errors.Is(err, ErrAway) {
			err = ErrUnknown // the question was not sent; the order may have been
		}
	}
	if t.fresh || err == nil && out.State == Absent {
		account := goods.Account
		account.SKU = t.sku
		if goods.Server != nil {
			code, err := deliverydb.New(d.pool).ServerCode(ctx, *goods.Server)
			if err != nil {
				return Step{}, false, fmt.Errorf("server of unit %d: %w", t.unitID, err)
			}
			account.ServerID = code
		}
		out, err = s.Place(calling, Placing{Key: t.key, Account: account, Amount: goods.Amount, Cost: t.cost})
	}
	return d.keep(ctx, t, out, err)
}

// keep writes an outcome down. Not knowing is an outcome too.
func (d *Dispatch) keep(ctx context.Context, t *try, out Outcome, asked error) (step Step, again bool, err error) {
	now := d.clock()
	if asked != nil && !errors.Is(asked, ErrAway) {
		out = Outcome{State: Pending, Exchange: out.Exchange}
	}
	err = pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		q := deliverydb.New(tx)
		u, err := q.LockUnit(ctx, t.unitID)
		if err != nil {
			return fmt.Errorf("unit %d: %w", t.unitID, err)
		}
		if out.Exchange.Request != "" {
			if err := q.InsertExchange(ctx, deliverydb.InsertExchangeParams{
				AttemptID: t.id, Request: out.Exchange.Request, Response: out.Exchange.Response, Status: int32(out.Exchange.Status), //nolint:gosec // an HTTP status
			}); err != nil {
				return fmt.Errorf("exchange: %w", err)
			}
		}
		if err := d.health(ctx, q, t.supplier, asked, now); err != nil {
			return err
		}
		open, err := q.OpenAttempt(ctx, t.unitID)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && (open.ID != t.id || open.Asks != t.asks) {
			step = Step{State: UnitState(u.State)} // somebody else has taken over meanwhile
			return nil
		}
		if err != nil {
			return fmt.Errorf("open try of unit %d: %w", t.unitID, err)
		}
		step, again, err = d.conclude(ctx, q, t, out, asked, now)
		return err
	})
	return step, again, err
}

// conclude moves the try and its unit.
func (d *Dispatch) conclude(ctx context.Context, q *deliverydb.Queries, t *try, out Outcome, asked error, now time.Time) (Step, bool, error) {
	switch {
	case errors.Is(asked, ErrAway):
		// It was never sent, so another supplier may be asked.
		return Step{State: UnitWaiting}, true, d.reject(ctx, q, t, "away", UnitWaiting, now)
	case out.State == Delivered:
		return Step{State: UnitDelivered}, false, d.delivered(ctx, q, t, out, now)
	case out.State == Rejected && out.Reason == WrongDetails && t.outdated:
		// They were corrected since: the new ones are tried, the buyer is not asked again.
		return Step{State: UnitWaiting}, true, d.reject(ctx, q, t, string(out.Reason), UnitWaiting, now)
	case out.State == Rejected && out.Reason == WrongDetails:
		return Step{State: UnitWrongDetails}, false, d.reject(ctx, q, t, string(out.Reason), UnitWrongDetails, now)
	case out.State == Rejected:
		return Step{State: UnitWaiting}, true, d.reject(ctx, q, t, string(out.Reason), UnitWaiting, now)
	case now.Sub(t.began) > handOverLimit:
		return Step{State: UnitQueued}, false, d.queue(ctx, q, t.unitID, t.orderID, "unknown", now)
	}
	state := "pending"
	if asked != nil {
		state = "unknown"
	}
	_, err := q.EndAttempt(ctx, deliverydb.EndAttemptParams{ID: t.id, State: state, Ref: out.Ref})
	if err != nil {
		return Step{}, false, fmt.Errorf("try %d: %w", t.id, err)
	}
	return Step{State: UnitPlaced, After: patience(now.Sub(t.created))}, false, nil
}

// patience is how long to wait before asking again: soon at first.
func patience(age time.Duration) time.Duration {
	return min(max(age/2, time.Second), time.Minute)
}

func (d *Dispatch) delivered(ctx context.Context, q *deliverydb.Queries, t *try, out Outcome, now time.Time) error {
	_, err := q.EndAttempt(ctx, deliverydb.EndAttemptParams{ID: t.id, State: string(Delivered), Ref: out.Ref, EndedAt: &now, Cost: costOf(out)})
	if err != nil {
		return fmt.Errorf("try %d: %w", t.id, err)
	}
	p := deliverydb.SetUnitParams{ID: t.unitID, State: string(UnitDelivered), Supplier: t.supplier, SupplierRef: out.Ref, DeliveredAt: &now}
	if len(out.Codes) > 0 {
		id, sealed := d.ring.Seal([]byte(strings.Join(out.Codes, "\n")), about(t.unitID))
		p.KeyID, p.Sealed = &id, sealed
	}
	if err := q.SetUnit(ctx, p); err != nil {
		return fmt.Errorf("unit %d delivered: %w", t.unitID, err)
	}
	return nil
}

func costOf(out Outcome) *string {
	if out.Cost.Currency == "" {
		return nil
	}
	return new(out.Cost.String())
}

// about binds sealed codes to their unit.
func about(unitID int64) []byte { return fmt.Appendf(nil, "unit %d", unitID) }

func (d *Dispatch) reject(ctx context.Context, q *deliverydb.Queries, t *try, reason string, unit UnitState, now time.Time) error {
	if _, err := q.EndAttempt(ctx, deliverydb.EndAttemptParams{ID: t.id, State: string(Rejected), Reason: reason, EndedAt: &now}); err != nil {
		return fmt.Errorf("try %d: %w", t.id, err)
	}
	return set(ctx, q, t.unitID, unit, reason)
}

func (d *Dispatch) health(ctx context.Context, q *deliverydb.Queries, supplier string, asked error, now time.Time) error {
	var err error
	if asked != nil {
		err = q.SupplierFailed(ctx, deliverydb.SupplierFailedParams{Supplier: supplier, Now: now})
	} else {
		err = q.SupplierAnswered(ctx, supplier)
	}
	if err != nil {
		return fmt.Errorf("health of %s: %w", supplier, err)
	}
	return nil
}

// Retry gives units another try: the buyer corrected where they go.
func (d *Dispatch) Retry(ctx context.Context, tx pgx.Tx, orderID int64) error {
	if err := deliverydb.New(tx).RetryUnits(ctx, deliverydb.RetryUnitsParams{OrderID: orderID, Now: new(d.clock())}); err != nil {
		return fmt.Errorf("retry units of order %d: %w", orderID, err)
	}
	return nil
}

// Refund marks the units of a line that are paid back, and counts them.
func (d *Dispatch) Refund(ctx context.Context, tx pgx.Tx, lineID int64) (int, error) {
	ns, err := deliverydb.New(tx).RefundUnits(ctx, lineID)
	if err != nil {
		return 0, fmt.Errorf("refund units of line %d: %w", lineID, err)
	}
	return len(ns), nil
}

// Told finds the order a callback is about; zero when it is none of ours.
func (d *Dispatch) Told(ctx context.Context, supplier string, f Finding) (orderID int64, err error) {
	r, err := deliverydb.New(d.pool).UnitOfAttempt(ctx, deliverydb.UnitOfAttemptParams{Supplier: supplier, Key: f.Key, Ref: f.Ref})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("callback of %s: %w", supplier, err)
	}
	return r.OrderID, nil
}

// Spent is what one delivery cost us.
type Spent struct {
	AttemptID int64
	Supplier  string
	Cost      Cost
}

// Spendings lists what the deliveries of an order cost. The caller books each
// once, by its number.
func (d *Dispatch) Spendings(ctx context.Context, tx pgx.Tx, orderID int64) ([]Spent, error) {
	rows, err := deliverydb.New(tx).DeliveredCosts(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("costs of order %d: %w", orderID, err)
	}
	list := make([]Spent, len(rows))
	for i, r := range rows {
		list[i] = Spent{AttemptID: r.ID, Supplier: r.Supplier, Cost: parseCost(r.Cost, r.CostCurrency)}
	}
	return list, nil
}
