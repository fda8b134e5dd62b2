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

// callSupplier places a new attempt, or queries one that may have been sent, and
// records the outcome. again reports that the next offer must be tried at once.
func (d *Dispatcher) callSupplier(ctx context.Context, t *attempt, goods Target) (step UnitProgress, again bool, err error) {
	s := d.Suppliers.of(t.supplier, t.account)
	if s == nil { // the keys are gone since: only an operator can find the outcome
		return d.recordOutcome(ctx, t, Outcome{}, ErrOutcomeUnknown)
	}
	callCtx, cancel := context.WithTimeout(ctx, supplierTimeout)
	defer cancel()
	var out Outcome
	if !t.fresh {
		out, err = s.QueryOrder(callCtx, OrderRef{Key: t.key, Ref: t.ref})
		if errors.Is(err, ErrUnreachable) {
			err = ErrOutcomeUnknown // the query was not sent; the order may have been
		}
	}
	if t.fresh || err == nil && out.State == OutcomeNotFound {
		account := goods.Account
		account.SKU = t.sku
		if goods.Server != nil {
			code, err := deliverydb.New(d.pool).ServerCode(ctx, *goods.Server)
			if err != nil {
				return UnitProgress{}, false, fmt.Errorf("server of unit %d: %w", t.unitID, err)
			}
			account.ServerID = code
		}
		out, err = s.PlaceOrder(callCtx, PlaceRequest{Key: t.key, Account: account, Amount: goods.Amount, Cost: t.cost, Limit: t.limit})
	}
	return d.recordOutcome(ctx, t, out, err)
}

// recordOutcome records the outcome of a call, which may be unknown, in one
// transaction. It changes nothing but the exchange and the supplier's health if
// another worker has taken over the attempt.
func (d *Dispatcher) recordOutcome(ctx context.Context, t *attempt, out Outcome, callErr error) (step UnitProgress, again bool, err error) {
	now := d.clock()
	if callErr != nil && !errors.Is(callErr, ErrUnreachable) {
		out = Outcome{State: OutcomePending, Exchange: out.Exchange}
	}
	err = pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		q := deliverydb.New(tx)
		// The buyer may have corrected the details since the caller read them. The
		// order is locked before the unit, as everywhere.
		if out.State == OutcomeRejected && out.Reason == WrongDetails && !t.outdated {
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
		if err := updateSupplierHealth(ctx, q, t.supplier, out, callErr, now); err != nil {
			return err
		}
		open, err := q.OpenAttempt(ctx, t.unitID)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && (open.ID != t.id || open.Asks != t.asks) {
			step = UnitProgress{State: UnitState(u.State)} // another worker has taken over
			return nil
		}
		if err != nil {
			return fmt.Errorf("open attempt of unit %d: %w", t.unitID, err)
		}
		step, again, err = d.applyOutcome(ctx, q, t, out, callErr, now)
		return err
	})
	return step, again, err
}

// applyOutcome updates the attempt and its unit. The caller holds the unit's lock.
func (d *Dispatcher) applyOutcome(ctx context.Context, q *deliverydb.Queries, t *attempt, out Outcome, callErr error, now time.Time) (UnitProgress, bool, error) {
	switch {
	case errors.Is(callErr, ErrUnreachable):
		// It was not sent, so the next offer may be tried.
		return UnitProgress{State: UnitWaiting}, true, markRejected(ctx, q, t, Outcome{Reason: "away", Unsent: true}, UnitWaiting, now)
	case out.State == OutcomeDelivered:
		return UnitProgress{State: UnitDelivered}, false, d.markDelivered(ctx, q, t, out, now)
	case out.State == OutcomeRejected && out.Reason == WrongDetails && !t.outdated:
		return UnitProgress{State: UnitWrongDetails}, false, markRejected(ctx, q, t, out, UnitWrongDetails, now)
	case out.State == OutcomeRejected:
		// If the details were corrected since, the new ones are tried without asking the
		// buyer again.
		return tryNextOffer(ctx, q, t, out, now)
	}
	state := "pending"
	if callErr != nil {
		state = "unknown"
	}
	if _, err := q.EndAttempt(ctx, deliverydb.EndAttemptParams{ID: t.id, State: state, Ref: out.Ref}); err != nil {
		return UnitProgress{}, false, fmt.Errorf("end attempt %d: %w", t.id, err)
	}
	step := UnitProgress{State: UnitPlaced, RetryAfter: pollDelay(now.Sub(t.created))}
	if now.Sub(t.began) <= deliveryTimeout {
		return step, false, nil
	}
	// A pending order stays pending for as long as the supplier reports so. An operator
	// task is opened, and polling continues.
	var err error
	step.StatusChanged, err = openTask(ctx, q, t.unitID, t.orderID, "unknown", now)
	return step, false, err
}

