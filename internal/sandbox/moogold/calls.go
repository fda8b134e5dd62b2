package moogold

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"larek/internal/sandbox/core"
)

const (
	listCategory  = "50" // direct top-up, in product/list_product
	orderCategory = "1"  // direct top-up, in order/create_order
	maxQuantity   = 10
	userField     = "User ID"
	serverField   = "Server"
)

func (s *Service) balance(w http.ResponseWriter, _ *http.Request, _ request) {
	balance, err := s.core.Suppliers.ReadBalance(Name)
	if err != nil {
		s.core.InternalError(w, err)
		return
	}
	core.WriteJSON(w, http.StatusOK, map[string]string{"currency": "USD", "balance": balance.String()})
}

func (s *Service) products(w http.ResponseWriter, _ *http.Request, c request) {
	list := []map[string]string{}
	if core.JSONText(c.CategoryID) == listCategory {
		for _, g := range assortment().Games {
			list = append(list, map[string]string{"ID": g.ID, "post_title": g.Title})
		}
	}
	core.WriteJSON(w, http.StatusOK, list)
}

// product returns a product, also by the id of one of its variations.
func (s *Service) product(w http.ResponseWriter, _ *http.Request, c request) {
	game, ok := findGame(core.JSONText(c.ProductID))
	if !ok {
		writeError(w, http.StatusOK, "404", "Unknown product")
		return
	}
	variations := []map[string]string{}
	for _, a := range game.Articles {
		if offer := s.core.Suppliers.OfferOf(s, a); offer.InStock {
			variations = append(variations, map[string]string{
				"variation_name": offer.Title, "variation_id": offer.SKU, "variation_price": offer.Price.String(),
			})
		}
	}
	core.WriteJSON(w, http.StatusOK, map[string]any{
		"Product_Name": game.Title, "Image_URL": "", "Variation": variations, "fields": fields(game),
	})
}

func fields(game *core.Game) []string {
	if game.NeedsServer {
		return []string{userField, serverField}
	}
	return []string{userField}
}

func (s *Service) servers(w http.ResponseWriter, _ *http.Request, c request) {
	game, ok := findGame(core.JSONText(c.ProductID))
	if !ok || len(game.Servers) == 0 {
		writeError(w, http.StatusOK, "404", "The product has no list of servers")
		return
	}
	list := map[string]string{}
	for _, one := range game.Servers {
		list[one.Name] = one.ID
	}
	core.WriteJSON(w, http.StatusOK, list)
}

// details validates the labelled fields of an order. The text is empty, or says
// what is wrong.
func details(data map[string]any) (game *core.Game, wrong string) {
	game, ok := findGame(core.JSONText(data["product-id"]))
	if !ok {
		return nil, "Unknown product"
	}
	known := map[string]bool{"category": true, "product-id": true, "quantity": true}
	for _, label := range fields(game) {
		known[label] = true
		if core.JSONText(data[label]) == "" {
			return nil, "Missing field: " + label
		}
	}
	for label := range data {
		if !known[label] {
			return nil, "Unknown field: " + label
		}
	}
	server, listed := core.JSONText(data[serverField]), len(game.Servers) == 0
	for _, one := range game.Servers {
		listed = listed || one.ID == server
	}
	if !listed {
		return nil, "Unknown server"
	}
	return game, ""
}

func (s *Service) validate(w http.ResponseWriter, _ *http.Request, c request) {
	_, wrong := details(c.Data)
	player := core.JSONText(c.Data[userField])
	switch {
	case wrong != "":
		writeError(w, http.StatusOK, "422", wrong)
	case strings.HasSuffix(player, "404"):
		core.WriteJSON(w, http.StatusOK, map[string]string{"status": "false", "message": "Invalid User ID"})
	default:
		core.WriteJSON(w, http.StatusOK, map[string]string{
			"status": "true", "message": "Valid User ID", "username": core.PlayerName(player),
		})
	}
}

