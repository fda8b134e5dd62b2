package admin_test

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/pg/pgtest/factory"
)

// registry is a file of a provider with one line, which we do not have.
func registry(f *fixture) string {
	return registryOf("2020-11-14", fmt.Sprintf("14.11.2020 12:00:00;%d;x;Оплата;100,00;0,70;RUB\n", 1000+f.next()))
}

// registryOf is a file of a provider for a day with some lines.
func registryOf(day, lines string) string {
	text := "Дата и время операции;Идентификатор платежа;Номер заказа;Тип операции;Сумма операции;Сумма комиссии;Валюта\n" + lines
	return fmt.Sprintf(`{"party":"tbank","day":"%s","name":"f.csv","body":"%s"}`, day, base64.StdEncoding.EncodeToString([]byte(text)))
}

var _ = rows(func() map[string]row {
	return map[string]row{
		"listReconDays":    {call: at("/api/admin/recon/days/?since=2020-11-01&until=2020-11-30")},
		"getReconDay":      {call: at("/api/admin/recon/tbank/2020-11-14/")},
		"previewReconFile": {call: func(f *fixture, _ caller) (string, string) { return "/api/admin/recon/files/preview/", registry(f) }},
		"loadReconFile": {action: "recon.load", call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/recon/files/", registry(f)
		}},
		"recordTopUp": {action: "recon.topup", call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/suppliers/moogold/topups/", fmt.Sprintf(`{"number":"T-%d","paid":"8200.00","credited":"100.0000","currency":"USD",%s}`, f.next(), reason)
		}},
		"resolveDifference": {action: "recon.resolve", call: func(f *fixture, _ caller) (string, string) {
			who := f.HireOperator("finance")
			id := f.Value(`with i as (insert into settlement_imports (party, day, file_name, digest, rows_count, loaded_by, loaded_at) values ('tbank', '2020-11-14', 'f', sha256($1::text::bytea), 1, $2, now()) returning id),
				r as (insert into settlement_rows (import_id, line, party, kind, external_id, reference, at, day, amount, commission, currency) select id, 1, 'tbank', 'payment', $1, '', now(), '2020-11-14', 5, 0, 'RUB' from i returning id)
				insert into settlement_differences (party, day, kind, row_kind, row_id, name, ours, theirs, currency, created) select 'tbank', '2020-11-14', 'theirs_only', 'payment', id, $1, 0, 5, 'RUB', now() from r returning id::text`,
				fmt.Sprintf("d%d", f.next()), who.ID)
			return "/api/admin/recon/differences/" + id + "/resolve/", `{"way":"book","entry_id":null,` + reason + `}`
		}},
	}
})

// TestTopUpEndsItsDifference loads a statement with a top-up we have not booked, records it
// with what the bank took, and finds the day explained; the same number is booked once.
func TestTopUpEndsItsDifference(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	anna := f.HireOperator("finance")
	text := "Order ID,Partner Order ID,Type,Amount,Currency,Date\nT-56,,Top Up,1000.5,USD,2020-11-14 10:12:00\n"
	load := fmt.Sprintf(`{"party":"moogold","day":"2020-11-14","name":"m.csv","body":"%s"}`, base64.StdEncoding.EncodeToString([]byte(text)))
	if a := f.Do("POST", "/api/admin/recon/files/", anna.Header(), load); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if n := f.Value(`select string_agg(concat_ws(' ', kind, row_kind, name, state), ',') from settlement_differences`); n != "theirs_only topup T-56 open" {
		t.Errorf("differences: %s", n)
	}
	topUp := `{"number":"T-56","paid":"82000.00","credited":"1000.5","currency":"USD",` + reason + `}`
	if a := f.Do("POST", "/api/admin/suppliers/moogold/topups/", anna.Header(), topUp); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	const booked = `select string_agg(concat_ws(' ', account, currency, amount::numeric(18,2)), ', ' order by account, currency) from ledger_postings`
	if got := f.Value(booked); got != "bank RUB -82000.00, exchange RUB 82000.00, exchange USD -1000.50, supplier:moogold USD 1000.50" {
		t.Errorf("booked: %s", got)
	}
	if a := f.Do("GET", "/api/admin/recon/moogold/2020-11-14/", anna.Header(), ""); !strings.Contains(string(a.Body), `"state":"green"`) {
		t.Errorf("the day: %s", a.Body)
	}
	before := f.snapshot()
	if a := f.Do("POST", "/api/admin/suppliers/moogold/topups/", anna.Header(), topUp); a.Status != 409 || !strings.Contains(string(a.Body), "recon.topup_known") {
		t.Errorf("again: %d %s", a.Status, a.Body)
	}
	if f.snapshot() != before {
		t.Error("a refused top-up changed data")
	}
}

