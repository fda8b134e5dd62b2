package admin_test

import (
	"fmt"
	"maps"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/exports"
	"larek/internal/httpapi/httpapitest"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/pg/pgtest/factory"
)

// year is the worked example of docs/ru/books-example.md: three days of a shop that opened on the 29th
// of December, from the first payment to the end of the year.
type year struct {
	*fixture
	books       *ledger.Service
	anna, boris httpapitest.Operator
}

// post posts entries dated on a day.
func (y *year) post(day string, list ...ledger.Entry) {
	y.T.Helper()
	at, err := time.ParseInLocation(time.DateOnly, day, ledger.Moscow)
	if err != nil {
		y.T.Fatal(err)
	}
	for i := range list {
		list[i].At = new(at.Add(12 * time.Hour))
	}
	if err := pg.InTx(y.T.Context(), y.Pool, func(tx pgx.Tx) error { return y.books.Post(y.T.Context(), tx, list...) }); err != nil {
		y.T.Fatal(err)
	}
}

// send sends a call that must be done, and returns the number it answers.
func (y *year) send(who httpapitest.Operator, path, body string) int64 {
	y.T.Helper()
	a := y.Do("POST", path, who.Header(), body)
	if a.Status != 200 {
		y.T.Fatalf("%s: %d %s", path, a.Status, a.Body)
	}
	return httpapitest.Decode[struct{ ID int64 }](y.T, a).ID
}

// enter books an entry by hand: one person asks, the other approves. It returns the number of the entry.
func (y *year) enter(day, debit, credit, sum string) string {
	y.T.Helper()
	id := y.send(y.anna, "/api/admin/books/entries/", fmt.Sprintf(`{"day":"%s","postings":[{"account":"%s","currency":"RUB","amount":"%s"},{"account":"%s","currency":"RUB","amount":"-%s"}],%s}`, day, debit, sum, credit, sum, reason))
	y.send(y.boris, fmt.Sprintf("/api/admin/books/requests/%d/approve/", id), `{`+reason+`}`)
	return y.Value(`select id::text from ledger_groups where reason = 'manual' and ref = $1`, strconv.FormatInt(id, 10))
}

// pay pays an order by a provider and returns the numbers of the order and the payment.
func (y *year) pay(day, provider, number string, charge money.Money, total, fee money.RUB) (order, payment int64) {
	y.T.Helper()
	order = factory.Order(y.T, y.Pool, factory.With{"status": "paid", "game_id": 1})
	amount := charge.Minor.String()
	payment = factory.Payment(y.T, y.Pool, factory.PaymentAttempt(y.T, y.Pool, order, factory.With{
		"status": "paid", "provider": provider, "reference": number, "amount": amount, "currency": string(charge.Currency), "total": total.String(), "fee": fee.String(),
	}))
	y.Exec(`update payments set received_at = $2::text::timestamptz where id = $1`, payment, day+" 12:00+03")
	y.post(day, ledger.PaymentReceived{Provider: provider, Charge: charge, Total: total, Fee: fee}.Entry(strconv.FormatInt(payment, 10), order))
	return order, payment
}

// deliver delivers codes of the stock.
func (y *year) deliver(day string, order int64, net, discount, cost money.RUB) {
	y.T.Helper()
	line := strconv.FormatInt(order, 10)
	y.post(day, ledger.Delivered{Net: net, Discount: discount}.Entry(line, order), ledger.CodesSold{Cost: cost}.Entry("line-"+line, order))
}

// registry loads a file of T-Bank: lines of a kind, a number, a sum and a commission.
func (y *year) registry(day string, lines ...[4]string) {
	y.T.Helper()
	at, _ := time.Parse(time.DateOnly, day)
	text := "Дата и время операции;Идентификатор платежа;Номер заказа;Тип операции;Сумма операции;Сумма комиссии;Валюта\n"
	for _, l := range lines {
		text += at.Format("02.01.2006") + " 12:00:00;" + l[1] + ";x;" + l[0] + ";" + l[2] + ";" + l[3] + ";RUB\n"
	}
	y.send(y.anna, "/api/admin/recon/files/", load("tbank", day, text))
}

// trial returns what is on each account at the end of December, without accounts that nothing is on.
func (y *year) trial() map[string]string {
	y.T.Helper()
	got := httpapitest.Decode[struct {
		IsZero bool `json:"is_zero"`
		Lines  []struct{ Account, Currency, Closing string }
	}](y.T, y.Do("GET", "/api/admin/books/trial/?since=2025-12-01&until=2025-12-31", y.anna.Header(), ""))
	if !got.IsZero {
		y.T.Error("the books do not add up to zero")
	}
	list := map[string]string{}
	for _, l := range got.Lines {
		if l.Closing != "0.00" {
			list[l.Account+" "+l.Currency] = l.Closing
		}
	}
	return list
}

