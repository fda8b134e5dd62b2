package checkout_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/checkout"
	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/promo"
	"larek/internal/publicid"
	"larek/internal/seal"
)

var noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// promoFixture has an unpaid order with two lines and a code of 7 percent.
type promoFixture struct {
	*checkout.PromoCodes
	orders    *order.Service
	promos    *promo.Service
	t         *testing.T
	pool      *pgxpool.Pool
	user      int64
	order     int64
	owner     order.Owner
	published int
}

func newPromoFixture(t *testing.T) *promoFixture {
	t.Helper()
	b := &promoFixture{t: t, pool: pgtest.New(t)}
	now := clock.Fixed(noon)
	b.orders, b.promos = order.NewService(b.pool, now), promo.NewService(b.pool)
	b.PromoCodes = checkout.NewPromoCodes(checkout.Config{
		Pool: b.pool, Orders: b.orders, Promos: b.promos, Clock: now,
		Attempts:      payment.New(payment.Config{Write: b.pool, Clock: now}).Attempts,
		Stock:         delivery.NewStock(b.pool, seal.NewKeyring("t", seal.NewKey()), seal.NewKey()),
		PublishChange: func(context.Context, int64) { b.published++ },
	})
	guest := publicid.New()
	game, other := factory.Game(t, b.pool, nil), factory.Game(t, b.pool, nil)
	b.user = factory.User(t, b.pool, nil)
	b.order = factory.Order(t, b.pool, factory.With{
		"guest": guest, "email": "a@example.test", "game_id": game, "total": 311.07, "created": noon, "due_at": noon.Add(24 * time.Hour),
	})
	factory.Line(t, b.pool, b.order, factory.With{"quantity": 3, "unit_price": 33.69})
	factory.Line(t, b.pool, b.order, factory.With{"quantity": 2, "unit_price": 105})
	factory.PromoCode(t, b.pool, factory.With{"code": "SEVEN", "percent": 7, "valid_from": noon})
	factory.PromoCode(t, b.pool, factory.With{"code": "OTHER", "percent": 50, "goods": "games", "game_id": other, "valid_from": noon})
	b.owner = order.Owner{Guest: &guest}
	return b
}

func (b *promoFixture) saved() *order.Order {
	b.t.Helper()
	o, err := b.orders.ByID(b.t.Context(), b.order)
	if err != nil {
		b.t.Fatal(err)
	}
	return o
}

// inOrder runs fn under the order's lock.
func (b *promoFixture) inOrder(fn func(context.Context, pgx.Tx, *order.Order) error) {
	b.t.Helper()
	pgtest.InTx(b.t, b.pool, func(ctx context.Context, tx pgx.Tx) error {
		o, err := order.Lock(ctx, tx, b.order)
		if err != nil {
			return err
		}
		return fn(ctx, tx, o)
	})
}

func TestCodeOnAnOrder(t *testing.T) {
	t.Parallel()
	b, ctx := newPromoFixture(t), t.Context()
	if c, err := b.PreviewPromo(ctx, b.owner, b.order, "seven"); err != nil || c.Percent != 7 || b.saved().Discount != 0 {
		t.Fatalf("preview: %+v, %v, discount %s", c, err, b.saved().Discount)
	}
	o, err := b.ApplyPromo(ctx, b.owner, b.order, " Seven ")
	if err != nil {
		t.Fatal(err)
	}
	// 101.07 and 210.00: each line is rounded once, then they are added.
	for _, got := range []*order.Order{o, b.saved()} {
		if got.Lines[0].Discount != 7_07 || got.Lines[1].Discount != 14_70 || got.Discount != 21_77 || got.AmountDue() != 289_30 {
			t.Errorf("got discounts %s and %s, amount due %s, want 7.07, 14.70 and 289.30", got.Lines[0].Discount, got.Lines[1].Discount, got.AmountDue())
		}
	}
	if c, err := b.ActivePromo(ctx, b.owner, b.order); err != nil || c == nil || c.Code != "SEVEN" {
		t.Errorf("%+v, %v", c, err)
	}
	if o, err = b.RemovePromo(ctx, b.owner, b.order); err != nil || o.AmountDue() != 311_07 || b.saved().PromoCodeID != nil {
		t.Errorf("removed: %+v, %v", o, err)
	}
	if c, err := b.ActivePromo(ctx, b.owner, b.order); err != nil || c != nil {
		t.Errorf("%+v, %v", c, err)
	}
	if b.published != 2 {
		t.Errorf("published %d changes, want 2", b.published)
	}
	if _, err = b.RemovePromo(ctx, b.owner, b.order); err != nil || b.published != 2 {
		t.Errorf("nothing to remove: %v, published %d changes, want 2", err, b.published)
	}
}

