// Package nsgifts tops up Steam wallets through NS.Gifts, API v2.
package nsgifts

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/delivery/exchange"
	"larek/internal/wire"
)

const (
	prefix   = "/api/v2"
	currency = "USD"
	// rateLife is how long a rate is reckoned with: it moves by the hour, and
	// asking for every order would bring the same signature twice in a second.
	rateLife = 30 * time.Second
)

// Config is a user at NS.Gifts.
type Config struct {
	BaseURL  string // https://api.ns.gifts
	UserID   string
	Login    string
	Password string
	Secret   string // base64, as they give it
}

// Supplier is the adapter.
type Supplier struct {
	cfg    Config
	key    []byte
	call   *exchange.Client
	now    clock.Clock
	stamps stamps

	session chan session // holds the one session; taken while it is renewed

	mu    sync.Mutex // guards the rate
	rate  wire.Text
	rated time.Time
}

// New talks to NS.Gifts through client.
func New(cfg Config, client *http.Client, now clock.Clock) (*Supplier, error) {
	key, err := base64.StdEncoding.DecodeString(cfg.Secret)
	if err != nil || len(key) == 0 {
		return nil, fmt.Errorf("nsgifts: the secret is not base64")
	}
	shown := []string{"service_id", "custom_id", "key", "amount", "total_to_pay", "status", "status_message", "message", "error", "detail", "code"}
	s := &Supplier{
		cfg: cfg, key: key, now: now, session: make(chan session, 1),
		call: exchange.New(client, cfg.BaseURL, []string{cfg.Secret, cfg.Password}, shown),
	}
	s.session <- session{}
	return s, nil
}

// Name is what our records call it.
func (s *Supplier) Name() string { return "nsgifts" }

// Told: its orders are asked about, it never calls.
func (s *Supplier) Told(delivery.Hook) (delivery.Finding, error) {
	return delivery.Finding{}, delivery.ErrNoCallbacks
}

// Acknowledge has nobody to answer.
func (s *Supplier) Acknowledge(w http.ResponseWriter) { w.WriteHeader(http.StatusNotFound) }

// login is what Steam lets an account be called; the rest cannot exist.
var login = regexp.MustCompile(`^[a-zA-Z0-9_]{3,32}$`)

// Check asks whether there is such a Steam login.
func (s *Supplier) Check(ctx context.Context, a delivery.Account) (delivery.Checked, error) {
	if a.SteamLogin == "" {
		return delivery.Checked{}, delivery.ErrCannotCheck
	}
	if !login.MatchString(a.SteamLogin) {
		return delivery.Checked{}, nil
	}
	var said struct {
		Status *bool `json:"accountStatus"`
	}
	body := map[string]string{"steam_id": a.SteamLogin}
	if err := s.ask(ctx, http.MethodPost, "/steam/check_user", body, &said, a.SteamLogin); err != nil {
		return delivery.Checked{}, err
	}
	if said.Status == nil {
		return delivery.Checked{}, fmt.Errorf("nsgifts: check: %w", exchange.BeforeOrdering(exchange.Unreadable("no account status")))
	}
	return delivery.Checked{Exists: *said.Status}, nil
}

// Servers: a Steam wallet has none.
func (s *Supplier) Servers(context.Context, string) ([]delivery.Server, error) { return nil, nil }

// Offers lists the services. The price of one sold by amount is for a dollar.
func (s *Supplier) Offers(ctx context.Context) ([]delivery.Offered, error) {
	var stock struct {
		Categories []struct {
			Name     string `json:"category_name"`
			Services []struct {
				ID       wire.Text `json:"service_id"`
				Name     string    `json:"service_name"`
				Price    wire.Text `json:"price"`
				Currency string    `json:"currency"`
				InStock  wire.Text `json:"in_stock"` // a flag or a number of pieces
			} `json:"services"`
		} `json:"categories"`
	}
	if err := s.ask(ctx, http.MethodGet, "/stock", nil, &stock, ""); err != nil {
		return nil, err
	}
	var all []delivery.Offered
	for _, c := range stock.Categories {
		for _, one := range c.Services {
			cost, err := exchange.Cost(string(one.Price), strings.ToUpper(one.Currency))
			if err != nil || one.ID == "" || one.Currency == "" {
				continue // cannot be ordered without knowing what it costs
			}
			all = append(all, delivery.Offered{
				SKU: string(one.ID), Title: c.Name + ": " + one.Name, Cost: cost,
				InStock: one.InStock != "" && one.InStock != "0" && one.InStock != "false",
			})
		}
	}
	return all, nil
}

// Prepaid is our balance, in dollars.
func (s *Supplier) Prepaid(ctx context.Context) (delivery.Cost, error) {
	var said struct {
		Balance wire.Text `json:"balance"`
	}
	if err := s.ask(ctx, http.MethodGet, "/check_balance", nil, &said, ""); err != nil {
		return delivery.Cost{}, err
	}
	return exchange.Cost(string(said.Balance), currency)
}

// ask makes a call that orders nothing.
func (s *Supplier) ask(ctx context.Context, method, path string, body, into any, person string) error {
	a, _, err := s.send(ctx, method, path, body, person)
	if err == nil && !a.OK() {
		err = fmt.Errorf("nsgifts: %s: %w", path, exchange.Unreadable(fmt.Sprintf("status %d", a.Status)))
	}
	if err == nil {
		err = a.JSON(into)
	}
	return exchange.BeforeOrdering(err)
}

// rubles asks how many a dollar is.
func (s *Supplier) rubles(ctx context.Context) (wire.Text, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rate != "" && s.now().Sub(s.rated) < rateLife {
		return s.rate, nil
	}
	var said struct {
		Rates struct {
			RUB wire.Text `json:"rub"`
		} `json:"rates"`
	}
	if err := s.ask(ctx, http.MethodPost, "/exchange_rate", map[string]int{"service_id": 1}, &said, ""); err != nil {
		return "", err
	}
	s.rate, s.rated = said.Rates.RUB, s.now()
	return s.rate, nil
}
