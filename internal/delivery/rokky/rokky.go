// Package rokky buys activation keys. Its protocol is our own neutral one
// until the vendor's documents are there; see protocol.go.
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
	"larek/internal/delivery/exchange"
	"larek/internal/wire"
)

const maxPages = 200 // a list without an end must not keep us for ever

// Config is a partner there.
type Config struct {
	BaseURL string
	Partner string
	Secret  string
	// HookPath is the path of the registered callback address: it is signed.
	HookPath string
}

// Supplier is the adapter.
type Supplier struct {
	cfg  Config
	call *exchange.Client
	now  clock.Clock
}

// New talks to the supplier through client.
func New(cfg Config, client *http.Client, now clock.Clock) *Supplier {
	shown := []string{"key", "sku", "price", "id", "status", "code", "message", "currency"}
	return &Supplier{cfg: cfg, call: exchange.New(client, cfg.BaseURL, []string{cfg.Secret}, shown), now: now}
}

// Name is what our records call it.
func (s *Supplier) Name() string { return "rokky" }

// Check: a key needs no account.
func (s *Supplier) Check(context.Context, delivery.Account) (delivery.Checked, error) {
	return delivery.Checked{}, delivery.ErrCannotCheck
}

// Servers: there are none.
func (s *Supplier) Servers(context.Context, string) ([]delivery.Server, error) { return nil, nil }

// Place orders one key; the supplier answers a repeated key with its first
// order. A price other than ours is refused, and agreed to if we can afford it.
func (s *Supplier) Place(ctx context.Context, o delivery.Placing) (delivery.Outcome, error) {
	a, seen, err := s.order(ctx, o, o.Cost)
	if price, told := priceNow(a, string(o.Cost.Currency)); err == nil && told && o.Affordable(price) {
		a, seen, err = s.order(ctx, o, price)
	}
	out := delivery.Outcome{Exchange: seen}
	switch {
	case err != nil:
		return out, err
	case !a.OK():
		out.State, out.Reason = delivery.Rejected, reason(refusal(a))
		return out, nil
	}
	return read(a, o.Key, out)
}

func (s *Supplier) order(ctx context.Context, o delivery.Placing, price delivery.Cost) (wire.Answer, delivery.Exchange, error) {
	body, err := json.Marshal(placing{
		Key: o.Key, SKU: o.Account.SKU, Price: exchange.Decimal(price), Email: o.Account.Email,
	})
	if err != nil {
		return wire.Answer{}, delivery.Exchange{}, fmt.Errorf("rokky: %w", err)
	}
	return s.send(ctx, http.MethodPost, ordersPath, body, o.Account.Email)
}

// Find asks by our key.
func (s *Supplier) Find(ctx context.Context, f delivery.Finding) (delivery.Outcome, error) {
	a, seen, err := s.send(ctx, http.MethodGet, ordersPath+"/"+url.PathEscape(f.Key), nil, "")
	out := delivery.Outcome{Exchange: seen}
	switch {
	case err != nil:
		return out, exchange.Asking(err)
	case refusal(a) == orderNotFound:
		out.State = delivery.Absent
		return out, nil
	case !a.OK():
		return out, fmt.Errorf("rokky: order: %w", exchange.Unreadable(fmt.Sprintf("status %d", a.Status)))
	}
	return read(a, f.Key, out)
}

func read(a wire.Answer, key string, out delivery.Outcome) (delivery.Outcome, error) {
	var o order
	if err := a.JSON(&o); err != nil {
		return out, fmt.Errorf("rokky: order: %w", err)
	}
	out.Ref = string(o.ID)
	if cost, err := exchange.Cost(string(o.Price), o.Currency); err == nil {
		out.Cost = cost
	}
	state := states[o.Status]
	switch {
	case o.Key != key:
		return out, fmt.Errorf("rokky: %w", exchange.Unreadable("another order"))
	case state == "", state == delivery.Delivered && len(o.Codes) == 0:
		return out, fmt.Errorf("rokky: %w", exchange.Unreadable("an order without a known outcome"))
	case state == delivery.Rejected:
		out.Reason = delivery.Refused
	case state == delivery.Delivered:
		out.Codes = o.Codes
	}
	out.State = state
	return out, nil
}

func reason(code string) delivery.Reason {
	if r := reasons[code]; r != "" {
		return r
	}
	return delivery.Refused
}

// Offers pages through everything; what has no readable price is left out.
func (s *Supplier) Offers(ctx context.Context) ([]delivery.Offered, error) {
	var all []delivery.Offered
	for page := 1; page <= maxPages; page++ {
		var list offers
		if err := s.ask(ctx, offersPath+strconv.Itoa(page), &list); err != nil {
			return nil, err
		}
		for _, o := range list.Offers {
			cost, err := exchange.Cost(string(o.Price), o.Currency)
			if err != nil || o.SKU == "" || o.Currency == "" {
				continue
			}
			all = append(all, delivery.Offered{SKU: o.SKU, Title: o.Title, Cost: cost, InStock: o.InStock})
		}
		if page >= list.Pages {
			return all, nil
		}
	}
	return nil, fmt.Errorf("rokky: %w", exchange.BeforeOrdering(exchange.Unreadable("offers without an end")))
}

// Prepaid is our balance.
func (s *Supplier) Prepaid(ctx context.Context) (delivery.Cost, error) {
	var b balance
	if err := s.ask(ctx, balancePath, &b); err != nil {
		return delivery.Cost{}, err
	}
	return exchange.Cost(string(b.Balance), b.Currency)
}

// ask makes a call that orders nothing.
func (s *Supplier) ask(ctx context.Context, path string, into any) error {
	a, _, err := s.send(ctx, http.MethodGet, path, nil, "")
	if err == nil && !a.OK() {
		err = fmt.Errorf("rokky: %w", exchange.Unreadable(fmt.Sprintf("status %d", a.Status)))
	}
	if err == nil {
		err = a.JSON(into)
	}
	return exchange.BeforeOrdering(err)
}

// Told reads a signed callback, which says no more than whom to ask about.
func (s *Supplier) Told(h delivery.Hook) (delivery.Finding, error) {
	if !s.genuine(h) {
		return delivery.Finding{}, fmt.Errorf("rokky: %w: signature", delivery.ErrForged)
	}
	var c callback
	if json.Unmarshal(h.Body, &c) != nil || c.Event != orderUpdated || c.Key == "" {
		return delivery.Finding{}, fmt.Errorf("rokky: %w: not about an order", delivery.ErrForged)
	}
	return delivery.Finding{Key: c.Key}, nil
}

// Acknowledge answers a callback: the status is all that counts.
func (s *Supplier) Acknowledge(w http.ResponseWriter) { w.WriteHeader(http.StatusOK) }
