package desk_test

import (
	"testing"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/money"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/promo"
	"larek/internal/staff"
)

func (o *office) createPromo(who staff.Actor, d promo.Draft) (int64, error) {
	act := desk.Command{Actor: who, Key: newKey(), Reason: audit.Reason{Code: "other", Text: "акция"}}
	return o.do.PromoCodes.CreatePromo(o.t.Context(), act, d)
}

func (o *office) expectPromos(want int64) {
	o.t.Helper()
	if n := pgtest.One[int64](o.t, o.pool, `select count(*) from promo_codes`); n != want {
		o.t.Errorf("%d promo codes, want %d", n, want)
	}
}

func TestPromoThatIsAGiftNeedsABoundAPermissionAndASecondPerson(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	gift := promo.Draft{Text: "VSEDAROM", Kind: promo.KindPublic, Percent: 100, Goods: promo.GoodsAll, PerBuyerLimit: 1}
	if _, err := o.createPromo(o.admin, gift); problemCode(err) != "invalid" {
		t.Errorf("without a limit and a budget: %v, want invalid", err)
	}
	gift.TotalLimit = new(int32(3))
	if _, err := o.createPromo(o.hire("catalog"), gift); problemCode(err) != "console.forbidden" {
		t.Errorf("by the role catalog: %v, want console.forbidden", err)
	}
	if _, err := o.createPromo(o.admin, gift); problemCode(err) != "desk.second_person" {
		t.Errorf("alone: %v, want desk.second_person", err)
	}
	batch := promo.NewBatch{Title: "Подарки", Prefix: "GIFT", Count: 5, Draft: gift}
	act := desk.Command{Actor: o.admin, Key: newKey(), Reason: audit.Reason{Code: "other", Text: "акция"}}
	pgtest.Exec(t, pgtest.Owner(t, o.pool), `delete from ledger_requests`)
	if _, err := o.do.PromoCodes.GeneratePromo(t.Context(), act, batch); problemCode(err) != "desk.second_person" {
		t.Errorf("a batch alone: %v, want desk.second_person", err)
	}
	o.expectPromos(0)
	pgtest.Exec(t, pgtest.Owner(t, o.pool), `delete from ledger_requests`)
	if _, err := o.createPromo(o.admin, gift); problemCode(err) != "desk.second_person" {
		t.Errorf("alone: %v, want desk.second_person", err)
	}
	if err := o.approve(o.hire("finance")); problemCode(err) != "console.forbidden" {
		t.Errorf("approved by one who may not sell below cost: %v", err)
	}
	if err := o.approve(o.hire("admin")); err != nil {
		t.Fatal(err)
	}
	larger := gift
	larger.TotalLimit = new(int32(4))
	if _, err := o.createPromo(o.admin, larger); problemCode(err) != "desk.second_person" {
		t.Errorf("more than was approved: %v, want desk.second_person", err)
	}
	o.expectPromos(0)
	id, err := o.createPromo(o.admin, gift)
	if err != nil {
		t.Fatal(err)
	}
	version := pgtest.One[int32](t, o.pool, `select version from promo_codes where id = $1`, id)
	act.Key = newKey()
	if err := o.do.PromoCodes.ChangePromo(t.Context(), act, id, version, promo.Terms{}); problemCode(err) != "invalid" {
		t.Errorf("its limit removed: %v, want invalid", err)
	}
	if err := o.do.PromoCodes.ChangePromo(t.Context(), act, id, version, promo.Terms{TotalLimit: new(int32(100))}); problemCode(err) != "desk.second_person" {
		t.Errorf("its limit raised alone: %v, want desk.second_person", err)
	}
	if limit := pgtest.One[int32](t, o.pool, `select total_limit from promo_codes where id = $1`, id); limit != 3 {
		t.Errorf("the limit is %d, want 3", limit)
	}
}

// TestStoppedGiftIsResumedByTwo resumes a code that was made before codes had to have a
// bound.
func TestStoppedGiftIsResumedByTwo(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	act := desk.Command{Actor: o.admin, Key: newKey(), Reason: audit.Reason{Code: "other", Text: "акция"}}
	for limit, want := range map[any]string{nil: "invalid", 3: "desk.second_person"} {
		id := factory.PromoCode(t, o.pool, factory.With{"percent": 100, "is_active": false, "total_limit": limit})
		if err := o.do.PromoCodes.SwitchPromo(t.Context(), act, id, 1, true); problemCode(err) != want {
			t.Errorf("limit %v: %v, want %s", limit, err, want)
		}
		if pgtest.One[bool](t, o.pool, `select is_active from promo_codes where id = $1`, id) {
			t.Error("it works again")
		}
	}
}

func TestPromoBelowTheCostOfItsGameIsAGift(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	pgtest.Exec(t, o.pool, `update products set price = 100 where id = $1`, o.product)
	pgtest.Exec(t, o.pool, `update offers set cost = 95, cost_currency = 'RUB' where id = $1`, o.offer)
	catalog := o.hire("catalog")
	d := promo.Draft{Text: "GAME", Kind: promo.KindPublic, Percent: 10, Goods: promo.GoodsGames, GameID: &o.game, PerBuyerLimit: 1, Budget: new(money.RUB(500_00))}
	if _, err := o.createPromo(catalog, d); problemCode(err) != "console.forbidden" {
		t.Errorf("10 %% of goods that have 5 %%: %v, want console.forbidden", err)
	}
	o.expectPromos(0)
	d.Percent = 5
	if _, err := o.createPromo(catalog, d); err != nil {
		t.Errorf("5 %% of goods that have 5 %%: %v", err)
	}
}
