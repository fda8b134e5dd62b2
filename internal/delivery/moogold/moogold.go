// Package moogold orders goods at MooGold.
package moogold

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/delivery/exchange"
	"larek/internal/wire"
)

const currency = "USD"

// Config is a partner at MooGold.
type Config struct {
	BaseURL   string // https://moogold.com/wp-json/v1/api
	PartnerID string
	SecretKey string
	// HookToken is the unguessable end of the callback's address: callbacks are
	// not signed. Without one all are forged.
	HookToken string
	// Categories are those whose products Offers lists.
	Categories []int
}

// Supplier is the adapter.
type Supplier struct {
	cfg  Config
	call *exchange.Client
	now  clock.Clock

	mu       sync.Mutex
	products map[string]string // by variation, as far as they were listed
}

// New talks to MooGold through client.
func New(cfg Config, client *http.Client, now clock.Clock) *Supplier {
	shown := []string{
		"path", "category", "product-id", "quantity", "partnerOrderId", "partner_order_id", "order_id", "order_status",
		"status", "message", "err_code", "err_message", "variation_id", "variation_name", "variation_price", "price", "total", "product",
		"product_id", "Product_Name", "fields",
	}
	return &Supplier{
		cfg: cfg, call: exchange.New(client, cfg.BaseURL, []string{cfg.SecretKey}, shown), now: now,
		products: map[string]string{},
	}
}

// Name is what our records call it.
func (s *Supplier) Name() string { return "moogold" }

// Told reads an unsigned callback. The address it came to is all that speaks
// for it, so it does no more than name an order to ask about.
func (s *Supplier) Told(h delivery.Hook) (delivery.Finding, error) {
	if !exchange.Same(strings.Trim(h.Path, "/"), s.cfg.HookToken) {
		return delivery.Finding{}, fmt.Errorf("moogold: %w: address", delivery.ErrForged)
	}
	var c struct {
		OrderID wire.Text `json:"order_id"`
		Details struct {
			Partner wire.Text `json:"partnerOrderId"`
		} `json:"account_details"`
	}
	if json.Unmarshal(h.Body, &c) != nil || c.OrderID == "" && c.Details.Partner == "" {
		return delivery.Finding{}, fmt.Errorf("moogold: %w: not about an order", delivery.ErrForged)
	}
	return delivery.Finding{Key: string(c.Details.Partner), Ref: string(c.OrderID)}, nil
}

// Acknowledge writes what stops the callback from being repeated.
func (s *Supplier) Acknowledge(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"status":"success"}`)
}

// sign covers the body as it is sent, the time and the path in a row.
func sign(secret string, body []byte, timestamp, path string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	mac.Write([]byte(timestamp + path))
	return hex.EncodeToString(mac.Sum(nil))
}

// post makes one call; all of them are POST, with the path in the body too.
func (s *Supplier) post(ctx context.Context, path string, fields map[string]any, a delivery.Account) (wire.Answer, delivery.Exchange, error) {
	fields["path"] = path
	body, err := json.Marshal(fields)
	if err != nil {
		return wire.Answer{}, delivery.Exchange{}, fmt.Errorf("moogold: %w", err)
	}
	timestamp := strconv.FormatInt(s.now().Unix(), 10)
	header := exchange.JSON()
	header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(s.cfg.PartnerID+":"+s.cfg.SecretKey)))
	header["timestamp"] = []string{timestamp} // lower case, as they write it
	header["auth"] = []string{sign(s.cfg.SecretKey, body, timestamp, path)}
	answer, seen, err := s.call.Send(ctx, exchange.Call{
		Method: http.MethodPost, Path: "/" + path, Header: header, Body: body,
		People: []string{a.PlayerID, a.ServerID, a.Email},
	})
	if err != nil {
		err = fmt.Errorf("moogold: %s: %w", path, err)
	}
	return answer, seen, err
}

// ask makes a call that orders nothing.
func (s *Supplier) ask(ctx context.Context, path string, fields map[string]any, into any, a delivery.Account) error {
	answer, _, err := s.post(ctx, path, fields, a)
	if err == nil {
		if no, refused := refusal(answer); refused {
			err = fmt.Errorf("moogold: %s: %w", path, exchange.Unreadable("refused: "+no.code))
		}
	}
	if err == nil {
		err = answer.JSON(into)
	}
	return exchange.BeforeOrdering(err)
}

// no is a refusal in their words. The codes are not documented.
type no struct{ code, message string }

// refusal reads either shape of an error; the HTTP status may be 200 with both.
func refusal(a wire.Answer) (no, bool) {
	var p struct {
		Code    wire.Text       `json:"err_code"`
		Words   wire.Text       `json:"err_message"`
		Status  json.RawMessage `json:"status"`
		Message wire.Text       `json:"message"`
	}
	if json.Unmarshal(a.Body, &p) != nil {
		return no{}, !a.OK()
	}
	switch status := strings.Trim(string(p.Status), `"`); {
	case p.Code != "":
		return no{string(p.Code), strings.ToLower(string(p.Words))}, true
	case status == "false":
		return no{message: strings.ToLower(string(p.Message))}, true
	}
	return no{message: strings.ToLower(string(p.Message))}, !a.OK()
}

func (n no) says(words ...string) bool {
	for _, w := range words {
		if strings.Contains(n.message, w) {
			return true
		}
	}
	return false
}
