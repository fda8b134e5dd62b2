// Package queue lists what waits for an operator and ends its rows.
package queue

import (
	"larek/internal/account"
	"larek/internal/catalog"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/customers"
	"larek/internal/desk/finance"
	"larek/internal/desk/orders"
	"larek/internal/desk/pricing"
	"larek/internal/desk/refunds"
	"larek/internal/desk/supply"
	"larek/internal/email"
	"larek/internal/feedback"
	"larek/internal/fulfilment"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/settlement"
)

// Service reads the queue, leases its rows to operators and ends them.
type Service struct {
	Desk   *desk.Desk
	Guard  *orders.Guard
	Notify desk.Notifier

	// The subjects whose rows are in the queue.
	OrderActions *orders.Service
	Refunds      *refunds.Service
	Finance      *finance.Service
	Pricing      *pricing.Service
	Customers    *customers.Service
	Supply       *supply.Service

	Orders     *order.Service
	Inbox      *payment.Inbox
	Poller     *payment.Poller
	Tasks      *payment.Tasks
	Grants     *payment.Grants
	Methods    *payment.Methods
	Stock      *delivery.Stock
	Dispatch   *delivery.Dispatcher
	Emails     *email.Service
	Accounts   *account.Service
	Reviews    *feedback.Service
	Prices     *catalog.Prices
	Settlement *settlement.Service
	// Steps that operators share with the workflow of an order.
	DeliverySteps *fulfilment.Delivery
	RefundSteps   *fulfilment.Refunds
}
