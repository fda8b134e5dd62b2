package sandbox

import (
	"errors"
	"fmt"
	"time"

	"larek/internal/money"
)

// refusal is an act the sandbox will not do; control answers it with 409.
type refusal string

func (r refusal) Error() string { return string(r) }

var errNoInvoice = errors.New("no such invoice")

// Action is what a buyer does with an invoice.
type Action string

// The actions.
const (
	Pay         Action = "pay"
	Decline     Action = "decline"
	PayTwice    Action = "twice"
	OtherAmount Action = "other_amount"
	PartOnly    Action = "partial"
	PayLate     Action = "late"
	Expire      Action = "expire"
	// RefundInCabinet is a refund the shop did not ask for; see refund_acts.go.
	RefundInCabinet Action = "refund"
	ChargeBack      Action = "chargeback"
)

// act is an action with its particulars.
type act struct {
	action  Action
	amount  money.Minor   // zero: what the action means by itself
	after   time.Duration // late only: zero means after the invoice's deadline
	webhook Webhook
}

// lateBy is how long after a deadline a late buyer pays.
const lateBy = time.Second

func (s *Server) perform(b *book, inv *Invoice, a act) error {
	now := s.now()
	wire := b.wire[inv.Provider]
	switch a.action {
	case PayLate:
		return s.payLate(b, inv, a, now)
	case Expire:
		if inv.Status != StatusOpen && inv.Status != StatusPartial {
			return refusal("the invoice is " + string(inv.Status))
		}
		b.write(s, Entry{What: Closed, Reason: string(StatusExpired), At: now}, inv)
		return nil
	case RefundInCabinet:
		return s.refundInCabinet(b, inv, a)
	case ChargeBack:
		return s.chargeBack(b, inv, a)
	}
	if state := inv.statusAt(now); state != StatusOpen && state != StatusPartial {
		return refusal("the invoice is " + string(state))
	}
	rest := inv.Amount - inv.Taken()
	switch a.action {
	case Pay:
		s.take(b, inv, pick(a.amount, rest), a.webhook)
	case PayTwice:
		if !wire.manyPayments() {
			return refusal("the protocol knows one payment for an invoice")
		}
		s.take(b, inv, rest, a.webhook)
		s.take(b, inv, inv.Amount, a.webhook)
	case OtherAmount:
		s.take(b, inv, pick(a.amount, max(1, rest-tenth(rest))), a.webhook)
	case PartOnly:
		if !wire.partialPayments() {
			return refusal("the protocol knows no partial payments")
		}
		s.take(b, inv, pick(a.amount, max(1, rest/2)), a.webhook)
	case Decline:
		b.write(s, Entry{
			What: Declined, At: now, Payment: wire.paymentID(inv, b.n+1), Amount: inv.Amount,
			Currency: inv.Currency, Reason: "Недостаточно средств", Webhook: &a.webhook,
		}, inv)
	default:
		return refusal("unknown action " + string(a.action))
	}
	return nil
}

// tenth is a tenth of an amount, rounded as everywhere.
func tenth(m money.Minor) money.Minor { return money.Of(m, "").Share(1, 10).Minor }

func pick(given, otherwise money.Minor) money.Minor {
	if given > 0 {
		return given
	}
	return otherwise
}

// take takes the buyer's money. Only Payin tells of less than the whole as
// partial; the others tell the amount as it is.
func (s *Server) take(b *book, inv *Invoice, amount money.Minor, webhook Webhook) {
	wire := b.wire[inv.Provider]
	b.write(s, Entry{
		What: Paid, Payment: wire.paymentID(inv, b.n+1), Amount: amount, Currency: inv.Currency,
		Partial: wire.partialPayments() && inv.Taken()+amount < inv.Amount, Webhook: &webhook,
	}, inv)
}

func (s *Server) payLate(b *book, inv *Invoice, a act, now time.Time) error {
	if inv.beyondPaying() {
		return refusal("the invoice is " + string(inv.Status))
	}
	due := now.Add(a.after)
	if a.after == 0 && now.Before(inv.ExpiresAt) {
		due = inv.ExpiresAt.Add(lateBy)
	}
	if due.Sub(now) < time.Millisecond {
		s.take(b, inv, pick(a.amount, inv.Amount-inv.Taken()), a.webhook)
		return nil
	}
	b.write(s, Entry{What: Promised, Due: &due, Amount: a.amount, Webhook: &a.webhook}, inv)
	return nil
}

// refund gives money of one payment back. The entry holds what differs
// between the ways to ask for it.
func (s *Server) refund(b *book, p *Payment, e Entry) (string, error) {
	if p.Declined || e.Amount <= 0 || e.Amount > p.left() {
		return "", refusal(fmt.Sprintf("cannot give back %s of %s", e.Amount, p.left()))
	}
	e.What, e.Payment, e.Currency = Refunded, p.ID, p.Currency
	e.Refund = fmt.Sprintf("RF%014d", b.n+1)
	b.write(s, e, p.invoice)
	return e.Refund, nil
}

// write fills in what every entry has, puts it on record and applies it.
func (b *book) write(s *Server, e Entry, inv *Invoice) {
	if e.At.IsZero() {
		e.At = s.now()
	}
	e.N, e.Provider, e.Reference, e.Invoice = b.n+1, inv.Provider, inv.Reference, inv.ID
	s.record.append(e)
	b.apply(e)
}

// issue opens an invoice, and lets the automatic buyer pay it if there is one.
func (s *Server) issue(b *book, provider, reference, id string, terms Terms) *Invoice {
	inv := &Invoice{Provider: provider, Reference: reference, ID: id}
	b.write(s, Entry{What: Opened, Amount: terms.Amount, Currency: terms.Currency, Terms: &terms}, inv)
	inv = b.byID[key(provider, id)]
	if b.wire[provider].payableAtOnce() {
		s.promiseAuto(b, inv)
	}
	return inv
}
