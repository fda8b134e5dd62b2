// Package rokky buys activation keys. Its protocol is a placeholder until
// the vendor's documentation is available; see protocol.go.
package rokky

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/delivery/supplierhttp"
	"larek/internal/outbound"
)

const maxPages = 200 // stops an endless list

// Settings are the credentials of a partner.
type Settings struct {
	BaseURL string `env:"LAREK_ROKKY_URL" external:"true" check:"url" need:"also" label:"Адрес API" doc:"Address of the API; there is no public one."`
	Partner string `env:"LAREK_ROKKY_PARTNER" need:"together" label:"Имя партнёра" where:"Письмо о подключении" doc:"Name of the partner."`
	Secret  string `env:"LAREK_ROKKY_SECRET" secret:"true" need:"together" label:"Секретный ключ" where:"Письмо о подключении" doc:"Signs requests and callbacks; switches the supplier on."`
	// HookPath is the path of the registered callback address, which is signed.
	HookPath string
}

// Supplier implements delivery.Supplier.
type Supplier struct {
	cfg    Settings
	client *supplierhttp.Client
	now    clock.Clock
}

// New returns a supplier that sends through client.
func New(cfg Settings, client *http.Client, now clock.Clock) *Supplier {
	shown := []string{"key", "sku", "price", "id", "status", "code", "message", "currency"}
	return &Supplier{cfg: cfg, client: supplierhttp.New(client, cfg.BaseURL, []string{cfg.Secret}, shown), now: now}
}

// Name implements delivery.Supplier.
func (s *Supplier) Name() string { return name }

// CheckAccount returns ErrCheckUnsupported: a key needs no account.
func (s *Supplier) CheckAccount(context.Context, delivery.Account) (delivery.AccountCheck, error) {
	return delivery.AccountCheck{}, delivery.ErrCheckUnsupported
}

// ListServers returns none.
func (s *Supplier) ListServers(context.Context, string) ([]delivery.Server, error) { return nil, nil }

// PlaceOrder orders one key. For a repeated idempotency key the supplier returns the
// first order. If the price has changed, PlaceOrder accepts the new one if it is
// affordable.
func (s *Supplier) PlaceOrder(ctx context.Context, o delivery.PlaceRequest) (delivery.Outcome, error) {
	a, seen, err := s.order(ctx, o, o.Cost)
	if price, changed := priceNow(a, string(o.Cost.Currency)); err == nil && changed && o.Affordable(price) {
		a, seen, err = s.order(ctx, o, price)
	}
	out := delivery.Outcome{Exchange: seen}
	switch {
	case err != nil:
		return out, err
	case !a.OK():
		out.State, out.Reason = delivery.OutcomeRejected, reason(refusal(a))
		return out, nil
	}
	return parseOrder(a, o.Key, out)
}

func (s *Supplier) order(ctx context.Context, o delivery.PlaceRequest, price delivery.Cost) (outbound.Response, delivery.Exchange, error) {
	body, err := json.Marshal(placeRequest{
		Key: o.Key, SKU: o.Account.SKU, Price: supplierhttp.Decimal(price), Email: o.Account.Email,
	})
	if err != nil {
		return outbound.Response{}, delivery.Exchange{}, fmt.Errorf("rokky: %w", err)
	}
	return s.send(ctx, http.MethodPost, ordersPath, body, o.Account.Email)
}

// QueryOrder queries by our key.
func (s *Supplier) QueryOrder(ctx context.Context, f delivery.OrderRef) (delivery.Outcome, error) {
	a, seen, err := s.send(ctx, http.MethodGet, ordersPath+"/"+url.PathEscape(f.Key), nil, "")
	out := delivery.Outcome{Exchange: seen}
	switch {
	case err != nil:
		return out, supplierhttp.AsUnknown(err)
	case refusal(a) == orderNotFound:
		out.State = delivery.OutcomeNotFound
		return out, nil
	case !a.OK():
		return out, fmt.Errorf("rokky: order: %w", supplierhttp.Unreadable(fmt.Sprintf("status %d", a.Status)))
	}
	return parseOrder(a, f.Key, out)
}

