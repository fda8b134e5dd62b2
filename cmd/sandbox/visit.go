package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"time"
)

const (
	// openTimeout bounds how long the visitors of a demo wait for the shop to open.
	openTimeout = 10 * time.Minute
	callTimeout = 30 * time.Second
)

// order is what one visitor buys: product is a resource type, whose products replace
// {product} in the body.
type order struct {
	path, product, body string
	pays                bool
}

// orders are those that are under way in a demo: one waits for its payment, two for a
// person, one for a supplier, and one is delivered at once.
var orders = []order{
	{"steam", "", `{"amount":"1500.00","steam_account_id":"night_kiosk","email":"kiosk@example.test"}`, false},
	{"standoff", "StandoffProduct", `{"products":[{"product_id":{product},"quantity":1}],"game_account_id":"48213377","email":"lisa@example.test"}`, true},
	{"standoff", "StandoffProduct", `{"products":[{"product_id":{product},"quantity":2}],"game_account_id":"51900412","email":"oleg@example.test"}`, true},
	{"pubg", "PUBGProduct", `{"products":[{"product_id":{product},"quantity":1}],"email":"timur@example.test"}`, true},
	{"supply_channel", "SupplyProduct", `{"products":[{"product_id":{product},"quantity":1}],"supply_channel_user_id":"700200666","email":"anya@example.test"}`, true},
}

// visit makes the orders of a demo as buyers do, through the front door of the shop.
func visit(ctx context.Context, env func(string) string) error {
	shop := strings.TrimSuffix(cmp.Or(env("LAREK_PUBLIC_ORIGIN"), "http://localhost:8080"), "/")
	bank := settingsFrom(env).origin
	guest := &visitor{shop: shop}
	if err := guest.waitUntilOpen(ctx); err != nil {
		return err
	}
	products, err := guest.products(ctx)
	if err != nil {
		return err
	}
	if err := guest.post(ctx, bank+"/control/supplier", `{"supplier":"gamesdrop","balance":"38.40"}`, nil); err != nil {
		return err
	}
	if err := guest.post(ctx, bank+"/control/supplier", `{"supplier":"moogold","processing_ms":-1}`, nil); err != nil {
		return err
	}
	for _, o := range orders {
		if err := buy(ctx, shop, bank, o, products[o.product]); err != nil {
			return fmt.Errorf("visit: %s: %w", o.path, err)
		}
	}
	return nil
}

// buy makes an order with its own cookies and pays it. It tries the products in turn until
// the shop accepts one: some also need a server.
func buy(ctx context.Context, shop, bank string, o order, products []int64) error {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	v := &visitor{shop: shop, http: http.Client{Jar: jar}}
	var made struct{ ID int64 }
	if o.product == "" {
		products = []int64{0}
	}
	err = fmt.Errorf("there is no %s", o.product)
	for _, product := range products {
		if err = v.post(ctx, shop+"/api/orders/"+o.path+"/", strings.Replace(o.body, "{product}", fmt.Sprint(product), 1), &made); err == nil {
			break
		}
	}
	if err != nil {
		return err
	}
	if o.path == "standoff" {
		if err := v.showAvatar(ctx, made.ID); err != nil {
			return err
		}
	}
	var invoice json.RawMessage
	body := fmt.Sprintf(`{"order_id":%d,"currency":"RUB","phone":"+79161234567"}`, made.ID)
	if err := v.post(ctx, shop+"/api/payments/tbank_sbp/", body, &invoice); err != nil || !o.pays {
		return err
	}
	_, reference, found := strings.Cut(string(invoice), "/pay/tbank/")
	if !found {
		return fmt.Errorf("no invoice in %s", invoice)
	}
	reference, _, _ = strings.Cut(reference, `"`)
	return v.post(ctx, bank+"/control/pay", fmt.Sprintf(`{"provider":"tbank","reference":%q,"action":"pay"}`, reference), nil)
}

// showAvatar uploads the picture by which an operator finds the buyer on the market.
func (v *visitor) showAvatar(ctx context.Context, order int64) error {
	face := image.NewRGBA(image.Rect(0, 0, 96, 96))
	draw.Draw(face, face.Bounds(), image.NewUniform(color.RGBA{R: 0xff, G: 0xc2, B: 0x47, A: 0xff}), image.Point{}, draw.Src)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("game_avatar", "avatar.png")
	if err == nil {
		err = errors.Join(png.Encode(part, face), form.Close())
	}
	if err != nil {
		return err
	}
	return v.exchange(ctx, http.MethodPost, fmt.Sprintf("%s/api/orders/standoff/avatar/%d/", v.shop, order), form.FormDataContentType(), &body, nil)
}

// visitor is somebody with a browser.
type visitor struct {
	shop string
	http http.Client
}

func (v *visitor) waitUntilOpen(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	for {
		err := v.do(ctx, http.MethodGet, v.shop+"/api/games/", "", nil)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("visit: the shop does not open: %w", err)
		case <-time.After(time.Second):
		}
	}
}

// products returns the products of each resource type.
func (v *visitor) products(ctx context.Context) (map[string][]int64, error) {
	all := map[string][]int64{}
	for path := "/api/products/"; path != ""; {
		var page struct {
			Next    string
			Results []struct {
				ID           int64
				ResourceType string
			}
		}
		if err := v.do(ctx, http.MethodGet, v.shop+path, "", &page); err != nil {
			return nil, err
		}
		for _, p := range page.Results {
			all[p.ResourceType] = append(all[p.ResourceType], p.ID)
		}
		path = strings.TrimPrefix(page.Next, v.shop)
	}
	return all, nil
}

func (v *visitor) post(ctx context.Context, url, body string, into any) error {
	return v.do(ctx, http.MethodPost, url, body, into)
}

func (v *visitor) do(ctx context.Context, method, url, body string, into any) error {
	return v.exchange(ctx, method, url, "application/json", strings.NewReader(body), into)
}

func (v *visitor) exchange(ctx context.Context, method, url, kind string, body io.Reader, into any) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", kind)
	answer, err := v.http.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close() //nolint:errcheck // it was only read
	text, err := io.ReadAll(answer.Body)
	if answer.StatusCode >= http.StatusBadRequest {
		return errors.Join(err, fmt.Errorf("%s: %d %s", url, answer.StatusCode, text))
	}
	if err != nil || into == nil {
		return err
	}
	return json.Unmarshal(text, into)
}
