package moogold

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"larek/internal/delivery"
	"larek/internal/delivery/exchange"
	"larek/internal/wire"
)

// errNotSold: no product lists the variation now.
var errNotSold = errors.New("moogold: not sold")

type product struct {
	Name       string      `json:"Product_Name"`
	Variations []variation `json:"Variation"`
	Fields     []string    `json:"fields"`
}

type variation struct {
	Name  string    `json:"variation_name"`
	ID    wire.Text `json:"variation_id"`
	Price wire.Text `json:"variation_price"`
}

func (p product) find(sku string) (variation, bool) {
	i := slices.IndexFunc(p.Variations, func(v variation) bool { return string(v.ID) == sku })
	if i < 0 {
		return variation{}, false
	}
	return p.Variations[i], true
}

// productOf is the id of a variation's product; a variation not listed yet
// stands for its product itself.
func (s *Supplier) productOf(sku string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id, ok := s.products[sku]; ok {
		return id
	}
	return sku
}

// detail asks for a product by its own id or by that of a variation.
func (s *Supplier) detail(ctx context.Context, id string) (product, delivery.Exchange, error) {
	answer, seen, err := s.post(ctx, "product/product_detail", map[string]any{"product_id": id}, delivery.Account{})
	if err != nil {
		return product{}, seen, exchange.BeforeOrdering(err)
	}
	if no, refused := refusal(answer); refused {
		if no.code == "404" || no.says("unknown product", "not found") {
			return product{}, seen, errNotSold
		}
		return product{}, seen, fmt.Errorf("moogold: product: %w", exchange.BeforeOrdering(exchange.Unreadable("refused: "+no.code)))
	}
	var p product
	if err := answer.JSON(&p); err != nil {
		return product{}, seen, fmt.Errorf("moogold: product: %w", exchange.BeforeOrdering(err))
	}
	return p, seen, nil
}

// Offers lists the variations of every product in our categories.
func (s *Supplier) Offers(ctx context.Context) ([]delivery.Offered, error) {
	var all []delivery.Offered
	found := map[string]string{}
	for _, category := range s.cfg.Categories {
		var list []struct {
			ID wire.Text `json:"ID"`
		}
		if err := s.ask(ctx, "product/list_product", map[string]any{"category_id": category}, &list, delivery.Account{}); err != nil {
			return nil, err
		}
		for _, one := range list {
			p, _, err := s.detail(ctx, string(one.ID))
			if errors.Is(err, errNotSold) {
				continue // went while we were reading
			}
			if err != nil {
				return nil, err
			}
			for _, v := range p.Variations {
				cost, err := exchange.Cost(string(v.Price), currency)
				if err != nil || v.ID == "" {
					continue // cannot be ordered without knowing what it costs
				}
				found[string(v.ID)] = string(one.ID)
				all = append(all, delivery.Offered{SKU: string(v.ID), Title: v.Name, Cost: cost, InStock: true})
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.products = found
	return all, nil
}

// Servers lists the servers of the variation's game.
func (s *Supplier) Servers(ctx context.Context, sku string) ([]delivery.Server, error) {
	answer, _, err := s.post(ctx, "product/server_list", map[string]any{"product_id": s.productOf(sku)}, delivery.Account{})
	if err != nil {
		return nil, exchange.BeforeOrdering(err)
	}
	if no, refused := refusal(answer); refused {
		if no.code == "404" || no.says("no list") {
			return nil, nil
		}
		return nil, fmt.Errorf("moogold: servers: %w", exchange.BeforeOrdering(exchange.Unreadable("refused: "+no.code)))
	}
	var list map[string]wire.Text
	if err := answer.JSON(&list); err != nil {
		return nil, fmt.Errorf("moogold: servers: %w", exchange.BeforeOrdering(err))
	}
	servers := make([]delivery.Server, 0, len(list))
	for name, id := range list {
		servers = append(servers, delivery.Server{ID: string(id), Name: name})
	}
	slices.SortFunc(servers, func(a, b delivery.Server) int { return strings.Compare(a.Name, b.Name) })
	return servers, nil
}

// Prepaid is our balance.
func (s *Supplier) Prepaid(ctx context.Context) (delivery.Cost, error) {
	var said struct {
		Balance  wire.Text `json:"balance"`
		Currency string    `json:"currency"`
	}
	if err := s.ask(ctx, "user/balance", map[string]any{}, &said, delivery.Account{}); err != nil {
		return delivery.Cost{}, err
	}
	return exchange.Cost(string(said.Balance), said.Currency)
}
