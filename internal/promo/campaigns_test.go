package promo_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/problem"
	"larek/internal/promo"
)

func draft(text string) promo.Draft {
	return promo.Draft{Text: text, Kind: promo.KindPublic, Percent: 10, Goods: promo.GoodsAll, ValidFrom: now, PerBuyerLimit: 1}
}

func (b *redemptionFixture) create(d promo.Draft) (c promo.Code, err error) {
	b.t.Helper()
	err = pg.InTx(b.t.Context(), b.pool, func(tx pgx.Tx) error {
		c, err = b.Create(b.t.Context(), tx, d, now)
		return err
	})
	return c, err
}

func (b *redemptionFixture) change(id int64, version int32, to promo.Terms) error {
	return pg.InTx(b.t.Context(), b.pool, func(tx pgx.Tx) error {
		_, _, err := b.Change(b.t.Context(), tx, id, version, to, now)
		return err
	})
}

// refusedField asserts that an action was refused for one field.
func refusedField(t *testing.T, err error, field, code string) {
	t.Helper()
	p, is := errors.AsType[*problem.Error](err)
	if !is || len(p.Fields) != 1 || p.Fields[0].Name != field || p.Fields[0].Code != code {
		t.Errorf("got %v %+v, want the field %s refused as %s", err, p, field, code)
	}
}

func TestCodeIsCreatedOnce(t *testing.T) {
	t.Parallel()
	b := newRedemptionFixture(t)
	c, err := b.create(draft(" лето-26 "))
	if err != nil || c.Code != "ЛЕТО-26" || !c.IsActive || c.Version != 1 {
		t.Fatalf("got %+v (%v), want ЛЕТО-26 at work", c, err)
	}
	_, err = b.create(draft("ЛЕТО-26"))
	refusedField(t, err, "text", "taken")
	_, err = b.create(draft("a b"))
	refusedField(t, err, "text", "wrong_format")
	past := draft("PAST")
	past.ValidFrom, past.ValidUntil = now.Add(-2*time.Hour), new(now.Add(-time.Hour))
	_, err = b.create(past)
	refusedField(t, err, "valid_until", "too_small")
	gone := draft("GONE")
	gone.Goods, gone.GameID = promo.GoodsGames, new(int64(999))
	_, err = b.create(gone)
	refusedField(t, err, "game_id", "wrong_value")
	if n := b.number(`select count(*) from promo_codes`); n != 1 {
		t.Errorf("got %d codes, want 1", n)
	}
}

// discounted inserts n unpaid orders of 100 rubles with 10 off.
func (b *redemptionFixture) discounted(n int) []int64 {
	ids := b.orders(n)
	pgtest.Exec(b.t, b.pool, `update orders set total = 100, discount = 10 where id = any ($1)`, ids)
	return ids
}

func TestOrdersNeverHoldMoreThanTheBudget(t *testing.T) {
	t.Parallel()
	b := newRedemptionFixture(t)
	d := draft("BUDGET")
	d.Budget = new(money.RUB(75_00))
	c, err := b.create(d)
	if err != nil {
		t.Fatal(err)
	}
	orders := b.discounted(30)
	if n := b.race(orders, c.ID, guest, promo.ErrLimit); n != 7 {
		t.Errorf("got %d reservations of 10 rubles, want the 7 that a budget of 75 pays", n)
	}
	held := func() string { return pgtest.One[string](t, b.pool, `select held::text from promo_budgets`) }
	if got := held(); got != "70.00" {
		t.Errorf("%s held, want 70.00", got)
	}
	if n := b.number(`select count(*) from promo_uses`); n != 7 {
		t.Errorf("got %d redemptions, want 7: a refused order must hold none", n)
	}
	_, err = b.Check(t.Context(), b.pool, c, promo.CheckInput{Now: now, OrderID: b.discounted(1)[0], Buyer: guest(99)})
	if !errors.Is(err, promo.ErrLimit) {
		t.Errorf("5 left for 10: got %v, want ErrLimit", err)
	}
	var holding []int64
	for _, o := range orders {
		if b.number(`select count(*) from promo_uses where order_id = $1`, o) == 1 {
			holding = append(holding, o)
		}
	}
	b.must(b.Consume, holding[0])
	b.must(b.Release, holding[0]) // paid: stays
	b.must(b.Release, holding[1])
	b.must(b.Release, holding[1])
	if got := held(); got != "60.00" {
		t.Errorf("%s held after one release, want 60.00", got)
	}
	// A new price of the same order replaces what it held.
	pgtest.Exec(t, b.pool, `update orders set discount = 15 where id = $1`, holding[2])
	if err := b.reserve(c.ID, holding[2], guest(77)); err != nil {
		t.Fatal(err)
	}
	if got := held(); got != "65.00" {
		t.Errorf("%s held after a new price, want 65.00", got)
	}
	refusedField(t, b.change(c.ID, 1, promo.Terms{Budget: new(money.RUB(64_00))}), "budget", "too_small")
	refusedField(t, b.change(c.ID, 1, promo.Terms{}), "budget", "wrong_value")
	if err := b.change(c.ID, 1, promo.Terms{Budget: new(money.RUB(85_00))}); err != nil {
		t.Fatal(err)
	}
	if n := b.race(b.discounted(5), c.ID, func(i int) promo.Buyer { return guest(200 + i) }, promo.ErrLimit); n != 2 {
		t.Errorf("got %d more reservations, want the 2 that 20 rubles pay", n)
	}
}