func TestCodeIsRefused(t *testing.T) {
	t.Parallel()
	b, ctx := newPromoFixture(t), t.Context()
	stranger := order.Owner{Hash: new(publicid.New())}
	for name, tc := range map[string]struct {
		who  order.Owner
		code string
		want error
	}{
		"unknown":         {b.owner, "NOPE", promo.ErrNotFound},
		"of another game": {b.owner, "OTHER", promo.ErrOtherGame},
		"another's order": {stranger, "SEVEN", order.ErrNotFound},
		"no identity":     {order.Owner{}, "SEVEN", order.ErrNotFound},
	} {
		if _, err := b.ApplyPromo(ctx, tc.who, b.order, tc.code); !errors.Is(err, tc.want) {
			t.Errorf("%s: got %v, want %v", name, err, tc.want)
		}
		if _, err := b.PreviewPromo(ctx, tc.who, b.order, tc.code); !errors.Is(err, tc.want) {
			t.Errorf("%s, preview: got %v, want %v", name, err, tc.want)
		}
	}
	if _, err := b.RemovePromo(ctx, stranger, b.order); !errors.Is(err, order.ErrNotFound) {
		t.Errorf("remove from another's order: got %v, want ErrNotFound", err)
	}
	for _, sql := range []string{`update orders set due_at = created`, `update orders set status = 'paid', next_action = 'deliver'`} {
		pgtest.Exec(t, b.pool, sql)
		if _, err := b.ApplyPromo(ctx, b.owner, b.order, "SEVEN"); err == nil {
			t.Errorf("ApplyPromo after %s: got no error", sql)
		}
	}
	if o := b.saved(); o.Discount != 0 || b.published != 0 {
		t.Errorf("a refused code changed the order: discount %s, published %d changes", o.Discount, b.published)
	}
}

func TestRepriceChecksTheCodeAgain(t *testing.T) {
	t.Parallel()
	b, ctx := newPromoFixture(t), t.Context()
	if _, err := b.ApplyPromo(ctx, b.owner, b.order, "SEVEN"); err != nil {
		t.Fatal(err)
	}
	b.inOrder(b.Reprice)
	if o := b.saved(); o.Discount != 21_77 {
		t.Errorf("nothing has changed: got discount %s, want 21.77", o.Discount)
	}
	pgtest.Exec(t, b.pool, `update promo_codes set percent = 100`)
	b.inOrder(b.Reprice)
	if o := b.saved(); o.AmountDue() != 0 || o.Discount != o.Total {
		t.Errorf("100 percent: got amount due %s, want 0", o.AmountDue())
	}
	pgtest.Exec(t, b.pool, `update promo_codes set is_active = false`)
	b.inOrder(b.Reprice)
	if o := b.saved(); o.AmountDue() != 311_07 || o.PromoCodeID != nil {
		t.Errorf("inactive code: got amount due %s, code %v", o.AmountDue(), o.PromoCodeID)
	}
}

func TestAccountCodeIsUsedWhereItFits(t *testing.T) {
	t.Parallel()
	b, ctx := newPromoFixture(t), t.Context()
	pgtest.Exec(t, b.pool, `update orders set user_id = $1`, b.user)
	for _, tc := range []struct {
		code string
		want money.RUB
	}{{"OTHER", 0}, {"SEVEN", 21_77}} {
		if _, err := b.promos.Activate(ctx, b.user, tc.code, noon); err != nil {
			t.Fatal(err)
		}
		b.inOrder(b.ApplyAccountPromo)
		if o := b.saved(); o.Discount != tc.want {
			t.Errorf("%s: got discount %s, want %s", tc.code, o.Discount, tc.want)
		}
	}
}
