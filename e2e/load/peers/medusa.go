package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

// medusa is a shop of Medusa, by its store API.
type medusa struct {
	*web
	origin   string
	products int64
	header   http.Header
	Key      string `json:"key"` // of the sales channel
	Region   string `json:"region"`
	Option   string `json:"option"` // of shipping
	Variant  string `json:"variant"`
}

func newMedusa(w *web, origin, seeded string, products int64) (shop, error) {
	m := &medusa{web: w, origin: origin + "/store", products: products}
	text, err := os.ReadFile(seeded) //nolint:gosec // written by the seed
	if err != nil {
		return shop{}, err
	}
	if err := json.Unmarshal(text, m); err != nil {
		return shop{}, err
	}
	m.header = http.Header{"X-Publishable-Api-Key": {m.Key}}
	return shop{name: "Medusa 2.21.2", calls: map[string]call{"read list": m.list, "cart": m.cart, "order": m.order}}, nil
}

func (m *medusa) list(ctx context.Context, n int64) error {
	var page struct {
		Products []struct {
			Variants []struct {
				Price struct {
					Amount float64 `json:"calculated_amount"`
				} `json:"calculated_price"`
			} `json:"variants"`
		} `json:"products"`
	}
	url := fmt.Sprintf("%s/products?limit=20&offset=%d&region_id=%s&fields=id,title,handle,*variants.calculated_price", m.origin, n%(m.products-20), m.Region)
	if _, err := m.call(ctx, http.MethodGet, url, m.header, nil, &page); err != nil {
		return err
	}
	if len(page.Products) != 20 || len(page.Products[0].Variants) == 0 || page.Products[0].Variants[0].Price.Amount == 0 {
		return fmt.Errorf("a page of %d products, or no prices", len(page.Products))
	}
	return nil
}

func (m *medusa) cart(ctx context.Context, _ int64) error {
	_, err := m.newCart(ctx)
	return err
}

func (m *medusa) newCart(ctx context.Context) (id string, err error) {
	var made struct {
		Cart struct {
			ID    string            `json:"id"`
			Items []json.RawMessage `json:"items"`
		} `json:"cart"`
	}
	items := []any{map[string]any{"variant_id": m.Variant, "quantity": 1}}
	if err := m.post(ctx, "/carts", map[string]any{"region_id": m.Region, "items": items}, &made); err != nil {
		return "", err
	}
	if len(made.Cart.Items) != 1 {
		return "", fmt.Errorf("a cart of %d items", len(made.Cart.Items))
	}
	return made.Cart.ID, nil
}

func (m *medusa) order(ctx context.Context, n int64) error {
	cart, err := m.newCart(ctx)
	if err != nil {
		return err
	}
	address := map[string]any{
		"first_name": "Load", "last_name": "Buyer", "address_1": "Street 1", "city": "Berlin", "country_code": "de", "postal_code": "10115",
	}
	buyer := map[string]any{"email": fmt.Sprintf("load-%d@example.test", n), "shipping_address": address, "billing_address": address}
	if err := m.post(ctx, "/carts/"+cart, buyer, nil); err != nil {
		return err
	}
	if err := m.post(ctx, "/carts/"+cart+"/shipping-methods", map[string]any{"option_id": m.Option}, nil); err != nil {
		return err
	}
	var collected struct {
		Collection struct {
			ID string `json:"id"`
		} `json:"payment_collection"`
	}
	if err := m.post(ctx, "/payment-collections", map[string]any{"cart_id": cart}, &collected); err != nil {
		return err
	}
	sessions := "/payment-collections/" + collected.Collection.ID + "/payment-sessions"
	if err := m.post(ctx, sessions, map[string]any{"provider_id": "pp_system_default"}, nil); err != nil {
		return err
	}
	var done struct {
		Type  string `json:"type"`
		Error any    `json:"error"`
	}
	if err := m.post(ctx, "/carts/"+cart+"/complete", map[string]any{}, &done); err != nil {
		return err
	}
	if done.Type != "order" {
		return fmt.Errorf("the cart became %q: %v", done.Type, done.Error)
	}
	return nil
}

func (m *medusa) post(ctx context.Context, path string, body, into any) error {
	_, err := m.call(ctx, http.MethodPost, m.origin+path, m.header, body, into)
	return err
}
