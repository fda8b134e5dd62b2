package respcache_test

import (
	"bytes"
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
)

// One row per table and answer that shows it: a change must move the version
// of a scope that the answer is cached under.
func TestChangeOfEveryTableIsSeen(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	for _, row := range []struct{ table, path, change string }{
		{"games", "/api/games/", `update games set title = title || '!' where id = 1`},
		{"games", "/api/games/1/", `update games set detail_title = detail_title || '!' where id = 1`},
		{"games", "/api/banners/games/", `update games set title = title || '!' where id = 1`},
		{"games", "/api/feedback/", `update games set title = title || '!' where id = 12`},
		{"games", "/api/products/1/", `update games set title = title || '!' where id = 1`},
		{"games", "/api/faq/5/", `update games set is_active = false where id = 5`},
		{"products", "/api/products/", `update products set price = price + 1 where id = 1`},
		{"products", "/api/products/1/", `update products set price = price + 1 where id = 1`},
		{"products", "/api/games/1/", `update products set price = price + 1 where id = 1`},
		{"products", "/api/games/", `update products set price = price + 1 where id = 1`},
		{"game_servers", "/api/games/8/", `update game_servers set name = name || '!' where game_id = 8`},
		{"game_servers", "/api/orders/supply_channel/servers/8/", `update game_servers set name = name || '!' where game_id = 8`},
		{"gifts", "/api/gifts/", `update gifts set price = price + 1 where id = 1`},
		{"gifts", "/api/gifts/1/", `update gifts set price = price + 1 where id = 1`},
		{"gifts", "/api/gifts/new/", `update gifts set is_active = false where id = 2`},
		{"gifts", "/api/gifts/discounted/", `update gifts set discount_percent = 99 where id = 3`},
		{"gifts", "/api/banners/gifts/", `update gifts set price = price + 1 where id = 1`},
		{"articles", "/api/articles/about/", `update articles set header = header || '!' where slug = 'about'`},
		{"contacts", "/api/contacts/", `update contacts set extra = extra || '!'`},
		{"faq_items", "/api/faq/1/", `update faq_items set answer = answer || '!' where game_id = 1`},
		{"banners", "/api/banners/games/", `update banners set title = title || '!'`},
		{"banners", "/api/banners/gifts/", `update banners set title = title || '!'`},
		{"countries", "/api/payments/countries/", `update countries set name = name || '!' where iso = 'RU'`},
		{"countries", httpapitest.ActivePath, `update countries set name = name || '!' where iso = 'RU'`},
		{"currency_rates", httpapitest.ActivePath, `update countries set currency = 'USD' where iso = 'RU'`},
		{"currency_rates", httpapitest.ActivePath, `insert into currency_rates (currency, set_at, rate, source) values ('USD', now() + interval '1 day', 99, 'operator')`},
		{"method_groups", httpapitest.ActivePath, `update method_groups set short_name = short_name || '!' where country_id = 1`},
		{"payment_methods", httpapitest.ActivePath, `update payment_methods set title = title || '!'`},
		{"users", "/api/feedback/", `update users set nickname = 'Переименован' where id = (select o.user_id from orders o join feedback f on f.order_id = o.id where f.id = 1)`},
		{"feedback", "/api/feedback/", `update feedback set state = 'hidden' where id = 1`},
		{"feedback", "/api/feedback/rating/", `update feedback set state = 'hidden' where id = 2`},
	} {
		before := s.Get(row.path)
		if before.Status != 200 {
			t.Fatalf("%s: got %d %s, want 200", row.path, before.Status, before.Body)
		}
		if _, err := s.Pool.Exec(t.Context(), row.change); err != nil {
			t.Fatalf("%s: %v", row.change, err)
		}
		if cached := s.Get(row.path); row.path != httpapitest.ActivePath && !bytes.Equal(cached.Body, before.Body) {
			t.Errorf("%s is not cached", row.path)
		}
		s.RefreshVersions()
		if after := s.Get(row.path); bytes.Equal(after.Body, before.Body) {
			t.Errorf("%s does not show a change of %s", row.path, row.table)
		}
	}
}

func TestLiveFeedIsAtMostTwoSecondsOld(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	before := s.Get("/api/live_feed/")
	s.Exec(`update orders set status = 'failed', done_at = null where id = 448`)
	if cached := s.Get("/api/live_feed/"); !bytes.Equal(cached.Body, before.Body) {
		t.Fatal("the feed is asked of the database every time")
	}
	s.Clock.Advance(2 * time.Second)
	if after := s.Get("/api/live_feed/"); bytes.Equal(after.Body, before.Body) {
		t.Fatal("the feed is stuck")
	}
}
