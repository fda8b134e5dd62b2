package admin_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
)

// statement is a statement of the bank for a day, with transfers of a number, a sum, below zero if
// it left the account, and a purpose.
func statement(day string, transfers ...[3]string) string {
	at, _ := time.Parse(time.DateOnly, day)
	date, text := at.Format("02.01.2006"), &strings.Builder{}
	fmt.Fprintf(text, "1CClientBankExchange\nДатаНачала=%s\nДатаКонца=%s\nРасчСчет=1\n", date, date)
	for _, x := range transfers {
		sum, left := strings.CutPrefix(x[1], "-")
		sides := map[bool]string{false: "ПлательщикИНН=77\nПлательщикСчет=2\nПолучательСчет=1", true: "ПлательщикСчет=1\nПолучательСчет=2\nПолучательИНН=77"}[left]
		fmt.Fprintf(text, "СекцияДокумент=Платежное поручение\nНомер=%s\nСумма=%s\nДата=%s\n%s\nНазначениеПлатежа=%s\nКонецДокумента\n", x[0], sum, date, sides, x[2])
	}
	return load("bank", day, text.String()+"КонецФайла\n")
}

func load(party, day, file string) string {
	return fmt.Sprintf(`{"party":"%s","day":"%s","name":"f","body":"%s"}`, party, day, base64.StdEncoding.EncodeToString([]byte(file)))
}

// payout is a registry of a day with nothing but a payout.
func payout(day, number, sum string) string {
	at, _ := time.Parse(time.DateOnly, day)
	return load("tbank", day, "Дата и время операции;Идентификатор платежа;Номер заказа;Тип операции;Сумма операции;Сумма комиссии;Валюта\n"+
		at.Format("02.01.2006")+" 12:00:00;"+number+";x;Выплата;"+sum+";;RUB\n")
}

const bankDifferences = `select coalesce(string_agg(concat_ws(' ', day::text, kind, name, ours::numeric(9, 2), theirs::numeric(9, 2), coalesce(way, state)), '; ' order by id), '') from settlement_differences`

