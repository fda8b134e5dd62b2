package payment

import "net/http"

// Descriptor describes a provider that the shop knows. Each adapter exports one, and
// payment/providers lists them.
type Descriptor struct {
	Name  string // persisted in attempts and the ledger, and a part of the webhook URL
	Title string // in Russian, for operators
	// Methods are the payment methods it serves, by the names in payment_methods.
	Methods []MethodSpec
	// Queries and Refunds report whether it answers QueryAttempt and Refund, Cancels
	// whether it is a Canceller.
	Queries, Refunds, Cancels bool
	NewSettings               func() Settings
}

// MethodSpec is one payment method of a provider.
type MethodSpec struct {
	Name     string // persisted in attempts
	Title    string // in Russian, for operators
	Scenario ScenarioType
	Lost     LostInvoice
}

// LostInvoice is how an invoice is found whose response was lost.
type LostInvoice int

// Ways to find an invoice.
const (
	FoundByQuery LostInvoice = iota // QueryAttempt returns it
	OpenedAgain                     // the same reference opens it again
	NotFound                        // it is refused; the buyer has not seen what to pay
	NeverLost                       // no call is made
)

// Settings are our credentials at a provider; config fills them by their tags.
type Settings interface {
	// Enabled reports whether we have an account.
	Enabled() bool
	// New returns the provider.
	New(d ProviderDeps) (Provider, error)
}

// ProviderDeps is what the shop gives to every provider.
type ProviderDeps struct {
	HTTP   *http.Client
	Fiscal FiscalSettings
}
