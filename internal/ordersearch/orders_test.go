package ordersearch_test

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"

	"larek/internal/order"
	"larek/internal/ordersearch"
	"larek/internal/pg/pgtest"
	"larek/internal/problem"
)

// filters are the conditions of the list, each alone and some together, with SQL that selects the same orders.
var filters = map[string]string{
	"":                                      "true",
	"status=sending":                        "status = 'sending'",
	"status=done&status=failed":             "status in ('done', 'failed')",
	"kind=steam":                            "kind = 'steam'",
	"game=7&game=8":                         "game_id in (7, 8)",
	"gift=1":                                "gift_id = 1",
	"method=getpay":                         "exists (select from payment_attempts a where a.order_id = o.id and a.method = 'getpay')",
	"provider=payin":                        "exists (select from payment_attempts a where a.order_id = o.id and a.provider = 'payin')",
	"supplier=nsgifts":                      "exists (select from delivery_units u where u.order_id = o.id and u.supplier = 'nsgifts')",
	"country=KZ":                            "exists (select from payment_attempts a where a.order_id = o.id and a.country = 'KZ')",
	"promo=CODE8":                           "promo_code_id = (select id from promo_codes where code = 'CODE8')",
	"promo=NOSUCH":                          "false",
	"problem=unknown&problem=held":          "exists (select from operator_tasks t where t.order_id = o.id and t.kind = 'unknown') or exists (select from delivery_units u where u.order_id = o.id and u.held_until is not null)",
	"problem=wrong_details":                 "exists (select from order_lines l where l.order_id = o.id and l.status = 'incorrect-details')",
	"problem=letter":                        "exists (select from letters l where l.order_id = o.id and l.state = 'given_up')",
	"next=operator":                         "next_action = 'operator'",
	"late=true":                             "due_at < now()",
	"buyer=guest":                           "user_id is null",
	"buyer=account":                         "user_id is not null",
	"owner=none":                            "exists (select from operator_tasks t where t.order_id = o.id and t.taken_by is null)",
	"owner=me":                              "exists (select from operator_tasks t where t.order_id = o.id and t.taken_by = 'staff:1')",
	"owner=5":                               "false",
	"owner=none&status=paid":                "status = 'paid' and exists (select from operator_tasks t where t.order_id = o.id and t.taken_by is null)",
	"user=3":                                "user_id = 3",
	"sum_from=100000.00":                    "total - discount >= 100000",
	"sum_from=60.50&sum_to=70.00":           "total - discount between 60.50 and 70",
	"max_age=20160":                         "created >= now() - interval '14 days'",
	"buyer_of=19999":                        "lower(email) = (select lower(email) from orders where id = 19999)",
	"player_of=19998":                       "order_player(detail) = (select order_player(detail) from orders where id = 19998)",
	"status=done&country=KZ&buyer=guest":    "status = 'done' and id % 16 = 3 and user_id is null",
	"kind=pubg&method=payin&promo=CODE8":    "kind = 'pubg' and promo_code_id = 8",
	"sum_from=100000.00&supplier=gamesdrop": "total - discount >= 100000 and exists (select from delivery_units u where u.order_id = o.id and u.supplier = 'gamesdrop')",
}

func parse(t *testing.T, query string) ordersearch.Filter {
	t.Helper()
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	f, err := ordersearch.ParseFilter(values, 1)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return f
}

// TestEveryFilterUsesIndexes reads the first pages and the count of every filter and
// compares them with the plain statement; no grown table is read from end to end.
func TestEveryFilterUsesIndexes(t *testing.T) {
	t.Parallel()
	s := open(t, filled())
	pgtest.Exec(t, s.pool, `insert into staff (email, name, role_id, password, created, seen_at) select 'a@staff.test', 'Анна', id, '', now(), now() from staff_roles where name = 'operator'`)
	pgtest.Exec(t, s.pool, `update operator_tasks set taken_by = 'staff:1', taken_until = now() + interval '20 minutes' where id % 3 = 0`)
	for query, sql := range filters {
		f := parse(t, query)
		want := pgtest.All[int64](t, s.pool, `select o.id from orders o where `+sql+` order by o.id desc limit 120`)
		var got []int64
		var from *ordersearch.Place
		for range 60 {
			page, err := s.Orders(t.Context(), f, from)
			if err != nil {
				t.Fatalf("%s: %v", query, err)
			}
			if page.LookedAt > 1000 {
				t.Errorf("%s: a page looked at %d orders", query, page.LookedAt)
			}
			for _, r := range page.Rows {
				got = append(got, r.ID)
			}
			if from = page.Older; from == nil || len(got) >= len(want) {
				break
			}
		}
		if len(want) == 0 && !strings.Contains(sql, "false") && !strings.Contains(sql, "gift") {
			t.Errorf("%s: the filled shop has no such order", query)
		}
		if got = got[:min(len(got), 120)]; !slices.Equal(got, want) {
			t.Errorf("%s: got %d orders %v…, want %d %v…", query, len(got), got[:min(3, len(got))], len(want), want[:min(3, len(want))])
		}
		n, err := s.Count(t.Context(), f)
		if err != nil || n.Orders > ordersearch.MaxCount || !n.IsMore && n.Orders != len(want) || n.IsMore && n.Orders > len(want) {
			t.Errorf("%s: counted %+v of %d, %v", query, n, len(want), err)
		}
		s.wantIndexes(t, query)
	}
}

