package shoptest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"larek/internal/money"
)

// Buyer is a buyer with an order, who uses HTTP only.
type Buyer struct {
	s     *Shop
	ID    int64
	Hash  string
	Kind  string
	Total money.Minor
	email string
	token string // of a signed-in user
	guest string // the cookie of their browser
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
	if b.guest != "" {
		req.Header.Set("Cookie", "guest="+b.guest)
	}
	res, err := s.Client.Do(req)
	if err != nil {
		s.T.Errorf("%s %s: %v", method, path, err)
		return 0, err.Error()
	}
	defer func() { _ = res.Body.Close() }()
	for _, c := range res.Cookies() {
		if c.Name == "guest" {
			b.guest = c.Value // as a browser stores it
		}
	}
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

// Order makes an order of a kind; signed in when there is a token. Crowds order
// from goroutines, where a test cannot be ended: it only fails.
func (s *Shop) Order(kind, token string, body Fields) *Buyer {
	s.T.Helper()
	b := &Buyer{s: s, Kind: kind, email: "buyer@example.test", token: token}
	if email, given := body["email"].(string); given {
		b.email = email
	}
	body["email"] = b.email
	var placed struct {
		ID    int64       `json:"id"`
		Hash  string      `json:"hash"`
		Total money.Minor `json:"total"`
	}
	if status, code := b.Call(http.MethodPost, "/api/orders/"+kind+"/", body, &placed); status != http.StatusCreated {
		s.T.Errorf("order of %s: got %d %s, want 201", kind, status, code)
	}
	b.ID, b.Hash, b.Total = placed.ID, placed.Hash, placed.Total
	if kind == "standoff" { // it is not payable without a picture of the account
		s.Exec(`update orders set detail = detail || '{"game_avatar": "avatar"}' where id = $1`, b.ID)
	}
	return b
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
	Payable      bool    `json:"is_payment_active"`
	Paid         *Paid   `json:"paid"`
	Lot          *struct {
		Price string `json:"price"`
	} `json:"lot"`
	Progress struct {
		DetailsDeadline *time.Time `json:"details_deadline"`
		DeliveryReceipt *string    `json:"delivery_receipt"`
		HeldUntil       *time.Time `json:"held_until"`
		Proofs          []string   `json:"proofs"`
		Quote           *struct {
			Received string `json:"received"`
		} `json:"quote"`
		Timeline []struct {
			Event string `json:"event"`
			Text  string `json:"text"`
		} `json:"timeline"`
	} `json:"progress"`
}

// Paid is what the page says about the buyer's money.
type Paid struct {
	Amount   money.Minor `json:"amount"`
	Currency string      `json:"currency"`
	Refunded money.Minor `json:"refunded"`
}

// Page shows the order with its codes.
func (b *Buyer) Page() Page { b.s.T.Helper(); return b.look("/details/") }

// PageWithoutCodes is what the order's other call shows.
func (b *Buyer) PageWithoutCodes() Page { b.s.T.Helper(); return b.look("/") }

func (b *Buyer) look(rest string) Page {
	b.s.T.Helper()
	var p Page
	if status, code := b.Call(http.MethodGet, "/api/orders/"+b.Hash+rest, nil, &p); status != http.StatusOK {
		b.s.T.Errorf("order %d: got %d %s, want 200", b.ID, status, code)
	}
	return p
}

// WantCodes counts the codes on the order's page; no two may be the same.
func (b *Buyer) WantCodes(n int) {
	b.s.T.Helper()
	var codes []string
	for _, l := range b.Page().Lines {
		for _, c := range l.Codes {
			codes = append(codes, c.Code)
		}
	}
	slices.Sort(codes)
	if len(codes) != n || len(slices.Compact(codes)) != n {
		b.s.T.Errorf("order %d got codes %v, want %d different ones", b.ID, codes, n)
	}
}

// Status returns the status that the page of a waiting buyer polls.
func (b *Buyer) Status() string {
	b.s.T.Helper()
	var r struct {
		Status string `json:"status"`
	}
	if status, code := b.Call(http.MethodGet, fmt.Sprintf("/api/orders/status/%d/", b.ID), nil, &r); status != http.StatusOK {
		b.s.T.Errorf("status of order %d: got %d %s, want 200", b.ID, status, code)
	}
	return r.Status
}

// WaitForStatus watches the order until it has the status.
func (b *Buyer) WaitForStatus(want string) {
	b.s.T.Helper()
	b.s.Eventually(func() string {
		got := b.Status()
		return FailUnless(got == want, "order %d is %s, not %s", b.ID, got, want)
	})
}

// WaitForLineStatus watches until every line has the status.
func (b *Buyer) WaitForLineStatus(want string) {
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

// WaitForEvent waits until the order's timeline contains an event so many times.
func (b *Buyer) WaitForEvent(event string, times int) {
	b.s.T.Helper()
	b.s.Eventually(func() string {
		seen := 0
		var all []string
		for _, e := range b.Page().Progress.Timeline {
			all = append(all, e.Event)
			if e.Event == event {
				seen++
			}
		}
		return FailUnless(seen == times, "order %d has event %s %d times, want %d: %v", b.ID, event, seen, times, all)
	})
}

// CorrectDetails changes where the order goes; a refusal is returned by its code.
func (b *Buyer) CorrectDetails(body Fields) (int, string) {
	b.s.T.Helper()
	return b.Call(http.MethodPost, fmt.Sprintf("/api/orders/%s/%d/delivery_details/update/", b.Kind, b.ID), body, nil)
}
