package desk_test

import (
	"fmt"
	"testing"
	"time"

	"larek/internal/catalog"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

func TestGameAndProductAreShownAndHiddenAtTheirTime(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	clerk := o.hire("catalog")
	empty := factory.Game(t, o.pool, factory.With{"is_active": false})
	id := o.priced(nil)
	later := noon.Add(time.Hour)
	plan := func(what catalog.Shown, shown bool, at *time.Time) string {
		_, err := o.do.Catalogue.PlanShowing(t.Context(), o.supplierAct(clerk), what, shown, at)
		return code(err)
	}
	past := noon.Add(-time.Minute)
	for _, refused := range []string{plan(catalog.Shown{GameID: o.game}, false, &past), plan(catalog.Shown{GameID: 999_999}, false, &later), plan(catalog.Shown{GameID: o.game}, false, nil)} {
		if refused == "" {
			t.Error("a plan for the past, for no game, and a plan that is not there should be refused")
		}
	}
	if n := pgtest.One[int64](t, o.pool, `select count(*) from showing_plans`); n != 0 {
		t.Fatalf("refused plans left %d rows", n)
	}
	far := noon.Add(2 * time.Hour)
	for _, got := range []string{
		plan(catalog.Shown{GameID: o.game}, false, &far), plan(catalog.Shown{GameID: o.game}, false, &later), // the second replaces the first
		plan(catalog.Shown{ProductID: id}, false, &later), plan(catalog.Shown{GameID: empty}, true, &later),
		plan(catalog.Shown{ProductID: id}, true, &far), plan(catalog.Shown{ProductID: id}, true, nil),
	} {
		if got != "" {
			t.Fatal(got)
		}
	}
	state := func() string {
		if err := o.do.Catalogue.ApplyShowings(t.Context()); err != nil {
			t.Fatal(err)
		}
		return pgtest.One[string](t, o.pool, `select concat_ws(' ', (select is_active from games where id = $1), (select is_active from products where id = $2), (select is_active from games where id = $3))`, o.game, id, empty)
	}
	if got := state(); got != "t t f" {
		t.Fatalf("before the time: got %s", got)
	}
	pgtest.One[int64](t, o.pool, `with u as (update showing_plans set at = $1 where state = 'scheduled' returning id) select count(*) from u`, noon)
	if got := state(); got != "f f f" {
		t.Errorf("got %s, want game and product hidden, and the empty game not shown", got)
	}
	plans, err := o.do.Catalogue.Assortment.Showings(t.Context(), empty)
	if err != nil || len(plans) != 1 || plans[0].State != "refused" || plans[0].Refusal == "" {
		t.Errorf("got %+v, %v; want the refusal shown", plans, err)
	}
	want := fmt.Sprintf("game.hide %d, product.hide %d", o.game, id)
	if got := pgtest.One[string](t, o.pool, `select string_agg(action || ' ' || object_id, ', ' order by action) from audit where action in ('game.hide', 'product.hide', 'game.show')`); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	rows := pgtest.One[int64](t, o.pool, `select count(*) from audit`)
	if state(); pgtest.One[int64](t, o.pool, `select count(*) from audit`) != rows {
		t.Error("a plan was applied twice")
	}
}