// TestChargebackIsBookedWithItsFee records what a bank took back of a payment.
func TestChargebackIsBookedWithItsFee(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	anna, id := f.HireOperator("finance"), paidOrder(f.Shop)
	path := fmt.Sprintf("/api/admin/orders/%d/chargeback/", id)
	body := func(amount string) string {
		return `{"amount":"` + amount + `","fee":"35.00","number":"case-7",` + reason + `}`
	}
	before := f.snapshot()
	if a := f.Do("POST", path, anna.Header(), body("9999999.00")); a.Status != 409 {
		t.Errorf("more than was paid: %d %s", a.Status, a.Body)
	}
	if f.snapshot() != before {
		t.Error("a refused chargeback changed data")
	}
	if a := f.Do("POST", path, anna.Header(), body("10.00")); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	got := f.Value(`select string_agg(concat_ws(' ', g.reason, p.account, p.amount::numeric(14,2)), ', ' order by g.id, p.account) from ledger_groups g
		join ledger_postings p on p.group_id = g.id where g.order_id = $1 and g.reason in ('outside', 'chargeback')`, id)
	provider := f.Value(`select provider from payments where order_id = $1`, id)
	if want := "outside chargebacks 10.00, outside provider:" + provider + " -10.00, chargeback chargebacks 35.00, chargeback provider:" + provider + " -35.00"; got != want {
		t.Errorf("booked %s, want %s", got, want)
	}
}

// TestChargebackOfAnOrderPaidTwice is recorded at the payment that is named, or at none.
func TestChargebackOfAnOrderPaidTwice(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	anna, id := f.HireOperator("finance"), paidOrder(f.Shop) // by tbank
	factory.PaymentFor(t, f.Pool, factory.PaymentAttempt(t, f.Pool, id, factory.With{
		"number": 2, "status": "paid", "method": "payselection", "provider": "payselection", "reference": "p1",
	}), "surplus")
	first := f.Value(`select provider_id from payments where order_id = $1 and provider = 'tbank'`, id)
	for _, c := range []struct {
		more   string
		status int
		want   string
	}{
		{``, 409, "укажите его номер у провайдера: tbank " + first + " (100.00 RUB), payselection p1 (100.00 RUB)"},
		{`"provider":"getpay",`, 409, "нет платежа"},
		{`"provider":"payselection","payment":"` + first + `",`, 409, "нет платежа"},
		{`"provider":"payselection","payment":null,`, 200, "Чарджбэк записан."},
		{`"provider":"payselection","payment":"p1",`, 409, "Этот чарджбэк уже записан."},
		{`"payment":"` + first + `",`, 200, "Чарджбэк записан."},
	} {
		before := f.snapshot()
		a := f.Do("POST", fmt.Sprintf("/api/admin/orders/%d/chargeback/", id), anna.Header(), `{"amount":"100.00","fee":"35.00","number":"case-8",`+c.more+reason+`}`)
		if a.Status != c.status || !strings.Contains(string(a.Body), c.want) {
			t.Errorf("%s: %d %s, want %d %s", c.more, a.Status, a.Body, c.status, c.want)
		}
		if isSame := f.snapshot() == before; isSame != (c.status != 200) {
			t.Errorf("%s: nothing changed is %v", c.more, isSame)
		}
	}
	got := f.Value(`select string_agg(p.provider || ' ' || x.amount, ', ' order by x.id) from outside_refunds x join payments p on p.id = x.payment_id where x.order_id = $1`, id)
	if got != "payselection 100.00, tbank 100.00" {
		t.Errorf("recorded %s", got)
	}
}

