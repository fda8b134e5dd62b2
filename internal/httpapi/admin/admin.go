// Package admin answers the calls of the console's contract.
package admin

import (
	"context"
	"net/http"
	"net/netip"

	"larek/internal/account"
	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/clock"
	"larek/internal/content"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/alerts"
	"larek/internal/desk/catalogue"
	"larek/internal/desk/customers"
	"larek/internal/desk/finance"
	"larek/internal/desk/methods"
	"larek/internal/desk/orders"
	"larek/internal/desk/partners"
	"larek/internal/desk/pricing"
	"larek/internal/desk/promos"
	"larek/internal/desk/queue"
	"larek/internal/desk/refunds"
	"larek/internal/desk/settings"
	"larek/internal/desk/shifts"
	"larek/internal/desk/supply"
	"larek/internal/desk/texts"
	"larek/internal/email"
	"larek/internal/exports"
	"larek/internal/feedback"
	"larek/internal/httpapi/adminapi"
	"larek/internal/ledger"
	"larek/internal/opening"
	"larek/internal/order"
	"larek/internal/ordersearch"
	"larek/internal/payment"
	"larek/internal/promo"
	"larek/internal/providerhealth"
	"larek/internal/salesstats"
	"larek/internal/staff"
)

// Handlers implements the contract.
type Handlers struct {
	Staff         *staff.Service
	Credentials   *staff.Credentials
	StaffSessions *staff.Sessions
	Desk          *desk.Desk
	Audit         *audit.Service
	// Search finds orders and customers.
	Search *ordersearch.Service
	// Exports are the files operators download.
	Exports *exports.Service
	// Opening lets staff into a shop that is closed to others.
	Opening *opening.Gate
	// Health is that of payment providers.
	Health *providerhealth.Service
	// HistoryPages is the address of the workflow engine's pages about workflows, to
	// which an ID is added; empty links to none.
	HistoryPages string
	// What operators do, by subject.
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
	Partners     *partners.Service
	Shifts       *shifts.Service
	Alerts       *alerts.Service
	// The services of domains, for what is only read.
	Orders        *order.Service
	Providers     *payment.Providers
	PayMethods    *payment.Methods
	Rates         *payment.Rates
	Promos        *promo.Service
	Emails        *email.Service
	Stock         *delivery.Stock
	ProofPictures *delivery.Pictures
	Sourcing      *delivery.Sourcing
	Accounts      *account.Service
	Sessions      *account.Sessions
	Reviews       *feedback.Service
	Prices        *catalog.Prices
	Assortment    *catalog.Assortment
	Content       *content.Editor
	// Stats has the sums of sales and profit.
	Stats *salesstats.Service
	// Previews signs links to games that are not shown yet.
	Previews *catalog.Previews
	// Movements are the changes of buyers' balances.
	Movements *ledger.Movements
	// Badges are the counters of the menu that a person may see.
	Badges []BadgeSource
	// Cursors signs the places in lists.
	Cursors Cursors
	// Origin is the shop's public address, from which the console's pages call.
	Origin string
	// Networks are those the console may be used from; empty allows every network.
	Networks []netip.Prefix
	// Slow refuses a caller who calls too often; nil refuses no caller.
	Slow  func(ctx context.Context, what, who string) error
	Clock clock.Clock
}

// BadgeSource counts something the menu shows to people with a permission. The count
// is capped at 99 by the query.
type BadgeSource struct {
	Name       string
	Permission staff.Permission
	Count      func(ctx context.Context, who staff.Actor) (count int, late bool, err error)
}

var _ adminapi.StrictServerInterface = (*Handlers)(nil)

type sessionKey struct{}

// session returns the session of the caller.
func session(ctx context.Context) staff.Session {
	x, _ := ctx.Value(sessionKey{}).(staff.Session)
	return x
}

// Actor returns the signed-in person who makes the request. It is the zero Actor, who
// may do nothing, in calls made before a session is open.
func Actor(ctx context.Context) staff.Actor {
	if x := session(ctx); x.State == staff.Open {
		return x.Actor
	}
	return staff.Actor{}
}

type requestKey struct{}

// WithRequest gives handlers access to the HTTP request behind the typed one.
func WithRequest(next adminapi.StrictHandlerFunc, _ string) adminapi.StrictHandlerFunc {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, request any) (any, error) {
		return next(context.WithValue(ctx, requestKey{}, r), w, r, request)
	}
}

func requestOf(ctx context.Context) *http.Request {
	r, _ := ctx.Value(requestKey{}).(*http.Request)
	return r
}
