package admin_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httpapitest"
	"larek/internal/httpapi/storeapi"
)

// onMethod is a call about the method whose name is given, of Russia, as it is now.
func onMethod(name, verb, fields string) func(*fixture, caller) (string, string) {
	return func(f *fixture, _ caller) (string, string) {
		f.Exec(`update payment_methods set is_active = true where name = $1`, name)
		f.Exec(`delete from method_switches`)
		f.Exec(`delete from method_pauses`)
		id, version, _ := strings.Cut(methodOf(f.Shop, "RU", name), " ")
		return "/api/admin/methods/" + id + "/" + verb + "/", `{"version":` + version + `,` + fields + reason + `}`
	}
}

// methodOf returns the ID and the version of a method.
func methodOf(s *httpapitest.Shop, iso, name string) string {
	return s.Value(`select m.id || ' ' || m.version from payment_methods m join method_groups g on g.id = m.group_id
		join countries c on c.id = g.country_id where c.iso = $1 and m.name = $2`, iso, name)
}

var _ = rows(func() map[string]row {
	return map[string]row{
		"listMethodCountries": {call: at("/api/admin/methods/countries/")},
		"listMethods":         {call: at("/api/admin/methods/?country=RU")},
		"listProviders":       {call: at("/api/admin/methods/providers/")},
		"listRates":           {call: at("/api/admin/methods/rates/")},
		"listRoutes":          {call: at("/api/admin/methods/routes/")},
		"previewMethod":       {call: at("/api/admin/methods/preview/", `{"fee":"3.20","fix_fee":"5.00"}`)},
		"changeMethod":        {action: "method.change", call: onMethod("tbank_sbp", "change", `"fee":"1.75","fix_fee":"0.00","min_amount":"10.00","is_secondary":false,`)},
		"switchMethod":        {action: "method.off", call: onMethod("tbank_qr", "switch", `"off":true,"even_last":false,`)},
		"keepMethod":          {action: "method.keep", call: onMethod("tbank_qr", "keep", `"keep":true,`)},
		"orderMethods": {action: "method.order", call: func(f *fixture, _ caller) (string, string) {
			ids := f.Value(`select json_agg(id order by position desc, id)::text from payment_methods where group_id = (select group_id from payment_methods where name = 'tbank_qr' limit 1)`)
			return "/api/admin/methods/order/", `{"ids":` + ids + `,` + reason + `}`
		}},
	}
})

func listMethods(t *testing.T, s *httpapitest.Shop, who httpapitest.Operator, iso string) map[string]adminapi.MethodRow {
	t.Helper()
	found := map[string]adminapi.MethodRow{}
	for _, m := range httpapitest.Decode[adminapi.MethodList](t, s.Do("GET", "/api/admin/methods/?country="+iso, who.Header(), "")).Results {
		found[m.Name] = m
	}
	return found
}

// TestBuyersFollowAMethod changes what a method costs and switches it off and on.
func TestBuyersFollowAMethod(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	maria, oleg := s.HireOperator("finance"), s.HireOperator("senior")
	post := func(who httpapitest.Operator, verb, fields string) httpapitest.Response {
		id, version, _ := strings.Cut(methodOf(s, "RU", "tbank_sbp"), " ")
		return s.Do("POST", "/api/admin/methods/"+id+"/"+verb+"/", who.Header(), `{"version":`+version+`,`+fields+reason+`}`)
	}
	shown := func() string {
		s.RefreshVersions()
		for _, g := range httpapitest.Decode[storeapi.ActiveCountry](t, s.Get("/api/payments/countries/active/")).MethodGroups {
			for _, m := range g.Methods {
				if m.Name == "tbank_sbp" {
					return fmt.Sprint(m.IsActive, " ", m.FixFee)
				}
			}
		}
		return "nothing"
	}
	if a := post(maria, "change", `"fee":"2.5","fix_fee":"3.00","min_amount":"20.00","is_secondary":false,`); a.Status != 200 || shown() != "true 3.00" {
		t.Fatalf("changing: %d %s, buyers see %s", a.Status, a.Body, shown())
	}
	row := listMethods(t, s, maria, "RU")["tbank_sbp"]
	if e := row.Example; row.Fee != "2.50" || e.Fee.String() != "28.00" || e.Due.String() != "1028.00" || row.Version != 2 {
		t.Errorf("got %+v, want a fee of 28.00 on 1000.00", row)
	}
	post(maria, "change", `"fee":"51","fix_fee":"0.00","min_amount":"0.00","is_secondary":false,`).WantRefusal(t, 400, "invalid")
	if a := post(oleg, "switch", `"off":true,"even_last":false,`); a.Status != 200 || shown() != "false 3.00" {
		t.Fatalf("switching off: %d %s, buyers see %s", a.Status, a.Body, shown())
	}
	post(oleg, "switch", `"off":true,"even_last":false,`).WantRefusal(t, 409, "method.switched")
	if off := listMethods(t, s, oleg, "RU")["tbank_sbp"].Off; off == nil || off.Reason == "" || off.By == "" {
		t.Errorf("got %+v, want who switched it off and why", off)
	}
	if a := post(oleg, "switch", `"off":false,"even_last":false,`); a.Status != 200 || shown() != "true 3.00" {
		t.Errorf("switching on: %d %s, buyers see %s", a.Status, a.Body, shown())
	}
	if n := s.Value(`select string_agg(action, ' ' order by id) from audit where object_kind = 'method'`); n != "method.change method.off method.on" {
		t.Errorf("the audit says %q", n)
	}
}

