package rokky

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"larek/internal/delivery"
	"larek/internal/delivery/exchange"
	"larek/internal/wire"
)

// Everything the vendor's documents will change is in this file: addresses,
// signatures, field names and words. The rest of the package stays.

const (
	offersPath  = "/offers?page="
	ordersPath  = "/orders"
	balancePath = "/balance"
	// window is how old a signed callback may be.
	window = 5 * time.Minute
)

type placing struct {
	Key   string `json:"key"`
	SKU   string `json:"sku"`
	Price string `json:"price"`
	Email string `json:"email,omitempty"`
}

type order struct {
	Key      string    `json:"key"`
	ID       wire.Text `json:"id"`
	Status   string    `json:"status"`
	Price    wire.Text `json:"price"`
	Currency string    `json:"currency"`
	Codes    []string  `json:"codes"`
}

type offers struct {
	Pages  int `json:"pages"`
	Offers []struct {
		SKU      string    `json:"sku"`
		Title    string    `json:"title"`
		Price    wire.Text `json:"price"`
		Currency string    `json:"currency"`
		InStock  bool      `json:"in_stock"`
	} `json:"offers"`
}

type balance struct {
	Balance  wire.Text `json:"balance"`
	Currency string    `json:"currency"`
}

type callback struct {
	Event string `json:"event"`
	Key   string `json:"key"`
}

const orderUpdated = "order.updated"

// states of an order there.
var states = map[string]delivery.State{
	"processing": delivery.Pending, "completed": delivery.Delivered,
	"refused": delivery.Rejected, "cancelled": delivery.Rejected,
}

// reasons of refused calls.
var reasons = map[string]delivery.Reason{
	priceChanged: delivery.PriceChanged, "out_of_stock": delivery.OutOfStock, "sku_not_found": delivery.OutOfStock,
	"no_funds": delivery.NoFunds,
}

const (
	orderNotFound = "order_not_found"
	priceChanged  = "price_changed"
)

// priceNow is the price a refusal tells; false when it was refused otherwise.
func priceNow(a wire.Answer, currency string) (delivery.Cost, bool) {
	var p struct {
		Price wire.Text `json:"price"`
	}
	if refusal(a) != priceChanged || json.Unmarshal(a.Body, &p) != nil {
		return delivery.Cost{}, false
	}
	price, err := exchange.Cost(string(p.Price), currency)
	return price, err == nil
}

// refusal is the code of a «no», empty when there is none.
func refusal(a wire.Answer) string {
	var p struct {
		Code wire.Text `json:"code"`
	}
	if a.OK() || json.Unmarshal(a.Body, &p) != nil {
		return ""
	}
	return string(p.Code)
}

// sign is the signature of both sides: the body as it is sent.
func sign(secret, timestamp, method, path string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + method + path))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

func (s *Supplier) send(ctx context.Context, method, path string, body []byte, email string) (wire.Answer, delivery.Exchange, error) {
	timestamp := strconv.FormatInt(s.now().Unix(), 10)
	header := exchange.JSON()
	header.Set("X-Partner", s.cfg.Partner)
	header.Set("X-Timestamp", timestamp)
	header.Set("X-Signature", sign(s.cfg.Secret, timestamp, method, path, body))
	a, seen, err := s.call.Send(ctx, exchange.Call{Method: method, Path: path, Header: header, Body: body, People: []string{email}})
	switch {
	case a.Status == http.StatusServiceUnavailable: // by our protocol: nothing was begun
		err = fmt.Errorf("rokky: %w: status %d", delivery.ErrAway, a.Status)
	case err != nil:
		err = fmt.Errorf("rokky: %w", err)
	}
	return a, seen, err
}

// genuine tells whether a callback is signed by the supplier, and lately.
func (s *Supplier) genuine(h delivery.Hook) bool {
	timestamp := h.Header.Get("X-Timestamp")
	at, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || s.now().Sub(time.Unix(at, 0)).Abs() > window || s.cfg.Secret == "" {
		return false
	}
	want := sign(s.cfg.Secret, timestamp, http.MethodPost, s.cfg.HookPath, h.Body)
	return exchange.Same(h.Header.Get("X-Signature"), want)
}
