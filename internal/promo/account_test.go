package promo_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/promo"
)

func TestActivateSwitchesOneCodeOn(t *testing.T) {
	t.Parallel()
	b, ctx := newRedemptionFixture(t), t.Context()
	b.code("ONE", 0, 1)
	b.code("TWO", 0, 1)
	for _, text := range []string{"one", " Two "} {
		if _, err := b.Activate(ctx, 1, text, now); err != nil {
			t.Fatal(err)
		}
	}
	if c, err := b.Active(ctx, b.pool, 1); err != nil || c == nil || c.Code != "TWO" {
		t.Fatalf("%+v, %v", c, err)
	}
	if _, err := b.Activate(ctx, 1, "THREE", now); !errors.Is(err, promo.ErrNotFound) {
		t.Errorf("unknown code: got %v, want ErrNotFound", err)
	}
	for range 2 {
		if err := b.Deactivate(ctx, 1); err != nil {
			t.Fatal(err)
		}
	}
	if c, err := b.Active(ctx, b.pool, 1); err != nil || c != nil {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestCheckCountsOtherOrdersOfTheBuyer(t *testing.T) {
	t.Parallel()
	b, ctx := newRedemptionFixture(t), t.Context()
	code, orders := b.code("TWICE", 3, 2), b.orders(3)
	who := promo.Buyer{Email: "A@example.test"}
	check := func(order int64, who promo.Buyer) error {
		c, err := b.Get(ctx, b.pool, code)
		if err != nil {
			t.Fatal(err)
		}
		_, err = b.Check(ctx, b.pool, c, promo.CheckInput{Buyer: who, OrderID: order, Now: now})
		return err
	}
	for _, o := range orders[:2] {
		if err := b.reserve(code, o, who); err != nil {
			t.Fatal(err)
		}
	}
	if err := check(orders[2], promo.Buyer{Email: " a@EXAMPLE.test "}); !errors.Is(err, promo.ErrAlreadyUsed) {
		t.Errorf("third order: got %v, want ErrAlreadyUsed", err)
	}
	if err := check(orders[0], who); err != nil {
		t.Errorf("own redemption: got %v, want nil", err)
	}
	if err := b.reserve(code, orders[2], guest(1)); err != nil {
		t.Fatal(err)
	}
	if err := check(0, guest(2)); !errors.Is(err, promo.ErrLimit) {
		t.Errorf("exhausted code: got %v, want ErrLimit", err)
	}
	if err := check(orders[2], guest(1)); err != nil {
		t.Errorf("holder of the last redemption: got %v, want nil", err)
	}
}

// firstOrderCode inserts the code HELLO for first orders, and delivered orders of
// user 1 with the email address Old@example.test.
func (b *redemptionFixture) firstOrderCode() {
	b.t.Helper()
	factory.PromoCode(b.t, b.pool, factory.With{"code": "HELLO", "valid_from": now, "first_order_only": true})
	b.delivered(1, 2, now)
	pgtest.Exec(b.t, b.pool, `update orders set email = 'Old@example.test' where user_id = 1`)
}

func TestFirstOrderOnly(t *testing.T) {
	t.Parallel()
	b, ctx := newRedemptionFixture(t), t.Context()
	b.firstOrderCode()
	pgtest.Exec(t, b.pool, `update users set email = 'old@example.test' where id = 3`)
	for _, tc := range []struct {
		who  promo.Buyer
		want error
	}{
		{promo.Buyer{UserID: new(int64(1))}, promo.ErrFirstOrderOnly},
		{promo.Buyer{UserID: new(int64(2))}, nil},
		// An entered address does not count; the account's own is proven.
		{promo.Buyer{UserID: new(int64(2)), Email: "old@example.test"}, nil},
		{promo.Buyer{UserID: new(int64(3))}, promo.ErrFirstOrderOnly},
		{promo.Buyer{Email: "old@example.test"}, nil},
		{promo.Buyer{Email: "new@example.test"}, nil},
		{promo.Buyer{}, nil},
	} {
		if _, err := b.Preview(ctx, "hello", tc.who, now); !errors.Is(err, tc.want) {
			t.Errorf("%+v: got %v, want %v", tc.who, err, tc.want)
		}
	}
}

func TestProvenAddressOfAGuestCounts(t *testing.T) {
	t.Parallel()
	b, ctx := newRedemptionFixture(t), t.Context()
	b.firstOrderCode()
	order := int64(b.number(`select min(id) from orders`))
	c, err := b.Find(ctx, "hello")
	if err != nil {
		t.Fatal(err)
	}
	who := promo.Buyer{Email: "old@example.test"}
	check := func() error {
		_, err := b.Check(ctx, b.pool, c, promo.CheckInput{Buyer: who, OrderID: order, Now: now})
		return err
	}
	if err := check(); err != nil {
		t.Errorf("before the proof: got %v, want nil", err)
	}
	if send, err := b.RequestProof(ctx, order, who, now); err != nil || !send {
		t.Errorf("first e-mail: got %t, %v, want true", send, err)
	}
	if send, err := b.RequestProof(ctx, order, who, now.Add(time.Second)); err != nil || send {
		t.Errorf("second e-mail a second later: got %t, %v, want false", send, err)
	}
	if err := check(); err != nil {
		t.Errorf("requested and not proven: got %v, want nil", err)
	}
	if err := b.Prove(ctx, order, who, now); err != nil {
		t.Fatal(err)
	}
	if err := check(); !errors.Is(err, promo.ErrFirstOrderOnly) {
		t.Errorf("after the proof: got %v, want %v", err, promo.ErrFirstOrderOnly)
	}
}

// delivered inserts n finished orders of a user.
func (b *redemptionFixture) delivered(user int64, n int, at time.Time) {
	b.t.Helper()
	for range n {
		factory.Order(b.t, b.pool, factory.With{"kind": "pubg", "status": "done", "user_id": user, "game_id": b.game, "created": at, "done_at": at})
	}
}

func TestWelcomeReturnsTheNewestValidCode(t *testing.T) {
	t.Parallel()
	b, ctx := newRedemptionFixture(t), t.Context()
	if c, err := b.Welcome(ctx, now); err != nil || c != nil {
		t.Fatalf("%+v, %v", c, err)
	}
	for _, name := range []string{"OLD", "GONE", "SOON"} {
		b.code(name, 0, 1)
	}
	pgtest.Exec(t, b.pool, `update promo_codes set kind = 'welcome'`)
	pgtest.Exec(t, b.pool, `update promo_codes set valid_until = $1::timestamptz + interval '1 s' where code = 'GONE'`, now)
	pgtest.Exec(t, b.pool, `update promo_codes set valid_from = $1::timestamptz + interval '1 day' where code = 'SOON'`, now)
	if c, err := b.Welcome(ctx, now.Add(time.Minute)); err != nil || c == nil || c.Code != "OLD" {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestClaimLoyaltyCodeGivesOneCodePerPeriod(t *testing.T) {
	t.Parallel()
	b, ctx := newRedemptionFixture(t), t.Context()
	if _, err := b.LoyaltyRule(ctx, now); !errors.Is(err, promo.ErrNoOffer) {
		t.Fatalf("without an offer: got %v, want ErrNoOffer", err)
	}
	b.code("SVOI", 0, 1)
	pgtest.Exec(t, b.pool, `update promo_codes set kind = 'recent'`)
	rule, err := b.LoyaltyRule(ctx, now)
	if err != nil || rule != (promo.LoyaltyRule{MinOrders: 3, Days: 30, Percent: 10, ValidDays: 30}) {
		t.Fatalf("%+v, %v", rule, err)
	}
	b.delivered(1, 2, now.Add(-time.Hour))
	b.delivered(1, 5, now.AddDate(0, 0, -31))
	if _, err := b.ClaimLoyaltyCode(ctx, 1, rule, now); !errors.Is(err, promo.ErrTooFewOrders) {
		t.Fatalf("two recent orders: got %v, want ErrTooFewOrders", err)
	}
	b.delivered(1, 1, now.Add(-time.Hour))
	codes := make([]string, 8)
	var wg sync.WaitGroup
	for i := range codes {
		wg.Go(func() {
			c, err := b.ClaimLoyaltyCode(ctx, 1, rule, now)
			if err != nil {
				t.Error(err)
			}
			codes[i] = c.Code
		})
	}
	wg.Wait()
	for _, c := range codes {
		if c != codes[0] || len(c) != len("MOY-")+12 {
			t.Fatalf("got several codes for one buyer: %v", codes)
		}
	}
	if _, err := b.Activate(ctx, 2, codes[0], now); !errors.Is(err, promo.ErrNotYours) {
		t.Errorf("another buyer: got %v, want ErrNotYours", err)
	}
	c, err := b.Activate(ctx, 1, codes[0], now)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.reserve(c.ID, b.orders(1)[0], promo.Buyer{UserID: new(int64(1))}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.ClaimLoyaltyCode(ctx, 1, rule, now.Add(time.Hour)); !errors.Is(err, promo.ErrClaimed) {
		t.Errorf("used code: got %v, want ErrClaimed", err)
	}
	b.delivered(1, 3, now.AddDate(0, 0, 20))
	if next, err := b.ClaimLoyaltyCode(ctx, 1, rule, now.AddDate(0, 0, 31)); err != nil || next.Code == c.Code {
		t.Errorf("a month later: got %+v, %v, want a new code", next, err)
	}
}
