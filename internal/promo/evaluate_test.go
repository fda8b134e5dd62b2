package promo_test

import (
	"errors"
	"testing"
	"time"

	"larek/internal/promo"
)

var now = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// good returns a code that every buyer may use for all goods.
func good() promo.Code {
	return promo.Code{
		ID: 1, Code: "NOCH5", Kind: promo.KindPublic, Percent: 5, Goods: promo.GoodsAll,
		ValidFrom: now.Add(-time.Hour), ValidUntil: new(now.Add(time.Hour)), PerBuyerLimit: 2, IsActive: true,
	}
}

func TestEvaluate(t *testing.T) {
	t.Parallel()
	base := promo.Eligibility{Now: now, GameID: new(int64(3)), Buyer: promo.Buyer{Email: "a@example.test"}}
	for name, tc := range map[string]struct {
		code   func(*promo.Code)
		change func(*promo.Eligibility)
		want   error
	}{
		"good":                     {},
		"no end":                   {code: func(c *promo.Code) { c.ValidUntil = nil }},
		"first moment":             {code: func(c *promo.Code) { c.ValidFrom = now }},
		"expired":                  {code: func(c *promo.Code) { c.ValidUntil = new(now) }, want: promo.ErrExpired},
		"switched off":             {code: func(c *promo.Code) { c.IsActive = false }, want: promo.ErrExpired},
		"tomorrow":                 {code: func(c *promo.Code) { c.ValidFrom = now.Add(1) }, want: promo.ErrNotYet},
		"this game":                {code: func(c *promo.Code) { c.Goods, c.GameID = promo.GoodsGames, new(int64(3)) }},
		"any game":                 {code: func(c *promo.Code) { c.Goods = promo.GoodsGames }},
		"other game":               {code: func(c *promo.Code) { c.Goods, c.GameID = promo.GoodsGames, new(int64(4)) }, want: promo.ErrOtherGame},
		"gifts only":               {code: func(c *promo.Code) { c.Goods = promo.GoodsGifts }, want: promo.ErrOtherGame},
		"games, for a gift":        {code: func(c *promo.Code) { c.Goods = promo.GoodsGames }, change: func(f *promo.Eligibility) { f.GameID, f.GiftID = nil, new(int64(3)) }, want: promo.ErrOtherGame},
		"other game, no order yet": {code: func(c *promo.Code) { c.Goods, c.GameID = promo.GoodsGames, new(int64(4)) }, change: func(f *promo.Eligibility) { f.GameID = nil }},
		"first order":              {code: func(c *promo.Code) { c.FirstOrderOnly = true }},
		"second order":             {code: func(c *promo.Code) { c.FirstOrderOnly = true }, change: func(f *promo.Eligibility) { f.BoughtBefore = true }, want: promo.ErrFirstOrderOnly},
		"bought before, any order": {change: func(f *promo.Eligibility) { f.BoughtBefore = true }},
		"second use of two":        {change: func(f *promo.Eligibility) { f.BuyerRedemptions = 1 }},
		"third use of two":         {change: func(f *promo.Eligibility) { f.BuyerRedemptions = 2 }, want: promo.ErrAlreadyUsed},
		"none left":                {change: func(f *promo.Eligibility) { f.Exhausted = true }, want: promo.ErrLimit},
		"mine":                     {code: func(c *promo.Code) { c.UserID = new(int64(7)) }, change: func(f *promo.Eligibility) { f.Buyer.UserID = new(int64(7)) }},
		"another's":                {code: func(c *promo.Code) { c.UserID = new(int64(7)) }, change: func(f *promo.Eligibility) { f.Buyer.UserID = new(int64(8)) }, want: promo.ErrNotYours},
		"personal, for a guest":    {code: func(c *promo.Code) { c.UserID = new(int64(7)) }, want: promo.ErrNotYours},
		"the rule itself":          {code: func(c *promo.Code) { c.Kind = promo.KindRecent }, want: promo.ErrNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, f := good(), base
			if tc.code != nil {
				tc.code(&c)
			}
			if tc.change != nil {
				tc.change(&f)
			}
			percent, err := promo.Evaluate(c, f)
			if !errors.Is(err, tc.want) || (tc.want == nil) != (percent == 5) {
				t.Errorf("got %d %%, %v, want error %v", percent, err, tc.want)
			}
		})
	}
}

func TestNormalizeCode(t *testing.T) {
	t.Parallel()
	if got := promo.NormalizeCode("  noch5\n"); got != "NOCH5" {
		t.Errorf("got %q, want NOCH5", got)
	}
}

// A code gives its percentage or an error, never both.
func FuzzEvaluate(f *testing.F) {
	f.Add(uint8(10), int64(3), int64(0), true, false, 0, false)
	f.Add(uint8(100), int64(0), int64(9), false, true, 5, true)
	f.Fuzz(func(t *testing.T, percent uint8, game, gift int64, active, before bool, redemptions int, exhausted bool) {
		c := good()
		c.Percent, c.IsActive, c.FirstOrderOnly = int16(percent), active, before
		got, err := promo.Evaluate(c, promo.Eligibility{Now: now, GameID: &game, GiftID: &gift, BoughtBefore: before, BuyerRedemptions: redemptions, Exhausted: exhausted})
		if err == nil && got != int(percent) || err != nil && got != 0 {
			t.Errorf("got %d %%, %v", got, err)
		}
	})
}
