package core

import (
	"errors"
	"fmt"
	"time"

	"larek/internal/money"
)

// Refusal is why the sandbox does not perform an action. Control calls answer
// it with 409.
type Refusal string

// Error implements error.
func (r Refusal) Error() string { return string(r) }

// ErrNoInvoice reports that there is no invoice of a reference.
var ErrNoInvoice = errors.New("no such invoice")

// Action is what a buyer or the bank does with an invoice.
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
	// RefundInCabinet is a refund that the shop did not request.
	RefundInCabinet Action = "refund"
	ChargeBack      Action = "chargeback"
	// Void takes a whole payment back as if it had never been made.
	Void Action = "void"
)

// PayAction is an action with its parameters.
type PayAction struct {
	Action  Action
	Amount  money.Minor   // zero: the default of the action
	After   time.Duration // PayLate only; zero means after the invoice expires
	Webhook Webhook
}

// Payments are the invoices of the played payment providers, and what buyers and banks do
// with them.
type Payments struct {
	server  *Server
	autopay autopay
}

// lateBy is how long after the expiry of an invoice a late buyer pays.
const lateBy = time.Second

// Apply performs an action on an invoice. It returns a Refusal if that is not
// possible.
func (ps *Payments) Apply(st *State, inv *Invoice, a PayAction) error {
	now := ps.server.now()
	provider := st.providers[inv.Provider]
	switch a.Action {
	case PayLate:
		return ps.payLate(st, inv, a, now)
	case Expire:
		if inv.Status != StatusOpen && inv.Status != StatusPartial {
			return Refusal("the invoice is " + string(inv.Status))
		}
		ps.write(st, JournalEntry{What: Closed, Reason: string(StatusExpired), At: now}, inv)
		return nil
	case RefundInCabinet:
		return ps.refundInCabinet(st, inv, a)
	case ChargeBack:
		return ps.chargeBack(st, inv, a)
	case Void:
		return ps.void(st, inv, a)
	}
	if status := inv.StatusAt(now); status != StatusOpen && status != StatusPartial {
		return Refusal("the invoice is " + string(status))
	}
	rest := inv.Amount - inv.Taken()
	switch a.Action {
	case Pay:
		ps.collect(st, inv, orAmount(a.Amount, rest), a.Webhook)
	case PayTwice:
		if !provider.Traits().ManyPayments {
			return Refusal("the protocol knows one payment for an invoice")
		}
		ps.collect(st, inv, rest, a.Webhook)
		ps.collect(st, inv, inv.Amount, a.Webhook)
	case OtherAmount:
		ps.collect(st, inv, orAmount(a.Amount, ReducedAmount(rest)), a.Webhook)
	case PartOnly:
		if !provider.Traits().PartialPayments {
			return Refusal("the protocol knows no partial payments")
		}
		ps.collect(st, inv, orAmount(a.Amount, max(1, rest/2)), a.Webhook)
	case Decline:
		ps.write(st, JournalEntry{
			What: Declined, At: now, Payment: provider.PaymentID(inv, st.Next()), Amount: inv.Amount,
			Currency: inv.Currency, Reason: "Недостаточно средств", Webhook: &a.Webhook,
		}, inv)
	default:
		return Refusal("unknown action " + string(a.Action))
	}
	return nil
}

// ReducedAmount returns what OtherAmount pays by default: a tenth less.
func ReducedAmount(rest money.Minor) money.Minor {
	return max(1, rest-money.Of(rest, "").Share(1, 10).Minor)
}

// collect takes the buyer's money.
func (ps *Payments) collect(st *State, inv *Invoice, amount money.Minor, webhook Webhook) {
	provider := st.providers[inv.Provider]
	ps.write(st, JournalEntry{
		What: Paid, Payment: provider.PaymentID(inv, st.Next()), Amount: amount, Currency: inv.Currency,
		Partial: provider.Traits().PartialPayments && inv.Taken()+amount < inv.Amount, Webhook: &webhook,
	}, inv)
}

