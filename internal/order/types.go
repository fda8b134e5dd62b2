package order

import (
	"time"

	"larek/internal/ident"
	"larek/internal/money"
	"larek/internal/picture"
)

// Owner is everything a caller can prove about who they are. What that makes
// them to an order is a Viewer.
type Owner struct {
	UserID *int64
	Guest  *ident.Hash // of the signed cookie
	Hash   *ident.Hash // of the order itself: reads and pays, nothing more
}

// Line is one thing in an order, at the price it was ordered for.
type Line struct {
	ID        int64
	ProductID *int64 // nil for gifts
	Title     string
	Quantity  int32
	UnitPrice money.RUB
	Discount  money.RUB // the line's share of the promo code
	Status    LineStatus
}

// Sum is what the line costs without a promo code.
func (l Line) Sum() money.RUB { return LineSum(l.UnitPrice, l.Quantity) }

// Net is what the line costs the buyer.
func (l Line) Net() money.RUB { return l.Sum() - l.Discount }

// Order is an order with its lines, in the order they were asked for.
type Order struct {
	ID           int64
	Hash         ident.Hash
	Kind         Kind
	Status       Status
	UserID       *int64
	Guest        *ident.Hash
	Email        *string
	GameID       *int64
	GiftID       *int64
	Total        money.RUB
	Discount     money.RUB
	PromoCodeID  *int64
	RejectReason *string
	Detail       Detail
	NextAction   *Action
	DueAt        *time.Time
	Created      time.Time
	DoneAt       *time.Time
	// RefundTo is where the buyer wants money for goods that are not coming:
	// «method» or «balance».
	RefundTo string
	Lines    []Line
}

// ToPay is what the goods cost the buyer, before the fee of a payment method.
func (o *Order) ToPay() money.RUB { return max(0, o.Total-o.Discount) }

// Payable tells whether money for it would be welcome.
func (o *Order) Payable(now time.Time) bool {
	return o.Status.Unpaid() && o.DueAt != nil && now.Before(*o.DueAt)
}

// Detail is what only one kind of order has. It names accounts of people:
// never log it.
type Detail struct {
	SteamAccountID string        `json:"steam_account_id,omitempty"`
	CommissionBP   money.Percent `json:"commission_bp,omitempty"` // when ordered

	GameAccountID string        `json:"game_account_id,omitempty"`
	GameAvatar    picture.Key   `json:"game_avatar,omitempty"`
	Gold          int64         `json:"gold,omitempty"`
	MarketFeeBP   money.Percent `json:"market_fee_bp,omitempty"` // when ordered
	Surplus       *Gold         `json:"surplus,omitempty"`       // nil when not in use

	MoogoldUserID         string  `json:"moogold_user_id,omitempty"`
	MoogoldServer         *int64  `json:"moogold_server,omitempty"`
	MoogoldServerCustomID *string `json:"moogold_server_custom_id,omitempty"`
	MoogoldServerName     *string `json:"moogold_server_name,omitempty"`

	// AccountName is the player's name the supplier gave.
	AccountName *string `json:"account_name,omitempty"`
	// CorrectedAt is when the buyer last corrected where it goes, after paying.
	CorrectedAt *time.Time `json:"corrected_at,omitempty"`
	// Seeded marks orders nobody made.
	Seeded bool `json:"seeded,omitempty"`
}

// LotPrice is what a Standoff lot is listed for.
func (d Detail) LotPrice() Gold {
	var surplus Gold
	if d.Surplus != nil {
		surplus = *d.Surplus
	}
	return LotPrice(d.Gold, d.MarketFeeBP, surplus)
}

// WalletAmount is what reaches the Steam wallet.
func (o *Order) WalletAmount() money.RUB { return WalletAmount(o.Total, o.Detail.CommissionBP) }

// Event is one thing that happened to an order.
type Event struct {
	ID     int64
	LineID *int64
	At     time.Time
	Event  string
	Status *Status
	Facts  map[string]any
	Text   string // Russian, for the buyer
}

// Change says why an order moves and what comes next. Next and Due are needed
// unless the new status is final; Reason is kept for a failed order.
type Change struct {
	Event  string
	Facts  map[string]any
	Next   Action
	Due    time.Time
	Reason string
}
