package promo

import (
	"crypto/sha256"
	"strconv"
	"strings"
	"time"

	"larek/internal/ident"
	"larek/internal/problem"
)

// Why a code gives nothing.
var (
	ErrNotFound       = problem.New(problem.Invalid, "promo.not_found", "Такого промокода нет. Проверьте, всё ли набрано верно.")
	ErrNotYet         = problem.New(problem.Conflict, "promo.not_yet", "Этот промокод ещё не начал действовать.")
	ErrExpired        = problem.New(problem.Conflict, "promo.expired", "Срок действия промокода закончился.")
	ErrNotYours       = problem.New(problem.Conflict, "promo.not_yours", "Этот промокод выдан другому покупателю.")
	ErrOtherGame      = problem.New(problem.Conflict, "promo.other_game", "Промокод не действует на этот товар.")
	ErrFirstOrderOnly = problem.New(problem.Conflict, "promo.first_order_only", "Промокод действует только на первый заказ.")
	ErrAlreadyUsed    = problem.New(problem.Conflict, "promo.already_used", "Вы уже использовали этот промокод.")
	// ErrProofRequired is answered to every guest alike, whatever their address
	// has bought: only who reads its letters learns that.
	ErrProofRequired = problem.New(problem.Conflict, "promo.proof_required", "Скидка на первый заказ — для подтверждённой почты. Мы отправили на неё код: введите его и оплатите.")
	ErrLimit         = problem.New(problem.Conflict, "promo.limit", "Этот промокод уже разобрали.")
)

// What a code is for, and for which goods.
const (
	KindPublic   = "public"
	KindWelcome  = "welcome"
	KindRecent   = "recent" // the rule for personal codes; nobody types it in
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
}

// Buyer is who a use is counted against: the account, or the guest's browser.
// An address anybody may type; only a proven one counts, because refusing by it
// tells what it has bought.
type Buyer struct {
	UserID *int64
	Guest  *ident.Hash
	Email  string
}

// BuyerOf is the buyer of an order.
func BuyerOf(userID *int64, guest *ident.Hash, email *string) Buyer {
	b := Buyer{UserID: userID, Guest: guest}
	if email != nil {
		b.Email = *email
	}
	return b
}

// digest names a buyer without saying who it is.
func (b Buyer) digest() []byte {
	switch {
	case b.UserID != nil:
		return digestOf("user:" + strconv.FormatInt(*b.UserID, 10))
	case b.Guest != nil:
		return digestOf("guest:" + b.Guest.String())
	}
	return digestOf("email:" + b.address())
}

// addressDigest names a guest by their e-mail; nil for an account and for a
// guest without one.
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

// address is the e-mail in the spelling it is compared in.
func (b Buyer) address() string { return strings.ToLower(strings.TrimSpace(b.Email)) }

// Facts is all that a decision about a code depends on.
type Facts struct {
	Now time.Time
	// What is bought; both nil when a code is looked at without an order.
	GameID, GiftID *int64
	Buyer          Buyer
	// BoughtBefore: something was already delivered to this buyer.
	BoughtBefore bool
	// Uses is how many other orders of this buyer hold the code.
	Uses int
	// UsedUp: other orders hold every use the code has.
	UsedUp bool
}

// Evaluate gives the percent off, or says why there is none. The order of the
// questions is from what never changes to what another order may change.
func Evaluate(c Code, f Facts) (percent int, refusal error) {
	switch {
	case c.Kind == KindRecent:
		return 0, ErrNotFound
	case c.UserID != nil && (f.Buyer.UserID == nil || *f.Buyer.UserID != *c.UserID):
		return 0, ErrNotYours
	case !c.IsActive, c.ValidUntil != nil && !f.Now.Before(*c.ValidUntil):
		return 0, ErrExpired
	case f.Now.Before(c.ValidFrom):
		return 0, ErrNotYet
	case !c.fits(f.GameID, f.GiftID):
		return 0, ErrOtherGame
	case c.FirstOrderOnly && f.BoughtBefore:
		return 0, ErrFirstOrderOnly
	case f.Uses >= int(c.PerBuyerLimit):
		return 0, ErrAlreadyUsed
	case f.UsedUp:
		return 0, ErrLimit
	}
	return int(c.Percent), nil
}

func (c Code) fits(gameID, giftID *int64) bool {
	switch {
	case gameID == nil && giftID == nil:
		return true
	case gameID != nil:
		return c.Goods == GoodsAll || c.Goods == GoodsGames && (c.GameID == nil || *c.GameID == *gameID)
	default:
		return c.Goods == GoodsAll || c.Goods == GoodsGifts && (c.GiftID == nil || *c.GiftID == *giftID)
	}
}

// Normal is the spelling codes are kept in: people type them any way.
func Normal(text string) string { return strings.ToUpper(strings.TrimSpace(text)) }
