package admin_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httpapitest"
	"larek/internal/httpapi/storeapi"
)

func (o owner) saveOpening(version int32, state, note string) httpapitest.Response {
	o.T.Helper()
	a := o.Do("POST", "/api/admin/opening/", o.operator.Header(), fmt.Sprintf(`{"version":%d,"state":%q,"note":%s,%s}`, version, state, note, reason))
	o.RefreshVersions()
	return a
}

func (o owner) opening() adminapi.Opening {
	o.T.Helper()
	return httpapitest.Decode[adminapi.Opening](o.T, o.Do("GET", "/api/admin/opening/", o.operator.Header(), ""))
}

// What a buyer may have begun before the shop closed stays, and nothing new begins.
func TestClosedShopTakesNoOrdersAndNoPayments(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	before := o.CreateOrder("pubg", nil, httpapitest.PubgBody)
	now := o.opening()
	if now.State != "open" || now.ChangedBy != nil {
		t.Fatalf("the seeded shop: %+v", now)
	}
	if a := o.saveOpening(now.Version, "closed", `" До 18:00 "`); a.Status != http.StatusOK {
		t.Fatalf("close: %d %s", a.Status, a.Body)
	}
	closed := o.opening()
	if closed.State != "closed" || closed.Note == nil || *closed.Note != "До 18:00" || closed.ChangedBy == nil || closed.ChangedAt == nil {
		t.Errorf("after closing: %+v", closed)
	}
	if shown := httpapitest.Decode[storeapi.Brand](t, o.Get("/api/brand/")); shown.State != "closed" || shown.Note == nil || *shown.Note != "До 18:00" {
		t.Errorf("what the storefront gets: %+v", shown)
	}

	count := func() string {
		return o.Value(`select concat_ws(' ', (select count(*) from orders), (select count(*) from order_lines), (select count(*) from order_events), (select count(*) from payment_attempts))`)
	}
	rows := count()
	pay := fmt.Sprintf(`{"order_id":%d,"currency":"RUB"}`, before.ID)
	bodies := map[string]string{
		"pubg":           httpapitest.PubgBody,
		"steam":          `{"amount":"500.00","steam_account_id":"x","email":"a@b.test"}`,
		"standoff":       httpapitest.StandoffBody,
		"rokky":          `{"gift":5,"email":"a@b.test"}`,
		"supply_channel": `{"products":[{"product_id":41,"quantity":1}],"supply_channel_user_id":"700000001","supply_channel_server":2,"email":"a@b.test"}`,
	}
	for kind, body := range bodies {
		o.Post("/api/orders/"+kind+"/", body).WantRefusal(t, http.StatusServiceUnavailable, "shop.closed")
	}
	o.Do("POST", "/api/payments/tbank_sbp/", before.ByCookie(), pay).WantRefusal(t, http.StatusServiceUnavailable, "shop.closed")
	forged := httpapitest.WithJSON(http.Header{"Cookie": {"pass=1800000000.AAAA"}})
	o.Do("POST", "/api/orders/pubg/", forged, httpapitest.PubgBody).WantRefusal(t, http.StatusServiceUnavailable, "shop.closed")
	o.Do("GET", "/api/opening/pass/", forged, "").WantJSON(t, http.StatusOK, `{"is_admitted": false}`)
	if after := count(); after != rows {
		t.Errorf("rows %s became %s", rows, after)
	}
	if a := o.Do("GET", "/api/orders/"+before.Hash+"/", before.ByCookie(), ""); a.Status != http.StatusOK {
		t.Errorf("an order made before: %d %s", a.Status, a.Body)
	}

	o.saveOpening(closed.Version, "open", "null")
	if a := o.Post("/api/orders/pubg/", httpapitest.PubgBody); a.Status != http.StatusCreated {
		t.Errorf("opened again: %d %s", a.Status, a.Body)
	}
	if got := o.Value(`select string_agg((before #>> '{}') || ' > ' || (after ->> 'state'), ', ' order by id) from audit where action = 'settings.opening'`); got != "open > closed, closed > open" {
		t.Errorf("audit: %s", got)
	}
}

func TestStaffBuyInAClosedShop(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	o.saveOpening(o.opening().Version, "closed", "null")
	operator := o.HireOperator("operator")
	a := o.Do("POST", "/api/admin/opening/pass/", operator.Header(), "")
	cookie := a.Header.Get("Set-Cookie")
	if a.Status != http.StatusOK || !strings.HasPrefix(cookie, "pass=") || !strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Lax") {
		t.Fatalf("a pass: %d %s, cookie %q", a.Status, a.Body, cookie)
	}
	pass, _, _ := strings.Cut(cookie, ";")
	with := httpapitest.WithJSON(http.Header{"Cookie": {pass}})
	o.Do("GET", "/api/opening/pass/", with, "").WantJSON(t, http.StatusOK, `{"is_admitted": true}`)
	if a := o.Do("POST", "/api/orders/pubg/", with, httpapitest.PubgBody); a.Status != http.StatusCreated {
		t.Errorf("an order: %d %s", a.Status, a.Body)
	}
	buyer := o.Do("POST", "/api/admin/opening/pass/", httpapitest.WithJSON(nil), "")
	if buyer.Status != http.StatusForbidden || buyer.Header.Get("Set-Cookie") != "" {
		t.Errorf("a buyer gets a pass: %d %s", buyer.Status, buyer.Body)
	}
}

func TestOpeningThatCannotBeIsRefused(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	now := o.opening()
	count := func() string { return o.Value(`select count(*)::text from shop_states`) }
	rows := count()
	for _, row := range []struct {
		version     int32
		state, note string
		status      int
		says        string
	}{
		{now.Version - 1, "closed", "null", http.StatusConflict, "setting.stale"},
		{now.Version + 1, "closed", "null", http.StatusConflict, "setting.stale"},
		{now.Version, "preparing", "null", http.StatusBadRequest, `"state"`},
		{now.Version, "closed", `"две\nстроки"`, http.StatusBadRequest, `"note"`},
		{now.Version, "closed", `"` + strings.Repeat("я", 121) + `"`, http.StatusBadRequest, `"note"`},
	} {
		if a := o.saveOpening(row.version, row.state, row.note); a.Status != row.status || !strings.Contains(string(a.Body), row.says) {
			t.Errorf("%d %s %s: %d %s", row.version, row.state, row.note, a.Status, a.Body)
		}
	}
	senior := o.HireOperator("senior")
	a := o.Do("POST", "/api/admin/opening/", senior.Header(), fmt.Sprintf(`{"version":%d,"state":"closed","note":null,%s}`, now.Version, reason))
	if a.Status != http.StatusForbidden {
		t.Errorf("a senior operator closes the shop: %d %s", a.Status, a.Body)
	}
	if after := count(); after != rows {
		t.Errorf("%s states became %s", rows, after)
	}
}
