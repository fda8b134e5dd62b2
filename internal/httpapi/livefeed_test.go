package httpapi_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"larek/internal/ident"
)

func TestLiveFeedShowsDeliveredOrders(t *testing.T) {
	t.Parallel()
	s := sharedShop(t)
	wantFirst(t, s.get("/api/live_feed/"), fmt.Sprintf(`{
		"created": "2026-11-15T11:59:56Z", "gift": null, "order_products": [{"quantity": 1, "product": {"title": "1800 UC"}}],
		"game": {"resourcetype": "PUBGGame", "id": 1, "title": "PUBG Mobile", "logo": %q, "is_active": true},
		"user": {"obscured_nickname": "Ма***В", "avatar_img": %q}
	}`, s.picture(`select logo from games where id = 1`), s.picture(`select avatar from users where nickname = 'Макс_ВДВ'`)))
	wantFirst(t, s.get("/api/live_feed/?limit=1&offset=3"), fmt.Sprintf(`{
		"created": "2026-11-15T11:59:01Z", "game": null, "order_products": [{"quantity": 1, "product": {"title": "Сборочный цех"}}],
		"gift": {"resourcetype": "RokkyGift", "id": 268, "title": "Сборочный цех", "type": %q, "region": %q, "logo": %q},
		"user": {"obscured_nickname": "Ka***o", "avatar_img": %q}
	}`, s.value(`select type from gifts where id = 268`), s.value(`select region from gifts where id = 268`),
		s.picture(`select logo from gifts where id = 268`), s.picture(`select avatar from users where nickname = 'Kaito'`)))
}

func TestLiveFeedCallsGuestsGuests(t *testing.T) {
	t.Parallel()
	s := sharedShop(t)
	second := decode[page](t, s.get("/api/live_feed/?limit=2")).Results[1]
	user := second["user"].(map[string]any)
	if avatar, has := user["avatar_img"]; user["obscured_nickname"] != "Гость" || !has || avatar != nil {
		t.Fatalf("%v", user)
	}
}

func TestLiveFeedTellsNothingPrivate(t *testing.T) {
	t.Parallel()
	s := sharedShop(t)
	var whole bytes.Buffer
	for offset := 0; offset < 1000; offset += 100 {
		whole.Write(s.get(fmt.Sprintf("/api/live_feed/?limit=100&offset=%d", offset)).body)
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
	for _, hash := range queryAll[string](s, `select hash::text from orders`) {
		plain := strings.ReplaceAll(hash, "-", "")
		if shown[hash] || shown[plain] || shown[encoded(t, plain)] {
			t.Fatalf("the hash %s of an order is in the feed", hash)
		}
	}
}

// encoded is an order's hash as buyers see it.
func encoded(t *testing.T, raw string) string {
	t.Helper()
	b, err := hex.DecodeString(raw)
	if err != nil {
		t.Fatal(err)
	}
	return ident.Encode(b)
}

func TestLiveFeedRemembersAThousandOrders(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	for _, row := range []struct{ offset, items int }{{900, 100}, {950, 50}, {999, 1}, {1000, 0}, {1001, 0}, {2400, 0}} {
		p := decode[page](t, s.get(fmt.Sprintf("/api/live_feed/?limit=100&offset=%d", row.offset)))
		if p.Count != 1000 || len(p.Results) != row.items || p.Next != nil {
			t.Errorf("from %d: %d of %d, next %v", row.offset, len(p.Results), p.Count, p.Next)
		}
	}
	s.exec(`update orders set status = 'failed', done_at = null where id > 3`)
	s.clock.advance(2 * time.Second)
	if p := decode[page](t, s.get("/api/live_feed/")); p.Count != 3 || len(p.Results) != 3 {
		t.Errorf("three orders are done, %d of %d shown", len(p.Results), p.Count)
	}
}
