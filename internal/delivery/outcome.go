package delivery

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
	"larek/internal/money"
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
		out, err = s.Place(calling, Placing{Key: t.key, Account: account, Amount: goods.Amount, Cost: t.cost, Limit: t.limit})
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
		// The caller's details may be older than the buyer's by now. The order is
		// locked before the unit, as everywhere.
		if out.State == Rejected && out.Reason == WrongDetails && !t.outdated {
			var err error
			t.outdated, err = q.CorrectedSince(ctx, deliverydb.CorrectedSinceParams{OrderID: t.orderID, Since: t.created})
			if err != nil {
				return fmt.Errorf("details of order %d: %w", t.orderID, err)
			}
		}
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
		if err := d.health(ctx, q, t.supplier, out, asked, now); err != nil {
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
		return Step{State: UnitWaiting}, true, d.reject(ctx, q, t, Outcome{Reason: "away", Unsent: true}, UnitWaiting, now)
	case out.State == Delivered:
		return Step{State: UnitDelivered}, false, d.delivered(ctx, q, t, out, now)
	case out.State == Rejected && out.Reason == WrongDetails && !t.outdated:
		return Step{State: UnitWrongDetails}, false, d.reject(ctx, q, t, out, UnitWrongDetails, now)
	case out.State == Rejected:
		// Details that were corrected since are tried anew: the buyer is not asked again.
		return d.rejected(ctx, q, t, out, now)
	}
	state := "pending"
	if asked != nil {
		state = "unknown"
	}
	if _, err := q.EndAttempt(ctx, deliverydb.EndAttemptParams{ID: t.id, State: state, Ref: out.Ref}); err != nil {
		return Step{}, false, fmt.Errorf("try %d: %w", t.id, err)
	}
	step := Step{State: UnitPlaced, After: patience(now.Sub(t.created))}
	if now.Sub(t.began) <= handOverLimit {
		return step, false, nil
	}
	// Pending is pending for as long as the supplier says so. A person is told,
	// beside the questions that go on.
	var err error
	step.Look, err = d.openTask(ctx, q, t.unitID, t.orderID, "unknown", now)
	return step, false, err
}

// rejected goes on to the next offer, unless a person is at the unit: two would
// deliver it then.
func (d *Dispatch) rejected(ctx context.Context, q *deliverydb.Queries, t *try, out Outcome, now time.Time) (Step, bool, error) {
	taken, err := q.IsTaskTaken(ctx, deliverydb.IsTaskTakenParams{UnitID: t.unitID, Now: now})
	if err != nil {
		return Step{}, false, fmt.Errorf("task of unit %d: %w", t.unitID, err)
	}
	if taken {
		return Step{State: UnitQueued}, false, d.reject(ctx, q, t, out, UnitQueued, now)
	}
	return Step{State: UnitWaiting}, true, d.reject(ctx, q, t, out, UnitWaiting, now)
}

// patience is how long to wait before asking again: soon at first, then in
// ever longer pauses. Whoever calls us back is asked at once.
func patience(age time.Duration) time.Duration {
	return min(max(age/2, time.Second), time.Hour)
}

func (d *Dispatch) delivered(ctx context.Context, q *deliverydb.Queries, t *try, out Outcome, now time.Time) error {
	_, err := q.EndAttempt(ctx, deliverydb.EndAttemptParams{ID: t.id, State: string(Delivered), Ref: out.Ref, EndedAt: &now, Cost: costOf(out)})
	if err != nil {
		return fmt.Errorf("try %d: %w", t.id, err)
	}
	p := deliverydb.SetUnitParams{ID: t.unitID, State: string(UnitDelivered), Supplier: t.supplier, SupplierRef: out.Ref, DeliveredAt: &now}
	if len(out.Codes) > 0 {
		p.KeyID, p.Sealed = d.sealCodes(t.unitID, out.Codes)
		fresh, err := d.markCodes(ctx, q, t.unitID, out.Codes)
		if err != nil {
			return err
		}
		if !fresh { // it is the buyer's all the same; somebody has to talk to the supplier
			d.log.ErrorContext(ctx, "a supplier gave a code we had before", "supplier", t.supplier, "unit", t.unitID)
		}
	}
	if err := d.closeTaskOf(ctx, q, t.unitID, "done", t.supplier, now); err != nil {
		return err
	}
	if err := q.SetUnit(ctx, p); err != nil {
		return fmt.Errorf("unit %d delivered: %w", t.unitID, err)
	}
	return nil
}

