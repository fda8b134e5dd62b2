package admin_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httpapitest"
)

var _ = rows(func() map[string]row {
	return map[string]row{
		"getBrand":   {call: at("/api/admin/brand/")},
		"getPalette": {call: at("/api/admin/brand/palette/?accent=%236e4cff")},
		"saveBrand": {action: "settings.brand", call: func(f *fixture, _ caller) (string, string) {
			version := httpapitest.QueryAll[int](f.Shop, `select max(version) from shop_brand`)[0]
			return "/api/admin/brand/", fmt.Sprintf(`{"version":%d,"name":"Полночь","latin":"Polnoch","line":"Ночью и днём","mark":null,"accent":"#6E4CFF",%s}`, version, reason)
		}},
		"getOpening": {call: at("/api/admin/opening/")},
		"saveOpening": {action: "settings.opening", call: func(f *fixture, _ caller) (string, string) {
			version := httpapitest.QueryAll[int](f.Shop, `select max(version) from shop_states`)[0]
			return "/api/admin/opening/", fmt.Sprintf(`{"version":%d,"state":"open","note":null,%s}`, version, reason)
		}},
		"openShopPass":    {call: at("/api/admin/opening/pass/")},
		"listSettings":    {call: at("/api/admin/settings/")},
		"listSignInRules": {call: at("/api/admin/settings/sign_in/")},
		"changeSignInRule": {action: "settings.sign_in", call: func(f *fixture, _ caller) (string, string) {
			f.AsOwner(`update sign_in_methods set allowed = country = '**' where provider = 'steam'`)
			return "/api/admin/settings/sign_in/steam/", `{"allowed":true,"except":[],"was":{"allowed":true,"except":["RU"]},` + reason + "}"
		}},
		"changeSettings": {action: "settings.change", call: func(f *fixture, _ caller) (string, string) {
			f.AsOwner(`update payment_settings set version = 1, late_hours = 24`)
			return "/api/admin/settings/payments/", `{"version":1,"values":[{"key":"late_hours","value":"12.00"}],` + reason + "}"
		}},
	}
})

// owner changes settings.
type owner struct {
	*fixture
	operator httpapitest.Operator
}

func newOwner(t *testing.T) owner {
	f := &fixture{Shop: httpapitest.NewShop(t)}
	return owner{f, f.HireOperator("admin")}
}

func (o owner) area(name string) adminapi.SettingArea {
	o.T.Helper()
	for _, a := range httpapitest.Decode[adminapi.SettingAreas](o.T, o.Do("GET", "/api/admin/settings/", o.operator.Header(), "")).Results {
		if string(a.Name) == name {
			return a
		}
	}
	o.T.Fatalf("no area %s", name)
	return adminapi.SettingArea{}
}

// change sets values, written as key=value.
func (o owner) change(area string, version int32, values ...string) httpapitest.Response {
	o.T.Helper()
	list := make([]string, len(values))
	for i, v := range values {
		key, value, _ := strings.Cut(v, "=")
		list[i] = fmt.Sprintf(`{"key":%q,"value":%q}`, key, value)
	}
	return o.Do("POST", "/api/admin/settings/"+area+"/", o.operator.Header(), fmt.Sprintf(`{"version":%d,"values":[%s],%s}`, version, strings.Join(list, ","), reason))
}

func (o owner) mustChange(area string, values ...string) {
	o.T.Helper()
	if a := o.change(area, o.area(area).Version, values...); a.Status != 200 {
		o.T.Fatalf("%s %q: %d %s", area, values, a.Status, a.Body)
	}
}

func TestSettingsOfGamesAreWhatBuyersRead(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	o.mustChange("steam", "commission=11.50", "min_amount=75.00", "max_amount=14000.00")
	o.mustChange("standoff", "market_fee=15.00", "surplus=0.00")
	o.RefreshVersions()
	o.Get("/api/orders/steam/settings/").WantJSON(t, 200, `{"id": 1, "commission": "11.50", "min_amount": "75.00", "max_amount": "14000.00"}`)
	if a := o.Get("/api/orders/standoff/settings/"); !strings.Contains(string(a.Body), `"market_fee":"0.15"`) || !strings.Contains(string(a.Body), `"is_surplus_enabled":false`) {
		t.Errorf("standoff: %s", a.Body)
	}
	a := o.area("steam")
	if a.Version != 2 || a.ChangedBy == nil || a.ChangedAt == nil {
		t.Errorf("who changed it: %+v", a)
	}
	got := o.Value(`select concat_ws(' ', permission, object_kind, object_id, reason_code, before ->> 'commission', after ->> 'commission') from audit where action = 'settings.change' and object_id = 'steam'`)
	if got != "settings.write settings steam other 9 11.50" {
		t.Errorf("audit: %s", got)
	}
}

