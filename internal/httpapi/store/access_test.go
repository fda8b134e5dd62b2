package store_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/httpapi/storeapi"
)

// orders are one of each kind, of one owner.
type orders struct {
	pubg, steam, standoff, rokky, supply httpapitest.Order
}

// accessFixture is the data the calls of the access table act on: orders of an
// account and orders of a guest.
type accessFixture struct {
	s            *httpapitest.Shop
	own, guests  orders
	session      string
	guest, other http.Header
	owner        http.Header
	made, proved http.Header // the browser that made the guest's orders; one that has proved their email
}

func newAccessFixture(t *testing.T) *accessFixture {
	t.Helper()
	s := httpapitest.NewShop(t)
	m, p := s.CreateAccount("owner@example.test")
	other, _ := s.CreateAccount("other@example.test")
	w := &accessFixture{s: s, session: s.Devices(p)[0].ID, owner: s.SignedIn(m.ID), other: s.SignedIn(other.ID)}
	w.own = w.ordersOf(w.owner)
	s.CreateOrder("pubg", w.other, `{"products": [{"product_id": 3, "quantity": 1}]}`)
	w.made = s.CreateOrder("pubg", nil, httpapitest.PubgBody).ByCookie()
	w.guests = w.ordersOf(w.made)
	for _, g := range []httpapitest.Order{w.guests.pubg, w.guests.steam, w.guests.standoff, w.guests.rokky, w.guests.supply} {
		a := s.Prove(g, s.NewProof(g, "a@b.test"), w.proved)
		if a.Status != 204 {
			t.Fatalf("proof of order %d: got %d %s, want 204", g.ID, a.Status, a.Body)
		}
		w.proved = httpapitest.WithJSON(http.Header{"Cookie": {httpapitest.CookieOf(a)}})
	}
	// This guest has an order too, and shows its hash and cookie everywhere.
	theirs := s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	w.guest = theirs.ByHash()
	w.guest.Set("Cookie", theirs.Cookie)
	return w
}

func (w *accessFixture) ordersOf(who http.Header) orders {
	return orders{
		pubg:     w.s.CreateOrder("pubg", who, `{"products": [{"product_id": 3, "quantity": 2}], "email": "a@b.test"}`),
		steam:    w.s.CreateOrder("steam", who, `{"amount": "500.00", "steam_account_id": "night_kiosk", "email": "a@b.test"}`),
		standoff: w.s.CreateOrder("standoff", who, `{"products": [{"product_id": 11, "quantity": 1}], "game_account_id": "1", "email": "a@b.test"}`),
		rokky:    w.s.CreateOrder("rokky", who, `{"gift": 5, "email": "a@b.test"}`),
		supply:   w.s.CreateOrder("supply_channel", who, `{"products": [{"product_id": 41, "quantity": 1}], "supply_channel_user_id": "700000001", "supply_channel_server": 2, "email": "a@b.test"}`),
	}
}

// caller is one column of the table.
type caller struct {
	name   string
	header func(of httpapitest.Order) http.Header
	guests bool // calls about the guest's orders
}

func (w *accessFixture) callers() [8]caller {
	always := func(h http.Header) func(httpapitest.Order) http.Header {
		return func(httpapitest.Order) http.Header { return httpapitest.WithJSON(h) }
	}
	return [8]caller{
		{"anonymous", always(nil), false},
		{"guest with an order of their own", always(w.guest), false},
		{"other buyer", always(w.other), false},
		{"owner", always(w.owner), false},
		{"holds the link of an account's order", httpapitest.Order.ByHash, false},
		{"holds the link of a guest's order", httpapitest.Order.ByHash, true},
		{"guest browser that made the order", always(w.made), true},
		{"has spent the proof", always(w.proved), true},
	}
}

// snapshot is a digest of everything a caller without rights must not change.
const snapshot = `select md5(concat_ws('~',
	(select string_agg(u::text, ';' order by id) from users u where id > 320),
	(select string_agg(i::text, ';' order by provider, subject) from identities i),
	(select string_agg(x::text, ';' order by id) from sessions x),
	(select string_agg(o::text, ';' order by id) from orders o where not detail ? 'seeded'),
	(select string_agg(l::text, ';' order by id) from order_lines l where id > 4000),
	(select string_agg(a::text, ';' order by id) from payment_attempts a),
	(select string_agg(p::text, ';' order by user_id) from promo_active p),
	(select string_agg(c::text, ';' order by id) from consents c),
	(select string_agg(e::text, ';' order by user_id) from email_changes e), (select string_agg(p::text, ';' order by order_id) from promo_proofs p),
	(select string_agg(p::text, ';' order by id) from order_proofs p), (select count(*) from code_reveals), (select count(*) from code_complaints), (select count(*) from letters),
	(select count(*) from feedback), (select count(*) from ledger_groups), (select count(*) from promo_uses), (select count(*) from order_events)))`

