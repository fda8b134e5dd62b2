package gamesdrop

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"larek/internal/delivery"
	"larek/internal/delivery/supplierhttp"
	"larek/internal/outbound"
)

const (
	pageSize = 1000
	maxPages = 100 // stops an endless list
)

// offer has the documented field names and those seen in practice; so has page.
type offer struct {
	ID       outbound.Scalar `json:"offerId"`
	Product  string          `json:"productName"`
	Offer    string          `json:"offerName"`
	Name     string          `json:"name"`
	Price    outbound.Scalar `json:"price"`
	Currency string          `json:"currency"`
	InStock  *bool           `json:"inStock"`
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

// ListOffers reads all pages. Offers without a readable price are left out, because they
// could not be ordered.
func (s *Supplier) ListOffers(ctx context.Context) ([]delivery.SupplierOffer, error) {
	var all []delivery.SupplierOffer
	for n, seen := 1, 0; n <= maxPages; n++ {
		var p page
		body := map[string]int{"page": n, "limit": pageSize}
		if err := s.query(ctx, "/offers/sync", body, &p, delivery.Account{}); err != nil {
			return nil, err
		}
		rows := append(p.Rows, p.Offers...)
		for _, o := range rows {
			cost, err := supplierhttp.Cost(string(o.Price), o.Currency)
			if err != nil || o.ID == "" || o.Currency == "" {
				continue
			}
			all = append(all, delivery.SupplierOffer{
				SKU: string(o.ID), Title: o.title(), Cost: cost, InStock: o.InStock == nil || *o.InStock,
			})
		}
		if seen += len(rows); len(rows) == 0 || seen >= max(p.Count, p.Total) {
			return all, nil
		}
	}
	return nil, fmt.Errorf("gamesdrop: %w", supplierhttp.Unreadable("too many pages of offers"))
}

// ListServers returns the servers of an offer's game.
func (s *Supplier) ListServers(ctx context.Context, sku string) ([]delivery.Server, error) {
	id, err := strconv.ParseInt(sku, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("gamesdrop: servers: %q is no offer", sku)
	}
	var list struct {
		Servers []struct {
			ID   outbound.Scalar `json:"id"`
			Name string          `json:"name"`
		} `json:"servers"`
	}
	if err := s.query(ctx, "/offers/servers", map[string]int64{"offerId": id}, &list, delivery.Account{}); err != nil {
		return nil, err
	}
	servers := make([]delivery.Server, 0, len(list.Servers))
	for _, one := range list.Servers {
		servers = append(servers, delivery.Server{ID: string(one.ID), Name: one.Name})
	}
	return servers, nil
}

type checkRequest struct {
	OfferID  int64  `json:"offerId"`
	UserID   string `json:"gameUserId"`
	ServerID string `json:"gameServerId,omitempty"`
}

// CheckAccount checks the player of an offer's game.
func (s *Supplier) CheckAccount(ctx context.Context, a delivery.Account) (delivery.AccountCheck, error) {
	c, _, err := s.check(ctx, a)
	return c, err
}

func (s *Supplier) check(ctx context.Context, a delivery.Account) (delivery.AccountCheck, delivery.Exchange, error) {
	id, err := strconv.ParseInt(a.SKU, 10, 64)
	if err != nil || a.PlayerID == "" {
		return delivery.AccountCheck{}, delivery.Exchange{}, delivery.ErrCheckUnsupported
	}
	const path = "/offers/check-game-data"
	answer, seen, err := s.post(ctx, path, checkRequest{id, a.PlayerID, a.ServerID}, a)
	if err != nil {
		return delivery.AccountCheck{}, seen, supplierhttp.AsUnreachable(err)
	}
	var said struct { // documented field names and those seen in practice
		Status   string `json:"status"`
		Login    string `json:"gameUserLogin"`
		Valid    *bool  `json:"valid"`
		Username string `json:"username"`
	}
	_ = json.Unmarshal(answer.Body, &said) // an unreadable body leaves all fields empty
	switch {
	case said.Status == "VALID":
		return delivery.AccountCheck{Exists: true, Name: said.Login}, seen, nil
	case said.Status == "INVALID": // with HTTP status 200 or 400
		return delivery.AccountCheck{}, seen, nil
	case said.Valid != nil:
		return delivery.AccountCheck{Exists: *said.Valid, Name: said.Username}, seen, nil
	case answer.OK():
		return delivery.AccountCheck{}, seen, fmt.Errorf("gamesdrop: %s: %w", path, supplierhttp.AsUnreachable(supplierhttp.Unreadable("no validation result")))
	}
	return delivery.AccountCheck{}, seen, delivery.ErrCheckUnsupported
}

// Balance implements delivery.Supplier.
func (s *Supplier) Balance(ctx context.Context) (delivery.Cost, error) {
	header := supplierhttp.JSON()
	header.Set("Authorization", s.cfg.Token)
	a, _, err := s.client.Send(ctx, supplierhttp.Call{Method: http.MethodGet, Path: "/balance", Header: header})
	var said struct {
		Balance  outbound.Scalar `json:"balance"`
		Currency string          `json:"currency"`
	}
	if err == nil && !a.OK() {
		err = supplierhttp.Unreadable(fmt.Sprintf("status %d", a.Status))
	}
	if err == nil {
		err = a.JSON(&said)
	}
	if err != nil {
		return delivery.Cost{}, fmt.Errorf("gamesdrop: balance: %w", supplierhttp.AsUnreachable(err))
	}
	return supplierhttp.Cost(string(said.Balance), said.Currency)
}
