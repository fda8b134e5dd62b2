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
	"larek/internal/delivery/supplierhttp"
	"larek/internal/outbound"
)

const (
	prefix   = "/api/v2"
	currency = "USD"
	// rateTTL is how long a rate is cached. It changes hourly, and fetching it for every
	// order would send the same signature twice in a second.
	rateTTL = 30 * time.Second
)

// Settings are the credentials of a user at NS.Gifts.
type Settings struct {
	BaseURL  string `env:"LAREK_NSGIFTS_URL" default:"https://api.ns.gifts" external:"true" check:"url" label:"Адрес API" doc:"Address of the API."`
	UserID   string `env:"LAREK_NSGIFTS_USER_ID" need:"together" sandbox:"1207" label:"Номер пользователя" where:"Профиль" doc:"Number of the user."`
	Login    string `env:"LAREK_NSGIFTS_LOGIN" need:"together" label:"Логин" doc:"Name of the user."`
	Password string `env:"LAREK_NSGIFTS_PASSWORD" secret:"true" need:"together" label:"Пароль" doc:"Password of the user."`
	Secret   string `env:"LAREK_NSGIFTS_SECRET" secret:"true" need:"together" label:"Секрет подписи" where:"Профиль → API; вид base64" doc:"Signs requests, in base64 as issued; switches the supplier on."`
}

// Supplier implements delivery.Supplier.
type Supplier struct {
	cfg        Settings
	key        []byte
	client     *supplierhttp.Client
	now        clock.Clock
	timestamps timestamps

	session chan session // holds the session; empty while it is being renewed

	mu    sync.Mutex // guards the rate
	rate  outbound.Scalar
	rated time.Time
}

// New returns a supplier that calls NS.Gifts through client.
func New(cfg Settings, client *http.Client, now clock.Clock) (*Supplier, error) {
	key, err := base64.StdEncoding.DecodeString(cfg.Secret)
	if err != nil || len(key) == 0 {
		return nil, fmt.Errorf("nsgifts: the secret is not base64")
	}
	shown := []string{"service_id", "custom_id", "key", "amount", "total_to_pay", "status", "status_message", "message", "error", "detail", "code"}
	s := &Supplier{
		cfg: cfg, key: key, now: now, session: make(chan session, 1),
		client: supplierhttp.New(client, cfg.BaseURL, []string{cfg.Secret, cfg.Password}, shown),
	}
	s.session <- session{}
	return s, nil
}

// Name implements delivery.Supplier.
func (s *Supplier) Name() string { return name }

// ParseCallback returns ErrCallbacksUnsupported: orders are polled.
func (s *Supplier) ParseCallback(delivery.Callback) (delivery.OrderRef, error) {
	return delivery.OrderRef{}, delivery.ErrCallbacksUnsupported
}

// Acknowledge responds 404: there are no callbacks.
func (s *Supplier) Acknowledge(w http.ResponseWriter) { w.WriteHeader(http.StatusNotFound) }

// login is the format of Steam account names; others cannot exist.
var login = regexp.MustCompile(`^[a-zA-Z0-9_]{3,32}$`)

// CheckAccount checks whether the Steam login exists.
func (s *Supplier) CheckAccount(ctx context.Context, a delivery.Account) (delivery.AccountCheck, error) {
	if a.SteamLogin == "" {
		return delivery.AccountCheck{}, delivery.ErrCheckUnsupported
	}
	if !login.MatchString(a.SteamLogin) {
		return delivery.AccountCheck{}, nil
	}
	var said struct {
		Status *bool `json:"accountStatus"`
	}
	body := map[string]string{"steam_id": a.SteamLogin}
	if err := s.query(ctx, http.MethodPost, "/steam/check_user", body, &said, a.SteamLogin); err != nil {
		return delivery.AccountCheck{}, err
	}
	if said.Status == nil {
		return delivery.AccountCheck{}, fmt.Errorf("nsgifts: check: %w", supplierhttp.AsUnreachable(supplierhttp.Unreadable("no account status")))
	}
	return delivery.AccountCheck{Exists: *said.Status}, nil
}

// ListServers returns none: a Steam wallet has no servers.
func (s *Supplier) ListServers(context.Context, string) ([]delivery.Server, error) { return nil, nil }

// ListOffers returns the services. The price of one sold by amount is per dollar.
func (s *Supplier) ListOffers(ctx context.Context) ([]delivery.SupplierOffer, error) {
	var stock struct {
		Categories []struct {
			Name     string `json:"category_name"`
			Services []struct {
				ID       outbound.Scalar `json:"service_id"`
				Name     string          `json:"service_name"`
				Price    outbound.Scalar `json:"price"`
				Currency string          `json:"currency"`
				InStock  outbound.Scalar `json:"in_stock"` // a boolean or a number of pieces
			} `json:"services"`
		} `json:"categories"`
	}
	if err := s.query(ctx, http.MethodGet, "/stock", nil, &stock, ""); err != nil {
		return nil, err
	}
	var all []delivery.SupplierOffer
	for _, c := range stock.Categories {
		for _, one := range c.Services {
			cost, err := supplierhttp.Cost(string(one.Price), strings.ToUpper(one.Currency))
			if err != nil || one.ID == "" || one.Currency == "" {
				continue // cannot be ordered without a known cost
			}
			all = append(all, delivery.SupplierOffer{
				SKU: string(one.ID), Title: c.Name + ": " + one.Name, Cost: cost,
				InStock: one.InStock != "" && one.InStock != "0" && one.InStock != "false",
			})
		}
	}
	return all, nil
}

// Balance returns our balance in dollars.
func (s *Supplier) Balance(ctx context.Context) (delivery.Cost, error) {
	var said struct {
		Balance outbound.Scalar `json:"balance"`
	}
	if err := s.query(ctx, http.MethodGet, "/check_balance", nil, &said, ""); err != nil {
		return delivery.Cost{}, err
	}
	return supplierhttp.Cost(string(said.Balance), currency)
}

// query makes a call that orders nothing.
func (s *Supplier) query(ctx context.Context, method, path string, body, into any, personal string) error {
	a, _, err := s.send(ctx, method, path, body, personal)
	if err == nil && !a.OK() {
		err = fmt.Errorf("nsgifts: %s: %w", path, supplierhttp.Unreadable(fmt.Sprintf("status %d", a.Status)))
	}
	if err == nil {
		err = a.JSON(into)
	}
	return supplierhttp.AsUnreachable(err)
}

// exchangeRate returns rubles for one dollar, cached for rateTTL.
func (s *Supplier) exchangeRate(ctx context.Context) (outbound.Scalar, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rate != "" && s.now().Sub(s.rated) < rateTTL {
		return s.rate, nil
	}
	var said struct {
		Rates struct {
			RUB outbound.Scalar `json:"rub"`
		} `json:"rates"`
	}
	if err := s.query(ctx, http.MethodPost, "/exchange_rate", map[string]int{"service_id": 1}, &said, ""); err != nil {
		return "", err
	}
	s.rate, s.rated = said.Rates.RUB, s.now()
	return s.rate, nil
}
