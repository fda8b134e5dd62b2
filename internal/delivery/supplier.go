package delivery

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"larek/internal/money"
)

// Supplier is a company that delivers goods for us. Every call may time out after it
// succeeded: it then returns ErrOutcomeUnknown, and QueryOrder finds out what
// happened.
type Supplier interface {
	// Name returns the name used in offers, attempts and the ledger.
	Name() string
	// PlaceOrder orders the delivery of one unit. The key is our idempotency key: two
	// orders with one key are delivered once.
	PlaceOrder(ctx context.Context, o PlaceRequest) (Outcome, error)
	// QueryOrder returns the state of an order. OutcomeNotFound means that the supplier
	// does not know the key; only then may the order be placed again.
	QueryOrder(ctx context.Context, f OrderRef) (Outcome, error)
	// CheckAccount checks whether an account exists, before any money is taken. It
	// returns ErrCheckUnsupported if the supplier cannot check it.
	CheckAccount(ctx context.Context, a Account) (AccountCheck, error)
	// ListOffers returns what the supplier sells now, with our cost.
	ListOffers(ctx context.Context) ([]SupplierOffer, error)
	// ListServers returns the servers of a game, by the supplier's SKU.
	ListServers(ctx context.Context, sku string) ([]Server, error)
	// Balance returns our prepaid balance with the supplier.
	Balance(ctx context.Context) (Cost, error)
	// ParseCallback verifies and parses a callback. The order it names is then queried;
	// nothing else in it is trusted. It returns ErrInvalidCallback, or
	// ErrCallbacksUnsupported if the supplier makes no callbacks.
	ParseCallback(hook Callback) (OrderRef, error)
	// Acknowledge writes the response that the supplier accepts as "received".
	Acknowledge(w http.ResponseWriter)
}

// Errors of supplier calls.
var (
	// ErrOutcomeUnknown means that there was no usable response: the call may have
	// been carried out.
	ErrOutcomeUnknown = errors.New("delivery: outcome unknown")
	// ErrUnreachable means that the call did not reach the supplier, so nothing
	// happened.
	ErrUnreachable = errors.New("delivery: supplier unreachable")
	// ErrDenied means that the supplier did not accept our keys.
	ErrDenied               = fmt.Errorf("%w: access denied", ErrUnreachable)
	ErrInvalidCallback      = errors.New("delivery: invalid callback")
	ErrCheckUnsupported     = errors.New("delivery: the supplier cannot check accounts")
	ErrCallbacksUnsupported = errors.New("delivery: the supplier makes no callbacks")
)

// Account is where goods are delivered. Only what the goods need is set.
type Account struct {
	SKU        string // the supplier's ID of the goods
	PlayerID   string
	ServerID   string // the supplier's ID of the server, or the text the buyer entered
	SteamLogin string
	Email      string
}

// PlaceRequest is the order of one unit.
type PlaceRequest struct {
	Key     string // our idempotency key, derived from the order line, the unit and the attempt
	Account Account
	// Amount is the rubles that reach the wallet, for goods sold by amount (Steam).
	Amount money.RUB
	// Cost is the cost in the offer and Limit the most it may be now; a higher one is
	// rejected as PriceChanged. For goods sold by amount both are per unit of the
	// supplier's currency.
	Cost, Limit Cost
}

// Affordable reports whether price may be paid. Without a known cost every price may.
func (p PlaceRequest) Affordable(price Cost) bool {
	most := max(p.Cost.TenThousandths, p.Limit.TenThousandths)
	return most == 0 || price.TenThousandths <= most
}

// OrderRef identifies an order at a supplier.
type OrderRef struct {
	Key string
	Ref string // the supplier's ID, empty if its response was lost
}

// OutcomeState is the state of an order at a supplier. The values are stored.
type OutcomeState string

// Outcome states.
const (
	OutcomeDelivered OutcomeState = "delivered"
	OutcomePending   OutcomeState = "pending"  // accepted; query again later
	OutcomeRejected  OutcomeState = "rejected" // will not be delivered; see Reason
	OutcomeNotFound  OutcomeState = "absent"   // the supplier knows no such order
)

// RejectReason is why a supplier will not deliver. The values are stored.
type RejectReason string

// Reject reasons. After WrongDetails the buyer has to correct the delivery
// details; after the others the next offer is tried.
const (
	WrongDetails RejectReason = "wrong_details"
	OutOfStock   RejectReason = "out_of_stock"
	PriceChanged RejectReason = "price_changed"
	NoFunds      RejectReason = "no_funds"
	RejectOther  RejectReason = "refused"
)

// Outcome is what a supplier reported about an order.
type Outcome struct {
	State  OutcomeState
	Reason RejectReason
	Ref    string
	// Codes are the redeem codes for the buyer, if the goods are codes. They are secret:
	// never log them, and store them sealed only.
	Codes []string
	Cost  Cost
	// Unsent reports that the unit was rejected before an order was sent, so that there is
	// nothing to query.
	Unsent bool
	// Exchange is the HTTP exchange, masked, for operators.
	Exchange Exchange
}

// Exchange is one HTTP request and its response, with secrets and personal data
// masked.
type Exchange struct {
	Request, Response string
	Status            int
}

// AccountCheck is the result of checking an account.
type AccountCheck struct {
	Exists bool
	Name   string // the player's name, if the supplier returns it
}

// SupplierOffer is one SKU a supplier sells.
type SupplierOffer struct {
	SKU     string
	Title   string
	Cost    Cost
	InStock bool
}

// Server is a game server.
type Server struct{ ID, Name string }

// Callback is a callback request as received.
type Callback struct {
	Path   string // the rest of the path after the supplier's name, if any
	Header http.Header
	Body   []byte
}
