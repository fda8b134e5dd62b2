package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"larek/internal/httpapi/storeapi"
)

// orders are one of each kind, of one owner.
type orders struct {
	pubg, steam, standoff, rokky, supply placed
}

// world is what the calls of the access table are about: orders of an account
// and orders of a guest.
type world struct {
	s            *shop
	own, guests  orders
	session      string
	guest, other http.Header
	owner        http.Header
	made, proved http.Header // the browser that made the guest's orders; one that has proved their e-mail
}

func newWorld(t *testing.T) *world {
	t.Helper()
	s := newShop(t)
	m, p := s.made("owner@example.test")
	other, _ := s.made("other@example.test")
	w := &world{s: s, session: s.devices(p)[0].ID, owner: s.signedIn(m.ID), other: s.signedIn(other.ID)}
	w.own = w.ordersOf(w.owner)
	s.order("pubg", w.other, `{"products": [{"product_id": 3, "quantity": 1}]}`)
	w.made = s.order("pubg", nil, pubgBody).byCookie()
	w.guests = w.ordersOf(w.made)
	for _, g := range []placed{w.guests.pubg, w.guests.steam, w.guests.standoff, w.guests.rokky, w.guests.supply} {
		a := s.prove(g, s.proof(g, "a@b.test"), w.proved)
		if a.status != 204 {
			t.Fatalf("proof of order %d: got %d %s, want 204", g.ID, a.status, a.body)
		}
		w.proved = withType(http.Header{"Cookie": {cookieOf(a)}})
	}
	// This guest has an order too, and shows its hash and cookie everywhere.
	theirs := s.order("pubg", nil, pubgBody)
	w.guest = theirs.byHash()
	w.guest.Set("Cookie", theirs.cookie)
	return w
}

func (w *world) ordersOf(who http.Header) orders {
	return orders{
		pubg:     w.s.order("pubg", who, `{"products": [{"product_id": 3, "quantity": 2}], "email": "a@b.test"}`),
		steam:    w.s.order("steam", who, `{"amount": "500.00", "steam_account_id": "night_kiosk", "email": "a@b.test"}`),
		standoff: w.s.order("standoff", who, `{"products": [{"product_id": 11, "quantity": 1}], "game_account_id": "1", "email": "a@b.test"}`),
		rokky:    w.s.order("rokky", who, `{"gift": 5, "email": "a@b.test"}`),
		supply:   w.s.order("supply_channel", who, `{"products": [{"product_id": 41, "quantity": 1}], "supply_channel_user_id": "700000001", "supply_channel_server": 2, "email": "a@b.test"}`),
	}
}

// caller is one column of the table.
type caller struct {
	name   string
	header func(of placed) http.Header
	guests bool // calls about the guest's orders
}

func (w *world) callers() [8]caller {
	always := func(h http.Header) func(placed) http.Header { return func(placed) http.Header { return withType(h) } }
	return [8]caller{
		{"anonymous", always(nil), false},
		{"guest with an order of their own", always(w.guest), false},
		{"other buyer", always(w.other), false},
		{"owner", always(w.owner), false},
		{"holds the link of an account's order", placed.byHash, false},
		{"holds the link of a guest's order", placed.byHash, true},
		{"guest browser that made the order", always(w.made), true},
		{"has spent the proof", always(w.proved), true},
	}
}

