package shoptest

import (
	"net/http"

	"larek/internal/money"
)

// Attempt is a started payment as the provider knows it.
type Attempt struct {
	ID                  int64
	Provider, Reference string
	Amount              money.Minor
	Scenario            Scenario
}

// Scenario is what the buyer must do to pay.
type Scenario struct {
	Type       string      `json:"type"`
	PaymentID  int64       `json:"payment_id"`
	Amount     money.Minor `json:"amount"`
	URL        string      `json:"url"`
	QrStr      string      `json:"qr_str"`
	CardNumber string      `json:"card_number"`
	HelpText   string      `json:"help_text"`
	OrderID    int64       `json:"order_id"`
	Action     string      `json:"action"`
	Fields     []struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	} `json:"fields"`
}

// TryPayment starts a payment, which may be refused.
func (b *Buyer) TryPayment(method string) (sc Scenario, status int, code string) {
	b.s.T.Helper()
	status, code = b.Call(http.MethodPost, "/api/payments/"+method+"/", Fields{
		"order_id": b.ID, "currency": "RUB", "email": b.email, "phone": "+79161234567",
	}, &sc)
	return sc, status, code
}

// StartPayment starts a payment and finds what the provider calls it. Crowds pay too.
func (b *Buyer) StartPayment(method string) Attempt {
	s := b.s
	s.T.Helper()
	sc, status, code := b.TryPayment(method)
	if status != http.StatusOK {
		s.T.Errorf("pay by %s: got %d %s, want 200", method, status, code)
		return Attempt{Scenario: sc}
	}
	a := Attempt{ID: sc.PaymentID, Scenario: sc}
	err := s.Pool.QueryRow(s.T.Context(), `select provider, reference, amount from payment_attempts where id = $1`, a.ID).Scan(&a.Provider, &a.Reference, &a.Amount)
	if err != nil {
		s.T.Errorf("attempt %d: %v", a.ID, err)
	}
	return a
}

// PayByCard pays for the order by card.
func (b *Buyer) PayByCard() Attempt {
	b.s.T.Helper()
	a := b.StartPayment("payselection")
	b.s.Sandbox.Pay(a)
	return a
}

// AskAgain makes the provider of an attempt be asked, also about one that is paid.
func (s *Shop) AskAgain(a Attempt) {
	s.T.Helper()
	s.Exec(`insert into attempt_checks (attempt_id, provider, due_at) values ($1, $2, $3)
		on conflict (attempt_id) do update set due_at = excluded.due_at, asked = attempt_checks.asked + 1`, a.ID, a.Provider, s.Clock.Now())
}