func TestTotalsCountPaidOrders(t *testing.T) {
	t.Parallel()
	b := newRedemptionFixture(t)
	code := b.code("SUM", 0, 1)
	orders := b.discounted(3)
	for i, o := range orders {
		if err := b.reserve(code, o, guest(i)); err != nil {
			t.Fatal(err)
		}
	}
	for _, o := range orders[:2] {
		b.must(b.Consume, o)
		b.must(b.Consume, o)
	}
	c, reserved, err := b.Campaign(t.Context(), code)
	if err != nil || c.Uses != 2 || c.Discount != 20_00 || c.Revenue != 180_00 || reserved != 1 {
		t.Errorf("got %d uses, %s off, %s paid, %d reserved (%v); want 2, 20.00, 180.00, 1", c.Uses, c.Discount, c.Revenue, reserved, err)
	}
	uses, err := b.Uses(t.Context(), code, 0, 2)
	if err != nil || len(uses) != 2 || uses[0].OrderID != orders[2] || uses[0].State != "reserved" || uses[1].State != "consumed" {
		t.Errorf("got %+v (%v), want the two newest orders", uses, err)
	}
}

func TestLimitOnlyRises(t *testing.T) {
	t.Parallel()
	b := newRedemptionFixture(t)
	code := b.code("RISE", 2, 1)
	refusedField(t, b.change(code, 1, promo.Terms{TotalLimit: new(int32(1))}), "total_limit", "too_small")
	if err := b.change(code, 1, promo.Terms{TotalLimit: new(int32(5))}); err != nil {
		t.Fatal(err)
	}
	if err := b.change(code, 1, promo.Terms{TotalLimit: new(int32(6))}); !errors.Is(err, promo.ErrStale) {
		t.Errorf("based on an older version: got %v, want ErrStale", err)
	}
	if n := b.race(b.orders(9), code, guest, promo.ErrLimit); n != 5 {
		t.Errorf("got %d reservations, want 5", n)
	}
	if err := b.change(code, 2, promo.Terms{}); err != nil {
		t.Fatal(err)
	}
	if n := b.race(b.orders(3), code, func(i int) promo.Buyer { return guest(20 + i) }, promo.ErrLimit); n != 3 {
		t.Errorf("got %d reservations without a limit, want 3", n)
	}
	refusedField(t, b.change(code, 3, promo.Terms{TotalLimit: new(int32(50))}), "total_limit", "wrong_value")
}

func TestTwoOperatorsStopACodeOnce(t *testing.T) {
	t.Parallel()
	b := newRedemptionFixture(t)
	code := b.code("STOP", 0, 1)
	var done atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			err := pg.InTx(t.Context(), b.pool, func(tx pgx.Tx) error {
				_, err := b.SetActive(t.Context(), tx, code, 1, false)
				return err
			})
			switch {
			case err == nil:
				done.Add(1)
			case !errors.Is(err, promo.ErrStale):
				t.Errorf("got %v, want ErrStale", err)
			}
		})
	}
	wg.Wait()
	if n := done.Load(); n != 1 || b.number(`select version from promo_codes where id = $1`, code) != 2 {
		t.Errorf("stopped %d times, want 1", n)
	}
	c, err := b.Find(t.Context(), "STOP")
	if _, refusal := promo.Evaluate(c, promo.Eligibility{Now: now}); err != nil || !errors.Is(refusal, promo.ErrExpired) {
		t.Errorf("a stopped code: got %v (%v), want ErrExpired", refusal, err)
	}
}

func TestBatchHasCodesForOneOrderEach(t *testing.T) {
	t.Parallel()
	b := newRedemptionFixture(t)
	staff := pgtest.One[int64](t, b.pool, `insert into staff (email, name, role_id, password, created, seen_at)
		select 'a@staff.test', 'Анна', id, '', now(), now() from staff_roles where name = 'catalog' returning id`)
	var id int64
	generate := func(n int, prefix string) error {
		return pg.InTx(t.Context(), b.pool, func(tx pgx.Tx) (err error) {
			id, err = b.Generate(t.Context(), tx, promo.NewBatch{Title: "Блогер", Prefix: prefix, Count: n, StaffID: staff, Draft: draft("")}, now)
			return err
		})
	}
	refusedField(t, generate(1001, "BLOG"), "count", "wrong_value")
	refusedField(t, generate(5, "БЛОГ "+"!"), "prefix", "wrong_format")
	if err := generate(300, "blog"); err != nil {
		t.Fatal(err)
	}
	texts, err := b.BatchTexts(t.Context(), id)
	if err != nil || len(texts) != 300 || len(texts[0]) != len("BLOG-")+12 || texts[0][:5] != "BLOG-" {
		t.Fatalf("got %d texts such as %q (%v), want 300 of BLOG-", len(texts), texts[:1], err)
	}
	c, err := b.Find(t.Context(), texts[7])
	if err != nil {
		t.Fatal(err)
	}
	if n := b.race(b.orders(4), c.ID, guest, promo.ErrLimit); n != 1 {
		t.Errorf("one code: got %d reservations, want 1", n)
	}
	list, err := b.Campaigns(t.Context(), promo.CampaignFilter{}, 0, 50, now)
	if err != nil || len(list) != 0 {
		t.Errorf("the list has %d codes of the batch (%v), want none", len(list), err)
	}
	stop := func(ctx context.Context, tx pgx.Tx, id int64) error {
		n, err := b.StopBatch(ctx, tx, id)
		if err == nil && n != 300 {
			t.Errorf("stopped %d, want 300", n)
		}
		return err
	}
	b.must(stop, id)
	batches, err := b.Batches(t.Context(), 0, 10)
	if err != nil || len(batches) != 1 || batches[0].Codes != 300 || batches[0].Active != 0 || batches[0].Author != "Анна" {
		t.Errorf("got %+v (%v), want 300 codes, none at work", batches, err)
	}
}
