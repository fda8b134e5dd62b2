package checkout_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/checkout"
	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/ident"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/picture"
	"larek/internal/promo"
	"larek/internal/seal"
)

var noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// promoBench has an unpaid order of two lines and a code of 7 percent.
type promoBench struct {
	*checkout.Service
	t         *testing.T
	pool      *pgxpool.Pool
	order     int64
	owner     order.Owner
	announced int
}

func newPromoBench(t *testing.T) *promoBench {
	t.Helper()
	b := &promoBench{t: t, pool: pgtest.New(t)}
	now := clock.Fixed(noon)
	b.Service = &checkout.Service{
		Pool: b.pool, Orders: order.NewService(b.pool, now), Promos: promo.NewService(b.pool), Clock: now,
		Payments: payment.NewService(b.pool, b.pool, nil, now, slog.New(slog.DiscardHandler)),
		Stock:    delivery.NewStock(b.pool, seal.NewRing("t", seal.NewKey()), seal.NewKey()),
		Announce: func(context.Context, int64) { b.announced++ },
	}
	pic, hash := picture.KeyOf([]byte("<svg/>")), ident.NewHash()
	b.exec(`insert into games (id, kind, title, detail_title, detail_description, logo, product_preview_name, product_preview_icon, position, created)
		values (1, 'supply', 'А', '', '', $1, '', $1, 1, $2), (2, 'supply', 'Б', '', '', $1, '', $1, 2, $2)`, pic, noon)
	b.exec(`insert into users (id, nickname, created) values (1, 'u', $1)`, noon)
	b.exec(`insert into orders (id, hash, guest, kind, status, email, game_id, total, created, next_action, due_at)
		values (1, $1, $1, 'supply_channel', 'created', 'a@example.test', 1, 311.07, $2, 'pay', $3)`, hash, noon, noon.Add(24*time.Hour))
	b.exec(`insert into order_lines (order_id, title, quantity, unit_price, status) values (1, 'x', 3, 33.69, 'processing'), (1, 'y', 2, 105, 'processing')`)
	b.exec(`insert into promo_codes (id, code, kind, percent, goods, valid_from, created) values (1, 'SEVEN', 'public', 7, 'all', $1, $1)`, noon)
	b.exec(`insert into promo_codes (id, code, kind, percent, goods, game_id, valid_from, created) values (2, 'OTHER', 'public', 50, 'games', 2, $1, $1)`, noon)
	b.order, b.owner = 1, order.Owner{Guest: &hash}
	return b
}

func (b *promoBench) exec(sql string, args ...any) {
	b.t.Helper()
	if _, err := b.pool.Exec(b.t.Context(), sql, args...); err != nil {
		b.t.Fatalf("%s: %v", sql, err)
	}
}

func (b *promoBench) kept() *order.Order {
	b.t.Helper()
	o, err := b.Orders.ByID(b.t.Context(), b.order)
	if err != nil {
		b.t.Fatal(err)
	}
	return o
}

