// Package orders has the actions on an order, and the rules for who may run them and when.
package orders

import (
	"larek/internal/account"
	"larek/internal/checkout"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/email"
	"larek/internal/fulfilment"
	"larek/internal/ledger"
	"larek/internal/order"
	"larek/internal/payment"
)

// Service runs the actions on orders.
type Service struct {
	Guard    *Guard
	Desk     *desk.Desk
	Orders   *order.Service
	Poller   *payment.Poller
	Ledger   *ledger.Service
	Stock    *delivery.Stock
	Dispatch *delivery.Dispatcher
	Emails   *email.Service
	Accounts *account.Service
	Checkout *checkout.Service
	Pictures *delivery.Pictures
	// Steps that operators share with the workflow of an order.
	Intake        *fulfilment.Intake
	DeliverySteps *fulfilment.Delivery
}
