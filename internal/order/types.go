package order

import (
	"time"

	"larek/internal/money"
	"larek/internal/picture"
	"larek/internal/publicid"
)

// Owner holds everything a caller can prove about their identity. Viewer says
// what it means for one order.
type Owner struct {
	UserID *int64
	Guest  *publicid.ID // from the signed cookie
	Hash   *publicid.ID // of the order; allows reading and paying only
}

// Line is one position of an order at the price it was ordered for.
type Line struct {
	ID        int64
	ProductID *int64 // nil for gifts
	Title     string
	Quantity  int32
	UnitPrice money.RUB
	Discount  money.RUB // the line's share of the promo code
	Status    LineStatus
}

// Sum returns the price of the line without the discount.
func (l Line) Sum() money.RUB { return LineSum(l.UnitPrice, l.Quantity) }

// Net returns the price of the line after the discount.
func (l Line) Net() money.RUB { return l.Sum() - l.Discount }

// Order is an order with its lines in the order they were requested.
type Order struct {
	ID           int64
	Hash         publicid.ID
	Kind         Kind
	Status       Status
	UserID       *int64
	Guest        *publicid.ID
	Email        *string
	GameID       *int64
	GiftID       *int64
	Total        money.RUB
	Discount     money.RUB
	PromoCodeID  *int64
	RejectReason *string
	Detail       DeliveryDetails
	NextAction   *Action
	DueAt        *time.Time
	Created      time.Time
	DoneAt       *time.Time
	// RefundTo is where the buyer wants refunds of undelivered goods: "method"
	// or "balance".
	RefundTo string
	Lines    []Line
}

// AmountDue returns the price of the goods after the discount, without the fee
// of a payment method.
func (o *Order) AmountDue() money.RUB { return max(0, o.Total-o.Discount) }

// AcceptsPayment reports whether a payment may be started at now: the order is
// unpaid and its payment window has not ended.
func (o *Order) AcceptsPayment(now time.Time) bool {
	return o.Status.Unpaid() && o.DueAt != nil && now.Before(*o.DueAt)
}

// DeliveryDetails are the fields that only some kinds of orders have. They
// contain personal data: never log them.
type DeliveryDetails struct {
	SteamAccountID string        `json:"steam_account_id,omitempty"`
	CommissionBP   money.Percent `json:"commission_bp,omitempty"` // at the time of the order

	GameAccountID string        `json:"game_account_id,omitempty"`
	GameAvatar    picture.Key   `json:"game_avatar,omitempty"`
	Gold          int64         `json:"gold,omitempty"`
	MarketFeeBP   money.Percent `json:"market_fee_bp,omitempty"` // at the time of the order
	Surplus       *Gold         `json:"surplus,omitempty"`       // nil if surpluses are disabled

	MoogoldUserID         string  `json:"moogold_user_id,omitempty"`
	MoogoldServer         *int64  `json:"moogold_server,omitempty"`
	MoogoldServerCustomID *string `json:"moogold_server_custom_id,omitempty"`
	MoogoldServerName     *string `json:"moogold_server_name,omitempty"`

	// AccountName is the player's name as the supplier reported it.
	AccountName *string `json:"account_name,omitempty"`
	// CorrectedAt is when the buyer last corrected the details after paying.
	CorrectedAt *time.Time `json:"corrected_at,omitempty"`
	// Seeded marks demo orders.
	Seeded bool `json:"seeded,omitempty"`
}

// LotPrice returns the price of the Standoff lot.
func (d DeliveryDetails) LotPrice() Gold {
	var surplus Gold
	if d.Surplus != nil {
		surplus = *d.Surplus
	}
	return LotPrice(d.Gold, d.MarketFeeBP, surplus)
}

// WalletAmount returns the amount that reaches the Steam wallet.
func (o *Order) WalletAmount() money.RUB { return WalletAmount(o.Total, o.Detail.CommissionBP) }

// Event is one entry of an order's timeline.
type Event struct {
	ID     int64
	LineID *int64
	At     time.Time
	Event  string
	Status *Status
	Params map[string]any
	Text   string // Russian, for the buyer
}

// StatusChange describes a status transition: its event and what happens next.
// Next and Due are required unless the new status is final. Reason is stored
// for failed orders.
type StatusChange struct {
	Event  string
	Params map[string]any
	Next   Action
	Due    time.Time
	Reason string
}
