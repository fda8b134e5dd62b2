package admin_test

import (
	"fmt"
	"strings"
	"testing"

	"larek/internal/httpapi/httpapitest"
)

// revaluable sells for 10 $, worth 900 ₽, through a provider and returns a later day, another one with
// every call: a day is revalued once. The rate is 95.
func (f *fixture) revaluable() string {
	f.T.Helper()
	day := f.Value(`select (date '2020-03-01' + count(*)::int)::text from ledger_groups where reason = 'payment' and ref like 'payin-2020%'`)
	f.Value(`with g as (insert into ledger_groups (reason, ref, at, booked_at) values ('payment', 'payin-' || $1::text, $1::text::timestamptz, now()) returning id)
		insert into ledger_postings (group_id, account, currency, amount)
		select id, a, c, n from g, (values ('provider:payin', 'USD', 10), ('exchange', 'USD', -10), ('exchange', 'RUB', 900), ('orders', 'RUB', -900)) v (a, c, n) returning group_id::text`, day+" 12:00+03")
	f.Exec(`insert into currency_rates (currency, set_at, rate, source) values ('USD', '2020-01-01', 95, 'central_bank') on conflict do nothing`)
	return day
}

// TestDayIsRevaluedOnce shows what will be booked, books it, and refuses the day again.
func TestDayIsRevaluedOnce(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	anna, day := f.HireOperator("finance"), f.revaluable()
	a := f.Do("GET", "/api/admin/books/revaluations/?day="+day, anna.Header(), "")
	const line = `{"account":"provider:payin","after":"950.00","balance":"10.00","before":"900.00","currency":"USD","gain":"50.00","rate":"95.00000000","title":"Собрано провайдером"}`
	if want := fmt.Sprintf(`{"accounts":[%s],"day":"%s","obstacle":null}`, line, day); strings.TrimSpace(string(a.Body)) != want {
		t.Errorf("preview: %s, want %s", a.Body, want)
	}
	body := `{"day":"` + day + `",` + reason + `}`
	if a := f.Do("POST", "/api/admin/books/revaluations/", anna.Header(), body); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	const booked = `select string_agg(concat_ws(' ', p.account, p.currency, p.amount::numeric(9, 2)), ', ' order by p.account) from ledger_groups g join ledger_postings p on p.group_id = g.id where g.reason = 'revaluation'`
	if got := f.Value(booked); got != "exchange RUB 50.00, revaluation RUB -50.00" {
		t.Errorf("booked: %s", got)
	}
	before := f.snapshot()
	if a := f.Do("POST", "/api/admin/books/revaluations/", anna.Header(), body); a.Status != 409 || !strings.Contains(string(a.Body), "books.revalued") {
		t.Errorf("again: %d %s", a.Status, a.Body)
	}
	if f.snapshot() != before {
		t.Error("a refused revaluation changed data")
	}
	if a := f.Do("GET", "/api/admin/books/revaluations/?day="+day, anna.Header(), ""); !strings.Contains(string(a.Body), "уже переоценили") {
		t.Errorf("preview of a revalued day: %s", a.Body)
	}
}

// TestWholeDayIsGreenWhenEachPartyIs waits for the file of a provider that was paid and for
// the statement of the bank, and for every difference.
func TestWholeDayIsGreenWhenEachPartyIs(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	anna := f.HireOperator("finance")
	f.Exec(`update payments set provider = 'tbank', received_at = '2020-11-14 12:00+03' where order_id = $1`, paidOrder(f.Shop))
	want := func(state string) {
		t.Helper()
		a := f.Do("GET", "/api/admin/recon/days/?since=2020-11-14&until=2020-11-14", anna.Header(), "")
		if !strings.Contains(string(a.Body), `"whole":[`+state+`]`) {
			t.Errorf("got %s, want %s", a.Body, state)
		}
	}
	send := func(path, body string) {
		t.Helper()
		if a := f.Do("POST", path, anna.Header(), body); a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	want(`{"day":"2020-11-14","missing":["tbank","bank"],"open":0,"state":"waiting"}`)
	send("/api/admin/recon/files/", statement("2020-11-14"))
	want(`{"day":"2020-11-14","missing":["tbank"],"open":0,"state":"waiting"}`)
	send("/api/admin/recon/files/", payout("2020-11-14", "PO-1", "5,00"))
	want(`{"day":"2020-11-14","missing":[],"open":1,"state":"open"}`)
	id := f.Value(`select id::text from settlement_differences`)
	send("/api/admin/recon/differences/"+id+"/resolve/", `{"way":"write_off","entry_id":null,`+reason+`}`)
	want(`{"day":"2020-11-14","missing":[],"open":0,"state":"green"}`)
}
