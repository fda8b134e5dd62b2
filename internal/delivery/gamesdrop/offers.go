package gamesdrop

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"larek/internal/delivery"
	"larek/internal/delivery/exchange"
	"larek/internal/wire"
)

const (
	pageSize = 1000
	maxPages = 100 // a supplier whose count is wrong must not keep us for ever
)

// offer and page know the names of the documents and those clients have seen.
type offer struct {
	ID       wire.Text `json:"offerId"`
	Product  string    `json:"productName"`
	Offer    string    `json:"offerName"`
	Name     string    `json:"name"`
	Price    wire.Text `json:"price"`
	Currency string    `json:"currency"`
	InStock  *bool     `json:"inStock"`
}

func (o offer) title() string {
	if o.Name != "" {
		return o.Name
	}
	return o.Product + ": " + o.Offer
}

type page struct {
	Count  int     `json:"count"`
	Total  int     `json:"total"`
	Rows   []offer `json:"rows"`
	Offers []offer `json:"offers"`
}

// Offers pages through everything. An offer whose price cannot be read is left
// out, as if it were not sold: we could not order it anyway.
func (s *Supplier) Offers(ctx context.Context) ([]delivery.Offered, error) {
	var all []delivery.Offered
	for n, seen := 1, 0; n <= maxPages; n++ {
		var p page
		body := map[string]int{"page": n, "limit": pageSize}
		if err := s.ask(ctx, "/offers/sync", body, &p, delivery.Account{}); err != nil {
			return nil, err
		}
		rows := append(p.Rows, p.Offers...)
		for _, o := range rows {
			cost, err := exchange.Cost(string(o.Price), o.Currency)
			if err != nil || o.ID == "" || o.Currency == "" {
				continue
			}
			all = append(all, delivery.Offered{
				SKU: string(o.ID), Title: o.title(), Cost: cost, InStock: o.InStock == nil || *o.InStock,
			})
		}
		if seen += len(rows); len(rows) == 0 || seen >= max(p.Count, p.Total) {
			return all, nil
		}
	}
	return nil, fmt.Errorf("gamesdrop: %w", exchange.Unreadable("offers without an end"))
}

// Servers lists the servers of an offer's game.
func (s *Supplier) Servers(ctx context.Context, sku string) ([]delivery.Server, error) {
	id, err := strconv.ParseInt(sku, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("gamesdrop: servers: %q is no offer", sku)
	}
	var list struct {
		Servers []struct {
			ID   wire.Text `json:"id"`
			Name string    `json:"name"`
		} `json:"servers"`
	}
	if err := s.ask(ctx, "/offers/servers", map[string]int64{"offerId": id}, &list, delivery.Account{}); err != nil {
		return nil, err
	}
	servers := make([]delivery.Server, 0, len(list.Servers))
	for _, one := range list.Servers {
		servers = append(servers, delivery.Server{ID: string(one.ID), Name: one.Name})
	}
	return servers, nil
}

type checking struct {
	OfferID  int64  `json:"offerId"`
	UserID   string `json:"gameUserId"`
	ServerID string `json:"gameServerId,omitempty"`
}

// Check asks for the player of an offer's game.
func (s *Supplier) Check(ctx context.Context, a delivery.Account) (delivery.Checked, error) {
	c, _, err := s.check(ctx, a)
	return c, err
}

func (s *Supplier) check(ctx context.Context, a delivery.Account) (delivery.Checked, delivery.Exchange, error) {
	id, err := strconv.ParseInt(a.SKU, 10, 64)
	if err != nil || a.PlayerID == "" {
		return delivery.Checked{}, delivery.Exchange{}, delivery.ErrCannotCheck
	}
	const path = "/offers/check-game-data"
	answer, seen, err := s.post(ctx, path, checking{id, a.PlayerID, a.ServerID}, a)
	if err != nil {
		return delivery.Checked{}, seen, exchange.BeforeOrdering(err)
	}
	var said struct { // in the documents' words, and in those clients have seen
		Status   string `json:"status"`
		Login    string `json:"gameUserLogin"`
		Valid    *bool  `json:"valid"`
		Username string `json:"username"`
	}
	_ = json.Unmarshal(answer.Body, &said) // says nothing, then
	switch {
	case said.Status == "VALID":
		return delivery.Checked{Exists: true, Name: said.Login}, seen, nil
	case said.Status == "INVALID": // with status 200 or 400, as it likes
		return delivery.Checked{}, seen, nil
	case said.Valid != nil:
		return delivery.Checked{Exists: *said.Valid, Name: said.Username}, seen, nil
	case answer.OK():
		return delivery.Checked{}, seen, fmt.Errorf("gamesdrop: %s: %w", path, exchange.BeforeOrdering(exchange.Unreadable("neither valid nor not")))
	}
	return delivery.Checked{}, seen, delivery.ErrCannotCheck
}

// Prepaid is our balance.
func (s *Supplier) Prepaid(ctx context.Context) (delivery.Cost, error) {
	header := exchange.JSON()
	header.Set("Authorization", s.cfg.Token)
	a, _, err := s.call.Send(ctx, exchange.Call{Method: http.MethodGet, Path: "/balance", Header: header})
	var said struct {
		Balance  wire.Text `json:"balance"`
		Currency string    `json:"currency"`
	}
	if err == nil && !a.OK() {
		err = exchange.Unreadable(fmt.Sprintf("status %d", a.Status))
	}
	if err == nil {
		err = a.JSON(&said)
	}
	if err != nil {
		return delivery.Cost{}, fmt.Errorf("gamesdrop: balance: %w", exchange.BeforeOrdering(err))
	}
	return exchange.Cost(string(said.Balance), said.Currency)
}