// tryNextOffer marks the attempt as rejected and continues with the next offer. If an
// operator has claimed the unit's task, the unit is left to the operator instead, so
// that it is not delivered twice.
func tryNextOffer(ctx context.Context, q *deliverydb.Queries, t *attempt, out Outcome, now time.Time) (UnitProgress, bool, error) {
	taken, err := q.IsTaskClaimed(ctx, deliverydb.IsTaskClaimedParams{UnitID: t.unitID, Now: now})
	if err != nil {
		return UnitProgress{}, false, fmt.Errorf("task of unit %d: %w", t.unitID, err)
	}
	if taken {
		return UnitProgress{State: UnitQueued}, false, markRejected(ctx, q, t, out, UnitQueued, now)
	}
	return UnitProgress{State: UnitWaiting}, true, markRejected(ctx, q, t, out, UnitWaiting, now)
}

// pollDelay returns how long to wait before querying an order of this age again: half
// its age, but at most a minute while the buyer is still waiting, and an hour
// afterwards. A callback triggers a query at once.
func pollDelay(age time.Duration) time.Duration {
	longest := time.Minute
	if age > deliveryTimeout {
		longest = time.Hour
	}
	return min(max(age/2, time.Second), longest)
}

func (d *Dispatcher) markDelivered(ctx context.Context, q *deliverydb.Queries, t *attempt, out Outcome, now time.Time) error {
	_, err := q.EndAttempt(ctx, deliverydb.EndAttemptParams{ID: t.id, State: string(OutcomeDelivered), Ref: out.Ref, EndedAt: &now, Cost: costOf(out)})
	if err != nil {
		return fmt.Errorf("end attempt %d: %w", t.id, err)
	}
	p := deliverydb.SetUnitParams{ID: t.unitID, State: string(UnitDelivered), Supplier: t.supplier, SupplierRef: out.Ref, DeliveredAt: &now}
	if len(out.Codes) > 0 {
		p.KeyID, p.Sealed = d.sealCodes(t.unitID, out.Codes)
		fresh, err := d.markCodes(ctx, q, t.unitID, out.Codes)
		if err != nil {
			return err
		}
		if !fresh { // the buyer still gets it; an operator has to contact the supplier
			d.log.ErrorContext(ctx, "supplier delivered a known code", "supplier", t.supplier, "unit", t.unitID)
		}
	}
	if err := closeUnitTask(ctx, q, t.unitID, "done", t.supplier, now); err != nil {
		return err
	}
	if err := q.SetUnit(ctx, p); err != nil {
		return fmt.Errorf("unit %d delivered: %w", t.unitID, err)
	}
	return nil
}

// sealCodes encrypts codes for the database, bound to their unit.
func (d *Dispatcher) sealCodes(unitID int64, codes []string) (keyID *string, sealed []byte) {
	id, sealed := d.ring.Seal([]byte(strings.Join(codes, "\n")), sealContext(unitID))
	return &id, sealed
}