// A calendar of all time would be read day by day until the deadline.
func TestReconCalendarHasAtMostAYear(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	who := f.HireOperator("finance").Header()
	for days, want := range map[string]int{
		"since=2020-01-01&until=2020-12-31": 200, "since=2020-01-01&until=2021-01-02": 400, "since=0001-01-01&until=9999-12-31": 400, "since=2020-01-02&until=2020-01-01": 400,
	} {
		if a := f.Do("GET", "/api/admin/recon/days/?"+days, who, ""); a.Status != want {
			t.Errorf("%s: got %d, want %d", days, a.Status, want)
		}
	}
}

// paymentAt returns the number of a payment of 100.00 that we received at a time of Moscow.
func paymentAt(f *fixture, at string) string {
	id := paidOrder(f.Shop)
	f.AsOwner(`update payments set received_at = $2::timestamp at time zone 'Europe/Moscow' where order_id = $1`, id, at)
	return f.Value(`select provider_id from payments where order_id = $1`, id)
}

// TestMidnightIsExplainedOnBothDays has payments that we and the registry's file have on
// different days. Whichever file is loaded first, both days add up.
func TestMidnightIsExplainedOnBothDays(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	anna := f.HireOperator("finance")
	pay := func(at string) string { return paymentAt(f, at) }
	for n, c := range []struct {
		name, ours    string
		isNext        bool // the line is in the file of the second day
		isSecondFirst bool
		lines         []string // time and sum
		accepted      int      // differences of days that a person accepts
	}{
		{"ours is of the next day", "13 00:00:05", false, false, []string{"12 23:59:58;%s;x;Оплата;100,00"}, 1},
		{"the second file comes first", "13 00:00:05", false, true, []string{"12 23:59:58;%s;x;Оплата;100,00"}, 1},
		{"in parts", "13 00:00:05", false, false, []string{"12 23:59:50;%s;x;Оплата;60,00", "12 23:59:58;%s;x;Оплата;40,00"}, 2},
		{"a line after midnight in the file of before", "13 00:00:05", false, false, []string{"13 00:00:03;%s;x;Оплата;100,00"}, 1},
		{"theirs is of the next day", "12 23:59:58", true, false, []string{"13 00:00:05;%s;x;Оплата;100,00"}, 1},
		{"theirs is of the next day, in the file that comes first", "12 23:59:58", true, true, []string{"13 00:00:05;%s;x;Оплата;100,00"}, 1},
	} {
		t.Log(c.name)
		month := fmt.Sprintf("2020-%02d-", n+1)
		date := func(s string) string { // «12 23:59:58» as the registry has it
			day, clock, _ := strings.Cut(s, " ")
			return fmt.Sprintf("%s.%02d.2020 %s", day, n+1, clock)
		}
		number := pay(month + c.ours)
		files := [2]string{date("12 12:00:00;") + pay(month+"12 12:00:00") + ";x;Оплата;100,00;0,00;RUB\n", date("13 12:00:00;") + pay(month+"13 12:00:00") + ";x;Оплата;100,00;0,00;RUB\n"}
		late := map[bool]int{true: 1}[c.isNext]
		for _, line := range c.lines {
			files[late] += date(fmt.Sprintf(line, number)) + ";0,00;RUB\n"
		}
		for i := range files {
			if c.isSecondFirst {
				i = 1 - i
			}
			load := registryOf(fmt.Sprint(month, 12+i), files[i])
			if a := f.Do("POST", "/api/admin/recon/files/", anna.Header(), load); a.Status != 200 {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
		}
		if n := f.Value(`select count(*)::text from settlement_differences where state = 'open' and kind <> 'commission'`); n != strconv.Itoa(c.accepted) {
			t.Errorf("%s differences wait for a person, want %d", n, c.accepted)
		}
		open := httpapitest.QueryAll[int64](f.Shop, `select id from settlement_differences where state = 'open'`)
		for _, id := range open {
			if a := f.Do("POST", fmt.Sprintf("/api/admin/recon/differences/%d/resolve/", id), anna.Header(), `{"way":"accept","entry_id":null,`+reason+`}`); a.Status != 200 {
				t.Errorf("accept: %d %s", a.Status, a.Body)
			}
		}
		for _, day := range []string{"12", "13"} {
			a := f.Do("GET", "/api/admin/recon/tbank/"+month+day+"/", anna.Header(), "")
			if !strings.Contains(string(a.Body), `"state":"green"`) || strings.Count(string(a.Body), `"rest":"0.00"`) != 1 {
				t.Errorf("day %s: %s", day, a.Body)
			}
		}
	}
}
