package core

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"larek/internal/money"
)

// Service is one external service that the sandbox plays. A service that takes
// payments is also a PaymentProtocol, one that sells goods is also a Supplier.
type Service interface {
	// Name identifies the service in faults, control calls and the journal.
	Name() string
	// Routes adds the API of the service. It is called once, before any request.
	Routes(r chi.Router, s *Server)
	// Env returns the settings of a shop that uses the service at the origin of
	// the sandbox.
	Env(origin string) map[string]string
}

var makers []func(shop string) Service

// Register adds a service to those that every sandbox plays; its package calls it in
// init. maker gets the address of the shop, which is empty if there is none.
func Register(maker func(shop string) Service) { makers = append(makers, maker) }

// Services returns new services for the shop at that address.
func Services(shop string) []Service {
	services := make([]Service, len(makers))
	for i, maker := range makers {
		services[i] = maker(shop)
	}
	return services
}

// HookURL returns the webhook address of a service at the shop; empty without a shop.
func HookURL(shop, service string) string {
	if shop == "" {
		return ""
	}
	return shop + "/hooks/" + service + "/"
}

// Controller is a Service that has control calls of its own below /control.
type Controller interface {
	Control(r chi.Router)
}

// Resetter is a Service with state outside the journal.
type Resetter interface {
	// Reset drops that state.
	Reset()
}

// refuser is a Service that can answer a definite refusal in its own format.
type refuser interface {
	Refuse(w http.ResponseWriter)
}

// PaymentProtocol is what differs between payment providers once an invoice is
// open.
type PaymentProtocol interface {
	Service
	Traits() PaymentTraits
	// PaymentID returns the id of the next payment of an invoice; n is a number
	// not used before.
	PaymentID(inv *Invoice, n int64) string
	// Messages returns what the provider reports about an entry. All of them are
	// sent at the same time.
	Messages(inv *Invoice, e JournalEntry) []Message
	// Compose encodes and signs a message.
	Compose(m Message) WebhookRequest
	// Acknowledged reports whether the shop's response ends the retries.
	Acknowledged(status int, body []byte) bool
	// Refuse writes a definite refusal in the format of the provider.
	Refuse(w http.ResponseWriter)
}

// PaymentTraits are the constant properties of a payment provider.
type PaymentTraits struct {
	Title           string // on the pages
	ManyPayments    bool   // one invoice can be paid more than once
	PartialPayments bool   // less than the whole amount is reported as partial
	NotPayableYet   bool   // the automatic buyer must not pay a new invoice at once
	Refunds         bool   // there is a refund call
	NamesCurrency   bool   // webhooks contain the currency
	AfterDecline    Status // of an invoice after a declined payment
}

// Message is one event that a provider reports to the shop.
type Message struct {
	URL       string
	Shop      string // account id of another shop; empty means ours
	Reference string
	Payment   string
	Event     string
	Amount    money.Minor
	Rest      money.Minor // of the payment, after refunds
	Currency  string
	At        time.Time
	Reason    string
	Terms     Terms
}

// Supplier is what differs between suppliers.
type Supplier interface {
	Service
	Traits() SupplierTraits
	// Assortment returns what the supplier lists.
	Assortment() *Assortment
	// SKU returns the supplier's id of a product; gifts have no game key. It
	// depends on its arguments only, so that a seeded shop and a sandbox agree.
	SKU(gameKey, productTitle string) string
	// Digits returns the number inside an SKU made by SKU; ok is false for any
	// other text and for suppliers that sell listed goods only.
	Digits(sku string) (digits string, ok bool)
	// OrderID returns the supplier's own id of an order; n is not used before.
	OrderID(n int64) string
	// PlannedOutcome returns how an order of this account ends by itself.
	PlannedOutcome(account string) SupplierOrderState
	// CurrentState returns the state of an order at a time: the supplier may
	// cancel orders that were not paid in time.
	CurrentState(o *SupplierOrder, now time.Time) SupplierOrderState
	// Callback encodes and signs an order update. The state is locked.
	Callback(url string, o *SupplierOrder, now time.Time) WebhookRequest
	// Acknowledged reports whether the shop's response ends the retries.
	Acknowledged(status int, body []byte) bool
	// Refuse writes a definite refusal in the format of the supplier.
	Refuse(w http.ResponseWriter)
}

// SupplierTraits are the constant properties of a supplier.
type SupplierTraits struct {
	Title       string        // on the pages
	Processing  time.Duration // how long an order takes by default
	Callbacks   bool          // it sends order updates
	CallbackURL string        // where they are sent unless a rule changes it
}

// OutcomeBySuffix returns the outcome of the ending that the account has, or
// OrderCompleted.
func OutcomeBySuffix(account string, outcomes map[string]SupplierOrderState) SupplierOrderState {
	for ending, outcome := range outcomes {
		if strings.HasSuffix(account, ending) {
			return outcome
		}
	}
	return OrderCompleted
}

// NumericIDs is embedded by suppliers whose SKUs and order IDs are numbers.
type NumericIDs struct{}

// Digits implements Supplier.
func (NumericIDs) Digits(sku string) (string, bool) { return sku, true }

// OrderID implements Supplier.
func (NumericIDs) OrderID(n int64) string { return strconv.FormatInt(n, 10) }

// NoTimeouts is embedded by suppliers whose orders never change by themselves.
type NoTimeouts struct{}

// CurrentState implements Supplier.
func (NoTimeouts) CurrentState(o *SupplierOrder, _ time.Time) SupplierOrderState { return o.State }

// NoCallbacks is embedded by suppliers that send no order updates.
type NoCallbacks struct{}

// Callback implements Supplier. It is never called.
func (NoCallbacks) Callback(string, *SupplierOrder, time.Time) WebhookRequest {
	return WebhookRequest{}
}

// Acknowledged implements Supplier. It is never called.
func (NoCallbacks) Acknowledged(int, []byte) bool { return false }
