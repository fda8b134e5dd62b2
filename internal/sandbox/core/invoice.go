package core

import (
	"slices"
	"time"

	"larek/internal/money"
)

// Invoice is what a buyer can pay.
type Invoice struct {
	Provider  string    `json:"provider"`
	Reference string    `json:"reference"`
	ID        string    `json:"id"`
	Opened    time.Time `json:"opened"`
	Terms
	Status   Status     `json:"status"`
	Payments []*Payment `json:"payments"`
	Notices  []*Notice  `json:"notices"`
	// ScheduledAt is when a scheduled payment is due.
	ScheduledAt *time.Time `json:"promise,omitempty"`

	scheduled JournalEntry
}

// Status is the state of an invoice.
type Status string

// The statuses.
const (
	StatusOpen     Status = "open"
	StatusPartial  Status = "partial"
	StatusPaid     Status = "paid"
	StatusDeclined Status = "declined"
	StatusClosed   Status = "closed"
	StatusExpired  Status = "expired"
)

// Payment is one attempt of the buyer; Amount was collected unless it was
// declined.
type Payment struct {
	ID       string      `json:"id"`
	At       time.Time   `json:"at"`
	Declined bool        `json:"declined,omitempty"`
	Amount   money.Minor `json:"amount"`
	Currency string      `json:"currency"`
	Refunded money.Minor `json:"refunded"`
	Voided   bool        `json:"voided,omitempty"`
	// ChargedBack is what the buyer's bank took back of it.
	ChargedBack money.Minor `json:"charged_back,omitempty"`
	Reason      string      `json:"reason,omitempty"`

	invoice *Invoice
}

// Invoice returns the invoice that was paid.
func (p *Payment) Invoice() *Invoice { return p.invoice }

// Left returns what can still be refunded of the payment.
func (p *Payment) Left() money.Minor { return p.Amount - p.Refunded - p.ChargedBack }

// Taken returns all money that was collected for the invoice.
func (i *Invoice) Taken() (sum money.Minor) {
	for _, p := range i.Payments {
		if !p.Declined {
			sum += p.Amount
		}
	}
	return sum
}

// Refunded returns all money that was refunded.
func (i *Invoice) Refunded() (sum money.Minor) {
	for _, p := range i.Payments {
		sum += p.Refunded
	}
	return sum
}

// ChargedBack returns what the buyer's bank took back.
func (i *Invoice) ChargedBack() (sum money.Minor) {
	for _, p := range i.Payments {
		sum += p.ChargedBack
	}
	return sum
}

// StatusAt returns the status at a time: an unpaid invoice expires by itself.
func (i *Invoice) StatusAt(now time.Time) Status {
	if (i.Status == StatusOpen || i.Status == StatusPartial) && !i.ExpiresAt.IsZero() && now.After(i.ExpiresAt) {
		return StatusExpired
	}
	return i.Status
}

// CanPayLate reports whether a late payment can still be scheduled.
func (i *Invoice) CanPayLate() bool { return !i.unpayable() && i.ScheduledAt == nil }

// unpayable reports whether not even a late payment is possible.
func (i *Invoice) unpayable() bool { return i.Status == StatusPaid || i.Status == StatusClosed }

// PaymentWith returns the payment of which exactly this amount is left, otherwise the
// newest with at least as much, or with anything left if the amount is zero. It
// returns nil if there is none.
func (i *Invoice) PaymentWith(amount money.Minor) *Payment {
	var enough *Payment
	for _, p := range slices.Backward(i.Payments) {
		switch {
		case p.Declined || p.Left() <= 0 || p.Left() < amount:
		case p.Left() == amount:
			return p
		case enough == nil:
			enough = p
		}
	}
	return enough
}