func (ps *Payments) payLate(st *State, inv *Invoice, a PayAction, now time.Time) error {
	if inv.unpayable() {
		return Refusal("the invoice is " + string(inv.Status))
	}
	due := now.Add(a.After)
	if a.After == 0 && now.Before(inv.ExpiresAt) {
		due = inv.ExpiresAt.Add(lateBy)
	}
	if due.Sub(now) < time.Millisecond {
		ps.collect(st, inv, orAmount(a.Amount, inv.Amount-inv.Taken()), a.Webhook)
		return nil
	}
	ps.write(st, JournalEntry{What: Scheduled, Due: &due, Amount: a.Amount, Webhook: &a.Webhook}, inv)
	return nil
}

// Refund refunds money of one payment and returns the id of the refund. The
// entry holds the amount and what differs between the ways to request it. It
// returns a Refusal if the amount is not left.
func (ps *Payments) Refund(st *State, p *Payment, e JournalEntry) (string, error) {
	if p.Declined || e.Amount <= 0 || e.Amount > p.Left() {
		return "", Refusal(fmt.Sprintf("cannot give back %s of %s", e.Amount, p.Left()))
	}
	e.What, e.Payment, e.Currency = Refunded, p.ID, p.Currency
	e.Refund = fmt.Sprintf("RF%014d", st.Next())
	ps.write(st, e, p.invoice)
	return e.Refund, nil
}

// refundInCabinet refunds the newest payment that has enough left: the whole
// rest, or the amount of the action. The provider reports it like any refund.
func (ps *Payments) refundInCabinet(st *State, inv *Invoice, a PayAction) error {
	p := inv.PaymentWith(a.Amount)
	if p == nil {
		return Refusal("nothing of that size is left to give back")
	}
	webhook := a.Webhook
	_, err := ps.Refund(st, p, JournalEntry{Amount: orAmount(a.Amount, p.Left()), Outside: true, Webhook: &webhook})
	return err
}

// void voids the newest payment: its status shows neither that it was made nor that it went
// back. The record has it as a refund the shop did not request.
func (ps *Payments) void(st *State, inv *Invoice, a PayAction) error {
	p := inv.PaymentWith(0)
	if p == nil || !st.providers[inv.Provider].Traits().Refunds {
		return Refusal("there is no payment to void")
	}
	webhook := a.Webhook
	_, err := ps.Refund(st, p, JournalEntry{Amount: p.Left(), Outside: true, Voided: true, Webhook: &webhook})
	return err
}

// chargeBack lets the buyer's bank take money back. No protocol here has a
// message for it: Payselection shows less remaining, the others show nothing.
func (ps *Payments) chargeBack(st *State, inv *Invoice, a PayAction) error {
	p := inv.PaymentWith(a.Amount)
	if p == nil {
		return Refusal("nothing of that size is left to take back")
	}
	ps.write(st, JournalEntry{What: ChargedBack, Payment: p.ID, Amount: orAmount(a.Amount, p.Left()), Currency: p.Currency}, inv)
	return nil
}

// CloseInvoice cancels an unpaid invoice at the shop's request.
func (ps *Payments) CloseInvoice(st *State, inv *Invoice) {
	ps.write(st, JournalEntry{What: Closed, Reason: string(StatusClosed)}, inv)
}

// write completes an entry about an invoice, appends it to the journal and
// applies it.
func (ps *Payments) write(st *State, e JournalEntry, inv *Invoice) {
	e.Provider, e.Reference, e.Invoice = inv.Provider, inv.Reference, inv.ID
	ps.server.append(st, e)
}

func (s *Server) append(st *State, e JournalEntry) {
	if e.At.IsZero() {
		e.At = s.now()
	}
	e.N = st.Next()
	s.journal.append(e)
	st.apply(e)
}

// AddLetter records an email; its number and time are filled in.
func (s *Server) AddLetter(st *State, l *Letter) {
	l.N, l.At = st.Next(), s.now()
	s.append(st, JournalEntry{At: l.At, What: EmailReceived, Provider: "smtp", Reference: l.MessageID, Letter: l})
}

// Issue opens an invoice, and schedules its payment if the automatic buyer
// pays.
func (ps *Payments) Issue(st *State, provider, reference, id string, terms Terms) *Invoice {
	ps.write(st, JournalEntry{What: Opened, Amount: terms.Amount, Currency: terms.Currency, Terms: &terms},
		&Invoice{Provider: provider, Reference: reference, ID: id})
	inv := st.Invoice(provider, id)
	if !st.providers[provider].Traits().NotPayableYet {
		ps.ScheduleAutopay(st, inv)
	}
	return inv
}
