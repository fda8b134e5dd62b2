// Package operations builds the services of the console from those of the domains.
package operations

import (
	"log/slog"

	"larek/internal/account"
	"larek/internal/catalog"
	"larek/internal/checkout"
	"larek/internal/content"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/alerts"
	"larek/internal/desk/catalogue"
	"larek/internal/desk/customers"
	"larek/internal/desk/finance"
	"larek/internal/desk/methods"
	"larek/internal/desk/orders"
	"larek/internal/desk/pricing"
	"larek/internal/desk/promos"
	"larek/internal/desk/queue"
	"larek/internal/desk/refunds"
	"larek/internal/desk/settings"
	"larek/internal/desk/shifts"
	"larek/internal/desk/supply"
	"larek/internal/desk/texts"
	"larek/internal/email"
	"larek/internal/feedback"
	"larek/internal/fulfilment"
	"larek/internal/ledger"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/picture"
	"larek/internal/promo"
	"larek/internal/salesstats"
	"larek/internal/settlement"
)

// Parts are the dependencies of the services.
type Parts struct {
	Desk       *desk.Desk
	Orders     *order.Service
	Payments   *payment.Services
	Ledger     *ledger.Service
	Stock      *delivery.Stock
	Dispatch   *delivery.Dispatcher
	Sourcing   *delivery.Sourcing
	Emails     *email.Service
	Promos     *promo.Service
	Checkout   *checkout.Service
	Steps      *fulfilment.Steps
	Accounts   *account.Service
	Sessions   *account.Sessions
	SignIns    *account.SignIns
	Reviews    *feedback.Service
	Settlement *settlement.Service
	Prices     *catalog.Prices
	Assortment *catalog.Assortment
	Content    *content.Editor
	Pictures   *picture.Store // nil without a store
	// ProofPictures show what operators delivered.
	ProofPictures *delivery.Pictures
	// Stats and Senders are for what people are alerted to.
	Stats   *salesstats.Service
	Senders map[alerts.Channel]alerts.Sender
	Log     *slog.Logger
	Notify  desk.Notifier
	// Sign signs the summary of a closed month.
	Sign func(text string) string
}

// Services are the services of the console, by subject.
type Services struct {
	OrderActions *orders.Service
	Refunds      *refunds.Service
	Queue        *queue.Service
	Pricing      *pricing.Service
	Catalogue    *catalogue.Service
	Texts        *texts.Service
	Finance      *finance.Service
	Customers    *customers.Service
	Supply       *supply.Service
	Methods      *methods.Service
	PromoCodes   *promos.Service
	Settings     *settings.Service
	Shifts       *shifts.Service
	Alerts       *alerts.Service
}

// New builds the services.
func New(p Parts) *Services {
	base, notify := p.Desk, p.Notify
	_, hasMail := p.Senders[alerts.Email]
	guard := &orders.Guard{
		Desk: base, Orders: p.Orders, Stock: p.Stock, Dispatch: p.Dispatch, Emails: p.Emails, Notify: notify,
	}
	s := &Services{
		OrderActions: &orders.Service{
			Guard: guard, Desk: base, Orders: p.Orders, Poller: p.Payments.Poller, Ledger: p.Ledger, Stock: p.Stock, Dispatch: p.Dispatch, Emails: p.Emails,
			Accounts: p.Accounts, Checkout: p.Checkout, Pictures: p.ProofPictures, Intake: p.Steps.Intake, DeliverySteps: p.Steps.Delivery,
		},
		Refunds: &refunds.Service{
			Guard: guard, Desk: base, Refunds: p.Payments.Refunds, Grants: p.Payments.Grants, Stock: p.Stock, Dispatch: p.Dispatch, Checkout: p.Checkout, DeliverySteps: p.Steps.Delivery, RefundSteps: p.Steps.Refunds, Notify: notify,
		},
		Catalogue: &catalogue.Service{Desk: base, Assortment: p.Assortment, Sourcing: p.Sourcing, Pictures: p.Pictures, Notify: notify},
		Texts:     &texts.Service{Desk: base, Content: p.Content, Emails: p.Emails, Reviews: p.Reviews, Notify: notify, Pictures: p.Pictures},
		Finance: &finance.Service{
			Desk: base, Guard: guard, Books: p.Ledger, Inbox: p.Payments.Inbox, Poller: p.Payments.Poller, Tasks: p.Payments.Tasks, Settlement: p.Settlement,
			RefundSteps: p.Steps.Refunds, Notify: notify, Sign: p.Sign,
		},
		Customers:  &customers.Service{Desk: base, Accounts: p.Accounts, Sessions: p.Sessions, Orders: p.Orders, Ledger: p.Ledger, Notify: notify},
		Supply:     &supply.Service{Desk: base, Assortment: p.Assortment, Stock: p.Stock, Sourcing: p.Sourcing, Ledger: p.Ledger, Notify: notify},
		Methods:    &methods.Service{Desk: base, Methods: p.Payments.Methods, Notify: notify},
		PromoCodes: &promos.Service{Desk: base, Promos: p.Promos},
		Settings:   &settings.Service{Desk: base, SignIns: p.SignIns, Pictures: p.Pictures, Methods: p.Payments.Methods, HasMail: hasMail, Notify: notify},
	}
	s.Pricing = &pricing.Service{Desk: base, Prices: p.Prices, Catalogue: s.Catalogue, Notify: notify}
	s.Queue = &queue.Service{
		Desk: base, Guard: guard, Notify: notify,
		OrderActions: s.OrderActions, Refunds: s.Refunds, Finance: s.Finance, Pricing: s.Pricing, Customers: s.Customers, Supply: s.Supply,
		Orders: p.Orders, Stock: p.Stock, Dispatch: p.Dispatch, Emails: p.Emails,
		Inbox: p.Payments.Inbox, Poller: p.Payments.Poller, Tasks: p.Payments.Tasks, Grants: p.Payments.Grants, Methods: p.Payments.Methods,
		Accounts: p.Accounts, Reviews: p.Reviews, Prices: p.Prices, Settlement: p.Settlement, DeliverySteps: p.Steps.Delivery, RefundSteps: p.Steps.Refunds,
	}
	s.Shifts = &shifts.Service{Desk: base, Queue: s.Queue, Notify: notify}
	s.Alerts = &alerts.Service{Desk: base, Queue: s.Queue, Stats: p.Stats, Sourcing: p.Sourcing, Senders: p.Senders, Log: p.Log}
	return s
}
