package delivery

import (
	"net/http"

	"larek/internal/clock"
)

// Descriptor describes a supplier that the shop knows. Each adapter exports one, and
// delivery/suppliers lists them.
type Descriptor struct {
	Name  string // persisted in offers, attempts and the ledger, and a part of the callback URL
	Title string // for operators
	// Callbacks reports whether it notifies us of orders, ChecksAccounts whether it
	// knows which accounts exist.
	Callbacks, ChecksAccounts bool
	NewSettings               func() Settings
}

// Settings are our credentials at a supplier; config fills them by their tags.
type Settings interface {
	// Enabled reports whether we have an account.
	Enabled() bool
	// New returns the supplier.
	New(d SupplierDeps) (Supplier, error)
}

// SupplierDeps is what the shop gives to every supplier.
type SupplierDeps struct {
	HTTP  *http.Client
	Clock clock.Clock
}
