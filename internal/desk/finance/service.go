// Package finance keeps the books: months, entries by hand, registries of providers and their differences.
package finance

import (
	"larek/internal/desk"
	"larek/internal/desk/orders"
	"larek/internal/fulfilment"
	"larek/internal/ledger"
	"larek/internal/payment"
	"larek/internal/settlement"
)

// Service runs the actions of finance on the books.
type Service struct {
	Desk       *desk.Desk
	Guard      *orders.Guard
	Books      *ledger.Service
	Inbox      *payment.Inbox
	Poller     *payment.Poller
	Tasks      *payment.Tasks
	Settlement *settlement.Service
	// Steps that operators share with the workflow of an order.
	RefundSteps *fulfilment.Refunds
	Notify      desk.Notifier
	// Sign signs the summary of a closed month.
	Sign func(text string) string
}