func (s *Service) create(w http.ResponseWriter, r *http.Request, c request) {
	_, wrong := details(c.Data)
	count, err := strconv.Atoi(core.JSONText(c.Data["quantity"]))
	switch {
	case wrong != "":
	case core.JSONText(c.Data["category"]) != orderCategory:
		wrong = "Only category 1 is sold"
	case err != nil || count < 1 || count > maxQuantity:
		wrong = "quantity must be between 1 and 10"
	case c.PartnerOrderID == "":
		wrong = "partnerOrderId is missing"
	}
	if wrong != "" {
		writeError(w, http.StatusOK, "422", wrong)
		return
	}
	var o *core.SupplierOrder
	err = s.core.Do(func(st *core.State) (err error) {
		o, err = s.core.Suppliers.PlaceOrder(st, s, core.OrderRequest{
			Key: c.PartnerOrderID, SKU: core.JSONText(c.Data["product-id"]), Account: core.JSONText(c.Data[userField]),
			Server: core.JSONText(c.Data[serverField]), Quantity: count,
		})
		return err
	})
	switch {
	case errors.Is(err, core.ErrDuplicate):
		writeError(w, http.StatusOK, "409", "partnerOrderId exists")
	case errors.Is(err, core.ErrOutOfStock):
		writeError(w, http.StatusOK, "410", "Out of stock")
	case errors.Is(err, core.ErrNoFunds):
		writeError(w, http.StatusOK, "402", "Insufficient balance")
	case errors.Is(err, core.ErrNoArticle):
		writeError(w, http.StatusOK, "404", "Unknown variation")
	case err != nil:
		s.core.InternalError(w, err)
	default:
		s.core.Suppliers.WaitForEarlyCallback(r, o)
		core.WriteJSON(w, http.StatusOK, map[string]any{
			"status": true, "message": "Order created", "account_details": map[string]string{
				"player_id": o.Account, "server_id": o.Server, "order_id": o.ID,
			},
		})
	}
}

// order returns an order by the supplier's id or, with byPartner, by ours.
func (s *Service) order(byPartner bool) func(http.ResponseWriter, *http.Request, request) {
	return func(w http.ResponseWriter, _ *http.Request, c request) {
		var response map[string]any
		err := s.core.Do(func(st *core.State) error {
			o := st.OrderByID(Name, core.JSONText(c.OrderID))
			if byPartner {
				o = st.Order(Name, c.PartnerID)
			}
			if o == nil {
				return core.ErrNoOrder
			}
			response = detail(o, byPartner)
			return nil
		})
		switch {
		case errors.Is(err, core.ErrNoOrder):
			writeError(w, http.StatusOK, "404", "Order not found")
		case err != nil:
			s.core.InternalError(w, err)
		default:
			core.WriteJSON(w, http.StatusOK, response)
		}
	}
}

func detail(o *core.SupplierOrder, byPartner bool) map[string]any {
	response := map[string]any{
		"order_id": o.ID, "order_status": status(o.State), "total": o.Price.String(),
		"date_created": o.Opened.UTC().Format(time.DateTime),
		"item": []map[string]any{{
			"product": o.Title, "variation_id": o.SKU, "quantity": o.Quantity, "price": o.Price.String(),
			"player_id": o.Account, "server_id": o.Server, "voucher_code": []string{},
		}},
	}
	if byPartner {
		response["partner_order_id"] = o.Key
		response["date_created"] = map[string]any{
			"date": o.Opened.UTC().Format("2006-01-02 15:04:05.000000"), "timezone_type": 3, "timezone": "UTC",
		}
	}
	return response
}

// findGame returns a product by its own id or that of one of its variations.
func findGame(id string) (*core.Game, bool) {
	for _, g := range assortment().Games {
		if g.ID == id {
			return g, true
		}
	}
	a, ok := core.FindArticle(&Service{}, id)
	if !ok {
		return nil, false
	}
	if a.Game != nil {
		return a.Game, true
	}
	return &core.Game{ID: id, Title: a.Title, Articles: []core.Article{a}}, true
}
