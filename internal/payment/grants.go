package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/clock"
	"larek/internal/money"
	"larek/internal/payment/paymentdb"
	"larek/internal/pg"
)

// grantLifetime is how long a granted refund may be sent.
const grantLifetime = 24 * time.Hour

// Errors of granting and sending refunds.
var (
	ErrGrantOpen    = errors.New("payment: a refund of this order is granted already")
	ErrGrantDecided = errors.New("payment: the grant was decided before")
	ErrSecondPerson = errors.New("payment: a second person has to send this refund")
	ErrNoGrant      = errors.New("payment: no such grant")
)

// GrantState is the state of a grant. The values are stored.
type GrantState string

// States of a grant.
const (
	GrantOpen     GrantState = "granted"
	GrantSent     GrantState = "sent"
	GrantDeclined GrantState = "declined"
	GrantExpired  GrantState = "expired"
)

// GrantLine is the refund of one line.
type GrantLine struct {
	LineID int64
	// IsDelivered reports that the buyer has the goods; otherwise they are not delivered
	// any more.
	IsDelivered bool
	Units       []int64 // those of a line that suppliers or operators deliver
	Amount      money.Minor
}

// Grant is a refund an operator allowed, which has to be sent.
type Grant struct {
	ID, OrderID        int64
	State              GrantState
	Destination        string
	Amount             money.Money
	Rubles             money.RUB
	IsForced           bool
	ReasonCode, Reason string
	GrantedBy          int64
	GrantedAt          time.Time
	ExpiresAt          time.Time
	Lines              []GrantLine
}

// Grants lets one operator allow a refund and another send it.
type Grants struct {
	q       *paymentdb.Queries
	refunds *Refunds
	clock   clock.Clock
}

// GrantRefund records that a refund is allowed. It returns ErrGrantOpen if the order
// has an open grant: it has to be sent or declined first. The caller holds the order's
// lock.
func (s *Grants) GrantRefund(ctx context.Context, tx pgx.Tx, g *Grant) error {
	q := paymentdb.New(tx)
	g.State, g.GrantedAt = GrantOpen, s.clock()
	g.ExpiresAt = g.GrantedAt.Add(grantLifetime)
	id, err := q.InsertGrant(ctx, paymentdb.InsertGrantParams{
		OrderID: g.OrderID, Destination: g.Destination, Amount: g.Amount.Minor, Currency: g.Amount.Currency, Rubles: g.Rubles, IsForced: g.IsForced,
		ReasonCode: g.ReasonCode, Reason: g.Reason, GrantedBy: g.GrantedBy, GrantedAt: g.GrantedAt, ExpiresAt: g.ExpiresAt,
	})
	if pg.Violates(err, "refund_grants_open_key") {
		return ErrGrantOpen
	}
	if err != nil {
		return fmt.Errorf("grant a refund of order %d: %w", g.OrderID, err)
	}
	g.ID = id
	for _, l := range g.Lines {
		if err := q.InsertGrantLine(ctx, paymentdb.InsertGrantLineParams{GrantID: id, LineID: l.LineID, IsDelivered: l.IsDelivered, Units: l.Units, Amount: l.Amount}); err != nil {
			return fmt.Errorf("line %d of grant %d: %w", l.LineID, id, err)
		}
	}
	return nil
}

// LockGrant reads a grant and locks it. The caller holds the order's lock.
func LockGrant(ctx context.Context, tx pgx.Tx, id int64) (*Grant, error) {
	q := paymentdb.New(tx)
	r, err := q.LockGrant(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, ErrNoGrant
	}
	if err != nil {
		return nil, fmt.Errorf("grant %d: %w", id, err)
	}
	g := &Grant{
		ID: r.ID, OrderID: r.OrderID, State: GrantState(r.State), Destination: r.Destination, Amount: money.Of(r.Amount, r.Currency), Rubles: r.Rubles,
		IsForced: r.IsForced, ReasonCode: r.ReasonCode, Reason: r.Reason, GrantedBy: r.GrantedBy, GrantedAt: r.GrantedAt, ExpiresAt: r.ExpiresAt,
	}
	lines, err := q.GrantLines(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("lines of grant %d: %w", id, err)
	}
	for _, l := range lines {
		g.Lines = append(g.Lines, GrantLine(l))
	}
	return g, nil
}

