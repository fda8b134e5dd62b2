package tbank

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/wire"
)

// paymentState is one payment as Init, GetState and CheckOrder tell it.
type paymentState struct {
	PaymentID wire.Text `json:"PaymentId"`
	Status    string
	Amount    wire.Text
	ErrorCode wire.Text
}

var (
	// openStatuses: the code can still be scanned.
	openStatuses = []string{"NEW", "FORM_SHOWED"}
	// declinedStatuses end a payment that took no money.
	declinedStatuses = []string{"REJECTED", "DEADLINE_EXPIRED", "CANCELED", "REVERSED"}
	// underWayStatuses: the buyer's bank is at it, or has the money held.
	underWayStatuses = []string{"AUTHORIZING", "3DS_CHECKING", "3DS_CHECKED", "AUTHORIZED", "CONFIRMING", "PREAUTHORIZING", "PAY_CHECKING", "CONFIRM_CHECKING"}
	// paidStatuses: the money came, whatever became of it later. Authorized is
	// not among them: such money is only held.
	paidStatuses = []string{"CONFIRMED", "REFUNDING", "ASYNC_REFUNDING", "PARTIAL_REFUNDED", "REFUNDED"}
)

func (s paymentState) open() bool        { return slices.Contains(openStatuses, s.Status) }
func (s paymentState) declined() bool    { return slices.Contains(declinedStatuses, s.Status) }
func (s paymentState) underWay() bool    { return slices.Contains(underWayStatuses, s.Status) }
func (s paymentState) paid() bool        { return slices.Contains(paidStatuses, s.Status) }
func (s paymentState) amount() money.RUB { return kopecks(s.Amount) }

// ofOrder lists all payments under one reference, none if there are none.
func (p *Provider) ofOrder(ctx context.Context, reference string) ([]paymentState, error) {
	var order struct{ Payments []paymentState }
	err := p.call(ctx, "CheckOrder", map[string]any{"OrderId": reference}, &order)
	if errors.Is(err, notFound) {
		return nil, nil
	}
	for _, s := range order.Payments {
		if err == nil && (s.PaymentID == "" || s.amount() < 0) {
			err = fmt.Errorf("%w: unreadable payment", payment.ErrUnknown)
		}
	}
	return order.Payments, err
}

// Ask tells how all payments under the reference stand.
func (p *Provider) Ask(ctx context.Context, a payment.Asked) (payment.Answer, error) {
	known, err := p.ofOrder(ctx, a.Reference)
	if err != nil {
		return payment.Answer{}, fmt.Errorf("tbank: order: %w", err)
	}
	var out payment.Answer
	for _, s := range known {
		id := string(s.PaymentID)
		n := payment.Notice{Reference: a.Reference, ProviderID: id, Amount: s.amount().Money()}
		switch {
		case s.paid():
			n.Kind = payment.Paid
		case s.declined():
			n.Kind, n.Reason = payment.Declined, s.Status
		default:
			out.UnderWay = out.UnderWay || s.underWay()
			if s.open() && a.ProviderID == "" && out.Opened == nil {
				opened, err := p.code(ctx, id, a.Method)
				if err != nil {
					return payment.Answer{}, err
				}
				out.Opened = &opened
			}
			continue
		}
		n.Fact = fact(id, n.Kind)
		out.Notices = append(out.Notices, n)
		if s.Status == refundedStatus {
			out.Notices = append(out.Notices, payment.RefundNotice(a.Reference, id, 0, money.Ruble))
		}
	}
	return out, nil
}

// fact is one per payment and outcome.
func fact(id string, kind payment.Kind) string { return id + ":" + string(kind) }