func TestLastMethodOfACountryAsksTwice(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	oleg := s.HireOperator("senior")
	s.Exec(`update payment_methods m set is_active = false from method_groups g join countries c on c.id = g.country_id
		where g.id = m.group_id and c.iso = 'KZ' and m.id <> (select min(x.id) from payment_methods x join method_groups y on y.id = x.group_id
			join countries z on z.id = y.country_id where z.iso = 'KZ' and x.name <> 'balance')`)
	var last adminapi.MethodRow
	for _, m := range listMethods(t, s, oleg, "KZ") {
		if m.IsLast {
			last = m
		}
	}
	post := func(even bool) httpapitest.Response {
		return s.Do("POST", fmt.Sprintf("/api/admin/methods/%d/switch/", last.ID), oleg.Header(), fmt.Sprintf(`{"version":%d,"off":true,"even_last":%t,%s}`, last.Version, even, reason))
	}
	post(false).WantRefusal(t, 409, "method.last")
	if got := s.Value(`select is_active::text || (select count(*) from method_switches) from payment_methods where id = $1`, last.ID); got != "true0" {
		t.Errorf("the refused switch left %s", got)
	}
	if a := post(true); a.Status != 200 || s.Value(`select is_active::text from payment_methods where id = $1`, last.ID) != "false" {
		t.Errorf("insisting: %d %s", a.Status, a.Body)
	}
}

func TestMethodHealthComparesWithTheWeekBefore(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	maria := s.HireOperator("finance")
	order := s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	now := s.Clock.Now()
	n := 0
	add := func(status string, ago time.Duration) {
		n++
		s.Exec(`insert into payment_attempts (order_id, number, reference, method, provider, status, total, fee, currency, rate, amount, created, expires_at, country)
			values ($1, $2::int, 'health-' || $2::int, 'tbank_qr', 'tbank', $3, 10, 0, 'RUB', 1, 10, $4, $4, 'RU')`, order.ID, n, status, now.Add(-ago))
		s.Exec(`update payment_attempts set scenario = '{}' where order_id = $1 and status = 'superseded' and created > $2`, order.ID, now.Add(-4*time.Minute))
	}
	const week = 7 * 24 * time.Hour
	for _, a := range []struct {
		status string
		ago    time.Duration
	}{
		{"paid", time.Minute},
		{"declined", 2 * time.Minute},
		{"superseded", 3 * time.Minute}, // the buyer chose another method
		{"expired", 5 * time.Hour},
		{"superseded", 6 * time.Hour},  // there was no invoice: the buyer had to choose another method
		{"starting", 30 * time.Second}, // the provider may still answer
		{"paid", 25 * time.Hour},       // neither today nor a week ago
		{"paid", week + time.Minute},
		{"paid", week + 30*time.Minute},
		{"paid", week + 2*time.Hour},
	} {
		add(a.status, a.ago)
	}
	got := listMethods(t, s, maria, "RU")["tbank_qr"]
	tries := fmt.Sprint(got.Hour, got.Day, got.WeekAgo)
	if want := fmt.Sprint(adminapi.MethodTries{Paid: 1, Tries: 2}, adminapi.MethodTries{Paid: 1, Tries: 4}, adminapi.MethodTries{Paid: 2, Tries: 2}); tries != want {
		t.Errorf("got %s, want %s", tries, want)
	}
}
