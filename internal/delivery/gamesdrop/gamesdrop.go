// Package gamesdrop orders goods at GamesDrop.
package gamesdrop

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"larek/internal/delivery"
	"larek/internal/delivery/supplierhttp"
	"larek/internal/outbound"
)

// Settings are the credentials of a partner at GamesDrop.
type Settings struct {
	BaseURL string `env:"LAREK_GAMESDROP_URL" default:"https://partner.gamesdrop.io/api/v1" external:"true" check:"url" label:"Адрес API" doc:"Address of the API."`
	Token   string `env:"LAREK_GAMESDROP_TOKEN" secret:"true" label:"Токен" where:"Кабинет партнёра → API" doc:"Authorises requests; switches the supplier on."`
}

// Supplier implements delivery.Supplier.
type Supplier struct {
	cfg    Settings
	client *supplierhttp.Client
}

// New returns a supplier that calls GamesDrop through client.
func New(cfg Settings, client *http.Client) *Supplier {
	shown := []string{"offerId", "price", "currency", "transactionId", "orderId", "status", "code", "error", "message", "valid"}
	return &Supplier{cfg: cfg, client: supplierhttp.New(client, cfg.BaseURL, []string{cfg.Token}, shown)}
}

// Name implements delivery.Supplier.
func (s *Supplier) Name() string { return name }

// ParseCallback returns ErrCallbacksUnsupported: orders are polled.
func (s *Supplier) ParseCallback(delivery.Callback) (delivery.OrderRef, error) {
	return delivery.OrderRef{}, delivery.ErrCallbacksUnsupported
}

// Acknowledge responds 404: there are no callbacks.
func (s *Supplier) Acknowledge(w http.ResponseWriter) { w.WriteHeader(http.StatusNotFound) }

// problem is an error response. Its code has been seen in three places.
type problem struct {
	Code  outbound.Scalar
	Error struct {
		Code outbound.Scalar `json:"code"`
	}
}

func (p *problem) UnmarshalJSON(b []byte) error {
	var raw struct {
		Code  json.RawMessage `json:"code"`
		Error json.RawMessage `json:"error"`
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		return err
	}
	_ = json.Unmarshal(raw.Code, &p.Code) // an error without a code is still an error
	if json.Unmarshal(raw.Error, &p.Error) != nil {
		_ = json.Unmarshal(raw.Error, &p.Error.Code)
	}
	return nil
}

func (p problem) code() string {
	if p.Error.Code != "" {
		return string(p.Error.Code)
	}
	return string(p.Code)
}

// refusal returns the error code of a response, or "" if there is none.
func refusal(a outbound.Response) string {
	var p problem
	if json.Unmarshal(a.Body, &p) != nil {
		return ""
	}
	return p.code()
}

// post makes one call. The caller checks the response with refusal and OK.
func (s *Supplier) post(ctx context.Context, path string, body any, a delivery.Account) (outbound.Response, delivery.Exchange, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return outbound.Response{}, delivery.Exchange{}, fmt.Errorf("gamesdrop: %w", err)
	}
	header := supplierhttp.JSON()
	header.Set("Authorization", s.cfg.Token)
	answer, seen, err := s.client.Send(ctx, supplierhttp.Call{
		Method: http.MethodPost, Path: path, Header: header, Body: raw,
		PersonalData: []string{a.PlayerID, a.ServerID, a.Email},
	})
	if err != nil {
		return answer, seen, fmt.Errorf("gamesdrop: %s: %w", path, err)
	}
	if code := refusal(answer); code == "INVALID_TOKEN" || code == "SERVICE_UNAVAILABLE" {
		return answer, seen, fmt.Errorf("gamesdrop: %s: %w: %s", path, delivery.ErrUnreachable, code)
	}
	return answer, seen, nil
}

// query is post for calls that order nothing; any error response is ErrUnreachable.
func (s *Supplier) query(ctx context.Context, path string, body, into any, a delivery.Account) error {
	answer, _, err := s.post(ctx, path, body, a)
	if err == nil && (!answer.OK() || refusal(answer) != "") {
		err = fmt.Errorf("gamesdrop: %s: %w", path, supplierhttp.Unreadable("refused: "+refusal(answer)))
	}
	if err == nil {
		err = answer.JSON(into)
	}
	return supplierhttp.AsUnreachable(err)
}