// OrderOfGrant returns the order a grant belongs to.
func (s *Grants) OrderOfGrant(ctx context.Context, id int64) (int64, error) {
	order, err := s.q.OrderOfGrant(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, ErrNoGrant
	}
	if err != nil {
		return 0, fmt.Errorf("grant %d: %w", id, err)
	}
	return order, nil
}

// SendGrant records who sends a grant and creates the refunds of delivered lines. Those
// of undelivered lines are created when their units have ended. aloneLimit is how much
// the sender may send without a second person; the database returns ErrSecondPerson
// above it if the sender is the granter.
func (s *Grants) SendGrant(ctx context.Context, tx pgx.Tx, g *Grant, staffID int64, who string, aloneLimit money.RUB) error {
	if g.State != GrantOpen || !s.clock().Before(g.ExpiresAt) {
		return ErrGrantDecided
	}
	err := s.decideGrant(ctx, tx, g, paymentdb.DecideGrantParams{State: string(GrantSent), DecidedBy: &staffID, AloneLimit: &aloneLimit})
	if pg.Violates(err, "refund_grants_second_person_check") {
		return ErrSecondPerson
	}
	if err != nil {
		return err
	}
	for _, l := range g.Lines {
		if !l.IsDelivered {
			continue
		}
		_, err := s.refunds.RefundAfterDelivery(ctx, tx, RefundRequestByOperator{
			OrderID: g.OrderID, LineID: &l.LineID, Amount: l.Amount, ToBalance: g.Destination == DestinationBalance, Why: g.ReasonCode, Who: who, GrantID: &g.ID,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// DeclineGrant ends a grant without a refund.
func (s *Grants) DeclineGrant(ctx context.Context, tx pgx.Tx, g *Grant, staffID int64, reason string) error {
	if g.State != GrantOpen {
		return ErrGrantDecided
	}
	return s.decideGrant(ctx, tx, g, paymentdb.DecideGrantParams{State: string(GrantDeclined), DecidedBy: &staffID, DeclineReason: &reason})
}

func (s *Grants) decideGrant(ctx context.Context, tx pgx.Tx, g *Grant, p paymentdb.DecideGrantParams) error {
	p.ID, p.DecidedAt = g.ID, s.clock()
	if err := paymentdb.New(tx).DecideGrant(ctx, p); err != nil {
		return fmt.Errorf("grant %d %s: %w", g.ID, p.State, err)
	}
	g.State = GrantState(p.State)
	return nil
}

// ExpireGrants ends grants that were not sent in time and returns their orders.
func (s *Grants) ExpireGrants(ctx context.Context) ([]int64, error) {
	orders, err := s.q.ExpireGrants(ctx, s.clock())
	if err != nil {
		return nil, fmt.Errorf("expire grants: %w", err)
	}
	return orders, nil
}

// SentAlone returns what was refunded of an order without a second person. Limits are
// for the order: refunds below one must not add up to more than it.
func SentAlone(ctx context.Context, tx pgx.Tx, orderID int64) (money.RUB, error) {
	sum, err := paymentdb.New(tx).SentAlone(ctx, orderID)
	if err != nil {
		return 0, fmt.Errorf("grants of order %d: %w", orderID, err)
	}
	return sum, nil
}

// DeliveredSentAlone returns what a person has refunded since a time without a second one,
// of goods that the buyers keep, over all orders.
func DeliveredSentAlone(ctx context.Context, tx pgx.Tx, staffID int64, since time.Time) (money.RUB, error) {
	sum, err := paymentdb.New(tx).DeliveredSentAlone(ctx, paymentdb.DeliveredSentAloneParams{StaffID: staffID, Since: since})
	if err != nil {
		return 0, fmt.Errorf("grants of person %d: %w", staffID, err)
	}
	return sum, nil
}

// HasOpenGrant reports whether a refund of the order is granted and not decided.
func HasOpenGrant(ctx context.Context, tx pgx.Tx, orderID int64) (bool, error) {
	_, err := paymentdb.New(tx).OpenGrantOfOrder(ctx, orderID)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("grants of order %d: %w", orderID, err)
	}
	return true, nil
}
