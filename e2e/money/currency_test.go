package money_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"larek/e2e/shoptest"
	"larek/internal/money"
)

// The rate is that of the currency asked, whatever market the buyer is in.
func TestTheRateIsOfTheCurrencyAsked(t *testing.T) {
	t.Parallel()
	s := openShop(t, 60)
	s.Exec(`update payment_methods set min_amount = 0`)
	for _, country := range []string{"RU", "DE", "UA", "KZ"} {
		for _, method := range []string{"payselection", "payin_external", "tbank_sbp"} {
			for _, currency := range []money.Currency{"RUB", "USD", "EUR", "UAH", "KZT", "XTS"} {
				s.wantQuote(t, country, method, currency)
			}
		}
	}
}

func (s *shop) wantQuote(t *testing.T, country, method string, currency money.Currency) {
	t.Helper()
	name := country + " " + method + " " + string(currency)
	type offer struct {
		Fee         money.Percent
		Fix         money.RUB
		Taken, Open bool
	}
	offers := shoptest.All[offer](s.Shop, `select m.fee, m.fix_fee, $3 = any (m.currencies), m.is_active from payment_methods m
		join method_groups g on g.id = m.group_id join countries c on c.id = g.country_id where c.iso = $1 and m.name = $2`, country, method, string(currency))
	rates := shoptest.All[struct{ Rate string }](s.Shop, `select rate::text from currency_rates where currency = $1 order by set_at desc limit 1`, string(currency))
	b := s.order("quote", 1)
	status, code, amount := s.quote(t, b, country, method, currency)
	if len(offers) == 0 || !offers[0].Open || !offers[0].Taken || currency != money.Ruble && len(rates) == 0 {
		want := "payment.currency"
		if len(offers) == 0 || !offers[0].Open {
			want = "payment.method_unavailable"
		}
		if n := shoptest.One[int64](s.Shop, `select count(*) from payment_attempts where order_id = $1`, b.ID); status < 400 || code != want || n != 0 {
			t.Errorf("%s: %d %s with %d attempts, want %s and none", name, status, code, n, want)
		}
		return
	}
	rate := money.OneToOne
	if currency != money.Ruble {
		var err error
		if rate, err = money.ParseRate(rates[0].Rate); err != nil {
			t.Fatal(err)
		}
	}
	total := money.RUB(b.Total)
	want := (total + total.Percent(offers[0].Fee) + offers[0].Fix).In(currency, rate)
	if currency == "KZT" { // nobody has hundredths of a tenge
		want.Minor = (want.Minor + 99) / 100 * 100
	}
	if status != http.StatusOK || amount != want {
		t.Errorf("%s: %d %s, charged %s, want %s", name, status, code, amount, want)
	}
}

// quote starts a payment as a buyer in a country.
func (s *shop) quote(t *testing.T, b *shoptest.Buyer, country, method string, currency money.Currency) (int, string, money.Money) {
	t.Helper()
	body, _ := json.Marshal(fields{"order_id": b.ID, "currency": currency, "email": "quote@example.test", "phone": "+79161234567"})
	req, err := http.NewRequest(http.MethodPost, s.URL+"/api/payments/"+method+"/", strings.NewReader(string(body))) //nolint:noctx // bounded by the client
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{"Content-Type": {"application/json"}, "X-Order-Hash": {b.Hash}, "Cookie": {"country=" + country}}
	res, err := s.Client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var answer struct {
		Code     string         `json:"code"`
		Amount   money.Minor    `json:"amount"`
		Currency money.Currency `json:"currency"`
	}
	_ = json.NewDecoder(res.Body).Decode(&answer)
	return res.StatusCode, answer.Code, money.Of(answer.Amount, answer.Currency)
}