func TestSettingsOfDeliveryReachTheirTable(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	o.mustChange("delivery", "cost_limit=5.00", "min_margin=7.50", "hold_minutes=45.00", "prepaid_days=4.00")
	if got := o.Value(`select concat_ws(' ', cost_limit_percent, min_margin_percent, hold_minutes, prepaid_days) from delivery_settings`); got != "5 7.50 45 4" {
		t.Errorf("got %s", got)
	}
}

// TestReviewsArePublishedFromTheStarsOfTheSettings leaves reviews with four stars twice.
func TestReviewsArePublishedFromTheStarsOfTheSettings(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	review := func() string {
		buyer := o.SignedIn(7)
		order := o.CreateOrder("pubg", buyer, httpapitest.PubgBody)
		o.Exec(`update orders set status = 'done', done_at = now(), next_action = null, due_at = null where id = $1`, order.ID)
		body := fmt.Sprintf(`{"order": %d, "rating": 4, "text": "Быстро"}`, order.ID)
		if a := o.Do("POST", "/api/feedback/create/", httpapitest.WithJSON(buyer), body); a.Status != 201 {
			t.Fatalf("review: %d %s", a.Status, a.Body)
		}
		return o.Value(`select state from feedback where order_id = $1`, order.ID)
	}
	if got := review(); got != "published" {
		t.Errorf("with four stars: %s", got)
	}
	o.mustChange("reviews", "publish_from=5.00")
	if got := review(); got != "waiting" {
		t.Errorf("with four stars and a setting of five: %s", got)
	}
}

// TestRowsAreDueByTheSettings reads when a review of the queue has to be moderated.
func TestRowsAreDueByTheSettings(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	o.AsOwner(`delete from feedback`)
	newReview(o.Shop, "waiting")
	due := func() time.Duration {
		list := httpapitest.Decode[adminapi.QueuePage](t, o.Do("GET", "/api/admin/queue/?kind=review", o.operator.Header(), "")).Results
		if len(list) != 1 {
			t.Fatalf("%d reviews wait, want 1", len(list))
		}
		return list[0].DueAt.Sub(list[0].Created)
	}
	if got := due(); got != 24*time.Hour {
		t.Errorf("due in %s, want a day", got)
	}
	o.mustChange("queue", "review_minutes=90.00")
	if got := due(); got != 90*time.Minute {
		t.Errorf("due in %s, want 90 minutes", got)
	}
}

func TestRefusedSettingsChangeNothing(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	o.mustChange("queue", "code_minutes=30.00")
	before := o.snapshot()
	o.change("queue", 1, "code_minutes=40.00").WantRefusal(t, 409, "setting.stale")
	o.change("queue", 2, "code_minutes=30.00").WantRefusal(t, 409, "setting.same")
	for _, bad := range []string{"code_minutes=4.00", "code_minutes=30.50", "code_minutes=20000.00", "late_hours=30.00"} {
		if a := o.change("queue", 2, bad); a.Status != 400 {
			t.Errorf("%s: %d %s, want 400", bad, a.Status, a.Body)
		}
	}
	if a := o.change("steam", 1, "min_amount=20000.00"); a.Status != 400 {
		t.Errorf("a smallest sum above the largest: %d %s", a.Status, a.Body)
	}
	if o.snapshot() != before {
		t.Error("a refused change changed data")
	}
}

