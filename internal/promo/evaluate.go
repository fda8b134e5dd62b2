package promo

import (
	"crypto/sha256"
	"strconv"
	"strings"
	"time"

	"larek/internal/problem"
	"larek/internal/publicid"
)

// Reasons why a code gives no discount.
var (
	ErrNotFound       = problem.New(problem.Invalid, "promo.not_found", "Такого промокода нет. Проверьте, всё ли набрано верно.")
	ErrNotYet         = problem.New(problem.Conflict, "promo.not_yet", "Этот промокод ещё не начал действовать.")
	ErrExpired        = problem.New(problem.Conflict, "promo.expired", "Срок действия промокода закончился.")
	ErrNotYours       = problem.New(problem.Conflict, "promo.not_yours", "Этот промокод выдан другому покупателю.")
	ErrOtherGame      = problem.New(problem.Conflict, "promo.other_game", "Промокод не действует на этот товар.")
	ErrFirstOrderOnly = problem.New(problem.Conflict, "promo.first_order_only", "Промокод действует только на первый заказ.")
	ErrAlreadyUsed    = problem.New(problem.Conflict, "promo.already_used", "Вы уже использовали этот промокод.")
	// ErrProofRequired is the same for every guest, whatever was bought with
	// the address: only the reader of its emails learns that.
	ErrProofRequired = problem.New(problem.Conflict, "promo.proof_required", "Скидка на первый заказ — для подтверждённой почты. Мы отправили на неё код: введите его и оплатите.")
	ErrLimit         = problem.New(problem.Conflict, "promo.limit", "Этот промокод уже разобрали.")
)

// Kinds of codes, and the goods a code applies to. Persisted: do not change the
// values.
const (
	KindPublic   = "public"
	KindWelcome  = "welcome"
	KindRecent   = "recent" // the rule for loyalty codes; it cannot be entered
	KindPersonal = "personal"

	GoodsAll   = "all"
	GoodsGames = "games"
	GoodsGifts = "gifts"
)

// Code is a promo code. A nil GameID or GiftID means any game or any gift.
type Code struct {
	ID             int64
	Code           string
	Kind           string
	Percent        int16
	Goods          string
	GameID         *int64
	GiftID         *int64
	UserID         *int64
	ValidFrom      time.Time
	ValidUntil     *time.Time
	TotalLimit     *int32
	PerBuyerLimit  int32
	FirstOrderOnly bool
	IsActive       bool
	Created        time.Time
	BatchID        *int64
	Version        int32
}

// Buyer identifies who a redemption is counted against: the account, or the
// guest's browser. An email address is counted only if it is proven, because
// anyone can enter an address, and a refusal would reveal what was bought with
// it.
type Buyer struct {
	UserID *int64
	Guest  *publicid.ID
	Email  string
}

// BuyerOf returns the buyer of an order.
func BuyerOf(userID *int64, guest *publicid.ID, email *string) Buyer {
	b := Buyer{UserID: userID, Guest: guest}
	if email != nil {
		b.Email = *email
	}
	return b
}

// digest returns a pseudonym of the buyer.
func (b Buyer) digest() []byte {
	switch {
	case b.UserID != nil:
		return digestOf("user:" + strconv.FormatInt(*b.UserID, 10))
	case b.Guest != nil:
		return digestOf("guest:" + b.Guest.String())
	}
	return digestOf("email:" + b.address())
}

// addressDigest returns a pseudonym of a guest's email address; nil for an
// account and for a guest without an address.
func (b Buyer) addressDigest() []byte {
	if b.UserID != nil || b.address() == "" {
		return nil
	}
	return digestOf("email:" + b.address())
}

func digestOf(who string) []byte {
	sum := sha256.Sum256([]byte("larek/promo-buyer\x00" + who))
	return sum[:]
}

// address returns the email address normalized for comparison.
func (b Buyer) address() string { return strings.ToLower(strings.TrimSpace(b.Email)) }

// Eligibility is the input of Evaluate besides the code.
type Eligibility struct {
	Now time.Time
	// The goods; both nil if there is no order yet.
	GameID, GiftID *int64
	Buyer          Buyer
	// BoughtBefore is true if an order of this buyer was delivered before.
	BoughtBefore bool
	// BuyerRedemptions counts the other orders of this buyer with the code.
	BuyerRedemptions int
	// Exhausted is true if other orders hold all redemptions of the code.
	Exhausted bool
}

// Evaluate returns the discount in percent, or the reason why there is none.
// Permanent reasons come before those that may change. It is a pure function.
func Evaluate(c Code, e Eligibility) (percent int, refusal error) {
	switch {
	case c.Kind == KindRecent:
		return 0, ErrNotFound
	case c.UserID != nil && (e.Buyer.UserID == nil || *e.Buyer.UserID != *c.UserID):
		return 0, ErrNotYours
	case !c.IsActive, c.ValidUntil != nil && !e.Now.Before(*c.ValidUntil):
		return 0, ErrExpired
	case e.Now.Before(c.ValidFrom):
		return 0, ErrNotYet
	case !c.appliesTo(e.GameID, e.GiftID):
		return 0, ErrOtherGame
	case c.FirstOrderOnly && e.BoughtBefore:
		return 0, ErrFirstOrderOnly
	case e.BuyerRedemptions >= int(c.PerBuyerLimit):
		return 0, ErrAlreadyUsed
	case e.Exhausted:
		return 0, ErrLimit
	}
	return int(c.Percent), nil
}

func (c Code) appliesTo(gameID, giftID *int64) bool {
	switch {
	case gameID == nil && giftID == nil:
		return true
	case gameID != nil:
		return c.Goods == GoodsAll || c.Goods == GoodsGames && (c.GameID == nil || *c.GameID == *gameID)
	default:
		return c.Goods == GoodsAll || c.Goods == GoodsGifts && (c.GiftID == nil || *c.GiftID == *giftID)
	}
}

// NormalizeCode returns the stored spelling of an entered code.
func NormalizeCode(text string) string { return strings.ToUpper(strings.TrimSpace(text)) }
