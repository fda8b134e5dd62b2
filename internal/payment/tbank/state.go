package tbank

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"larek/internal/money"
	"larek/internal/outbound"
	"larek/internal/payment"
)

// paymentState is a payment as returned by Init, GetState and CheckOrder.
type paymentState struct {
	PaymentID outbound.Scalar `json:"PaymentId"`
	Status    string
	Amount    outbound.Scalar
	ErrorCode outbound.Scalar
}

var (
	// openStatuses are those in which the code can still be scanned.
	openStatuses = []string{"NEW", "FORM_SHOWED"}
	// declinedStatuses are the final ones of a payment that took no money. One that is reversed
	// may have been paid before: then all that was left of it has gone back.
	declinedStatuses = []string{"REJECTED", "DEADLINE_EXPIRED", "CANCELED", reversedStatus}
	// underWayStatuses are those in which the buyer's bank processes the payment or holds
	// the money.
	underWayStatuses = []string{"AUTHORIZING", "3DS_CHECKING", "3DS_CHECKED", "AUTHORIZED", "CONFIRMING", "PREAUTHORIZING", "PAY_CHECKING", "CONFIRM_CHECKING"}
	// paidStatuses are those in which the money arrived, whatever happened later.
	// AUTHORIZED is not among them: such money is only held.
	paidStatuses = []string{"CONFIRMED", "REFUNDING", "ASYNC_REFUNDING", "PARTIAL_REFUNDED", "REFUNDED"}
)

func (s paymentState) open() bool        { return slices.Contains(openStatuses, s.Status) }
func (s paymentState) declined() bool    { return slices.Contains(declinedStatuses, s.Status) }
func (s paymentState) underWay() bool    { return slices.Contains(underWayStatuses, s.Status) }
func (s paymentState) paid() bool        { return slices.Contains(paidStatuses, s.Status) }
func (s paymentState) amount() money.RUB { return kopecks(s.Amount) }

// listPayments returns all payments with one reference.
func (p *Provider) listPayments(ctx context.Context, reference string) ([]paymentState, error) {
	var order struct{ Payments []paymentState }
	err := p.call(ctx, "CheckOrder", map[string]any{"OrderId": reference}, &order)
	if errors.Is(err, notFound) {
		return nil, nil
	}
	for _, s := range order.Payments {
		if err == nil && (s.PaymentID == "" || s.amount() < 0) {
			err = fmt.Errorf("%w: unreadable payment", payment.ErrOutcomeUnknown)
		}
	}
	return order.Payments, err
}

// QueryAttempt reports the state of all payments with the reference.
func (p *Provider) QueryAttempt(ctx context.Context, a payment.AttemptRef) (payment.AttemptReport, error) {
	known, err := p.listPayments(ctx, a.Reference)
	if err != nil {
		return payment.AttemptReport{}, fmt.Errorf("tbank: order: %w", err)
	}
	var out payment.AttemptReport
	for _, s := range known {
		id := string(s.PaymentID)
		n := payment.Notice{Reference: a.Reference, ProviderID: id, Amount: s.amount().Money()}
		switch {
		case s.paid():
			n.Kind = payment.NoticePaid
		case s.declined():
			n.Kind, n.Reason = payment.NoticeDeclined, s.Status
		default:
			out.UnderWay, out.CanBePaid = out.UnderWay || s.underWay(), out.CanBePaid || s.open()
			if s.open() && a.ProviderID == "" && out.Opened == nil {
				opened, err := p.fetchCode(ctx, id, a.Method)
				if err != nil {
					return payment.AttemptReport{}, err
				}
				out.Opened = &opened
			}
			continue
		}
		n.DedupeKey = payment.DedupeKey(id, n.Kind)
		out.Notices = append(out.Notices, n)
		if s.Status == partRefundedStatus {
			out.PartRefunded = append(out.PartRefunded, id)
		}
		if s.Status == refundedStatus || s.Status == reversedStatus {
			out.Notices = append(out.Notices, payment.RefundNotice(a.Reference, id, 0, money.Ruble))
		}
	}
	return out, nil
}

// CancelInvoice cancels the payments with the reference that nobody has begun. The bank's
// call refunds what was paid a moment before.
func (p *Provider) CancelInvoice(ctx context.Context, a payment.AttemptRef) ([]payment.Notice, error) {
	known, err := p.listPayments(ctx, a.Reference)
	if err != nil {
		return nil, fmt.Errorf("tbank: order: %w", err)
	}
	var refunded []payment.Notice
	for _, s := range known {
		if !s.open() {
			continue
		}
		id := string(s.PaymentID)
		var result struct {
			Status         string
			OriginalAmount outbound.Scalar
		}
		if err := p.call(ctx, "Cancel", map[string]any{"PaymentId": id}, &result); err != nil {
			return nil, fmt.Errorf("tbank: cancel: %w", err)
		}
		if slices.Contains(paidStatuses, result.Status) {
			if kopecks(result.OriginalAmount) < 0 {
				return nil, fmt.Errorf("tbank: cancel: %w: unreadable amount", payment.ErrOutcomeUnknown)
			}
			refunded = append(refunded, payment.Notice{
				DedupeKey: payment.DedupeKey(id, payment.NoticePaid), Kind: payment.NoticePaid,
				Reference: a.Reference, ProviderID: id, Amount: kopecks(result.OriginalAmount).Money(),
			}, payment.RefundNotice(a.Reference, id, 0, money.Ruble))
		}
	}
	return refunded, nil
}
