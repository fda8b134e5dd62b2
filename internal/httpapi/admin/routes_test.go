package admin_test

import (
	"fmt"
	"testing"

	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httpapitest"
)

// TestProvidersSayHowTheyDo pays by one provider, lets another be silent, and loads a registry.
func TestProvidersSayHowTheyDo(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	who := s.HireOperator("finance").Header()
	now := s.Clock.Now()
	for i := range 6 {
		order := s.CreateOrder("pubg", nil, httpapitest.PubgBody)
		status := []string{"paid", "declined"}[i%2]
		s.Exec(`with a as (
			insert into payment_attempts (order_id, number, reference, method, provider, status, total, fee, currency, rate, amount, created, expires_at, country)
			values ($1, 1, $2, 'tbank_sbp', 'tbank', $3, 100, 0, 'RUB', 1, 100, $4::timestamptz - interval '2 hours', $4, 'RU') returning id, order_id
		), n as (
			insert into payment_notices (provider, fact, source, attempt_id, order_id, kind, provider_id, amount, currency, received_at)
			select 'tbank', $2, 'webhook', a.id, a.order_id, 'paid', 'P', 100, 'RUB', $4::timestamptz - interval '2 hours' + $5 * interval '1 second' from a where $3 = 'paid'
		)
		insert into attempt_checks (attempt_id, provider, due_at, failures) select a.id, 'payin', $4, 1 from a`, order.ID, fmt.Sprint("route-", i), status, now, 10*(i+1))
	}
	s.Exec(`insert into payment_refusals (provider, at, reason, body_digest) values ('getpay', $1, 'signature', '\x00')`, now)
	s.Exec(`insert into settlement_imports (party, day, file_name, digest, rows_count, loaded_at) values
		('tbank', '2026-11-10', 'a.csv', sha256('a'), 3, $1), ('tbank', '2026-11-12', 'b.csv', sha256('b'), 4, $1)`, now)
	found := map[string]adminapi.ProviderRow{}
	for _, p := range httpapitest.Decode[adminapi.ProviderList](t, s.Do("GET", "/api/admin/methods/providers/", who, "")).Results {
		found[p.Name] = p
	}
	tbank, payin := found["tbank"], found["payin"]
	if tbank.Day != (adminapi.MethodTries{Tries: 6, Paid: 3}) || tbank.Hour.Tries != 0 || tbank.PaySeconds == nil || *tbank.PaySeconds != 30 || tbank.IsSilent || !tbank.CanQuery || tbank.IsConfigured {
		t.Errorf("the provider that works: %+v", tbank)
	}
	if g := tbank.Registry; g == nil || g.Day != "2026-11-12" || g.Lines != 4 || g.IsFailing || g.Differences != 0 {
		t.Errorf("its registry: %+v", g)
	}
	if payin.Checks != 6 || payin.Unanswered != 6 || !payin.IsSilent || payin.Day.Tries != 0 || payin.PaySeconds != nil || payin.Registry != nil {
		t.Errorf("the silent provider: %+v", payin)
	}
	if found["getpay"].Refused != 1 || tbank.Refused != 0 {
		t.Errorf("refused webhooks: %d and %d", found["getpay"].Refused, tbank.Refused)
	}
	if tbank.Routes == 0 || tbank.RoutesOff != 0 {
		t.Errorf("methods: %d, off %d", tbank.Routes, tbank.RoutesOff)
	}
}

func TestRatesHaveTheirPast(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.AsOwner(`delete from currency_rates where currency = 'KZT'`)
	s.Exec(`insert into currency_rules (currency, margin) values ('KZT', 3.5) on conflict (currency) do update set margin = 3.5, fixed_rate = null`)
	s.Exec(`insert into currency_rates (currency, set_at, rate, source) values ('KZT', '2026-11-10', 0.16, 'seed'), ('KZT', '2026-11-12', 0.1654, 'central_bank')`)
	for _, r := range httpapitest.Decode[adminapi.RateList](t, s.Do("GET", "/api/admin/methods/rates/", s.HireOperator("operator").Header(), "")).Results {
		if r.Currency != "KZT" {
			continue
		}
		if len(r.History) != 2 || r.History[0].Rate != "0.16540000" || r.History[0].Source != "central_bank" || r.Margin != "3.50" || r.FixedRate != nil || r.Countries == "" {
			t.Errorf("got %+v", r)
		}
		return
	}
	t.Error("no rate of the tenge")
}

// TestRoutesNameProvidersThatAreNotConfigured: the shop of the tests has no account with any,
// so the balance is all there is.
func TestRoutesNameProvidersThatAreNotConfigured(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	found := map[string]adminapi.RouteRow{}
	for _, r := range httpapitest.Decode[adminapi.RouteList](t, s.Do("GET", "/api/admin/methods/routes/", s.HireOperator("operator").Header(), "")).Results {
		if r.Iso == "RU" {
			found[r.Name] = r
		}
	}
	if r := found["tbank_sbp"]; r.Provider != "tbank" || r.IsConfigured || !r.IsActive || r.Next != nil {
		t.Errorf("got %+v", r)
	}
	if r := found["balance"]; r.Provider != "balance" || !r.IsConfigured {
		t.Errorf("got %+v", r)
	}
}
