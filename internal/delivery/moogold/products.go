package moogold

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"larek/internal/delivery"
	"larek/internal/delivery/supplierhttp"
	"larek/internal/outbound"
)

// errNotSold means that no product lists the variation now.
var errNotSold = errors.New("moogold: not sold")

type product struct {
	Name       string      `json:"Product_Name"`
	Variations []variation `json:"Variation"`
	Fields     []string    `json:"fields"`
}

type variation struct {
	Name  string          `json:"variation_name"`
	ID    outbound.Scalar `json:"variation_id"`
	Price outbound.Scalar `json:"variation_price"`
}

func (p product) find(sku string) (variation, bool) {
	i := slices.IndexFunc(p.Variations, func(v variation) bool { return string(v.ID) == sku })
	if i < 0 {
		return variation{}, false
	}
	return p.Variations[i], true
}

// productOf returns the ID of a variation's product. A variation that is not listed
// yet is taken for a product.
func (s *Supplier) productOf(sku string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id, ok := s.products[sku]; ok {
		return id
	}
	return sku
}

// detail fetches a product by its own ID or that of a variation.
func (s *Supplier) detail(ctx context.Context, id string) (product, delivery.Exchange, error) {
	answer, seen, err := s.post(ctx, "product/product_detail", map[string]any{"product_id": id}, delivery.Account{})
	if err != nil {
		return product{}, seen, supplierhttp.AsUnreachable(err)
	}
	if no, refused := refusal(answer); refused {
		if no.code == "404" || no.mentions("unknown product", "not found") {
			return product{}, seen, errNotSold
		}
		return product{}, seen, fmt.Errorf("moogold: product: %w", supplierhttp.AsUnreachable(supplierhttp.Unreadable("refused: "+no.code)))
	}
	var p product
	if err := answer.JSON(&p); err != nil {
		return product{}, seen, fmt.Errorf("moogold: product: %w", supplierhttp.AsUnreachable(err))
	}
	return p, seen, nil
}

// ListOffers returns the variations of every product in the configured categories.
func (s *Supplier) ListOffers(ctx context.Context) ([]delivery.SupplierOffer, error) {
	var all []delivery.SupplierOffer
	found := map[string]string{}
	for _, category := range s.cfg.Categories {
		var list []struct {
			ID outbound.Scalar `json:"ID"`
		}
		if err := s.query(ctx, "product/list_product", map[string]any{"category_id": category}, &list, delivery.Account{}); err != nil {
			return nil, err
		}
		for _, one := range list {
			p, _, err := s.detail(ctx, string(one.ID))
			if errors.Is(err, errNotSold) {
				continue // removed since the list was read
			}
			if err != nil {
				return nil, err
			}
			for _, v := range p.Variations {
				cost, err := supplierhttp.Cost(string(v.Price), currency)
				if err != nil || v.ID == "" {
					continue // cannot be ordered without a known cost
				}
				found[string(v.ID)] = string(one.ID)
				all = append(all, delivery.SupplierOffer{SKU: string(v.ID), Title: v.Name, Cost: cost, InStock: true})
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.products = found
	return all, nil
}

// ListServers returns the servers of the variation's game.
func (s *Supplier) ListServers(ctx context.Context, sku string) ([]delivery.Server, error) {
	answer, _, err := s.post(ctx, "product/server_list", map[string]any{"product_id": s.productOf(sku)}, delivery.Account{})
	if err != nil {
		return nil, supplierhttp.AsUnreachable(err)
	}
	if no, refused := refusal(answer); refused {
		if no.code == "404" || no.mentions("no list") {
			return nil, nil
		}
		return nil, fmt.Errorf("moogold: servers: %w", supplierhttp.AsUnreachable(supplierhttp.Unreadable("refused: "+no.code)))
	}
	var list map[string]outbound.Scalar
	if err := answer.JSON(&list); err != nil {
		return nil, fmt.Errorf("moogold: servers: %w", supplierhttp.AsUnreachable(err))
	}
	servers := make([]delivery.Server, 0, len(list))
	for name, id := range list {
		servers = append(servers, delivery.Server{ID: string(id), Name: name})
	}
	slices.SortFunc(servers, func(a, b delivery.Server) int { return strings.Compare(a.Name, b.Name) })
	return servers, nil
}

// Balance implements delivery.Supplier.
func (s *Supplier) Balance(ctx context.Context) (delivery.Cost, error) {
	var said struct {
		Balance  outbound.Scalar `json:"balance"`
		Currency string          `json:"currency"`
	}
	if err := s.query(ctx, "user/balance", map[string]any{}, &said, delivery.Account{}); err != nil {
		return delivery.Cost{}, err
	}
	return supplierhttp.Cost(string(said.Balance), said.Currency)
}
