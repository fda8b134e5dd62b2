package store_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/publicid"
)

// A live feed entry is an order with a partly hidden user.
func TestLiveFeedEntriesAreOrdersWithAPartlyHiddenUser(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	a := s.Get("/api/live_feed/")
	httpapitest.MatchesContract(t, httpapitest.Contract(t), "getLiveFeed", a)
	id := s.Value(`select id::text from orders where status = 'done' order by done_at desc, id desc limit 1`)
	line := s.Value(`select id::text from order_lines where order_id = $1::bigint`, id)
	number := publicNumber(s, id, "live feed")
	sum := func(expression, id string) string {
		return s.Value(`select (`+expression+`)::text from orders where id = $1::bigint`, id)
	}
	a.WantFirst(t, fmt.Sprintf(`{
		"resourcetype": "PUBGOrder", "id": %d, "hash": null, "status": "done", "created": %q, "done_at": "2026-11-15T11:59:00Z",
		"total": %q, "total_to_pay": %q, "reject_reason": null, "is_payment_active": false, "email": null, "gift": null,
		"order_products": [{"id": %d, "quantity": 1, "product": %s, "status": "completed", "unit_price": %q}],
		"game": {"resourcetype": "PUBGGame", "id": 1, "title": "PUBG Mobile", "logo": %q, "is_active": true},
		"user": {"obscured_nickname": "Ма***В", "avatar_img": %q}
	}`, number, s.Value(`select to_char(created at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:"00Z"') from orders where id = $1::bigint`, id),
		sum("total", id), sum("total - discount", id), number, s.Pack(4), s.Value(`select unit_price::text from order_lines where id = $1::bigint`, line),
		s.PictureURL(`select logo from games where id = 1`), s.PictureURL(`select avatar from users where nickname = 'Макс_ВДВ'`)))
	gift := httpapitest.Decode[httpapitest.Page](t, s.Get("/api/live_feed/?limit=1&offset=3")).Results[0]
	if gift["resourcetype"] != "RokkyOrder" || gift["game"] != nil || len(gift["order_products"].([]any)) != 0 || gift["hash"] != nil || gift["email"] != nil {
		t.Errorf("%v", gift)
	}
	want := map[string]any{
		"resourcetype": "RokkyGift", "id": 268.0, "title": "Сборочный цех", "type": s.Value(`select type from gifts where id = 268`),
		"region": s.Value(`select region from gifts where id = 268`), "logo": s.PictureURL(`select logo from gifts where id = 268`),
		"price": s.Value(`select price::text from gifts where id = 268`), "discount_percent": 60.0, "discount_price": s.Value(`select final_price::text from gifts where id = 268`),
	}
	if diff := cmp.Diff(want, gift["gift"]); diff != "" {
		t.Error(diff)
	}
}

func TestLiveFeedCallsGuestsGuests(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	second := httpapitest.Decode[httpapitest.Page](t, s.Get("/api/live_feed/?limit=2")).Results[1]
	user := second["user"].(map[string]any)
	if avatar, has := user["avatar_img"]; user["obscured_nickname"] != "Гость" || !has || avatar != nil {
		t.Fatalf("%v", user)
	}
}

func TestLiveFeedTellsNothingPrivate(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	var whole bytes.Buffer
	for offset := 0; offset < 1000; offset += 100 {
		whole.Write(s.Get(fmt.Sprintf("/api/live_feed/?limit=100&offset=%d", offset)).Body)
	}
	body := whole.String()
	if strings.Contains(body, "@") || strings.Contains(body, "example.test") {
		t.Error("an e-mail is in the feed")
	}
	shown := map[string]bool{}
	for _, m := range regexp.MustCompile(`"obscured_nickname":"([^"]*)"`).FindAllStringSubmatch(body, -1) {
		if m[1] != "Гость" && !strings.Contains(m[1], "***") {
			t.Errorf("a whole nickname: %s", m[1])
		}
	}
	for _, token := range regexp.MustCompile(`[0-9A-Za-z-]{26,36}`).FindAllString(body, -1) {
		shown[strings.ToLower(token)] = true
	}
	for _, hash := range httpapitest.QueryAll[string](s, `select hash::text from orders`) {
		plain := strings.ReplaceAll(hash, "-", "")
		if shown[hash] || shown[plain] || shown[encoded(t, plain)] {
			t.Fatalf("the hash %s of an order is in the feed", hash)
		}
	}
}

// Numbers of orders in the feed or in reviews would match the two with each other, and
// their growth would reveal the turnover.
func TestFeedAndReviewsHaveNoNumbersOfOrders(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	var last int64
	for _, id := range httpapitest.QueryAll[int64](s, `select id from orders union all select id from order_lines`) {
		last = max(last, id)
	}
	seen := map[float64]string{}
	for path, field := range map[string]string{"/api/live_feed/?limit=100": "id", "/api/feedback/?limit=100": "order"} {
		for _, one := range httpapitest.Decode[httpapitest.Page](t, s.Get(path)).Results {
			n := one[field].(float64)
			if n <= float64(last) || seen[n] != "" {
				t.Errorf("%s: %v is the number of an order, or in %s too", path, n, seen[n])
			}
			seen[n] = path
			lines, _ := one["order_products"].([]any)
			for _, l := range lines {
				if id := l.(map[string]any)["id"].(float64); id <= float64(last) {
					t.Errorf("%s: %v is the number of a line", path, id)
				}
			}
		}
	}
}

// publicNumber returns the number that stands for an order in public.
func publicNumber(s *httpapitest.Shop, order, use string) int64 {
	s.T.Helper()
	hash, err := publicid.Parse(encoded(s.T, strings.ReplaceAll(s.Value(`select hash::text from orders where id = $1::bigint`, order), "-", "")))
	if err != nil {
		s.T.Fatal(err)
	}
	return hash.Number(use)
}

// encoded is an order's hash as buyers see it.
func encoded(t testing.TB, raw string) string {
	t.Helper()
	b, err := hex.DecodeString(raw)
	if err != nil {
		t.Fatal(err)
	}
	return publicid.Encode(b)
}

func TestLiveFeedRemembersAThousandOrders(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	for _, row := range []struct{ offset, items int }{{900, 100}, {950, 50}, {999, 1}, {1000, 0}, {1001, 0}, {2400, 0}} {
		p := httpapitest.Decode[httpapitest.Page](t, s.Get(fmt.Sprintf("/api/live_feed/?limit=100&offset=%d", row.offset)))
		if p.Count != 1000 || len(p.Results) != row.items || p.Next != nil {
			t.Errorf("from %d: %d of %d, next %v", row.offset, len(p.Results), p.Count, p.Next)
		}
	}
	s.Exec(`update orders set status = 'failed', done_at = null where id > 3`)
	s.Clock.Advance(2 * time.Second)
	if p := httpapitest.Decode[httpapitest.Page](t, s.Get("/api/live_feed/")); p.Count != 3 || len(p.Results) != 3 {
		t.Errorf("three orders are done, %d of %d shown", len(p.Results), p.Count)
	}
}