func TestNewerAndOlderShowTheSameOrders(t *testing.T) {
	t.Parallel()
	s := open(t, filled())
	f := parse(t, "status=done&kind=steam")
	read := func(from *ordersearch.Place) *ordersearch.Page {
		t.Helper()
		page, err := s.Orders(t.Context(), f, from)
		if err != nil {
			t.Fatal(err)
		}
		return page
	}
	first := read(nil)
	second := read(first.Older)
	third := read(second.Older)
	back := read(third.Newer)
	if first.Newer != nil || len(back.Rows) != ordersearch.PageSize || back.Rows[0].ID != second.Rows[0].ID || back.Rows[49].ID != second.Rows[49].ID {
		t.Errorf("the way back shows %d…, want %d…", back.Rows[0].ID, second.Rows[0].ID)
	}
}

func TestFilterRefusesWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"email=ann@example.org", "status=lost", "game=x", "sum_from=1.5.", "owner=somebody", "late=maybe", "problem=%27"} {
		values, _ := url.ParseQuery(query)
		_, err := ordersearch.ParseFilter(values, 1)
		if bad, is := errors.AsType[*problem.Error](err); !is || bad.Kind != problem.Invalid {
			t.Errorf("%s: got %v, want a refusal", query, err)
		}
	}
}

// TestOrderPageAndFactsUseIndexes reads orders of every status.
func TestOrderPageAndFactsUseIndexes(t *testing.T) {
	t.Parallel()
	s := open(t, filled())
	for _, id := range pgtest.All[int64](t, s.pool, `select max(id) from orders group by status`) {
		if _, err := s.Order(t.Context(), id, ordersearch.OrderOptions{WithCost: true}); err != nil {
			t.Fatal(err)
		}
		if n := s.wantIndexes(t, "the page of an order"); n > 12 {
			t.Errorf("order %d took %d statements, want at most 12", id, n)
		}
		if _, err := s.Facts(t.Context(), id, nil, nil); err != nil {
			t.Fatal(err)
		}
		s.wantIndexes(t, "the facts of an order")
	}
	if _, err := s.Order(t.Context(), 1<<40, ordersearch.OrderOptions{}); !errors.Is(err, order.ErrNotFound) {
		t.Errorf("an unknown order: got %v", err)
	}
}

