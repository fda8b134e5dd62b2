package money_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"larek/internal/money"
)

// buyer is somebody with an order, and nothing but HTTP.
type buyer struct {
	s     *shop
	id    int64
	hash  string
	email string
	total money.RUB
	token string // of somebody signed in
}

// attempt is a started payment as the provider knows it.
type attempt struct {
	id                  int64
	provider, reference string
	amount              money.RUB
}

type scenario struct {
	Type       string    `json:"type"`
	PaymentID  int64     `json:"payment_id"`
	Amount     money.RUB `json:"amount"`
	URL        string    `json:"url"`
	QrStr      string    `json:"qr_str"`
	CardNumber string    `json:"card_number"`
	HelpText   string    `json:"help_text"`
	Action     string    `json:"action"`
	Fields     []struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	} `json:"fields"`
}

type refusal struct {
	Code string `json:"code"`
}

// waits is how long a buyer watches before calling it stuck.
const waits = 60 * time.Second

// call sends a request as the buyer; refusals are returned, not judged.
func (b *buyer) call(method, path string, body any, into any) (int, string) {
	s := b.s
	s.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		s.t.Fatal(err)
	}
	req, err := http.NewRequest(method, s.url+path, strings.NewReader(string(text)))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if b.hash != "" {
		req.Header.Set("X-Order-Hash", b.hash)
	}
	if b.token != "" {
		req.Header.Set("Authorization", "Bearer "+b.token)
	}
	res, err := s.client.Do(req)
	if err != nil {
		s.t.Errorf("%s %s: %v", method, path, err)
		return 0, err.Error()
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Errorf("%s %s: %v", method, path, err)
		return 0, err.Error()
	}
	if res.StatusCode >= 300 {
		var no refusal
		_ = json.Unmarshal(answer, &no)
		return res.StatusCode, no.Code
	}
	if into != nil {
		if err := json.Unmarshal(answer, into); err != nil {
			s.t.Errorf("%s %s: %s: %v", method, path, answer, err)
		}
	}
	return res.StatusCode, ""
}

// order makes an order of 660 UC as a guest with an e-mail of his own.
func (s *shop) order(name string, quantity int) *buyer {
	s.t.Helper()
	return s.orderAs(name, "", quantity)
}

func (s *shop) orderAs(name, token string, quantity int) *buyer {
	s.t.Helper()
	b := &buyer{s: s, email: name + "@example.test", token: token}
	var placed struct {
		ID    int64     `json:"id"`
		Hash  string    `json:"hash"`
		Total money.RUB `json:"total"`
	}
	status, code := b.call(http.MethodPost, "/api/orders/pubg/", fields{
		"email": b.email, "products": []fields{{"product_id": s.pack, "quantity": quantity}},
	}, &placed)
	if status != http.StatusCreated {
		s.t.Errorf("order: %d %s", status, code)
	}
	b.id, b.hash, b.total = placed.ID, placed.Hash, placed.Total
	return b
}

// try starts a payment, which may be refused.
func (b *buyer) try(method string) (sc scenario, status int, code string) {
	b.s.t.Helper()
	status, code = b.call(http.MethodPost, "/api/payments/"+method+"/", fields{
		"order_id": b.id, "currency": "RUB", "email": b.email, "phone": "+79161234567",
	}, &sc)
	return sc, status, code
}

// start starts a payment and finds what the provider calls it.
func (b *buyer) start(method string) attempt { b.s.t.Helper(); a, _ := b.startAs(method); return a }

func (b *buyer) startAs(method string) (attempt, scenario) {
	b.s.t.Helper()
	sc, status, code := b.try(method)
	if status != http.StatusOK {
		b.s.t.Errorf("pay by %s: %d %s", method, status, code)
		return attempt{}, sc
	}
	return b.attempt(sc.PaymentID), sc
}

func (b *buyer) attempt(id int64) attempt {
	b.s.t.Helper()
	a := attempt{id: id}
	err := b.s.pool.QueryRow(b.s.t.Context(), `select provider, reference, amount from payment_attempts where id = $1`, id).Scan(&a.provider, &a.reference, &a.amount)
	if err != nil {
		b.s.t.Errorf("attempt %d: %v", id, err)
	}
	return a
}

// line is the order's only line.
func (b *buyer) line() int64 {
	b.s.t.Helper()
	return queryOne[int64](b.s, `select id from order_lines where order_id = $1`, b.id)
}

func (b *buyer) attemptStatus(a attempt) string {
	b.s.t.Helper()
	return queryOne[string](b.s, `select status from payment_attempts where id = $1`, a.id)
}

func (b *buyer) status() string {
	b.s.t.Helper()
	var r struct {
		Status string `json:"status"`
	}
	if status, code := b.call(http.MethodGet, fmt.Sprintf("/api/orders/status/%d/", b.id), nil, &r); status != http.StatusOK {
		b.s.t.Errorf("status of order %d: %d %s", b.id, status, code)
	}
	return r.Status
}

// awaits watches the order until it has the status.
func (b *buyer) awaits(want string) {
	b.s.t.Helper()
	b.s.eventually(waits, func() string {
		got := b.status()
		return unless(got == want, "order %d is %s, not %s", b.id, got, want)
	})
}

type page struct {
	Status        string  `json:"status"`
	RejectReason  *string `json:"reject_reason"`
	OrderProducts []struct {
		Codes []struct {
			Code     string `json:"code"`
			AmountUc int    `json:"amount_uc"`
		} `json:"codes"`
	} `json:"order_products"`
	IsPaymentActive bool `json:"is_payment_active"`
	Progress        struct {
		Timeline []struct {
			Event string `json:"event"`
			Text  string `json:"text"`
		} `json:"timeline"`
	} `json:"progress"`
}

func (b *buyer) page() page {
	b.s.t.Helper()
	var p page
	if status, code := b.call(http.MethodGet, "/api/orders/"+b.hash+"/details/", nil, &p); status != http.StatusOK {
		b.s.t.Errorf("order %d: %d %s", b.id, status, code)
	}
	return p
}

// wantCodes looks at the codes and that no two are the same.
func (b *buyer) wantCodes(n int) {
	b.s.t.Helper()
	var codes []string
	for _, l := range b.page().OrderProducts {
		for _, c := range l.Codes {
			codes = append(codes, c.Code)
		}
	}
	slices.Sort(codes)
	if len(codes) != n || len(slices.Compact(codes)) != n {
		b.s.t.Errorf("order %d got codes %v, want %d different ones", b.id, codes, n)
	}
}

// hears waits until the order's timeline tells of an event so many times.
func (b *buyer) hears(event string, times int) {
	b.s.t.Helper()
	b.s.eventually(waits, func() string {
		heard := 0
		var all []string
		for _, e := range b.page().Progress.Timeline {
			all = append(all, e.Event)
			if e.Event == event {
				heard++
			}
		}
		return unless(heard == times, "order %d heard of %s %d times, not %d: %v", b.id, event, heard, times, all)
	})
}

func encodePair(name, value string) string { return url.Values{name: {value}}.Encode() }
