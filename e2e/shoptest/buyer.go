package shoptest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"larek/internal/money"
)

// Buyer is somebody with an order, and nothing but HTTP.
type Buyer struct {
	s     *Shop
	ID    int64
	Hash  string
	Kind  string
	Total money.RUB
	token string
}

// Attempt is a started payment as the provider knows it.
type Attempt struct {
	ID                  int64
	Provider, Reference string
	Amount              money.RUB
}

// Call sends a request as the buyer; refusals are returned by their code.
func (b *Buyer) Call(method, path string, body, into any) (int, string) {
	s := b.s
	s.T.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		s.T.Fatal(err)
	}
	req, err := http.NewRequest(method, s.URL+path, strings.NewReader(string(text))) //nolint:noctx // bounded by the client
	if err != nil {
		s.T.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if b.Hash != "" {
		req.Header.Set("X-Order-Hash", b.Hash)
	}
	if b.token != "" {
		req.Header.Set("Authorization", "Bearer "+b.token)
	}
	res, err := s.client.Do(req)
	if err != nil {
		s.T.Errorf("%s %s: %v", method, path, err)
		return 0, err.Error()
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		s.T.Errorf("%s %s: %v", method, path, err)
		return 0, err.Error()
	}
	if res.StatusCode >= 300 {
		var no struct {
			Code string `json:"code"`
		}
		_ = json.Unmarshal(answer, &no)
		return res.StatusCode, no.Code
	}
	if into != nil {
		if err := json.Unmarshal(answer, into); err != nil {
			s.T.Errorf("%s %s: %s: %v", method, path, answer, err)
		}
	}
	return res.StatusCode, ""
}

// Order makes an order of a kind; signed in when there is a token.
func (s *Shop) Order(kind, token string, body Fields) *Buyer {
	s.T.Helper()
	b := &Buyer{s: s, Kind: kind, token: token}
	if body["email"] == nil {
		body["email"] = "buyer@example.test"
	}
	var placed struct {
		ID    int64     `json:"id"`
		Hash  string    `json:"hash"`
		Total money.RUB `json:"total"`
	}
	if status, code := b.Call(http.MethodPost, "/api/orders/"+kind+"/", body, &placed); status != http.StatusCreated {
		s.T.Fatalf("order of %s: %d %s", kind, status, code)
	}
	b.ID, b.Hash, b.Total = placed.ID, placed.Hash, placed.Total
	return b
}

// Start starts a payment and finds what the provider calls it.
func (b *Buyer) Start(method string) Attempt {
	s := b.s
	s.T.Helper()
	var sc struct {
		PaymentID int64 `json:"payment_id"`
	}
	status, code := b.Call(http.MethodPost, "/api/payments/"+method+"/", Fields{"order_id": b.ID, "currency": "RUB"}, &sc)
	if status != http.StatusOK {
		s.T.Fatalf("pay by %s: %d %s", method, status, code)
	}
	a := Attempt{ID: sc.PaymentID}
	err := s.Pool.QueryRow(s.T.Context(), `select provider, reference, amount from payment_attempts where id = $1`, a.ID).Scan(&a.Provider, &a.Reference, &a.Amount)
	if err != nil {
		s.T.Fatalf("attempt %d: %v", a.ID, err)
	}
	return a
}

// Pays pays for the order by card.
func (b *Buyer) Pays() Attempt {
	b.s.T.Helper()
	a := b.Start("payselection")
	b.s.Box.Pay(a)
	return a
}

// Line is a line of the order's page.
type Line struct {
	ID       int64  `json:"id"`
	Status   string `json:"status"`
	Quantity int    `json:"quantity"`
	Codes    []struct {
		Code string `json:"code"`
	} `json:"codes"`
}

// Page is the order's page.
type Page struct {
	Status       string  `json:"status"`
	RejectReason *string `json:"reject_reason"`
	Lines        []Line  `json:"order_products"`
	Code         *string `json:"code"`
	AccountName  *string `json:"account_name"`
	Lot          *struct {
		Price string `json:"price"`
	} `json:"lot"`
	Progress struct {
		DetailsDeadline *time.Time `json:"details_deadline"`
		Timeline        []struct {
			Event string `json:"event"`
			Text  string `json:"text"`
		} `json:"timeline"`
	} `json:"progress"`
}

// Page shows the order with its codes.
func (b *Buyer) Page() Page { b.s.T.Helper(); return b.look("/details/") }

// PageWithoutCodes is what the order's other call shows.
func (b *Buyer) PageWithoutCodes() Page { b.s.T.Helper(); return b.look("/") }

func (b *Buyer) look(rest string) Page {
	b.s.T.Helper()
	var p Page
	if status, code := b.Call(http.MethodGet, "/api/orders/"+b.Hash+rest, nil, &p); status != http.StatusOK {
		b.s.T.Errorf("order %d: %d %s", b.ID, status, code)
	}
	return p
}

// Awaits watches the order until it has the status.
func (b *Buyer) Awaits(want string) {
	b.s.T.Helper()
	b.s.Eventually(func() string {
		var r struct {
			Status string `json:"status"`
		}
		status, code := b.Call(http.MethodGet, fmt.Sprintf("/api/orders/status/%d/", b.ID), nil, &r)
		return Unless(status == http.StatusOK && r.Status == want, "order %d is %s, not %s (%d %s)", b.ID, r.Status, want, status, code)
	})
}

// AwaitsLine watches until every line has the status.
func (b *Buyer) AwaitsLine(want string) {
	b.s.T.Helper()
	b.s.Eventually(func() string {
		for _, l := range b.Page().Lines {
			if l.Status != want {
				return fmt.Sprintf("line %d of order %d is %s, not %s", l.ID, b.ID, l.Status, want)
			}
		}
		return ""
	})
}

// Hears waits until the order's timeline tells of an event so many times.
func (b *Buyer) Hears(event string, times int) {
	b.s.T.Helper()
	b.s.Eventually(func() string {
		heard := 0
		var all []string
		for _, e := range b.Page().Progress.Timeline {
			all = append(all, e.Event)
			if e.Event == event {
				heard++
			}
		}
		return Unless(heard == times, "order %d heard of %s %d times, not %d: %v", b.ID, event, heard, times, all)
	})
}

// Corrects changes where the order goes; a refusal is returned by its code.
func (b *Buyer) Corrects(body Fields) (int, string) {
	b.s.T.Helper()
	return b.Call(http.MethodPost, fmt.Sprintf("/api/orders/%s/%d/delivery_details/update/", b.Kind, b.ID), body, nil)
}