func TestFindUsesExactIndexesAndSaysWhy(t *testing.T) {
	t.Parallel()
	s := open(t, filled())
	const id = 19868 // of a player of a supply game, done
	pgtest.Exec(t, s.pool, `update payment_attempts set phone_digest = $1 where order_id = $2`, phones.MAC([]byte("+79990001122")), id)
	pgtest.Exec(t, s.pool, `insert into codes (product_id, sealed, key_id, fingerprint, state, line_id, given_at) values (1, '', 'k', $1, 'given', $2, now())`, codes.MAC([]byte("ABCD-EFGH")), id)
	look := func(text string) *ordersearch.Finding {
		t.Helper()
		found, err := s.Find(t.Context(), text, ordersearch.FindOptions{Personal: true, Customers: true})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		s.wantIndexes(t, "find "+text)
		return found
	}
	value := func(sql string) string { return pgtest.One[string](t, s.pool, sql, id) }
	page, err := s.Order(t.Context(), id, ordersearch.OrderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for text, why := range map[string]ordersearch.Why{
		"№ 19868":                    ordersearch.ByNumber,
		page.Hash.String():           ordersearch.ByHash,
		strings.ToUpper(*page.Email): ordersearch.ByAddress,
		"8 (999) 000-11-22":          ordersearch.ByPhone,
		page.Details.MoogoldUserID:   ordersearch.ByPlayer,
		value(`select reference from payment_attempts where order_id = $1`): ordersearch.ByReference,
		value(`select d.key from delivery_attempts d where d.unit_id = $1`): ordersearch.ByKey,
		"pay19868":  ordersearch.ByPaymentID,
		"sup19868":  ordersearch.BySupplierRef,
		"ABCD-EFGH": ordersearch.ByCode,
	} {
		found := look(text)
		if !slices.ContainsFunc(found.Results, func(f ordersearch.Found) bool { return f.Kind == "order" && f.ID == id && f.Why == why }) {
			t.Errorf("%s: got %+v, want order %d by %s", text, found.Results, id, why)
		}
	}
	if found := look("такого нет нигде"); len(found.Results) != 0 || !slices.Contains(found.Tried, ordersearch.ByWords) {
		t.Errorf("got %+v, want nothing", found)
	}
}

func TestFindReadsSumsAndNamesAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	s := open(t, filled())
	const id = 19868 // of a player of a supply game, done
	look := func(text string) *ordersearch.Finding {
		t.Helper()
		found, err := s.Find(t.Context(), text, ordersearch.FindOptions{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		s.wantIndexes(t, "find "+text)
		return found
	}
	paid := pgtest.One[string](t, s.pool, `select max(amount)::text from payment_attempts where order_id = $1`, id)
	goods := pgtest.One[string](t, s.pool, `select (total - discount)::text from orders where id = $1`, id)
	for _, text := range []string{strings.ReplaceAll(paid, ".", ",") + " ₽", paid, goods} {
		found := look(text)
		if !slices.ContainsFunc(found.Results, func(f ordersearch.Found) bool { return f.Kind == "order" && f.Why == ordersearch.BySum }) {
			t.Errorf("%s: got %+v, want orders by their sum", text, found.Results)
		}
	}
	notice := pgtest.One[int64](t, s.pool, `insert into payment_notices (provider, fact, source, kind, provider_id, amount, currency, reference) values ('tbank', 'lost-1', 'webhook', 'paid', 'lost1', 741.51, 'RUB', 'zq6ag9s5') returning id`)
	for text, why := range map[string]ordersearch.Why{"741,51": ordersearch.BySum, "zq6ag9s5": ordersearch.ByReference, "lost1": ordersearch.ByPaymentID} {
		found := look(text)
		if !slices.ContainsFunc(found.Results, func(f ordersearch.Found) bool { return f.Kind == "notice" && f.ID == notice && f.Why == why }) {
			t.Errorf("%s: got %+v, want notice %d by %s", text, found.Results, notice, why)
		}
	}
	game := pgtest.One[int64](t, s.pool, `update games set aliases = '{"геншин импакт","тёмные луны"}' where id = (select max(id) from games) returning id`)
	for _, text := range []string{"Генш", "геншин", "Тёмные"} {
		if found := look(text); !slices.ContainsFunc(found.Results, func(f ordersearch.Found) bool { return f.Kind == "game" && f.ID == game }) {
			t.Errorf("%s: got %+v, want game %d", text, found.Results, game)
		}
	}
}

func TestVersionChangesWithEveryFact(t *testing.T) {
	t.Parallel()
	s := open(t, filled())
	const id = 19868
	version := func() string {
		return pgtest.One[string](t, s.pool, `select order_version($1)`, id)
	}
	last := version()
	for _, sql := range []string{
		`insert into order_events (order_id, at, event) values (19868, now(), 'order.changed')`,
		`update delivery_units set reason = 'checked' where order_id = 19868`,
		`update payment_attempts set status = 'declined' where order_id = 19868`,
		`insert into ledger_groups (reason, ref, order_id) values ('test', '1', 19868)`,
	} {
		pgtest.Exec(t, s.pool, sql)
		if now := version(); now == last {
			t.Errorf("%s did not change the version", sql)
		} else {
			last = now
		}
	}
	pgtest.Exec(t, s.pool, `update delivery_attempts set asks = asks + 1 where unit_id = 19868`)
	if now := version(); now != last {
		t.Error("asking a supplier once more changed the version")
	}
}