// TestTransfersAreMatchedWithPayouts loads registries and statements in any order: a transfer
// is found by the number in its purpose or by its sum, whichever file comes first.
func TestTransfersAreMatchedWithPayouts(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	anna := f.HireOperator("finance")
	send := func(body string) {
		t.Helper()
		if a := f.Do("POST", "/api/admin/recon/files/", anna.Header(), body); a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	state := func(day, want string) {
		t.Helper()
		if a := f.Do("GET", "/api/admin/recon/bank/"+day+"/", anna.Header(), ""); !strings.Contains(string(a.Body), `"state":"`+want+`"`) {
			t.Errorf("%s: %s, want %s", day, a.Body, want)
		}
	}
	send(payout("2020-11-13", "PO-1001", "100,00"))
	send(payout("2020-11-13", "PO-1002", "250,00"))
	send(statement("2020-11-14", [3]string{"1", "100.00", "Выплата PO-1001."}, [3]string{"2", "250.00", "по договору"}, [3]string{"3", "70.00", "реестр PO-1003"}))
	if got := f.Value(bankDifferences); got != "2020-11-14 theirs_only 3/77 0.00 70.00 open" {
		t.Errorf("after the statement: %s", got)
	}
	if got := f.Value(`select string_agg(distinct reason || ' ' || (at at time zone 'Europe/Moscow')::date, ', ') from ledger_groups`); got != "arrival 2020-11-14, settlement 2020-11-13" {
		t.Errorf("booked on other days than those of the files: %s", got)
	}
	state("2020-11-14", "open")
	send(payout("2020-11-14", "PO-1003", "70,01"))
	if got := f.Value(bankDifferences); got != "2020-11-14 theirs_only 3/77 70.00 70.00 appeared; 2020-11-14 amount tbank PO-1003 70.01 70.00 open" {
		t.Errorf("after the registry: %s", got)
	}
	id := f.Value(`select id::text from settlement_differences where state = 'open'`)
	if a := f.Do("POST", "/api/admin/recon/differences/"+id+"/resolve/", anna.Header(), `{"way":"write_off","entry_id":null,`+reason+`}`); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	state("2020-11-14", "green")
	balance := func(account, want string) {
		t.Helper()
		if got := f.Value(`select sum(amount)::numeric(9, 2)::text from ledger_postings where account = $1`, account); got != want {
			t.Errorf("%s: %s, want %s", account, got, want)
		}
	}
	balance("bank", "420.00")
	balance("transit", "0.00") // what the transfer lacked was written off

	send(payout("2020-11-15", "PO-1004", "30,00"))
	balance("transit", "30.00")
	send(statement("2020-11-17"))
	state("2020-11-17", "green")
	send(statement("2020-11-18"))
	state("2020-11-18", "open")
	send(statement("2020-11-19", [3]string{"9", "30.00", "PO-1004"}))
	const late = "; 2020-11-18 ours_only tbank PO-1004 30.00 0.00 appeared; 2020-11-19 day tbank PO-1004 30.00 30.00 open"
	if got := f.Value(bankDifferences); !strings.HasSuffix(got, late) {
		t.Errorf("a late payout: %s", got)
	}
	state("2020-11-18", "green")
	state("2020-11-19", "open")
	balance("transit", "0.00")
}

// TestRefusedStatementChangesNothing refuses a statement twice, of another day and cut off.
func TestRefusedStatementChangesNothing(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	anna := f.HireOperator("finance")
	good := statement("2020-11-14", [3]string{"1", "100.00", "x"})
	if a := f.Do("POST", "/api/admin/recon/files/", anna.Header(), good); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	before := f.snapshot()
	for name, c := range map[string]struct {
		body   string
		status int
	}{
		"again":           {good, 409},
		"for another day": {strings.Replace(good, `"day":"2020-11-14"`, `"day":"2020-11-15"`, 1), 400},
		"cut off":         {load("bank", "2020-11-14", "1CClientBankExchange\nДатаНачала=14.11.2020\nДатаКонца=14.11.2020\nРасчСчет=1\n"), 400},
	} {
		if a := f.Do("POST", "/api/admin/recon/files/", anna.Header(), c.body); a.Status != c.status {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	if f.snapshot() != before {
		t.Error("a refused statement changed data")
	}
}

// TestTransfersFromTheAccountAreMatched compares what left the account with top-ups, refunds by hand and
// entries by hand, whichever comes first; what the books or the bank lack is a difference.
func TestTransfersFromTheAccountAreMatched(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	anna := f.HireOperator("finance")
	send := func(path, body string) {
		t.Helper()
		if a := f.Do("POST", path, anna.Header(), body); a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	const files = "/api/admin/recon/files/"
	state := func(day, want string) {
		t.Helper()
		if a := f.Do("GET", "/api/admin/recon/bank/"+day+"/", anna.Header(), ""); !strings.Contains(string(a.Body), `"state":"`+want+`"`) {
			t.Errorf("%s: %s, want %s", day, a.Body, want)
		}
	}
	today := time.Now().UTC().Add(3 * time.Hour)
	day := func(n int) string { return today.AddDate(0, 0, n).Format(time.DateOnly) }
	topUp := func(number, paid string) {
		t.Helper()
		send("/api/admin/suppliers/nsgifts/topups/", `{"number":"`+number+`","paid":"`+paid+`","credited":"`+paid+`00","currency":"RUB",`+reason+`}`)
	}
	topUp("T-77", "500.00")
	f.Exec(`with g as (insert into ledger_groups (reason, ref) values ('refund', '0') returning id)
		insert into ledger_postings select id, a, 'RUB', n from g, (values ('unapplied', 70), ('bank', -70)) v (a, n)`)
	send(files, statement(day(0), [3]string{"1", "-500.00", "Пополнение T-77"}, [3]string{"2", "-70.00", "возврат"}, [3]string{"3", "-900.00", "аванс"}, [3]string{"4", "-35.00", "комиссия банка"}))
	want := day(0) + " theirs_only 3/77 0.00 900.00 open; " + day(0) + " theirs_only 4/77 0.00 35.00 open"
	if got := f.Value(bankDifferences); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	state(day(0), "open")
	topUp("T-78", "900.00")
	if got := f.Value(bankDifferences); got != strings.Replace(want, "0.00 900.00 open", "900.00 900.00 appeared", 1) {
		t.Errorf("after the top-up: %s", got)
	}
	f.book("manual", day(0), `('expenses', 35.00), ('bank', -35.00)`)
	id, entry := f.Value(`select id::text from settlement_differences where state = 'open'`), f.Value(`select max(id)::text from ledger_groups`)
	send("/api/admin/recon/differences/"+id+"/resolve/", `{"way":"entry","entry_id":`+entry+`,`+reason+`}`)
	state(day(0), "green")
	if got := f.Value(`select sum(amount)::numeric(9, 2)::text from ledger_postings where account = 'bank'`); got != "-1505.00" {
		t.Errorf("on the bank account: %s, want what the statement says", got)
	}

	topUp("T-79", "40.00")
	send(files, statement(day(2)))
	state(day(2), "green")
	send(files, statement(day(3)))
	state(day(3), "open")
	send(files, statement(day(4), [3]string{"5", "-40.00", "T-79"}))
	state(day(3), "green")
	late := "; " + day(3) + " ours_only topup T-79 40.00 0.00 appeared; " + day(4) + " day topup T-79 40.00 40.00 open"
	if got := f.Value(bankDifferences); !strings.HasSuffix(got, late) {
		t.Errorf("a late transfer: %s", got)
	}
	send("/api/admin/recon/differences/"+f.Value(`select id::text from settlement_differences where state = 'open'`)+"/resolve/", `{"way":"accept","entry_id":null,`+reason+`}`)
	state(day(4), "green")
}