// snapshot is all a stranger must not change.
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
	(select string_agg(p::text, ';' order by id) from order_proofs p), (select count(*) from code_reveals), (select count(*) from letters),
	(select count(*) from feedback), (select count(*) from ledger_groups), (select count(*) from promo_uses), (select count(*) from order_events)))`

// TestEveryCallKnowsWhoMayCallIt is the access table: what every kind of
// caller gets of every operation. Who is refused has changed nothing.
func TestEveryCallKnowsWhoMayCallIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
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
func (w *world) check(op storeapi.Operation, row access, i int, who caller) {
	w.s.t.Helper()
	path := op.Path
	if row.path != "" {
		path = row.path
	}
	if strings.Contains(path, "{") {
		w.s.t.Errorf("%s has no address", op.OperationID)
		return
	}
	before := w.s.value(snapshot)
	header := who.header(row.of)
	if row.kind != "" {
		header.Set("Content-Type", row.kind)
	}
	a := w.s.do(op.Method, path, header, row.body)
	if a.status != row.want[i] {
		w.s.t.Errorf("%s for «%s»: got %d, want %d: %.200s", op.OperationID, who.name, a.status, row.want[i], a.body)
	}
	if a.status >= 400 && w.s.value(snapshot) != before {
		w.s.t.Errorf("%s refused to «%s» has changed something", op.OperationID, who.name)
	}
}

// access is one row: the call, the order it is about, and the status for each
// caller, in the order of callers.
type access struct {
	path, body, kind string
	want             [8]int
	of               placed
}

// all is the same answer for everybody.
func all(status int) [8]int {
	return [8]int{status, status, status, status, status, status, status, status}
}

// signedIn is one answer for accounts and 401 for everybody else.
func signedIn(other, owner int) [8]int { return [8]int{401, 401, other, owner, 401, 401, 401, 401} }

// owners is the answer for whom an order belongs to. Others do not learn that
// it exists; the holder of its link learns how to prove that it is theirs.
func owners(status int) [8]int {
	return [8]int{404, 404, 404, status, 403, 403, status, status}
}

// readers is the answer for whoever may read an order by its number.
func readers(status int) [8]int {
	return [8]int{404, 404, 404, status, status, status, status, status}
}

func (w *world) table(o orders) map[string]access {
	at := func(format string, args ...any) string { return fmt.Sprintf(format, args...) }
	rows := map[string]access{
		"createToken":       {body: `{"email": "owner@example.test", "password": "x"}`, want: all(400)},
		"refreshToken":      {body: `{"refresh": "x"}`, want: all(400)},
		"getProfile":        {want: signedIn(200, 200)},
		"getSocialLink":     {path: "/api/auth/social/yandex/url/?redirect_uri=" + backTo("yandex"), want: all(200)},
		"signInWithSocial":  {path: "/api/auth/social/yandex/auth/", body: `{"code": "x", "redirect_uri": "x"}`, want: all(400)},
		"bindSocial":        {path: "/api/auth/social/yandex/bind/", body: `{"code": "x", "redirect_uri": "x"}`, want: signedIn(400, 400)},
		"unbindSocial":      {path: "/api/auth/social/yandex/unbind/", want: signedIn(200, 200)},
		"listSignInMethods": {want: all(200)},
		"listSessions":      {want: signedIn(200, 200)},
		"signOut":           {body: `{"refresh": "x"}`, want: all(204)},
		"endSessions":       {want: signedIn(204, 204)},
		"endSession":        {path: "/api/auth/sessions/" + w.session + "/end/", want: signedIn(404, 204)},
		"listMovements":     {want: signedIn(200, 200)},
		"changeEmail":       {body: `{"email": "new@example.test"}`, want: signedIn(204, 204)},
		"confirmEmail":      {body: `{"token": "x"}`, want: signedIn(400, 400)},
		"showEmailChange":   {body: `{"token": "x"}`, want: signedIn(400, 400)},
		"showEmailStop":     {body: `{"token": "x"}`, want: all(400)},
		"stopEmailChange":   {body: `{"token": "x"}`, want: all(400)},
		"listConsents":      {want: signedIn(200, 200)},
		"setConsent":        {body: `{"kind": "mailing", "given": true}`, want: signedIn(200, 200)},
		"claimOrders":       {want: signedIn(200, 200)},
		"exportData":        {want: signedIn(200, 200)},
		"eraseAccount":      {body: `{"confirm": "erase"}`, want: signedIn(409, 409)},

		"createFeedback": {body: at(`{"order": %d, "rating": 5, "text": "x"}`, o.pubg.ID), want: signedIn(404, 409)},
		"listOrders":     {want: signedIn(200, 200)},
		// The hash reads an order; what else it shows is in orders_link_test.go.
		"getOrder":                 {path: "/api/orders/" + o.pubg.Hash + "/", want: all(200)},
		"getOrderDetails":          {path: "/api/orders/" + o.pubg.Hash + "/details/", want: all(200)},
		"proveOrder":               {path: "/api/orders/" + o.pubg.Hash + "/prove/", body: `{"proof": "x"}`, want: all(403)},
		"sendOrderLink":            {path: "/api/orders/" + o.pubg.Hash + "/send_link/", want: all(204)},
		"getOrderStatus":           {path: at("/api/orders/status/%d/", o.pubg.ID), want: readers(200)},
		"getOrderPaymentData":      {path: at("/api/orders/payment_data/%d/", o.pubg.ID), want: all(404)},
		"activateOrderPromoCode":   {path: at("/api/orders/%d/activate_promo_code/", o.pubg.ID), body: codeBody("NOCH5"), want: owners(200)},
		"proveOrderEmail":          {path: at("/api/orders/%d/prove_email/", o.pubg.ID), body: codeBody("X"), want: owners(400)},
		"showOrderPromoCode":       {path: at("/api/orders/%d/show_promo_code/", o.pubg.ID), body: codeBody("NOCH5"), want: owners(200)},
		"deactivateOrderPromoCode": {path: at("/api/orders/%d/deactivate_promo_code/", o.pubg.ID), want: owners(200)},
		"getOrderPromoCode":        {path: at("/api/orders/%d/active_promo_code/", o.pubg.ID), want: owners(204)},
		"chooseRefund":             {path: at("/api/orders/%d/refund_to/", o.pubg.ID), body: `{"to": "balance"}`, want: signedIn(404, 200)},

		"updatePubgOrder":     {path: at("/api/orders/pubg/%d/update/", o.pubg.ID), body: at(`{"products": [{"id": %d, "quantity": 1}]}`, o.pubg.Products[0].ID), want: owners(200)},
		"updateSteamOrder":    {path: at("/api/orders/steam/%d/update/", o.steam.ID), body: `{"amount": "600.00"}`, want: owners(200)},
		"updateStandoffOrder": {path: at("/api/orders/standoff/%d/update/", o.standoff.ID), body: at(`{"products": [{"id": %d, "quantity": 2}]}`, o.standoff.Products[0].ID), want: owners(200)},
		"updateRokkyOrder":    {path: at("/api/orders/rokky/%d/update/", o.rokky.ID), body: `{"gift": 6}`, want: owners(200)},
		"updateSupplyOrder":   {path: at("/api/orders/supply_channel/%d/update/", o.supply.ID), body: at(`{"products": [{"id": %d, "quantity": 1}]}`, o.supply.Products[0].ID), want: owners(200)},

		"updatePubgDelivery":     {path: at("/api/orders/pubg/%d/delivery_details/update/", o.pubg.ID), body: `{"email": "A@b.test"}`, want: owners(200)},
		"updateSteamDelivery":    {path: at("/api/orders/steam/%d/delivery_details/update/", o.steam.ID), body: `{"steam_account_id": "other_kiosk"}`, want: owners(200)},
		"updateStandoffDelivery": {path: at("/api/orders/standoff/%d/delivery_details/update/", o.standoff.ID), body: `{"game_account_id": "2"}`, want: owners(200)},
		"updateRokkyDelivery":    {path: at("/api/orders/rokky/%d/delivery_details/update/", o.rokky.ID), body: `{"email": "A@b.test"}`, want: owners(200)},
		"updateSupplyDelivery":   {path: at("/api/orders/supply_channel/%d/delivery_details/update/", o.supply.ID), body: `{"moogold_user_id": "700000002", "moogold_server": 2}`, want: owners(200)},
		"uploadStandoffAvatar": {
			path: at("/api/orders/standoff/avatar/%d/", o.standoff.ID), kind: "multipart/form-data; boundary=x",
			body: "--x\r\nContent-Disposition: form-data; name=\"game_avatar\"; filename=\"a\"\r\n\r\nno picture\r\n--x--\r\n", want: owners(400),
		},
		"getStandoffLastOrder": {want: signedIn(200, 200)}, "getSteamLastOrder": {want: signedIn(200, 200)},
		"getSupplyLastOrder": {path: "/api/orders/supply_channel/last_order_data/5/", want: signedIn(200, 200)},

		"activatePromoCode": {body: codeBody("NOCH5"), want: signedIn(200, 200)}, "deactivatePromoCode": {want: signedIn(204, 204)},
		"claimPurchasePromoCode": {want: signedIn(409, 409)},
		"getWelcomePromoCode":    {want: [8]int{200, 200, 204, 204, 200, 200, 200, 200}},
		"showPromoCode":          {body: codeBody("NOCH5"), want: all(200)},
		"getActiveCountry":       {want: all(200)},
		"selectCountry":          {body: `{"country_id": 1}`, want: all(200)},

		"startPayment":          {path: "/api/payments/balance/", body: at(`{"order_id": %d, "currency": "RUB"}`, o.pubg.ID), want: [8]int{404, 404, 404, 409, 403, 403, 401, 401}},
		"checkPayselection":     {body: at(`{"order_id": %d, "currency": "RUB"}`, o.pubg.ID), want: readers(200)},
		"terminatePayselection": {path: at("/api/payments/payselection/term/%d/", o.pubg.ID), want: owners(200)},
		"notifyGetpay":          {body: `{"wallet": "27000", "sum": "1.00", "order": "x", "type": "in", "signature": "x"}`, want: all(409)}, // there is no wallet in these tests
	}
	create := map[string]string{
		"createPubgOrder": pubgBody, "createSteamOrder": `{"amount": "500.01", "steam_account_id": "x", "email": "a@b.test"}`, "createStandoffOrder": standoffBody,
		"createRokkyOrder":  `{"gift": 5, "email": "a@b.test"}`,
		"createSupplyOrder": `{"products": [{"product_id": 41, "quantity": 1}], "supply_channel_user_id": "700000001", "supply_channel_server": 2, "email": "a@b.test"}`,
	}
	for id, body := range create {
		rows[id] = access{body: body, want: all(201)}
	}
	for id, row := range rows {
		row.of = o.of(id)
		rows[id] = row
	}
	for _, op := range forEverybody() { // content and catalogue
		if _, ok := rows[op.OperationID]; !ok {
			rows[op.OperationID] = access{path: living[op.OperationID], want: all(200)}
		}
	}
	return rows
}

// of is the order a call is about.
func (o orders) of(operation string) placed {
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
