// Package gamesdrop orders goods at GamesDrop.
package gamesdrop

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"larek/internal/delivery"
	"larek/internal/delivery/exchange"
	"larek/internal/wire"
)

// Config is a partner's shop at GamesDrop.
type Config struct {
	BaseURL string // https://partner.gamesdrop.io/api/v1
	Token   string
}

// Supplier is the adapter.
type Supplier struct {
	cfg  Config
	call *exchange.Client
}

// New talks to GamesDrop through client.
func New(cfg Config, client *http.Client) *Supplier {
	shown := []string{"offerId", "price", "currency", "transactionId", "orderId", "status", "code", "error", "message", "valid"}
	return &Supplier{cfg: cfg, call: exchange.New(client, cfg.BaseURL, []string{cfg.Token}, shown)}
}

// Name is what our records call it.
func (s *Supplier) Name() string { return "gamesdrop" }

// Told: its orders are asked about, it never calls.
func (s *Supplier) Told(delivery.Hook) (delivery.Finding, error) {
	return delivery.Finding{}, delivery.ErrNoCallbacks
}

// Acknowledge has nobody to answer.
func (s *Supplier) Acknowledge(w http.ResponseWriter) { w.WriteHeader(http.StatusNotFound) }

// problem is a refusal. The code has been seen in three places.
type problem struct {
	Code  wire.Text
	Error struct {
		Code wire.Text `json:"code"`
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
	_ = json.Unmarshal(raw.Code, &p.Code) // a refusal without a code is still one
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

// refusal is the supplier's code for its «no», empty when there is none.
func refusal(a wire.Answer) string {
	var p problem
	if json.Unmarshal(a.Body, &p) != nil {
		return ""
	}
	return p.code()
}

// post makes one call. A refusal comes as its code with an answer that is not OK.
func (s *Supplier) post(ctx context.Context, path string, body any, a delivery.Account) (wire.Answer, delivery.Exchange, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return wire.Answer{}, delivery.Exchange{}, fmt.Errorf("gamesdrop: %w", err)
	}
	header := exchange.JSON()
	header.Set("Authorization", s.cfg.Token)
	answer, seen, err := s.call.Send(ctx, exchange.Call{
		Method: http.MethodPost, Path: path, Header: header, Body: raw,
		People: []string{a.PlayerID, a.ServerID, a.Email},
	})
	if err != nil {
		return answer, seen, fmt.Errorf("gamesdrop: %s: %w", path, err)
	}
	if code := refusal(answer); code == "INVALID_TOKEN" || code == "SERVICE_UNAVAILABLE" {
		return answer, seen, fmt.Errorf("gamesdrop: %s: %w: %s", path, delivery.ErrAway, code)
	}
	return answer, seen, nil
}

// ask is post for questions, whose refusals are of no further interest.
func (s *Supplier) ask(ctx context.Context, path string, body, into any, a delivery.Account) error {
	answer, _, err := s.post(ctx, path, body, a)
	if err == nil && (!answer.OK() || refusal(answer) != "") {
		err = fmt.Errorf("gamesdrop: %s: %w", path, exchange.Unreadable("refused: "+refusal(answer)))
	}
	if err == nil {
		err = answer.JSON(into)
	}
	return exchange.BeforeOrdering(err)
}
