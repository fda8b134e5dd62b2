package attack_test

import (
	"fmt"
	"net/http"
	"testing"

	"larek/e2e/shoptest"
	"larek/internal/seal"
)

// A player the shop does not sell to came back by a space behind the number, by changing
// the details of an order made for another, and by an order made before the block.
func TestBlockedBuyerBuysInNoSpellingAndByNoDetour(t *testing.T) {
	t.Parallel()
	s := shoptest.OpenWithoutWorker(t, seal.NewKey())
	pack := shoptest.One[int64](s, `select min(p.id) from products p join games g on g.id = p.game_id
		where p.kind = 'supply' and p.is_active and g.is_active and not g.is_server_needed and not g.is_auth_required`)
	body := func(player, email string) fields {
		return fields{"products": []fields{{"product_id": pack, "quantity": 1}}, "supply_channel_user_id": player, "email": email}
	}
	const player, free, address, other = "555234134", "555234135", "blocked@example.test", "free@example.test"
	before := s.Order("supply_channel", "", body(player, other))
	mailed := s.Order("supply_channel", "", body(free, address))
	changing := s.Order("supply_channel", "", body(free, other))
	s.HireOperator("admin")
	for kind, value := range map[string]string{"player": player, "email": address} {
		s.Exec(`insert into blocked_buyers (kind, value, reason, blocked_by, blocked_at) select $1, $2, 'обман', min(id), $3 from staff`, kind, value, s.Clock.Now())
	}
	orders := shoptest.One[int64](s, `select count(*) from orders`)
	for _, who := range [][2]string{
		{player, other}, {player + " ", other}, {" " + player, other}, {player + "\u00a0", other}, {"0" + player, other}, {"+" + player, other},
		{"５５５２３４１３４", other}, {"555\u200b234134", other}, {"555234134.", other}, {free, address}, {free, "Blocked@Example.test"},
	} {
		if status, code := changing.Call(http.MethodPost, "/api/orders/supply_channel/", body(who[0], who[1]), nil); status != http.StatusForbidden || code != "order.blocked" {
			t.Errorf("%q, %s: got %d %s, want 403 order.blocked", who[0], who[1], status, code)
		}
	}
	for _, change := range []fields{{"moogold_user_id": player + " "}, {"moogold_user_id": player}, {"email": address}} {
		if status, code := changing.CorrectDetails(change); status != http.StatusForbidden || code != "order.blocked" {
			t.Errorf("changing to %v: got %d %s, want 403 order.blocked", change, status, code)
		}
	}
	for name, b := range map[string]*shoptest.Buyer{"the player": before, "the address": mailed} {
		if _, status, code := b.TryPayment("payselection"); status != http.StatusForbidden || code != "order.blocked" {
			t.Errorf("paying an order made before %s was blocked: got %d %s, want 403 order.blocked", name, status, code)
		}
	}
	if n := shoptest.One[int64](s, `select count(*) from orders`); n != orders {
		t.Errorf("%d new orders, want none", n-orders)
	}
	if n := shoptest.One[int64](s, `select count(*) from payment_attempts`); n != 0 {
		t.Errorf("%d attempts to pay, want none", n)
	}
	if got := shoptest.One[string](s, `select detail->>'moogold_user_id' || ' ' || email from orders where id = $1`, changing.ID); got != free+" "+other {
		t.Errorf("got the details %s, want them unchanged", got)
	}
	changing.StartPayment("payselection")
}

// The shop compared the text of an address and the mail server read it: one mailbox had
// any number of addresses, and each was a new buyer.
func TestOneMailboxIsOneAddress(t *testing.T) {
	t.Parallel()
	s := shoptest.OpenWithoutWorker(t, seal.NewKey())
	pack := shoptest.One[int64](s, `select min(id) from products where kind = 'pubg' and is_active`)
	body := func(email string) fields {
		return fields{"products": []fields{{"product_id": pack, "quantity": 1}}, "email": email}
	}
	b := s.Order("pubg", "", body("box@example.test"))
	for _, address := range []string{
		"x<box@example.test>", "<box@example.test>", "box@example.test(1)", "(1)box@example.test", `"box"@example.test`, `b"o"x@example.test`,
		"box@[127.0.0.1]", "box@example.test\u2028x", "bo\u200bx@example.test", "<img/src=x>@example.test", "box@ｅxample.test", "box@example.test.", "b..ox@example.test",
	} {
		for path, change := range map[string]fields{
			"/api/orders/pubg/": body(address), fmt.Sprintf("/api/orders/pubg/%d/delivery_details/update/", b.ID): {"email": address},
			"/api/payments/payselection/": {"order_id": b.ID, "currency": "RUB", "email": address}, "/api/auth/jwt/create/": {"email": address, "password": "x"},
		} {
			if status, code := b.Call(http.MethodPost, path, change, nil); status != http.StatusBadRequest || code != "invalid" {
				t.Errorf("%s to %s: got %d %s, want 400 invalid", address, path, status, code)
			}
		}
	}
	if got := shoptest.One[string](s, `select string_agg(email, ' ') from orders where id >= $1`, b.ID); got != "box@example.test" {
		t.Errorf("got orders of %s, want the first alone", got)
	}
}
