package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// vendure is a shop of Vendure, by its shop API.
type vendure struct {
	*web
	url      string
	products int64
	variant  string
	shipping string
}

const (
	vendureSearch = `query($skip: Int!) { search(input: {take: 20, skip: $skip, groupByProduct: true}) { totalItems items {
		productId productName slug currencyCode priceWithTax { ... on SinglePrice { value } ... on PriceRange { min max } } } } }`
	vendureProducts = `query($skip: Int!) { products(options: {take: 20, skip: $skip}) { totalItems items {
		id name slug variants { id name sku currencyCode priceWithTax } } } }`
	vendureAdd = `mutation($variant: ID!) { result: addItemToOrder(productVariantId: $variant, quantity: 1) {
		__typename ... on Order { id code totalWithTax } ... on ErrorResult { message } } }`
	vendureCustomer = `mutation($email: String!) { result: setCustomerForOrder(input: {emailAddress: $email, firstName: "Load", lastName: "Buyer"}) {
		__typename ... on Order { id } ... on ErrorResult { message } } }`
	vendureAddress = `mutation { result: setOrderShippingAddress(input: {fullName: "Load Buyer", streetLine1: "Street 1", city: "Berlin", postalCode: "10115", countryCode: "DE"}) {
		__typename ... on Order { id } ... on ErrorResult { message } } }`
	vendureMethods  = `query { eligibleShippingMethods { id } }`
	vendureShipping = `mutation($id: [ID!]!) { result: setOrderShippingMethod(shippingMethodId: $id) {
		__typename ... on Order { id totalWithTax } ... on ErrorResult { message } } }`
	vendureArrange = `mutation { result: transitionOrderToState(state: "ArrangingPayment") {
		__typename ... on Order { id state } ... on ErrorResult { message } } }`
	vendurePay = `mutation { result: addPaymentToOrder(input: {method: "dummy", metadata: {}}) {
		__typename ... on Order { id state } ... on ErrorResult { message } } }`
)

func newVendure(ctx context.Context, w *web, origin string, products int64) (shop, error) {
	v := &vendure{web: w, url: origin + "/shop-api", products: products}
	var listed struct {
		Products struct {
			Items []struct {
				Variants []struct {
					ID string `json:"id"`
				} `json:"variants"`
			} `json:"items"`
		} `json:"products"`
	}
	if _, err := v.ask(ctx, "", vendureProducts, map[string]any{"skip": 0}, &listed); err != nil {
		return shop{}, err
	}
	v.variant = listed.Products.Items[0].Variants[0].ID
	token, err := v.mutate(ctx, "", vendureAdd, map[string]any{"variant": v.variant}, "")
	if err != nil {
		return shop{}, err
	}
	var methods struct {
		Eligible []struct {
			ID string `json:"id"`
		} `json:"eligibleShippingMethods"`
	}
	if _, err := v.ask(ctx, token, vendureMethods, nil, &methods); err != nil {
		return shop{}, err
	}
	v.shipping = methods.Eligible[0].ID
	return shop{name: "Vendure 3.7.3", calls: map[string]call{
		"ready list": v.search, "read list": v.list, "cart": v.cart, "order": v.order,
	}}, nil
}

func (v *vendure) search(ctx context.Context, n int64) error {
	var page struct {
		Search struct {
			Items []json.RawMessage `json:"items"`
		} `json:"search"`
	}
	_, err := v.ask(ctx, "", vendureSearch, map[string]any{"skip": n % (v.products - 20)}, &page)
	if err == nil && len(page.Search.Items) != 20 {
		return fmt.Errorf("a page of %d", len(page.Search.Items))
	}
	return err
}

func (v *vendure) list(ctx context.Context, n int64) error {
	var page struct {
		Products struct {
			Items []json.RawMessage `json:"items"`
		} `json:"products"`
	}
	_, err := v.ask(ctx, "", vendureProducts, map[string]any{"skip": n % (v.products - 20)}, &page)
	if err == nil && len(page.Products.Items) != 20 {
		return fmt.Errorf("a page of %d", len(page.Products.Items))
	}
	return err
}

func (v *vendure) cart(ctx context.Context, _ int64) error {
	_, err := v.mutate(ctx, "", vendureAdd, map[string]any{"variant": v.variant}, "")
	return err
}

func (v *vendure) order(ctx context.Context, n int64) error {
	token, err := v.mutate(ctx, "", vendureAdd, map[string]any{"variant": v.variant}, "")
	if err != nil {
		return err
	}
	for _, step := range []struct {
		query string
		with  map[string]any
		state string
	}{
		{vendureCustomer, map[string]any{"email": fmt.Sprintf("load-%d@example.test", n)}, ""},
		{vendureAddress, nil, ""},
		{vendureShipping, map[string]any{"id": []string{v.shipping}}, ""},
		{vendureArrange, nil, "ArrangingPayment"},
		{vendurePay, nil, "PaymentSettled"},
	} {
		if _, err := v.mutate(ctx, token, step.query, step.with, step.state); err != nil {
			return err
		}
	}
	return nil
}

// mutate changes the order of the session. The session of a first call is returned.
func (v *vendure) mutate(ctx context.Context, token, query string, with map[string]any, state string) (string, error) {
	var changed struct {
		Result struct {
			Type    string `json:"__typename"`
			State   string `json:"state"`
			Message string `json:"message"`
		} `json:"result"`
	}
	given, err := v.ask(ctx, token, query, with, &changed)
	if err != nil {
		return "", err
	}
	if r := changed.Result; r.Type != "Order" || r.State != state {
		return "", fmt.Errorf("answered %s %s, want an order %s: %s", r.Type, r.State, state, r.Message)
	}
	return given, nil
}

func (v *vendure) ask(ctx context.Context, token, query string, with map[string]any, into any) (string, error) {
	var answer struct {
		Data   json.RawMessage `json:"data"`
		Errors json.RawMessage `json:"errors"`
	}
	header := http.Header{}
	if token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	got, err := v.call(ctx, http.MethodPost, v.url, header, map[string]any{"query": query, "variables": with}, &answer)
	if err != nil {
		return "", err
	}
	if answer.Errors != nil {
		return "", fmt.Errorf("%.500s", answer.Errors)
	}
	return got.Get("vendure-auth-token"), json.Unmarshal(answer.Data, into)
}
