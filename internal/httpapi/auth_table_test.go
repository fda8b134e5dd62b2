package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"larek/internal/httpapi/storeapi"
)

// world is what the calls of the access table are about: everything here is
// the owner's.
type world struct {
	s                                      *shop
	pubg, steam, standoff, rokky, supply   placed
	session                                string
	anonymous, guest, otherBuyer, theOwner http.Header
}

func newWorld(t *testing.T) *world {
	t.Helper()
	s := newShop(t)
	m, p := s.made("owner@example.test")
	other, _ := s.made("other@example.test")
	w := &world{s: s, session: s.devices(p)[0].ID, theOwner: s.signedIn(m.ID), otherBuyer: s.signedIn(other.ID)}
	w.pubg = s.order("pubg", w.theOwner, `{"products": [{"product_id": 3, "quantity": 2}]}`)
	w.steam = s.order("steam", w.theOwner, `{"amount": "500.00", "steam_account_id": "night_kiosk"}`)
	w.standoff = s.order("standoff", w.theOwner, `{"products": [{"product_id": 11, "quantity": 1}], "game_account_id": "1"}`)
	w.rokky = s.order("rokky", w.theOwner, `{"gift": 5}`)
	w.supply = s.order("supply_channel", w.theOwner, `{"products": [{"product_id": 41, "quantity": 1}], "supply_channel_user_id": "700000001", "supply_channel_server": 2}`)
	s.order("pubg", w.otherBuyer, `{"products": [{"product_id": 3, "quantity": 1}]}`)
	// The guest has an order too, and shows its hash and cookie everywhere.
	theirs := s.order("pubg", nil, pubgBody)
	w.anonymous = withType(nil)
	w.guest = theirs.byHash()
	w.guest.Set("Cookie", theirs.cookie)
	return w
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
	(select count(*) from feedback), (select count(*) from ledger_groups), (select count(*) from promo_uses), (select count(*) from order_events)))`

// TestEveryCallKnowsWhoMayCallIt is the access table: what anybody, a guest
// with an order of their own, another buyer and the owner are answered. Who is
// refused has changed nothing.
func TestEveryCallKnowsWhoMayCallIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rows := w.table()
	for _, op := range storeapi.Operations {
		row, ok := rows[op.OperationID]
		if !ok {
			t.Errorf("%s has no row: say who may call it", op.OperationID)
			continue
		}
		path := op.Path
		if row.path != "" {
			path = row.path
		}
		if strings.Contains(path, "{") {
			t.Errorf("%s has no address", op.OperationID)
			continue
		}
		for i, who := range []struct {
			name   string
			header http.Header
		}{{"anonymous", w.anonymous}, {"guest", w.guest}, {"other buyer", w.otherBuyer}, {"owner", w.theOwner}} {
			before := w.s.value(snapshot)
			header := who.header.Clone()
			if row.kind != "" {
				header.Set("Content-Type", row.kind)
			}
			a := w.s.do(op.Method, path, header, row.body)
			if a.status != row.want[i] {
				t.Errorf("%s for %s: %d instead of %d: %.200s", op.OperationID, who.name, a.status, row.want[i], a.body)
			}
			if a.status >= 400 && w.s.value(snapshot) != before {
				t.Errorf("%s refused to %s has changed something", op.OperationID, who.name)
			}
		}
		delete(rows, op.OperationID)
	}
	for id := range rows {
		t.Errorf("%s is in the table and not in the contract", id)
	}
}

// access is one row: the call, and the status for each of the four.
type access struct {
	path, body, kind string
	want             [4]int
}

var (
	everybody  = [4]int{200, 200, 200, 200}
	buyersOnly = [4]int{401, 401, 200, 200}
	ownerOnly  = [4]int{404, 404, 404, 200}
)

func (w *world) table() map[string]access {
	at := func(format string, args ...any) string { return fmt.Sprintf(format, args...) }
	rows := map[string]access{
		"createToken":       {body: `{"email": "owner@example.test", "password": "x"}`, want: [4]int{400, 400, 400, 400}},
		"refreshToken":      {body: `{"refresh": "x"}`, want: [4]int{400, 400, 400, 400}},
		"getProfile":        {want: buyersOnly},
		"getSocialLink":     {path: "/api/auth/social/yandex/url/?redirect_uri=" + backTo("yandex"), want: everybody},
		"signInWithSocial":  {path: "/api/auth/social/yandex/auth/", body: `{"code": "x", "redirect_uri": "x"}`, want: [4]int{400, 400, 400, 400}},
		"bindSocial":        {path: "/api/auth/social/yandex/bind/", body: `{"code": "x", "redirect_uri": "x"}`, want: [4]int{401, 401, 400, 400}},
		"unbindSocial":      {path: "/api/auth/social/yandex/unbind/", want: buyersOnly},
		"listSignInMethods": {want: everybody},
		"listSessions":      {want: buyersOnly},
		"signOut":           {body: `{"refresh": "x"}`, want: [4]int{204, 204, 204, 204}},
		"endSessions":       {want: [4]int{401, 401, 204, 204}},
		"endSession":        {path: "/api/auth/sessions/" + w.session + "/end/", want: [4]int{401, 401, 404, 204}},
		"listMovements":     {want: buyersOnly},
		"changeEmail":       {body: `{"email": "new@example.test"}`, want: [4]int{401, 401, 204, 204}},
		"confirmEmail":      {body: `{"token": "x"}`, want: [4]int{401, 401, 400, 400}},
		"showEmailChange":   {body: `{"token": "x"}`, want: [4]int{401, 401, 400, 400}},
		"showEmailStop":     {body: `{"token": "x"}`, want: [4]int{400, 400, 400, 400}},
		"stopEmailChange":   {body: `{"token": "x"}`, want: [4]int{400, 400, 400, 400}},
		"listConsents":      {want: buyersOnly},
		"setConsent":        {body: `{"kind": "mailing", "given": true}`, want: buyersOnly},
		"claimOrders":       {want: buyersOnly},
		"exportData":        {want: buyersOnly},
		"eraseAccount":      {body: `{"confirm": "erase"}`, want: [4]int{401, 401, 409, 409}},

		"createFeedback": {body: at(`{"order": %d, "rating": 5, "text": "x"}`, w.pubg.ID), want: [4]int{401, 401, 404, 409}},
		"listOrders":     {want: buyersOnly},
		// The hash is the right.
		"getOrder":                 {path: "/api/orders/" + w.pubg.Hash + "/", want: everybody},
		"getOrderDetails":          {path: "/api/orders/" + w.pubg.Hash + "/details/", want: everybody},
		"getOrderStatus":           {path: at("/api/orders/status/%d/", w.pubg.ID), want: ownerOnly},
		"getOrderPaymentData":      {path: at("/api/orders/payment_data/%d/", w.pubg.ID), want: [4]int{404, 404, 404, 404}},
		"activateOrderPromoCode":   {path: at("/api/orders/%d/activate_promo_code/", w.pubg.ID), body: codeBody("NOCH5"), want: ownerOnly},
		"proveOrderEmail":          {path: at("/api/orders/%d/prove_email/", w.pubg.ID), body: codeBody("X"), want: [4]int{404, 404, 404, 400}},
		"showOrderPromoCode":       {path: at("/api/orders/%d/show_promo_code/", w.pubg.ID), body: codeBody("NOCH5"), want: ownerOnly},
		"deactivateOrderPromoCode": {path: at("/api/orders/%d/deactivate_promo_code/", w.pubg.ID), want: ownerOnly},
		"getOrderPromoCode":        {path: at("/api/orders/%d/active_promo_code/", w.pubg.ID), want: [4]int{404, 404, 404, 204}},
		"chooseRefund":             {path: at("/api/orders/%d/refund_to/", w.pubg.ID), body: `{"to": "balance"}`, want: [4]int{401, 401, 404, 200}},

		"updatePubgOrder":     {path: at("/api/orders/pubg/%d/update/", w.pubg.ID), body: at(`{"products": [{"id": %d, "quantity": 1}]}`, w.pubg.Products[0].ID), want: ownerOnly},
		"updateSteamOrder":    {path: at("/api/orders/steam/%d/update/", w.steam.ID), body: `{"amount": "600.00"}`, want: ownerOnly},
		"updateStandoffOrder": {path: at("/api/orders/standoff/%d/update/", w.standoff.ID), body: at(`{"products": [{"id": %d, "quantity": 2}]}`, w.standoff.Products[0].ID), want: ownerOnly},
		"updateRokkyOrder":    {path: at("/api/orders/rokky/%d/update/", w.rokky.ID), body: `{"gift": 6}`, want: ownerOnly},
		"updateSupplyOrder":   {path: at("/api/orders/supply_channel/%d/update/", w.supply.ID), body: at(`{"products": [{"id": %d, "quantity": 1}]}`, w.supply.Products[0].ID), want: ownerOnly},

		"updatePubgDelivery":     {path: at("/api/orders/pubg/%d/delivery_details/update/", w.pubg.ID), body: `{"email": "new@example.test"}`, want: ownerOnly},
		"updateSteamDelivery":    {path: at("/api/orders/steam/%d/delivery_details/update/", w.steam.ID), body: `{"steam_account_id": "other_kiosk"}`, want: ownerOnly},
		"updateStandoffDelivery": {path: at("/api/orders/standoff/%d/delivery_details/update/", w.standoff.ID), body: `{"game_account_id": "2"}`, want: ownerOnly},
		"updateRokkyDelivery":    {path: at("/api/orders/rokky/%d/delivery_details/update/", w.rokky.ID), body: `{"email": "new@example.test"}`, want: ownerOnly},
		"updateSupplyDelivery":   {path: at("/api/orders/supply_channel/%d/delivery_details/update/", w.supply.ID), body: `{"moogold_user_id": "700000002", "moogold_server": 2}`, want: ownerOnly},
		"uploadStandoffAvatar": {
			path: at("/api/orders/standoff/avatar/%d/", w.standoff.ID), kind: "multipart/form-data; boundary=x",
			body: "--x\r\nContent-Disposition: form-data; name=\"game_avatar\"; filename=\"a\"\r\n\r\nno picture\r\n--x--\r\n", want: [4]int{404, 404, 404, 400},
		},
		"getStandoffLastOrder": {want: buyersOnly}, "getSteamLastOrder": {want: buyersOnly},
		"getSupplyLastOrder": {path: "/api/orders/supply_channel/last_order_data/5/", want: buyersOnly},

		"activatePromoCode": {body: codeBody("NOCH5"), want: buyersOnly}, "deactivatePromoCode": {want: [4]int{401, 401, 204, 204}},
		"claimPurchasePromoCode": {want: [4]int{401, 401, 409, 409}},
		"getWelcomePromoCode":    {want: [4]int{200, 200, 204, 204}},
		"showPromoCode":          {body: codeBody("NOCH5"), want: everybody},
		"getActiveCountry":       {want: everybody},
		"selectCountry":          {body: `{"country_id": 1}`, want: everybody},

		"startPayment":          {path: "/api/payments/balance/", body: at(`{"order_id": %d, "currency": "RUB"}`, w.pubg.ID), want: [4]int{404, 404, 404, 409}},
		"checkPayselection":     {body: at(`{"order_id": %d, "currency": "RUB"}`, w.pubg.ID), want: ownerOnly},
		"terminatePayselection": {path: at("/api/payments/payselection/term/%d/", w.pubg.ID), want: ownerOnly},
		"notifyGetpay":          {body: `{"wallet": "27000", "sum": "1.00", "order": "x", "type": "in", "signature": "x"}`, want: [4]int{409, 409, 409, 409}}, // there is no wallet in these tests
	}
	create := map[string]string{
		"createPubgOrder": pubgBody, "createSteamOrder": `{"amount": "500.01", "steam_account_id": "x", "email": "a@b.test"}`, "createStandoffOrder": standoffBody,
		"createRokkyOrder":  `{"gift": 5, "email": "a@b.test"}`,
		"createSupplyOrder": `{"products": [{"product_id": 41, "quantity": 1}], "supply_channel_user_id": "700000001", "supply_channel_server": 2, "email": "a@b.test"}`,
	}
	for id, body := range create {
		rows[id] = access{body: body, want: [4]int{201, 201, 201, 201}}
	}
	for _, op := range forEverybody() { // content and catalogue
		if _, ok := rows[op.OperationID]; !ok {
			rows[op.OperationID] = access{path: living[op.OperationID], want: everybody}
		}
	}
	return rows
}