// TestCostlySettingsNeedASecondPerson lowers the commission with the approval of a colleague.
func TestCostlySettingsNeedASecondPerson(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	lower := func() httpapitest.Response { return o.change("steam", 1, "commission=8.00", "min_amount=60.00") }
	commission := func() string { return o.Value(`select commission::text from steam_settings`) }
	lower().WantRefusal(t, 409, "desk.second_person")
	if got := commission(); got != "9.00" {
		t.Fatalf("alone: %s", got)
	}
	request := o.Value(`select id::text from ledger_requests where state = 'open' and subject = 'Steam: комиссия, % 9 → 8'`)
	approve := "/api/admin/books/requests/" + request + "/approve/"
	if a := o.Do("POST", approve, o.HireOperator("finance").Header(), `{`+reason+`}`); a.Status != 403 {
		t.Errorf("approved by a person who may not change settings: %d %s", a.Status, a.Body)
	}
	if a := o.Do("POST", approve, o.HireOperator("admin").Header(), `{`+reason+`}`); a.Status != 200 {
		t.Fatalf("approving: %d %s", a.Status, a.Body)
	}
	if a := lower(); a.Status != 200 || commission() != "8.00" {
		t.Errorf("approved: %d %s, commission %s", a.Status, a.Body, commission())
	}
}

// TestPaymentsAreAcceptedLongerByTwo: one person could let an old price be honoured for a month.
// Deadlines of the queue are one person's within their bounds, and in the audit.
func TestPaymentsAreAcceptedLongerByTwo(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	window := func() string {
		return o.Value(`select concat_ws(' ', (select late_hours from payment_settings), (select code_minutes from queue_settings), (select count(*) from audit where action = 'settings.change'))`)
	}
	deadline := o.Value(`select code_minutes::text from queue_settings`)
	longer := func() httpapitest.Response {
		return o.change("payments", o.area("payments").Version, "late_hours=25.00")
	}
	longer().WantRefusal(t, 409, "desk.second_person")
	if a := o.change("payments", 1, "late_hours=721.00"); a.Status != 400 {
		t.Errorf("above the bound: %d %s", a.Status, a.Body)
	}
	if got := window(); got != "24 "+deadline+" 0" {
		t.Fatalf("refused, but hours, a deadline and audit rows are %s", got)
	}
	o.mustChange("payments", "late_hours=12.00")
	o.mustChange("queue", "code_minutes=14400.00")
	if got := window(); got != "12 14400 2" {
		t.Errorf("shortened alone, and a deadline lengthened: %s", got)
	}
	request := o.Value(`select id::text from ledger_requests where state = 'open' and subject = 'Оплата: платёж после конца счёта, ч 24 → 25'`)
	if a := o.Do("POST", "/api/admin/books/requests/"+request+"/approve/", o.HireOperator("admin").Header(), `{`+reason+`}`); a.Status != 200 {
		t.Fatalf("approving: %d %s", a.Status, a.Body)
	}
	longer().WantRefusal(t, 409, "desk.second_person") // approved from 24, not from 12
	o.mustChange("queue", "code_minutes="+deadline+".00")
	if got := window(); got != "12 "+deadline+" 3" {
		t.Errorf("in the end: %s", got)
	}
}

// TestOfTwoOwnersOneChangesAnArea: two people save one area at the same moment, each another value.
// One is refused, and nothing of theirs is in the settings or in the audit.
func TestOfTwoOwnersOneChangesAnArea(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	other := owner{o.fixture, o.HireOperator("admin")}
	for round := range 10 {
		version, n := o.area("queue").Version, 20+round
		var first, second httpapitest.Response
		var both sync.WaitGroup
		both.Go(func() { first = o.change("queue", version, fmt.Sprintf("code_minutes=%d.00", n)) })
		both.Go(func() { second = other.change("queue", version, fmt.Sprintf("review_minutes=%d.00", n)) })
		both.Wait()
		won, lost := first, second
		if first.Status != 200 {
			won, lost = second, first
		}
		if won.Status != 200 {
			t.Fatalf("neither was saved: %d %s, %d %s", first.Status, first.Body, second.Status, second.Body)
		}
		lost.WantRefusal(t, 409, "setting.stale")
		got := o.Value(`select concat_ws(' ', version, (code_minutes = $1)::int + (review_minutes = $1)::int, (select count(*) from audit where action = 'settings.change')) from queue_settings`, n)
		if want := fmt.Sprintf("%d 1 %d", version+1, round+1); got != want {
			t.Errorf("version, changed values and audit rows are %s, want %s", got, want)
		}
	}
}

