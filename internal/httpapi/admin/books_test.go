package admin_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"larek/internal/exports"
	"larek/internal/httpapi/httpapitest"
	"larek/internal/ledger"
)

const draft = `{"day":"2020-03-01","postings":[{"account":"bank","currency":"RUB","amount":"5.00"},{"account":"writeoff","currency":"RUB","amount":"-5.00"}],` + reason + `}`

var _ = rows(func() map[string]row {
	return map[string]row{
		"getTrialBalance": {call: at("/api/admin/books/trial/?since=2020-01-01&until=2020-01-31")},
		"getAccountCard":  {call: at("/api/admin/books/accounts/provider:tbank/?since=2020-01-01&until=2020-01-31")},
		"listAccounts":    {call: at("/api/admin/books/accounts/")},
		"listEntries":     {call: at("/api/admin/books/entries/")},
		"getEntry": {call: func(f *fixture, _ caller) (string, string) {
			return fmt.Sprintf("/api/admin/books/entries/%d/", f.bookedIn("2020-01-15")), ""
		}},
		"askForEntry": {call: at("/api/admin/books/entries/", draft), action: "books.ask_to_enter"},
		"listPeriods": {call: at("/api/admin/books/periods/")},
		"askToCloseMonth": {action: "books.ask_to_close", call: func(f *fixture, _ caller) (string, string) {
			f.bookedIn("2020-01-15")
			f.statements("2020-01-01", "2020-01-31")
			f.AsOwner(`delete from ledger_requests where kind = 'close'`)
			return "/api/admin/books/periods/", `{"month":"2020-01",` + reason + `}`
		}},
		"getMonthSummary": {call: func(f *fixture, _ caller) (string, string) {
			f.Exec(`insert into ledger_periods (month, closed_at, asked_by, closed_by, summary, digest)
				select '2019-01-01', now(), min(id), max(id), 'x', sha256('x') from staff on conflict do nothing`)
			return "/api/admin/books/periods/2019-01/", ""
		}},
		"previewRevaluation": {call: at("/api/admin/books/revaluations/?day=2020-01-31")},
		"revalue": {action: "books.revalue", call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/books/revaluations/", `{"day":"` + f.revaluable() + `",` + reason + `}`
		}},
		"approveBooksRequest": {action: "books.approve", call: onBooksRequest("approve/")},
		"declineBooksRequest": {action: "books.decline", call: onBooksRequest("decline/")},
		"exportBooks": {action: "books.export", call: func(f *fixture, _ caller) (string, string) {
			f.AsOwner(`delete from console_exports`)
			return "/api/admin/books/exports/", `{"what":"trial","since":"2020-01-01","until":"2020-01-31"}`
		}},
	}
})

// bookedIn posts a surplus on a day and returns the number of the entry.
func (f *fixture) bookedIn(day string) int64 {
	f.T.Helper()
	id := f.Value(`with g as (insert into ledger_groups (reason, ref, at, booked_at) values ('surplus', $1, $2::timestamptz, now()) returning id)
		insert into ledger_postings (group_id, account, currency, amount) select id, a, 'RUB', n from g, (values ('provider:tbank', 1.5), ('unapplied', -1.5)) v (a, n) returning group_id::text`,
		fmt.Sprintf("t%d", f.next()), day+" 12:00+03")
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		f.T.Fatal(err)
	}
	return n
}

// statements keeps a statement of the bank without transfers for each of some days.
func (f *fixture) statements(since, until string) {
	f.T.Helper()
	f.Exec(`insert into settlement_imports (party, day, file_name, digest, rows_count, loaded_at)
		select 'bank', d, 'f', sha256(d::text::bytea), 0, now() from generate_series($1::date, $2::date, interval '1 day') d on conflict do nothing`, since, until)
}

// onBooksRequest is a call about an entry another person asked for.
func onBooksRequest(verb string) func(*fixture, caller) (string, string) {
	return func(f *fixture, _ caller) (string, string) {
		asker := f.HireOperator("finance")
		id := f.Value(`insert into ledger_requests (kind, entry, reason, asked_by, asked_at)
			values ('entry', '{"day":"2020-03-01","postings":[{"account":"bank","currency":"RUB","amount":"5.00"},{"account":"writeoff","currency":"RUB","amount":"-5.00"}]}', 'ошибка', $1, now()) returning id::text`, asker.ID)
		return "/api/admin/books/requests/" + id + "/" + verb, `{` + reason + `}`
	}
}

