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
	"larek/internal/delivery/supplierhttp"
	"larek/internal/outbound"
)

const currency = "USD"

// Settings are the credentials of a partner at MooGold.
type Settings struct {
	BaseURL   string `env:"LAREK_MOOGOLD_URL" default:"https://moogold.com/wp-json/v1/api" external:"true" check:"url" label:"Адрес API" doc:"Address of the API."`
	PartnerID string `env:"LAREK_MOOGOLD_PARTNER_ID" need:"together" sandbox:"larek-demo" label:"Имя партнёра" where:"Reseller → API" doc:"Name of the partner."`
	SecretKey string `env:"LAREK_MOOGOLD_SECRET" secret:"true" need:"together" label:"Секретный ключ" where:"Reseller → API" doc:"Signs requests; switches the supplier on."`
	// HookToken is the secret last part of the callback address: callbacks are not signed.
	// If it is empty, every callback is invalid.
	HookToken string `env:"LAREK_MOOGOLD_HOOK_TOKEN" secret:"true" need:"also" label:"Конец адреса уведомлений" where:"Придумайте длинное слово и добавьте его к адресу уведомлений" doc:"Last part of the callback address, which is not signed."`
	// Categories are those whose products ListOffers returns.
	Categories []int
}

// Supplier implements delivery.Supplier.
type Supplier struct {
	cfg    Settings
	client *supplierhttp.Client
	now    clock.Clock

	mu       sync.Mutex
	products map[string]string // product by variation, as of the last ListOffers
}

// New returns a supplier that calls MooGold through client.
func New(cfg Settings, client *http.Client, now clock.Clock) *Supplier {
	shown := []string{
		"path", "category", "product-id", "quantity", "partnerOrderId", "partner_order_id", "order_id", "order_status",
		"status", "message", "err_code", "err_message", "variation_id", "variation_name", "variation_price", "price", "total", "product",
		"product_id", "Product_Name", "fields",
	}
	return &Supplier{
		cfg: cfg, client: supplierhttp.New(client, cfg.BaseURL, []string{cfg.SecretKey}, shown), now: now,
		products: map[string]string{},
	}
}

// Name implements delivery.Supplier.
func (s *Supplier) Name() string { return name }

// ParseCallback implements delivery.Supplier. Callbacks are unsigned: only the secret
// address authenticates them, so they only name an order to query.
func (s *Supplier) ParseCallback(h delivery.Callback) (delivery.OrderRef, error) {
	if !supplierhttp.EqualSecret(strings.Trim(h.Path, "/"), s.cfg.HookToken) {
		return delivery.OrderRef{}, fmt.Errorf("moogold: %w: address", delivery.ErrInvalidCallback)
	}
	var c struct {
		OrderID outbound.Scalar `json:"order_id"`
		Details struct {
			Partner outbound.Scalar `json:"partnerOrderId"`
		} `json:"account_details"`
	}
	if json.Unmarshal(h.Body, &c) != nil || c.OrderID == "" && c.Details.Partner == "" {
		return delivery.OrderRef{}, fmt.Errorf("moogold: %w: not about an order", delivery.ErrInvalidCallback)
	}
	return delivery.OrderRef{Key: string(c.Details.Partner), Ref: string(c.OrderID)}, nil
}

// Acknowledge writes the response that stops the callback from being repeated.
func (s *Supplier) Acknowledge(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"status":"success"}`)
}

// sign returns the HMAC over the body as sent, the timestamp and the path.
func sign(secret string, body []byte, timestamp, path string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	mac.Write([]byte(timestamp + path))
	return hex.EncodeToString(mac.Sum(nil))
}

// post makes one call. All calls are POST, with the path in the body as well.
func (s *Supplier) post(ctx context.Context, path string, fields map[string]any, a delivery.Account) (outbound.Response, delivery.Exchange, error) {
	fields["path"] = path
	body, err := json.Marshal(fields)
	if err != nil {
		return outbound.Response{}, delivery.Exchange{}, fmt.Errorf("moogold: %w", err)
	}
	timestamp := strconv.FormatInt(s.now().Unix(), 10)
	header := supplierhttp.JSON()
	header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(s.cfg.PartnerID+":"+s.cfg.SecretKey)))
	header["timestamp"] = []string{timestamp} // lower case, as documented
	header["auth"] = []string{sign(s.cfg.SecretKey, body, timestamp, path)}
	answer, seen, err := s.client.Send(ctx, supplierhttp.Call{
		Method: http.MethodPost, Path: "/" + path, Header: header, Body: body,
		PersonalData: []string{a.PlayerID, a.ServerID, a.Email},
	})
	if err != nil {
		err = fmt.Errorf("moogold: %s: %w", path, err)
	}
	return answer, seen, err
}

// query makes a call that orders nothing.
func (s *Supplier) query(ctx context.Context, path string, fields map[string]any, into any, a delivery.Account) error {
	answer, _, err := s.post(ctx, path, fields, a)
	if err == nil {
		if no, refused := refusal(answer); refused {
			err = fmt.Errorf("moogold: %s: %w", path, supplierhttp.Unreadable("refused: "+no.code))
		}
	}
	if err == nil {
		err = answer.JSON(into)
	}
	return supplierhttp.AsUnreachable(err)
}

// apiError is an error response. Its codes are not documented.
type apiError struct{ code, message string }

// refusal parses either form of an error response, with any HTTP status.
func refusal(a outbound.Response) (apiError, bool) {
	var p struct {
		Code    outbound.Scalar `json:"err_code"`
		Words   outbound.Scalar `json:"err_message"`
		Status  json.RawMessage `json:"status"`
		Message outbound.Scalar `json:"message"`
	}
	if json.Unmarshal(a.Body, &p) != nil {
		return apiError{}, !a.OK()
	}
	switch status := strings.Trim(string(p.Status), `"`); {
	case p.Code != "":
		return apiError{string(p.Code), strings.ToLower(string(p.Words))}, true
	case status == "false":
		return apiError{message: strings.ToLower(string(p.Message))}, true
	}
	return apiError{message: strings.ToLower(string(p.Message))}, !a.OK()
}

func (n apiError) mentions(words ...string) bool {
	for _, w := range words {
		if strings.Contains(n.message, w) {
			return true
		}
	}
	return false
}
