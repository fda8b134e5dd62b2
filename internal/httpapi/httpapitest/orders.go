package httpapitest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Bodies of new orders.
const (
	PubgBody     = `{"products": [{"product_id": 3, "quantity": 2}], "email": "buyer@example.test"}`
	StandoffBody = `{"products": [{"product_id": 11, "quantity": 1}], "game_account_id": "1", "email": "a@b.test"}`
)

// Order is what a test needs of an order it created.
type Order struct {
	ID       int64  `json:"id"`
	Hash     string `json:"hash"`
	Total    string `json:"total"`
	Products []struct {
		ID int64 `json:"id"`
	} `json:"products"`
	Cookie string `json:"-"` // of the guest
}

// CreateOrder creates an order; the header identifies the buyer.
func (s *Shop) CreateOrder(kind string, header http.Header, body string) Order {
	s.T.Helper()
	a := s.Do(http.MethodPost, "/api/orders/"+kind+"/", WithJSON(header), body)
	if a.Status != http.StatusCreated {
		s.T.Fatalf("got %d %s, want 201", a.Status, a.Body)
	}
	p := Decode[Order](s.T, a)
	p.Cookie, _, _ = strings.Cut(a.Header.Get("Set-Cookie"), ";")
	return p
}

// ByCookie returns the headers of the guest who created the order.
func (p Order) ByCookie() http.Header { return WithJSON(http.Header{"Cookie": {p.Cookie}}) }

// ByHash returns the headers of a caller who knows the link of the order.
func (p Order) ByHash() http.Header { return WithJSON(http.Header{"X-Order-Hash": {p.Hash}}) }

// Pack returns a product as its own call shows it, but for what it has cost before, which
// orders do not say.
func (s *Shop) Pack(id int) string {
	s.T.Helper()
	pack := Decode[map[string]any](s.T, s.Get(fmt.Sprintf("/api/products/%d/", id)))
	delete(pack, "lowest_price")
	return s.encode(pack)
}

// TopUp returns the product a Steam order of this sum carries.
func (s *Shop) TopUp(sum string) string {
	s.T.Helper()
	pack := Decode[map[string]any](s.T, s.Get("/api/products/22/"))
	pack["title"], pack["price"], pack["discount_price"], pack["discount_percent"] = "Пополнение кошелька Steam", sum, nil, 0
	return s.encode(pack)
}

func (s *Shop) encode(pack map[string]any) string {
	s.T.Helper()
	b, err := json.Marshal(pack)
	if err != nil {
		s.T.Fatal(err)
	}
	return string(b)
}

// NewProof returns the secret that an email about a guest's order would carry.
func (s *Shop) NewProof(p Order, email string) string {
	s.T.Helper()
	secret, err := s.Deps.Store.Orders.NewProof(s.T.Context(), p.ID, email)
	if err != nil {
		s.T.Fatal(err)
	}
	return secret
}

// Prove presses the button of the email's page in a browser with these cookies.
func (s *Shop) Prove(p Order, proof string, browser http.Header) Response {
	s.T.Helper()
	return s.Do(http.MethodPost, "/api/orders/"+p.Hash+"/prove/", WithJSON(browser), fmt.Sprintf(`{"proof": %q}`, proof))
}

// CookieOf returns the cookie a response sets.
func CookieOf(a Response) string {
	cookie, _, _ := strings.Cut(a.Header.Get("Set-Cookie"), ";")
	return cookie
}

// CodeBody returns the body of a call about a promo code.
func CodeBody(code string) string {
	b, _ := json.Marshal(map[string]string{"code": code})
	return string(b)
}
