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
	"larek/internal/delivery/supplierhttp"
	"larek/internal/outbound"
)

// This file holds all that depends on the vendor's documentation: paths, signatures,
// field names and status values.

const (
	offersPath  = "/offers?page="
	ordersPath  = "/orders"
	balancePath = "/balance"
	// callbackTTL is the maximum age of a signed callback.
	callbackTTL = 5 * time.Minute
)

type placeRequest struct {
	Key   string `json:"key"`
	SKU   string `json:"sku"`
	Price string `json:"price"`
	Email string `json:"email,omitempty"`
}

type order struct {
	Key      string          `json:"key"`
	ID       outbound.Scalar `json:"id"`
	Status   string          `json:"status"`
	Price    outbound.Scalar `json:"price"`
	Currency string          `json:"currency"`
	Codes    []string        `json:"codes"`
}

type offers struct {
	Pages  int `json:"pages"`
	Offers []struct {
		SKU      string          `json:"sku"`
		Title    string          `json:"title"`
		Price    outbound.Scalar `json:"price"`
		Currency string          `json:"currency"`
		InStock  bool            `json:"in_stock"`
	} `json:"offers"`
}

type balance struct {
	Balance  outbound.Scalar `json:"balance"`
	Currency string          `json:"currency"`
}

type callback struct {
	Event string `json:"event"`
	Key   string `json:"key"`
}

const orderUpdated = "order.updated"

// states maps the supplier's order statuses.
var states = map[string]delivery.OutcomeState{
	"processing": delivery.OutcomePending, "completed": delivery.OutcomeDelivered,
	"refused": delivery.OutcomeRejected, "cancelled": delivery.OutcomeRejected,
}

// reasons maps the error codes of refused calls.
var reasons = map[string]delivery.RejectReason{
	priceChanged: delivery.PriceChanged, "out_of_stock": delivery.OutOfStock, "sku_not_found": delivery.OutOfStock,
	"no_funds": delivery.NoFunds,
}

const (
	orderNotFound = "order_not_found"
	priceChanged  = "price_changed"
)

// priceNow returns the price in a "price changed" error; false if it is another error.
func priceNow(a outbound.Response, currency string) (delivery.Cost, bool) {
	var p struct {
		Price outbound.Scalar `json:"price"`
	}
	if refusal(a) != priceChanged || json.Unmarshal(a.Body, &p) != nil {
		return delivery.Cost{}, false
	}
	price, err := supplierhttp.Cost(string(p.Price), currency)
	return price, err == nil
}

// refusal returns the error code of a response, or "" if there is none.
func refusal(a outbound.Response) string {
	var p struct {
		Code outbound.Scalar `json:"code"`
	}
	if a.OK() || json.Unmarshal(a.Body, &p) != nil {
		return ""
	}
	return string(p.Code)
}

// sign returns the signature used by both sides, over the body as sent.
func sign(secret, timestamp, method, path string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + method + path))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

func (s *Supplier) send(ctx context.Context, method, path string, body []byte, email string) (outbound.Response, delivery.Exchange, error) {
	timestamp := strconv.FormatInt(s.now().Unix(), 10)
	header := supplierhttp.JSON()
	header.Set("X-Partner", s.cfg.Partner)
	header.Set("X-Timestamp", timestamp)
	header.Set("X-Signature", sign(s.cfg.Secret, timestamp, method, path, body))
	a, seen, err := s.client.Send(ctx, supplierhttp.Call{Method: method, Path: path, Header: header, Body: body, PersonalData: []string{email}})
	switch {
	case a.Status == http.StatusServiceUnavailable: // by our protocol, nothing was started
		err = fmt.Errorf("rokky: %w: status %d", delivery.ErrUnreachable, a.Status)
	case err != nil:
		err = fmt.Errorf("rokky: %w", err)
	}
	return a, seen, err
}

// validSignature reports whether a callback was signed by the supplier within
// callbackTTL.
func (s *Supplier) validSignature(h delivery.Callback) bool {
	timestamp := h.Header.Get("X-Timestamp")
	at, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || s.now().Sub(time.Unix(at, 0)).Abs() > callbackTTL || s.cfg.Secret == "" {
		return false
	}
	want := sign(s.cfg.Secret, timestamp, http.MethodPost, s.cfg.HookPath, h.Body)
	return supplierhttp.EqualSecret(h.Header.Get("X-Signature"), want)
}