// sell does what the shop and its people did in the three days.
func (y *year) sell() {
	capital := y.enter("2025-12-29", "bank", "capital", "20000.00")
	y.enter("2025-12-29", "supplier:stock", "bank", "2000.00")
	y.post("2025-12-29", ledger.SupplierToppedUp{Supplier: "moogold", Paid: 9000_00, TenThousandths: 100_0000, Currency: "USD"}.Entry("moogold-T-1"))
	first, _ := y.pay("2025-12-29", "tbank", "P-1001", money.Of(927_00, "RUB"), 900_00, 27_00)
	y.deliver("2025-12-29", first, 900_00, 100_00, 400_00)
	free := factory.Order(y.T, y.Pool, factory.With{"status": "paid", "game_id": 1})
	y.deliver("2025-12-29", free, 0, 500_00, 200_00)

	third, payment := y.pay("2025-12-30", "tbank", "P-1003", money.Of(618_00, "RUB"), 600_00, 18_00)
	y.deliver("2025-12-30", third, 600_00, 0, 240_00)
	refund := factory.Refund(y.T, y.Pool, payment, factory.With{"reason": "after_delivery"})
	y.Exec(`update refunds set done_at = '2025-12-30 15:00+03' where id = $1`, refund)
	fee, err := ledger.FeeInRefund(y.T.Context(), y.Pool, third, 600_00, 18_00, 618_00)
	if err != nil {
		y.T.Fatal(err)
	}
	y.post("2025-12-30", ledger.RefundedAfterDelivery{To: ledger.Provider("tbank"), Amount: money.Of(618_00, "RUB"), Rubles: 618_00, Fee: fee}.Entry(strconv.FormatInt(refund, 10), third))
	tenge, _ := y.pay("2025-12-30", "payin", "P-1004", money.Of(5000_00, "KZT"), 1000_00, 0)
	line := strconv.FormatInt(tenge, 10)
	y.post("2025-12-30", ledger.Delivered{Net: 1000_00}.Entry(line, tenge), ledger.SupplierCharged{Supplier: "moogold", TenThousandths: 5_0000, Currency: "USD", Rubles: 475_00}.Entry("line-"+line, tenge))
	bankFee := y.enter("2025-12-30", "expenses", "bank", "50.00")
	y.pay("2025-12-31", "tbank", "P-1005", money.Of(1220_00, "RUB"), 1200_00, 20_00) // delivered next year

	y.registry("2025-12-29", [4]string{"Оплата", "P-1001", "927,00", "18,54"})
	y.registry("2025-12-30", [4]string{"Оплата", "P-1003", "618,00", "12,36"}, [4]string{"Возврат", "P-1003", "618,00", ""}, [4]string{"Выплата", "PO-1230", "908,46", ""})
	y.registry("2025-12-31", [4]string{"Оплата", "P-1005", "1220,00", "24,40"})
	y.send(y.anna, "/api/admin/recon/files/", load("payin", "2025-12-30", "type,paymentId,orderId,paymentDate,amount,agentFee,currency\npayment,P-1004,x,12:00:00 30.12.2025,5000.00,100.00,KZT\n"))
	y.send(y.anna, "/api/admin/recon/files/", statement("2025-12-29", [3]string{"1", "20000.00", "вклад"}, [3]string{"2", "-2000.00", "коды"}, [3]string{"3", "-9000.00", "пополнение T-1"}))
	y.send(y.anna, "/api/admin/recon/files/", statement("2025-12-30", [3]string{"4", "-50.00", "комиссия банка"}))
	y.send(y.anna, "/api/admin/recon/files/", statement("2025-12-31", [3]string{"5", "908.46", "PO-1230"}))
	if got := y.Value(`select string_agg(kind || ' ' || name, ', ' order by id) from settlement_differences where state = 'open'`); got != "theirs_only 1/77" {
		y.T.Errorf("differences: %s, want the owner's transfer alone; the bank's fee is entry %s", got, bankFee)
	}
	y.send(y.anna, fmt.Sprintf("/api/admin/recon/differences/%s/resolve/", y.Value(`select id::text from settlement_differences where state = 'open'`)), `{"way":"entry","entry_id":`+capital+`,`+reason+`}`)
}