// TestAccessTable checks what every kind of caller gets from every operation, and
// that a refused call has changed nothing.
func TestAccessTable(t *testing.T) {
	t.Parallel()
	w := newAccessFixture(t)
	ofAccount, ofGuest := w.table(w.own), w.table(w.guests)
	for _, op := range storeapi.Operations {
		if _, ok := ofAccount[op.OperationID]; !ok {
			t.Errorf("%s has no row: say who may call it", op.OperationID)
			continue
		}
		for i, who := range w.callers() {
			row := ofAccount[op.OperationID]
			if who.guests {
				row = ofGuest[op.OperationID]
			}
			w.check(op, row, i, who)
		}
		delete(ofAccount, op.OperationID)
	}
	for id := range ofAccount {
		t.Errorf("%s is in the table and not in the contract", id)
	}
}

// check makes one call as one caller.
func (w *accessFixture) check(op storeapi.Operation, row access, i int, who caller) {
	w.s.T.Helper()
	path := op.Path
	if row.path != "" {
		path = row.path
	}
	if strings.Contains(path, "{") {
		w.s.T.Errorf("%s has no address", op.OperationID)
		return
	}
	before := w.s.Value(snapshot)
	header := who.header(row.of)
	if row.kind != "" {
		header.Set("Content-Type", row.kind)
	}
	a := w.s.Do(op.Method, path, header, row.body)
	if a.Status != row.want[i] {
		w.s.T.Errorf("%s for %q: got %d, want %d: %.200s", op.OperationID, who.name, a.Status, row.want[i], a.Body)
	}
	if a.Status >= 400 && w.s.Value(snapshot) != before {
		w.s.T.Errorf("%s refused to %q has changed data", op.OperationID, who.name)
	}
}

// access is one row: the call, the order it is about, and the status for each
// caller, in the order of callers.
type access struct {
	path, body, kind string
	want             [8]int
	of               httpapitest.Order
}

// all returns the same status for every caller.
func all(status int) [8]int {
	return [8]int{status, status, status, status, status, status, status, status}
}

// signedIn returns one status for accounts and 401 for all other callers.
func signedIn(other, owner int) [8]int { return [8]int{401, 401, other, owner, 401, 401, 401, 401} }

// owners returns the statuses for a call only the owner of an order may make. Other
// callers get the answer for an unknown order; the holder of the order's link gets
// the way to prove ownership.
func owners(status int) [8]int {
	return [8]int{404, 404, 404, status, 403, 403, status, status}
}

// readers returns the statuses for callers who may read an order by its number.
func readers(status int) [8]int {
	return [8]int{404, 404, 404, status, status, status, status, status}
}

// accessTable returns the rows of one area each; accessRows adds to it.
var accessTable []func(*accessFixture, orders) map[string]access

// accessRows adds the rows of an area: what the calls are and who may make them. A
// call without authentication that reads needs no row.
func accessRows(rows func(*accessFixture, orders) map[string]access) struct{} {
	accessTable = append(accessTable, rows)
	return struct{}{}
}

// Payments and refunds, which are tested with providers in e2e/money.
var _ = accessRows(func(_ *accessFixture, o orders) map[string]access {
	return map[string]access{
		"getOrderPaymentData":   {path: fmt.Sprintf("/api/orders/payment_data/%d/", o.pubg.ID), want: all(404)},
		"chooseRefund":          {path: fmt.Sprintf("/api/orders/%d/refund_to/", o.pubg.ID), body: `{"to": "balance"}`, want: signedIn(404, 200)},
		"startPayment":          {path: "/api/payments/balance/", body: fmt.Sprintf(`{"order_id": %d, "currency": "RUB"}`, o.pubg.ID), want: [8]int{404, 404, 404, 409, 403, 403, 401, 401}},
		"checkPayselection":     {body: fmt.Sprintf(`{"order_id": %d, "currency": "RUB"}`, o.pubg.ID), want: readers(200)},
		"terminatePayselection": {path: fmt.Sprintf("/api/payments/payselection/term/%d/", o.pubg.ID), want: owners(200)},
		"notifyGetpay":          {body: `{"wallet": "27000", "sum": "1.00", "order": "x", "type": "in", "signature": "x"}`, want: all(409)}, // there is no wallet in these tests
	}
})

// table returns the rows of every operation, about the orders o.
func (w *accessFixture) table(o orders) map[string]access {
	rows := map[string]access{}
	for _, area := range accessTable {
		for id, row := range area(w, o) {
			if _, twice := rows[id]; twice {
				w.s.T.Errorf("%s has two rows", id)
			}
			row.of = o.of(id)
			rows[id] = row
		}
	}
	for _, op := range httpapitest.PublicOperations() { // content and catalogue
		if _, ok := rows[op.OperationID]; !ok {
			rows[op.OperationID] = access{path: httpapitest.ExistingPath(op), want: all(200)}
		}
	}
	return rows
}

// of is the order a call is about.
func (o orders) of(operation string) httpapitest.Order {
	switch {
	case strings.Contains(operation, "Steam"):
		return o.steam
	case strings.Contains(operation, "Standoff"):
		return o.standoff
	case strings.Contains(operation, "Rokky"):
		return o.rokky
	case strings.Contains(operation, "Supply"):
		return o.supply
	default:
		return o.pubg
	}
}