func parseOrder(a outbound.Response, key string, out delivery.Outcome) (delivery.Outcome, error) {
	var o order
	if err := a.JSON(&o); err != nil {
		return out, fmt.Errorf("rokky: order: %w", err)
	}
	out.Ref = string(o.ID)
	if cost, err := supplierhttp.Cost(string(o.Price), o.Currency); err == nil {
		out.Cost = cost
	}
	state := states[o.Status]
	switch {
	case o.Key != key:
		return out, fmt.Errorf("rokky: %w", supplierhttp.Unreadable("another order"))
	case state == "", state == delivery.OutcomeDelivered && len(o.Codes) == 0:
		return out, fmt.Errorf("rokky: %w", supplierhttp.Unreadable("unknown order status"))
	case state == delivery.OutcomeRejected:
		out.Reason = delivery.RejectOther
	case state == delivery.OutcomeDelivered:
		out.Codes = o.Codes
	}
	out.State = state
	return out, nil
}

func reason(code string) delivery.RejectReason {
	if r := reasons[code]; r != "" {
		return r
	}
	return delivery.RejectOther
}

// ListOffers reads all pages. Offers without a readable price are left out.
func (s *Supplier) ListOffers(ctx context.Context) ([]delivery.SupplierOffer, error) {
	var all []delivery.SupplierOffer
	for page := 1; page <= maxPages; page++ {
		var list offers
		if err := s.query(ctx, offersPath+strconv.Itoa(page), &list); err != nil {
			return nil, err
		}
		for _, o := range list.Offers {
			cost, err := supplierhttp.Cost(string(o.Price), o.Currency)
			if err != nil || o.SKU == "" || o.Currency == "" {
				continue
			}
			all = append(all, delivery.SupplierOffer{SKU: o.SKU, Title: o.Title, Cost: cost, InStock: o.InStock})
		}
		if page >= list.Pages {
			return all, nil
		}
	}
	return nil, fmt.Errorf("rokky: %w", supplierhttp.AsUnreachable(supplierhttp.Unreadable("too many pages of offers")))
}

// Balance implements delivery.Supplier.
func (s *Supplier) Balance(ctx context.Context) (delivery.Cost, error) {
	var b balance
	if err := s.query(ctx, balancePath, &b); err != nil {
		return delivery.Cost{}, err
	}
	return supplierhttp.Cost(string(b.Balance), b.Currency)
}

// query makes a call that orders nothing.
func (s *Supplier) query(ctx context.Context, path string, into any) error {
	a, _, err := s.send(ctx, http.MethodGet, path, nil, "")
	if err == nil && !a.OK() {
		err = fmt.Errorf("rokky: %w", supplierhttp.Unreadable(fmt.Sprintf("status %d", a.Status)))
	}
	if err == nil {
		err = a.JSON(into)
	}
	return supplierhttp.AsUnreachable(err)
}

// ParseCallback implements delivery.Supplier. A callback only names the order to query.
func (s *Supplier) ParseCallback(h delivery.Callback) (delivery.OrderRef, error) {
	if !s.validSignature(h) {
		return delivery.OrderRef{}, fmt.Errorf("rokky: %w: signature", delivery.ErrInvalidCallback)
	}
	var c callback
	if json.Unmarshal(h.Body, &c) != nil || c.Event != orderUpdated || c.Key == "" {
		return delivery.OrderRef{}, fmt.Errorf("rokky: %w: not about an order", delivery.ErrInvalidCallback)
	}
	return delivery.OrderRef{Key: c.Key}, nil
}

// Acknowledge writes the response to a callback; only the status matters.
func (s *Supplier) Acknowledge(w http.ResponseWriter) { w.WriteHeader(http.StatusOK) }