// TestYearFromAPaymentToItsEnd closes December with two people: every registry is explained, the trial
// balance, profit and the entry of the year have the figures of the worked example.
func TestYearFromAPaymentToItsEnd(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	y := &year{fixture: f, books: ledger.NewService(f.Pool), anna: f.HireOperator("finance"), boris: f.HireOperator("admin")}
	f.Exec(`insert into currency_rates (currency, set_at, rate, source) values ('KZT', '2025-12-01', 0.2, 'central_bank'), ('KZT', '2025-12-31 12:00+03', 0.18, 'central_bank'),
		('USD', '2025-12-01', 95, 'central_bank'), ('USD', '2025-12-31 12:00+03', 100, 'central_bank')`)
	f.AsOwner(`insert into settlement_terms (party, since, rate) values ('tbank', '2025-12-01', 2), ('payin', '2025-12-01', 2)`)
	y.sell()
	y.send(y.anna, "/api/admin/books/revaluations/", `{"day":"2025-12-31",`+reason+`}`)
	days := string(y.Do("GET", "/api/admin/recon/days/?since=2025-12-29&until=2025-12-31", y.anna.Header(), "").Body)
	if strings.Count(days, `"missing":[],"open":0,"state":"green"`) != 3 {
		t.Errorf("the days: %s", days)
	}
	assets := map[string]string{
		"provider:tbank RUB": "1183.24", "provider:payin KZT": "4900.00", "bank RUB": "9858.46", "orders RUB": "-1200.00", "supplier:moogold USD": "95.00", "supplier:stock RUB": "1160.00",
		"exchange KZT": "-4900.00", "exchange USD": "-95.00", "exchange RUB": "9432.00", "capital RUB": "-20000.00",
	}
	results := map[string]string{
		"revenue RUB": "-2500.00", "discounts RUB": "600.00", "fees RUB": "-47.00", "exchange_result RUB": "-25.00", "revaluation RUB": "98.00",
		"cost RUB": "1315.00", "acquiring RUB": "75.30", "expenses RUB": "50.00",
	}
	before := maps.Clone(assets)
	maps.Copy(before, results)
	if got := y.trial(); !maps.Equal(got, before) {
		t.Errorf("before the closing: %v, want %v", got, before)
	}
	id := y.send(y.anna, "/api/admin/books/periods/", `{"month":"2025-12",`+reason+`}`)
	y.send(y.boris, fmt.Sprintf("/api/admin/books/requests/%d/approve/", id), `{`+reason+`}`)
	after := maps.Clone(assets)
	after["retained RUB"] = "-433.70"
	if got := y.trial(); !maps.Equal(got, after) {
		t.Errorf("after the closing: %v, want %v", got, after)
	}
	figures := f.Deps.Admin.Stats
	if err := figures.SumUpAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	type sums struct{ Revenue, Discounts, Fees, Cost, Acquiring, Refunds, Margin string }
	got := httpapitest.Decode[struct{ Total struct{ Now sums } }](t, f.Do("GET", "/api/admin/profit/?by=day&since=2025-12-01&until=2025-12-31", y.anna.Header(), "")).Total.Now
	profit := sums{"2500.00", "-600.00", "47.00", "-1315.00", "-75.30", "-600.00", "556.70"}
	if got != profit {
		t.Errorf("profit: %+v, want %+v", got, profit)
	}
	if h, err := y.books.Verify(t.Context()); err != nil || h.Err() != nil {
		t.Error(err, h.Err())
	}
	y.wantPage(before)
	y.wantPage(after)
	y.wantFile()
}

// wantPage looks for the rows of accounts on the page of the worked example.
func (y *year) wantPage(balances map[string]string) {
	y.T.Helper()
	page, err := os.ReadFile("../../../docs/ru/books-example.md")
	if err != nil {
		y.T.Fatal(err)
	}
	for account, sum := range balances {
		name, currency, _ := strings.Cut(account, " ")
		if row := fmt.Sprintf("| `%s` | %s | %s |", name, currency, strings.Replace(sum, ".", ",", 1)); !strings.Contains(string(page), row) {
			y.T.Errorf("the page lacks %s", row)
		}
	}
	for title, sum := range map[string]string{"**Маржа**": "556,70", "**Прибыль года**": "433,70", "Возвраты после доставки": "-600,00"} {
		if row := "| " + title + " | " + sum + " |"; !strings.Contains(string(page), row) {
			y.T.Errorf("the page lacks %s", row)
		}
	}
}

// wantFile looks for the entry of the year in the file for 1C, with the names of its accounts.
func (y *year) wantFile() {
	y.T.Helper()
	file := y.send(y.anna, "/api/admin/books/exports/", `{"what":"entries","since":"2025-12-01","until":"2025-12-31"}`)
	x := exports.Worker{Pool: y.Pool, Exports: y.Deps.Admin.Exports, Orders: y.Deps.Admin.Search, Books: y.books, Log: y.Deps.Log}
	if made, err := x.MakeNext(y.T.Context()); !made || err != nil {
		y.T.Fatal(made, err)
	}
	text := string(y.Do("GET", fmt.Sprintf("/api/admin/exports/%d/file/", file), y.anna.Header(), "").Body)
	for _, line := range []string{";Закрытие года;2025;;revenue;Выручка по ценам каталога;RUB;2500,00;\n", ";Закрытие года;2025;;retained;Нераспределённая прибыль;RUB;;433,70\n"} {
		if !strings.Contains(text, line) {
			y.T.Errorf("the file lacks %q:\n%s", line, text)
		}
	}
}
