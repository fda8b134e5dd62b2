package delivery

import (
	"context"
	"errors"
	"net/http"

	"larek/internal/money"
)

// Supplier hands goods over to our buyers. Every call may time out after it
// succeeded; that is ErrUnknown, and Find finds out.
type Supplier interface {
	// Name is what offers, attempts and the ledger call it.
	Name() string
	// Place orders one hand-over. The key is ours and unique to it: placing
	// twice under one key delivers once.
	Place(ctx context.Context, o Placing) (Outcome, error)
	// Find tells how an order stands. Outcome.State is Absent when the supplier
	// has never heard of the key: then, and only then, it may be placed again.
	Find(ctx context.Context, f Finding) (Outcome, error)
	// Check asks whether an account exists, before any money is taken.
	// ErrCannotCheck: the supplier has no such call for these goods.
	Check(ctx context.Context, a Account) (Checked, error)
	// Offers lists what it sells now, with our cost.
	Offers(ctx context.Context) ([]Offered, error)
	// Servers lists the servers of a game it sells, by its own id of the goods.
	Servers(ctx context.Context, sku string) ([]Server, error)
	// Prepaid is what we have left with it.
	Prepaid(ctx context.Context) (Cost, error)
	// Told reads a callback: it names the order to ask about, and is trusted no
	// further. ErrForged for anything else. ErrNoCallbacks if it never calls.
	Told(hook Hook) (Finding, error)
	// Acknowledge writes the exact answer it takes for «received».
	Acknowledge(w http.ResponseWriter)
}

// How a call to a supplier can end badly.
var (
	// ErrUnknown: no answer, or one that says nothing. It may have happened.
	ErrUnknown = errors.New("delivery: outcome unknown")
	// ErrAway: it was not reached at all. It has not happened.
	ErrAway        = errors.New("delivery: supplier away")
	ErrForged      = errors.New("delivery: forged callback")
	ErrCannotCheck = errors.New("delivery: the supplier cannot check accounts")
	ErrNoCallbacks = errors.New("delivery: the supplier never calls")
)

// Account is where goods go. Only what the goods need is filled.
type Account struct {
	SKU        string // the supplier's id of the goods
	PlayerID   string
	ServerID   string // the supplier's id of the server, or the buyer's own text
	SteamLogin string
	Email      string
}

// Placing is one hand-over of one unit.
type Placing struct {
	Key     string // ours: derived from the order line, the unit and the try
	Account Account
	// Amount is for goods sold by amount (Steam), in rubles that reach the wallet.
	Amount money.RUB
	// Cost is what the offer said it costs us, and Limit the most it may cost now:
	// what is above that is PriceChanged. For goods sold by amount both are of one
	// unit of the supplier's currency.
	Cost, Limit Cost
}

// Affordable reports whether a price may be paid. Without a known cost there is
// nothing to compare with.
func (p Placing) Affordable(price Cost) bool {
	most := max(p.Cost.TenThousandths, p.Limit.TenThousandths)
	return most == 0 || price.TenThousandths <= most
}

// Finding names an order the ways both sides know it.
type Finding struct {
	Key string
	Ref string // the supplier's own, empty when its answer never came
}

// State is how a hand-over stands.
type State string

// The states.
const (
	Delivered State = "delivered"
	Pending   State = "pending"  // taken on; ask again later
	Rejected  State = "rejected" // will not happen; Reason says why
	Absent    State = "absent"   // the supplier knows no such order
)

// Reason says why a supplier will not deliver.
type Reason string

// The reasons. WrongDetails goes back to the buyer; the others to the next offer.
const (
	WrongDetails Reason = "wrong_details"
	OutOfStock   Reason = "out_of_stock"
	PriceChanged Reason = "price_changed"
	NoFunds      Reason = "no_funds"
	Refused      Reason = "refused"
)

// Outcome is what a supplier said.
type Outcome struct {
	State  State
	Reason Reason
	Ref    string
	// Codes are what the buyer gets, when the goods are codes. They are secrets:
	// never logged, kept sealed.
	Codes []string
	Cost  Cost
	// Unsent: it was rejected before any order was sent, so that there is nothing
	// to ask about.
	Unsent bool
	// Exchange is what went over the wire, masked, for operators.
	Exchange Exchange
}

// Exchange is one request and its answer, with secrets and people masked.
type Exchange struct {
	Request, Response string
	Status            int
}

// Checked is an account that exists.
type Checked struct {
	Exists bool
	Name   string // the player's name if the supplier tells it
}

// Offered is something a supplier sells.
type Offered struct {
	SKU     string
	Title   string
	Cost    Cost
	InStock bool
}

// Server is a server of a game.
type Server struct{ ID, Name string }

// Hook is a callback as it came.
type Hook struct {
	Path   string // the part after the unguessable address, if any
	Header http.Header
	Body   []byte
}