// TestMonthIsClosedInTheConsole closes a month with two people, reads its summary and
// the file of its entries, and finds that nothing is booked in it any more.
func TestMonthIsClosedInTheConsole(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	anna, boris := f.HireOperator("finance"), f.HireOperator("admin")
	f.bookedIn("2020-01-31")
	f.statements("2020-01-31", "2020-01-31")
	ask := f.Do("POST", "/api/admin/books/periods/", anna.Header(), `{"month":"2020-01",`+reason+`}`)
	id := httpapitest.Decode[struct{ ID int64 }](t, ask).ID
	approve := fmt.Sprintf("/api/admin/books/requests/%d/approve/", id)
	before := f.snapshot()
	if a := f.Do("POST", approve, anna.Header(), `{`+reason+`}`); a.Status != 409 || !strings.Contains(string(a.Body), "books.second_person") {
		t.Errorf("approved alone: %d %s", a.Status, a.Body)
	}
	if f.snapshot() != before {
		t.Error("a refused approval changed data")
	}
	if a := f.Do("POST", approve, boris.Header(), `{`+reason+`}`); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	a := f.Do("GET", "/api/admin/books/periods/2020-01/", anna.Header(), "")
	if !strings.Contains(string(a.Body), "provider:tbank RUB: 0.00 1.50 0.00 1.50") {
		t.Errorf("summary: %s", a.Body)
	}
	before = f.snapshot()
	if a := f.Do("POST", "/api/admin/books/entries/", anna.Header(), strings.Replace(draft, "2020-03-01", "2020-01-31", 1)); a.Status != 409 || !strings.Contains(string(a.Body), "books.month_closed") {
		t.Errorf("backdated: %d %s", a.Status, a.Body)
	}
	if f.snapshot() != before {
		t.Error("a refused entry changed data")
	}
	a = f.Do("POST", "/api/admin/books/exports/", anna.Header(), `{"what":"entries","since":"2020-01-01","until":"2020-01-31"}`)
	file := httpapitest.Decode[struct{ ID int64 }](t, a).ID
	x := exports.Worker{Pool: f.Pool, Exports: f.Deps.Admin.Exports, Orders: f.Deps.Admin.Search, Books: ledger.NewService(f.Pool), Log: f.Deps.Log}
	if made, err := x.MakeNext(t.Context()); !made || err != nil {
		t.Fatal(made, err)
	}
	got := string(f.Do("GET", fmt.Sprintf("/api/admin/exports/%d/file/", file), anna.Header(), "").Body)
	if !strings.Contains(got, "2020-01-31 12:00:00;1;Лишние деньги;t1;;provider:tbank;Собрано провайдером;RUB;1,50;\n") || !strings.Contains(got, ";unapplied;Деньги без заказа;RUB;;1,50\n") {
		t.Errorf("file: %q", got)
	}
}

// TestMonthClosesWithAFileOfEveryDay asks for a month without some files of its days: it stays
// open until the last of them is there, also if one is lost after the first person has asked.
func TestMonthClosesWithAFileOfEveryDay(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	anna, boris := f.HireOperator("finance"), f.HireOperator("admin")
	f.bookedIn("2020-01-30")
	f.Exec(`insert into registry_fetches (party, day, state, next_at, changed) values ('tbank', '2020-01-30', 'failed', now(), now())`)
	ask := func() httpapitest.Response {
		return f.Do("POST", "/api/admin/books/periods/", anna.Header(), `{"month":"2020-01",`+reason+`}`)
	}
	refused := func(a httpapitest.Response, want string) {
		t.Helper()
		if a.Status != 409 || !strings.Contains(string(a.Body), "books.files_missing") || !strings.Contains(string(a.Body), want) {
			t.Errorf("%d %s, want %q", a.Status, a.Body, want)
		}
		if n := f.Value(`select count(*)::text from ledger_periods`); n != "0" {
			t.Errorf("%s months are closed", n)
		}
	}
	refused(ask(), "За 30.01.2020 нет файлов сверки: tbank, банк. И ещё за другие дни этого месяца, всего их 2.")
	f.statements("2020-01-30", "2020-01-31")
	refused(ask(), "За 30.01.2020 нет файлов сверки: tbank. Загрузите")
	if a := f.Do("GET", "/api/admin/books/periods/", anna.Header(), ""); !strings.Contains(string(a.Body), `"obstacle":"За 30.01.2020 нет файлов`) {
		t.Errorf("the page of months: %s", a.Body)
	}
	if n := f.Value(`select count(*)::text from ledger_requests`); n != "0" {
		t.Errorf("%s requests, want none", n)
	}
	if a := f.Do("POST", "/api/admin/recon/files/", anna.Header(), payout("2020-01-30", "PO-1", "1,50")); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	approve := fmt.Sprintf("/api/admin/books/requests/%d/approve/", httpapitest.Decode[struct{ ID int64 }](t, ask()).ID)
	f.Exec(`insert into registry_fetches (party, day, state, next_at, changed) values ('payin', '2020-01-31', 'failed', now(), now())`)
	refused(f.Do("POST", approve, boris.Header(), `{`+reason+`}`), "За 31.01.2020 нет файлов сверки: payin.")
	f.Exec(`update registry_fetches set state = 'done' where party = 'payin'`)
	if a := f.Do("POST", approve, boris.Header(), `{`+reason+`}`); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
}