// sealCodes makes codes unreadable in the database, bound to their unit.
func (d *Dispatch) sealCodes(unitID int64, codes []string) (keyID *string, sealed []byte) {
	id, sealed := d.ring.Seal([]byte(strings.Join(codes, "\n")), about(unitID))
	return &id, sealed
}

// markCodes keeps the fingerprints of codes; it reports whether all of them are
// new to the shop.
func (d *Dispatch) markCodes(ctx context.Context, q *deliverydb.Queries, unitID int64, codes []string) (bool, error) {
	if d.stock == nil {
		return true, nil
	}
	p := deliverydb.MarkCodesParams{UnitID: unitID}
	for _, c := range codes {
		p.Fingerprints = append(p.Fingerprints, d.stock.fingerprint.Mac([]byte(c)))
	}
	n, err := q.MarkCodes(ctx, p)
	if err != nil {
		return false, fmt.Errorf("fingerprints of unit %d: %w", unitID, err)
	}
	return n == int64(len(codes)), nil
}

func costOf(out Outcome) *string {
	if out.Cost.Currency == "" {
		return nil
	}
	return new(out.Cost.String())
}

// about binds sealed codes to their unit.
func about(unitID int64) []byte { return fmt.Appendf(nil, "unit %d", unitID) }

func (d *Dispatch) reject(ctx context.Context, q *deliverydb.Queries, t *try, out Outcome, unit UnitState, now time.Time) error {
	_, err := q.EndAttempt(ctx, deliverydb.EndAttemptParams{ID: t.id, State: string(Rejected), Reason: string(out.Reason), EndedAt: &now, Unsent: out.Unsent})
	if err != nil {
		return fmt.Errorf("try %d: %w", t.id, err)
	}
	return set(ctx, q, t.unitID, unit, string(out.Reason))
}

// health counts failures, and has a supplier looked at that could not serve us.
func (d *Dispatch) health(ctx context.Context, q *deliverydb.Queries, supplier string, out Outcome, asked error, now time.Time) error {
	var err error
	if asked != nil {
		err = q.SupplierFailed(ctx, deliverydb.SupplierFailedParams{Supplier: supplier, Now: now})
	} else {
		err = q.SupplierAnswered(ctx, supplier)
	}
	if err == nil && (asked != nil || out.Reason == NoFunds || out.Reason == PriceChanged || out.Reason == OutOfStock) {
		err = q.DoubtSupplier(ctx, deliverydb.DoubtSupplierParams{
			Supplier: supplier, Now: now, CheckOffers: out.Reason == PriceChanged || out.Reason == OutOfStock,
		})
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
	if err == nil && r.IsForced { // nobody asks about it any more, but for those who look after suppliers
		err = deliverydb.New(d.pool).DoubtSupplier(ctx, deliverydb.DoubtSupplierParams{Supplier: supplier, Now: d.clock()})
	}
	if err != nil {
		return 0, fmt.Errorf("callback of %s: %w", supplier, err)
	}
	return r.OrderID, nil
}

// Spent is what one delivery cost us.
type Spent struct {
	Ref      string // of the try, or of the unit an operator delivered
	Supplier string
	Cost     Cost
	Rate     money.Rate // rubles for one unit of the cost's currency; zero when unknown
}

// Spendings lists what the deliveries of an order cost, by suppliers and by
// operators. The caller books each once, by its reference.
func (d *Dispatch) Spendings(ctx context.Context, tx pgx.Tx, orderID int64) ([]Spent, error) {
	rows, err := deliverydb.New(tx).DeliveredCosts(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("costs of order %d: %w", orderID, err)
	}
	list := make([]Spent, len(rows))
	for i, r := range rows {
		list[i] = Spent{Ref: r.Ref, Supplier: r.Supplier, Cost: parseCost(r.Cost, r.CostCurrency)}
		if r.Rate == "" {
			continue
		}
		if list[i].Rate, err = money.ParseRate(r.Rate); err != nil {
			return nil, fmt.Errorf("rate of %s: %w", r.CostCurrency, err)
		}
	}
	return list, nil
}
