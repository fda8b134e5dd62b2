package payment_test

import (
	"fmt"
	"net/http"
	"testing"

	"larek/internal/payment"
	"larek/internal/payment/providers"
	"larek/internal/pg/pgtest"
)

// TestRoutesSayWhatIsLeft switches a method off and leaves one provider without an account:
// each route names the first other method that a buyer can use.
func TestRoutesSayWhatIsLeft(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	pgtest.Exec(t, pool, `
		with c as (
			insert into countries (iso, name, flag, currency, position) values ('RU', 'Россия', repeat('a', 26), 'RUB', 1) returning id
		), g as (
			insert into method_groups (country_id, name, short_name, position) select id, 'Банки', 'Банки', 1 from c returning id
		)
		insert into payment_methods (group_id, name, title, icon, currencies, is_active, is_secondary, position)
		select g.id, m.name, m.title, repeat('b', 26), '{RUB}', m.is_active, m.is_secondary, m.position from g, (values
			('payin_p2p', 'Перевод', true, true, 1), ('getpay', 'Карта', true, false, 2), ('tbank_sbp', 'СБП', true, false, 3), ('tbank_qr', 'QR', false, false, 4), ('balance', 'Баланс', true, false, 5)
		) m (name, title, is_active, is_secondary, position)`)
	var configured []payment.Provider
	for _, d := range providers.All {
		if d.Name == "getpay" {
			continue
		}
		p, err := d.NewSettings().New(payment.ProviderDeps{HTTP: &http.Client{Transport: new(http.Transport)}})
		if err != nil {
			t.Fatal(err)
		}
		configured = append(configured, p)
	}
	s := payment.New(payment.Config{Write: pool, Connected: configured, Known: providers.All}).Methods
	routes, err := s.Routes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, r := range routes {
		got += fmt.Sprintf("%s %s %t %q\n", r.Name, r.Provider, r.IsUsable(), r.Next)
	}
	// What is folded comes last.
	if want := `getpay getpay false "СБП"
tbank_sbp tbank true "Перевод"
tbank_qr tbank false "СБП"
balance balance false "СБП"
payin_p2p payin true "СБП"
`; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