// markCodes stores the fingerprints of codes. It reports whether all codes are new to
// the shop.
func (d *Dispatcher) markCodes(ctx context.Context, q *deliverydb.Queries, unitID int64, codes []string) (bool, error) {
	if d.stock == nil {
		return true, nil
	}
	p := deliverydb.InsertCodeMarksParams{UnitID: unitID}
	for _, c := range codes {
		p.Fingerprints, p.Spellings = append(p.Fingerprints, d.stock.fingerprint.MAC([]byte(c))), append(p.Spellings, d.stock.spelling(c))
	}
	n, err := q.InsertCodeMarks(ctx, p)
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

// sealContext is the authenticated data that binds sealed codes to their unit.
// Persisted: do not change its format.
func sealContext(unitID int64) []byte { return fmt.Appendf(nil, "unit %d", unitID) }

func markRejected(ctx context.Context, q *deliverydb.Queries, t *attempt, out Outcome, unit UnitState, now time.Time) error {
	_, err := q.EndAttempt(ctx, deliverydb.EndAttemptParams{ID: t.id, State: string(OutcomeRejected), Reason: string(out.Reason), EndedAt: &now, Unsent: out.Unsent})
	if err != nil {
		return fmt.Errorf("end attempt %d: %w", t.id, err)
	}
	return setUnitState(ctx, q, t.unitID, unit, string(out.Reason))
}

// updateSupplierHealth counts failures and schedules a check of a supplier that could
// not deliver.
func updateSupplierHealth(ctx context.Context, q *deliverydb.Queries, supplier string, out Outcome, callErr error, now time.Time) error {
	var err error
	if callErr != nil {
		err = q.SupplierFailed(ctx, deliverydb.SupplierFailedParams{Supplier: supplier, Now: now})
	} else {
		err = q.SupplierAnswered(ctx, supplier)
	}
	if err == nil && (callErr != nil || out.Reason == NoFunds || out.Reason == PriceChanged || out.Reason == OutOfStock) {
		err = q.RequestSupplierCheck(ctx, deliverydb.RequestSupplierCheckParams{
			Supplier: supplier, Now: now, CheckOffers: out.Reason == PriceChanged || out.Reason == OutOfStock,
		})
	}
	if err != nil {
		return fmt.Errorf("health of %s: %w", supplier, err)
	}
	return nil
}

// RetryUnits returns units with wrong details to waiting, after the buyer corrected
// the details.
func (d *Dispatcher) RetryUnits(ctx context.Context, tx pgx.Tx, orderID int64) error {
	if err := deliverydb.New(tx).RetryUnits(ctx, deliverydb.RetryUnitsParams{OrderID: orderID, Now: new(d.clock())}); err != nil {
		return fmt.Errorf("retry units of order %d: %w", orderID, err)
	}
	return nil
}

// MarkUnitsRefunded marks the undelivered units of a line as refunded and returns
// their number.
func MarkUnitsRefunded(ctx context.Context, tx pgx.Tx, lineID int64) (int, error) {
	ns, err := deliverydb.New(tx).RefundUnits(ctx, lineID)
	if err != nil {
		return 0, fmt.Errorf("refund units of line %d: %w", lineID, err)
	}
	return len(ns), nil
}

// OrderForCallback returns the order a callback is about, or 0 if there is none.
func (d *Dispatcher) OrderForCallback(ctx context.Context, supplier string, f OrderRef) (orderID int64, err error) {
	r, err := deliverydb.New(d.pool).FindAttempt(ctx, deliverydb.FindAttemptParams{Supplier: supplier, Key: f.Key, Ref: f.Ref})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	if err == nil && r.IsForced { // only supplier checks still query it
		err = deliverydb.New(d.pool).RequestSupplierCheck(ctx, deliverydb.RequestSupplierCheckParams{Supplier: supplier, Now: d.clock()})
	}
	if err != nil {
		return 0, fmt.Errorf("callback of %s: %w", supplier, err)
	}
	return r.OrderID, nil
}

// SupplierCharge is the cost of one delivery.
type SupplierCharge struct {
	Ref      string // ID of the attempt, or of the unit delivered by an operator
	Supplier string
	Cost     Cost
	Rate     money.Rate // rubles for one unit of the cost's currency; zero if unknown
}

// SupplierCharges returns the costs of an order's deliveries, by suppliers and by
// operators. The caller posts each one once, by its Ref.
func SupplierCharges(ctx context.Context, tx pgx.Tx, orderID int64) ([]SupplierCharge, error) {
	rows, err := deliverydb.New(tx).DeliveredCosts(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("costs of order %d: %w", orderID, err)
	}
	list := make([]SupplierCharge, len(rows))
	for i, r := range rows {
		list[i] = SupplierCharge{Ref: r.Ref, Supplier: r.Supplier, Cost: parseCost(r.Cost, r.CostCurrency)}
		if r.Rate == "" {
			continue
		}
		if list[i].Rate, err = money.ParseRate(r.Rate); err != nil {
			return nil, fmt.Errorf("rate of %s: %w", r.CostCurrency, err)
		}
	}
	return list, nil
}