// inOrder runs a verb that works under the order's lock.
func (b *promoBench) inOrder(verb func(context.Context, pgx.Tx, *order.Order) error) {
	b.t.Helper()
	err := pg.InTx(b.t.Context(), b.pool, func(tx pgx.Tx) error {
		o, err := b.Orders.Lock(b.t.Context(), tx, b.order)
		if err != nil {
			return err
		}
		return verb(b.t.Context(), tx, o)
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

func TestCodeOnAnOrder(t *testing.T) {
	t.Parallel()
	b, ctx := newPromoBench(t), t.Context()
	if c, err := b.ShowOnOrder(ctx, b.owner, b.order, "seven"); err != nil || c.Percent != 7 || b.kept().Discount != 0 {
		t.Fatalf("showing: %+v, %v, discount %s", c, err, b.kept().Discount)
	}
	o, err := b.ActivateOnOrder(ctx, b.owner, b.order, " Seven ")
	if err != nil {
		t.Fatal(err)
	}
	// 101.07 and 210.00: each line is rounded once, then they are added.
	for _, got := range []*order.Order{o, b.kept()} {
		if got.Lines[0].Discount != 7_07 || got.Lines[1].Discount != 14_70 || got.Discount != 21_77 || got.ToPay() != 289_30 {
			t.Errorf("discounts %s and %s, to pay %s", got.Lines[0].Discount, got.Lines[1].Discount, got.ToPay())
		}
	}
	if c, err := b.OnOrder(ctx, b.owner, b.order); err != nil || c == nil || c.Code != "SEVEN" {
		t.Errorf("%+v, %v", c, err)
	}
	if o, err = b.DeactivateOnOrder(ctx, b.owner, b.order); err != nil || o.ToPay() != 311_07 || b.kept().PromoCodeID != nil {
		t.Errorf("taken off: %+v, %v", o, err)
	}
	if c, err := b.OnOrder(ctx, b.owner, b.order); err != nil || c != nil {
		t.Errorf("%+v, %v", c, err)
	}
	if b.announced != 2 {
		t.Errorf("announced %d times", b.announced)
	}
	if _, err = b.DeactivateOnOrder(ctx, b.owner, b.order); err != nil || b.announced != 2 {
		t.Errorf("nothing to take off: %v, announced %d times", err, b.announced)
	}
}

func TestCodeIsRefused(t *testing.T) {
	t.Parallel()
	b, ctx := newPromoBench(t), t.Context()
	stranger := order.Owner{Hash: new(ident.NewHash())}
	for name, tc := range map[string]struct {
		who  order.Owner
		code string
		want error
	}{
		"unknown":           {b.owner, "NOPE", promo.ErrNotFound},
		"of another game":   {b.owner, "OTHER", promo.ErrOtherGame},
		"another's order":   {stranger, "SEVEN", order.ErrNotFound},
		"nobody in special": {order.Owner{}, "SEVEN", order.ErrNotFound},
	} {
		if _, err := b.ActivateOnOrder(ctx, tc.who, b.order, tc.code); !errors.Is(err, tc.want) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := b.ShowOnOrder(ctx, tc.who, b.order, tc.code); !errors.Is(err, tc.want) {
			t.Errorf("%s, showing: %v", name, err)
		}
	}
	if _, err := b.DeactivateOnOrder(ctx, stranger, b.order); !errors.Is(err, order.ErrNotFound) {
		t.Errorf("another's order, taking off: %v", err)
	}
	for _, sql := range []string{`update orders set due_at = created`, `update orders set status = 'paid', next_action = 'deliver'`} {
		b.exec(sql)
		if _, err := b.ActivateOnOrder(ctx, b.owner, b.order, "SEVEN"); err == nil {
			t.Errorf("put on after %s", sql)
		}
	}
	if o := b.kept(); o.Discount != 0 || b.announced != 0 {
		t.Errorf("a refused code changed the order: %s off, announced %d times", o.Discount, b.announced)
	}
}

func TestRepriceAsksAgain(t *testing.T) {
	t.Parallel()
	b, ctx := newPromoBench(t), t.Context()
	if _, err := b.ActivateOnOrder(ctx, b.owner, b.order, "SEVEN"); err != nil {
		t.Fatal(err)
	}
	b.inOrder(b.Reprice)
	if o := b.kept(); o.Discount != 21_77 {
		t.Errorf("nothing has changed, and yet %s is taken off", o.Discount)
	}
	b.exec(`update promo_codes set percent = 100`)
	b.inOrder(b.Reprice)
	if o := b.kept(); o.ToPay() != 0 || o.Discount != o.Total {
		t.Errorf("all of it: %s to pay", o.ToPay())
	}
	b.exec(`update promo_codes set is_active = false`)
	b.inOrder(b.Reprice)
	if o := b.kept(); o.ToPay() != 311_07 || o.PromoCodeID != nil {
		t.Errorf("a code that ended: %s to pay, code %v", o.ToPay(), o.PromoCodeID)
	}
}

func TestAccountCodeIsUsedWhereItFits(t *testing.T) {
	t.Parallel()
	b, ctx := newPromoBench(t), t.Context()
	b.exec(`update orders set user_id = 1`)
	for _, tc := range []struct {
		code string
		want money.RUB
	}{{"OTHER", 0}, {"SEVEN", 21_77}} {
		if _, err := b.Promos.Activate(ctx, 1, tc.code, noon); err != nil {
			t.Fatal(err)
		}
		b.inOrder(b.UseAccountCode)
		if o := b.kept(); o.Discount != tc.want {
			t.Errorf("%s takes %s off, want %s", tc.code, o.Discount, tc.want)
		}
	}
}
