// Package refunds grants and sends refunds, and settles those that no provider completes.
package refunds

import (
	"larek/internal/checkout"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/orders"
	"larek/internal/fulfilment"
	"larek/internal/payment"
)

// Service grants, sends and lists refunds.
type Service struct {
	Guard    *orders.Guard
	Desk     *desk.Desk
	Refunds  *payment.Refunds
	Grants   *payment.Grants
	Stock    *delivery.Stock
	Dispatch *delivery.Dispatcher
	Checkout *checkout.Service
	// Steps that operators share with the workflow of an order.
	DeliverySteps *fulfilment.Delivery
	RefundSteps   *fulfilment.Refunds
	Notify        desk.Notifier
}
