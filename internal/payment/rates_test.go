package payment_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/text/encoding/charmap"

	"larek/internal/payment"
	"larek/internal/pg/pgtest"
)

// bankList is the bank's document, in its own encoding.
func bankList(t testing.TB, date string, lines ...string) []byte {
	t.Helper()
	text := `<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="` + date + `" name="Foreign Currency Market">`
	for _, l := range lines {
		f := strings.Fields(l) // code nominal value
		text += `<Valute ID="R01"><NumCode>398</NumCode><CharCode>` + f[0] + `</CharCode><Nominal>` + f[1] +
			`</Nominal><Name>Тенге</Name><Value>` + f[2] + `</Value></Valute>`
	}
	doc, err := charmap.Windows1251.NewEncoder().String(text + `</ValCurs>`)
	if err != nil {
		t.Fatal(err)
	}
	return []byte(doc)
}

func TestParseRates(t *testing.T) {
	t.Parallel()
	got, err := payment.ParseRates(bankList(t, "14.11.2026", "KZT 100 16,4200", "USD 1 81,46", "UZS 10000 67", "XDR 3 100,0001"))
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string]string{"KZT": "821/5000", "USD": "4073/50", "UZS": "67/10000", "XDR": "1000001/30000"} {
		if got.Rates[code].RatString() != want {
			t.Errorf("%s: %s, want %s", code, got.Rates[code].RatString(), want)
		}
	}
	if got.Date.Format(time.DateOnly) != "2026-11-14" {
		t.Errorf("date: %s", got.Date)
	}
	bad := map[string][]byte{
		"not XML":      []byte("Ведутся работы"),
		"an error":     []byte(`<ValCurs>Error in parameters</ValCurs>`),
		"no lines":     bankList(t, "14.11.2026"),
		"no date":      bankList(t, "", "USD 1 81,46"),
		"a point":      bankList(t, "14.11.2026", "USD 1 81.46"),
		"zero":         bankList(t, "14.11.2026", "USD 1 0,0000"),
		"negative":     bankList(t, "14.11.2026", "USD 1 -81,46"),
		"an exponent":  bankList(t, "14.11.2026", "USD 1 1e9"),
		"for nothing":  bankList(t, "14.11.2026", "USD 0 81,46"),
		"strange code": bankList(t, "14.11.2026", "usd 1 81,46"),
		"UTF-16":       []byte(`<?xml version="1.0" encoding="utf-16"?><ValCurs Date="14.11.2026"/>`),
	}
	for name, doc := range bad {
		if got, err := payment.ParseRates(doc); err == nil {
			t.Errorf("%s: read as %v", name, got)
		}
	}
}

func FuzzParseRates(f *testing.F) {
	f.Add(bankList(f, "14.11.2026", "KZT 100 16,4200"))
	f.Add([]byte(`<ValCurs Date="01.01.2026"><Valute><CharCode>USD</CharCode><Nominal>1</Nominal><Value>1,0</Value></Valute></ValCurs>`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		got, err := payment.ParseRates(doc)
		if err != nil {
			return
		}
		for code, r := range got.Rates {
			if len(code) != 3 || r.Sign() <= 0 {
				t.Fatalf("%q: %v", code, r)
			}
		}
	})
}

// bank serves documents and records the User-Agent.
type bank struct {
	doc    []byte
	status int
	agent  string
}

func (b *bank) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.agent = r.UserAgent()
	if b.status != 0 {
		w.WriteHeader(b.status)
	}
	_, _ = w.Write(b.doc)
}

// rate is a currency's newest rate with its source, and how many rates are stored.
type rate struct {
	Rate, Source string
	Count        int
}

func newest(t *testing.T, pool *pgxpool.Pool, currency string) rate {
	t.Helper()
	return pgtest.One[rate](t, pool, `select rate::text, source, count(*) over () from currency_rates
		where currency = $1 order by set_at desc limit 1`, currency)
}

func TestUpdateRates(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	now := time.Date(2026, 11, 16, 9, 0, 0, 0, time.UTC) // a Monday: Saturday's list holds
	pgtest.Exec(t, pool, `insert into countries (iso, name, flag, currency, position)
		select iso, iso, repeat('0', 26), currency, 1 from (values ('RU', 'RUB'), ('KZ', 'KZT'), ('RS', 'RSD'), ('BY', 'BYN'), ('US', 'USD')) c (iso, currency)`)
	pgtest.Exec(t, pool, `insert into currency_rates values ('RSD', '2026-11-01', 0.77, 'seed'), ('USD', '2026-11-15', 80, 'seed')`)
	pgtest.Exec(t, pool, `insert into currency_rules values ('KZT', 2.50, null), ('BYN', 2.50, 30.5)`)
	b := &bank{doc: bankList(t, "14.11.2026", "KZT 100 16,4233", "USD 1 81,46", "BYN 1 27,45", "EUR 1 94,35")}
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	s := payment.New(payment.Config{Write: pool}).Rates
	from := payment.RateFetcher{Client: &http.Client{Transport: new(http.Transport)}, BaseURL: server.URL}
	take := func(at time.Time) (int, error) { return s.Update(t.Context(), from, at) }

	if n, err := take(now); n != 3 || err != nil {
		t.Fatalf("first: %d, %v", n, err)
	}
	if b.agent == "" || strings.HasPrefix(b.agent, "Go-http-client") {
		t.Errorf("got User-Agent %q", b.agent)
	}
	for currency, want := range map[string]rate{
		"KZT": {"0.16833883", "central_bank", 1}, // 0.164233 × 1.025 = 0.168338825
		"USD": {"81.46000000", "central_bank", 2},
		"BYN": {"30.50000000", "operator", 1},
		"RSD": {"0.77000000", "seed", 1}, // the bank does not list it
	} {
		if got := newest(t, pool, currency); got != want {
			t.Errorf("%s: %v, want %v", currency, got, want)
		}
	}
	if n, err := take(now.Add(time.Hour)); n != 0 || err != nil {
		t.Fatalf("the same list again: %d, %v", n, err)
	}
	b.doc = bankList(t, "17.11.2026", "KZT 100 16,4233", "USD 1 82,00", "BYN 1 27,45")
	if n, err := take(now.Add(10 * time.Hour)); n != 1 || err != nil {
		t.Fatalf("a new list: %d, %v", n, err)
	}
	if got := newest(t, pool, "USD"); got.Rate != "82.00000000" || got.Count != 3 {
		t.Errorf("USD: %+v", got)
	}

	// What did not change is set again each day: it is known to be of today.
	if n, err := take(now.Add(24 * time.Hour)); n != 2 || err != nil {
		t.Fatalf("next day: %d, %v, want KZT of the bank and BYN of the operator", n, err)
	}
	if got := newest(t, pool, "BYN"); got != (rate{"30.50000000", "operator", 2}) {
		t.Errorf("BYN: %+v", got)
	}

	if n, err := take(now.AddDate(0, 0, 30)); n != 1 || err == nil {
		t.Errorf("an old list: %d, %v", n, err)
	}
	pgtest.Exec(t, pool, `update currency_rules set fixed_rate = 31 where currency = 'BYN'`)
	b.status = http.StatusForbidden
	if n, err := take(now.AddDate(0, 0, 31)); n != 1 || err == nil {
		t.Errorf("the bank is silent, the operator is not: %d, %v", n, err)
	}
}