// signInRules returns the rules of the services that the shop has keys of.
func (o owner) signInRules() (rules []adminapi.SignInRule, text string) {
	o.T.Helper()
	for _, r := range httpapitest.Decode[adminapi.SignInRules](o.T, o.Do("GET", "/api/admin/settings/sign_in/", o.operator.Header(), "")).Results {
		if r.Configured {
			rules = append(rules, r)
			text += fmt.Sprintf("%s %t %v ", r.Provider, r.Allowed, r.Except)
		}
	}
	return rules, text
}

// changeSignIn replaces the rule of a service, which was another.
func (o owner) changeSignIn(was adminapi.SignInRule, allowed bool, except ...string) httpapitest.Response {
	o.T.Helper()
	body, err := json.Marshal(map[string]any{
		"allowed": allowed, "except": append([]string{}, except...), "was": map[string]any{"allowed": was.Allowed, "except": was.Except},
		"reason": map[string]string{"code": "other", "text": "проверка"},
	})
	if err != nil {
		o.T.Fatal(err)
	}
	return o.Do("POST", "/api/admin/settings/sign_in/"+string(was.Provider)+"/", o.operator.Header(), string(body))
}

// canSignInBySteam reports what the storefront shows in a country.
func (o owner) canSignInBySteam(country string) bool {
	o.T.Helper()
	type method struct {
		Provider string
		Can      bool `json:"can_sign_in"`
	}
	for _, m := range httpapitest.Decode[[]method](o.T, o.Do("GET", "/api/auth/social/", http.Header{"X-Client-Country": {country}}, "")) {
		if m.Provider == "steam" {
			return m.Can
		}
	}
	o.T.Fatal("Steam is not listed")
	return false
}

// TestOwnerDecidesWhereAServiceSignsIn changes the rule of Steam: the storefront follows, and the
// rule of before cannot be changed again.
func TestOwnerDecidesWhereAServiceSignsIn(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	_, before := o.signInRules()
	if !strings.Contains(before, "steam true [RU]") || o.canSignInBySteam("RU") || !o.canSignInBySteam("KZ") {
		t.Fatalf("%s: the test changes the rule of Steam", before)
	}
	was := adminapi.SignInRule{Provider: "steam", Allowed: true, Except: []string{"RU"}}
	if a := o.changeSignIn(was, true, "KZ", "BY", "KZ"); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	_, after := o.signInRules()
	if after != strings.Replace(before, "steam true [RU]", "steam true [BY KZ]", 1) {
		t.Errorf("%s, before it was %s", after, before)
	}
	if !o.canSignInBySteam("RU") || o.canSignInBySteam("KZ") {
		t.Error("the storefront does not follow the rule")
	}
	if got := o.Value(`select concat_ws(' ', object_id, before, after) from audit where action = 'settings.sign_in'`); got != `sign_in {"steam": {"except": ["RU"], "allowed": true}} {"steam": {"except": ["BY", "KZ"], "allowed": true}}` {
		t.Errorf("the audit has %s", got)
	}
	o.changeSignIn(was, false).WantRefusal(t, 409, "signin.rule_stale")
	o.changeSignIn(adminapi.SignInRule{Provider: "steam", Allowed: true, Except: []string{"BY", "KZ"}}, true, "KZ", "BY").WantRefusal(t, 409, "signin.rule_same")
	if _, kept := o.signInRules(); kept != after {
		t.Errorf("a refused change left %s, before it was %s", kept, after)
	}
}

func TestTheLastServiceOfACountryStays(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	rules, _ := o.signInRules()
	last := len(rules) - 1
	for _, r := range rules[:last] {
		if a := o.changeSignIn(r, false); a.Status != 200 {
			t.Fatalf("%s: %d %s", r.Provider, a.Status, a.Body)
		}
	}
	_, before := o.signInRules()
	o.changeSignIn(rules[last], false).WantRefusal(t, 409, "signin.none_left")
	o.changeSignIn(rules[last], true, "KZ").WantRefusal(t, 409, "signin.none_left")
	if _, after := o.signInRules(); after != before {
		t.Errorf("a refused change left %s, before it was %s", after, before)
	}
}
