package sandbox

import (
	"errors"
	"net/http"
	"strings"
	"time"
)

const (
	mooCategory = "50" // direct top-up, in product/list_product
	mooDirect   = "1"  // direct top-up, in order/create_order
	mooMost     = 10
	mooUser     = "User ID"
	mooServer   = "Server"
)

func (s *Server) mooBalance(w http.ResponseWriter, _ *http.Request, _ mooCall) {
	var left usd
	err := s.do(func(b *book) error {
		left = s.prepaid(b, MooGold)
		return nil
	})
	if err != nil {
		s.broken(w, err)
		return
	}
	answerJSON(w, http.StatusOK, map[string]string{"currency": "USD", "balance": left.String()})
}

func (s *Server) mooProducts(w http.ResponseWriter, _ *http.Request, c mooCall) {
	list := []map[string]string{}
	if text(c.CategoryID) == mooCategory {
		for _, g := range assortments()[MooGold].games {
			list = append(list, map[string]string{"ID": g.id, "post_title": g.title})
		}
	}
	answerJSON(w, http.StatusOK, list)
}

// mooProduct answers for a product, and for the product of a variation.
func (s *Server) mooProduct(w http.ResponseWriter, _ *http.Request, c mooCall) {
	game, ok := findGame(text(c.ProductID))
	if !ok {
		mooError(w, http.StatusOK, "404", "Unknown product")
		return
	}
	variations := []map[string]string{}
	for _, a := range game.articles {
		if offer := s.sell(MooGold, a); offer.inStock {
			variations = append(variations, map[string]string{
				"variation_name": offer.title, "variation_id": offer.sku, "variation_price": offer.price.String(),
			})
		}
	}
	answerJSON(w, http.StatusOK, map[string]any{
		"Product_Name": game.title, "Image_URL": "", "Variation": variations, "fields": mooFields(game),
	})
}

func mooFields(game *soldGame) []string {
	if game.needsServer {
		return []string{mooUser, mooServer}
	}
	return []string{mooUser}
}

func (s *Server) mooServers(w http.ResponseWriter, _ *http.Request, c mooCall) {
	game, ok := findGame(text(c.ProductID))
	if !ok || len(game.servers) == 0 {
		mooError(w, http.StatusOK, "404", "The product has no list of servers")
		return
	}
	list := map[string]string{}
	for _, one := range game.servers {
		list[one.Name] = one.ID
	}
	answerJSON(w, http.StatusOK, list)
}

// mooDetails checks the labelled fields of data against the product's.
func mooDetails(data map[string]any) (game *soldGame, wrong string) {
	game, ok := findGame(text(data["product-id"]))
	if !ok {
		return nil, "Unknown product"
	}
	known := map[string]bool{"category": true, "product-id": true, "quantity": true}
	for _, label := range mooFields(game) {
		known[label] = true
		if text(data[label]) == "" {
			return nil, "Missing field: " + label
		}
	}
	for label := range data {
		if !known[label] {
			return nil, "Unknown field: " + label
		}
	}
	server, listed := text(data[mooServer]), len(game.servers) == 0
	for _, one := range game.servers {
		listed = listed || one.ID == server
	}
	if !listed {
		return nil, "Unknown server"
	}
	return game, ""
}

func (s *Server) mooValidate(w http.ResponseWriter, _ *http.Request, c mooCall) {
	_, wrong := mooDetails(c.Data)
	player := text(c.Data[mooUser])
	switch {
	case wrong != "":
		mooError(w, http.StatusOK, "422", wrong)
	case strings.HasSuffix(player, "404"):
		answerJSON(w, http.StatusOK, map[string]string{"status": "false", "message": "Invalid User ID"})
	default:
		answerJSON(w, http.StatusOK, map[string]string{
			"status": "true", "message": "Valid User ID", "username": playerName(player),
		})
	}
}

// playerName is what a game would show of an account.
func playerName(player string) string { return "Игрок-" + player[max(0, len(player)-4):] }

func (s *Server) mooCreate(w http.ResponseWriter, r *http.Request, c mooCall) {
	_, wrong := mooDetails(c.Data)
	count, whole := small(text(c.Data["quantity"]))
	switch {
	case wrong != "":
	case text(c.Data["category"]) != mooDirect:
		wrong = "Only category 1 is sold"
	case !whole || count < 1 || count > mooMost:
		wrong = "quantity must be between 1 and 10"
	case c.PartnerOrderID == "":
		wrong = "partnerOrderId is missing"
	}
	if wrong != "" {
		mooError(w, http.StatusOK, "422", wrong)
		return
	}
	var o *Supply
	err := s.do(func(b *book) (err error) {
		o, err = s.supplyOrder(b, ordering{
			supplier: MooGold, key: c.PartnerOrderID, sku: text(c.Data["product-id"]), account: text(c.Data[mooUser]),
			server: text(c.Data[mooServer]), quantity: count,
		})
		return err
	})
	switch {
	case errors.Is(err, errDuplicate):
		mooError(w, http.StatusOK, "409", "partnerOrderId exists")
	case errors.Is(err, errOutOfStock):
		mooError(w, http.StatusOK, "410", "Out of stock")
	case errors.Is(err, errNoFunds):
		mooError(w, http.StatusOK, "402", "Insufficient balance")
	case errors.Is(err, errNoArticle):
		mooError(w, http.StatusOK, "404", "Unknown variation")
	case err != nil:
		s.broken(w, err)
	default:
		s.afterCallback(r, o)
		answerJSON(w, http.StatusOK, map[string]any{
			"status": true, "message": "Order created", "account_details": map[string]string{
				"player_id": o.Account, "server_id": o.Server, "order_id": o.ID,
			},
		})
	}
}

// mooOrder answers by their id or, with byPartner, by ours.
func (s *Server) mooOrder(byPartner bool) func(http.ResponseWriter, *http.Request, mooCall) {
	return func(w http.ResponseWriter, _ *http.Request, c mooCall) {
		var answer map[string]any
		err := s.do(func(b *book) error {
			o := b.supply.byID[key(MooGold, text(c.OrderID))]
			if byPartner {
				o = b.supply.byKey[key(MooGold, c.PartnerID)]
			}
			if o == nil {
				return errNoOrder
			}
			answer = mooDetail(o, byPartner)
			return nil
		})
		switch {
		case errors.Is(err, errNoOrder):
			mooError(w, http.StatusOK, "404", "Order not found")
		case err != nil:
			s.broken(w, err)
		default:
			answerJSON(w, http.StatusOK, answer)
		}
	}
}

func mooDetail(o *Supply, byPartner bool) map[string]any {
	answer := map[string]any{
		"order_id": o.ID, "order_status": mooStatus(o.State), "total": o.Price.String(),
		"date_created": o.Opened.UTC().Format(time.DateTime),
		"item": []map[string]any{{
			"product": o.Title, "variation_id": o.SKU, "quantity": o.Quantity, "price": o.Price.String(),
			"player_id": o.Account, "server_id": o.Server, "voucher_code": o.codes(),
		}},
	}
	if byPartner {
		answer["partner_order_id"] = o.Key
		answer["date_created"] = map[string]any{
			"date": o.Opened.UTC().Format("2006-01-02 15:04:05.000000"), "timezone_type": 3, "timezone": "UTC",
		}
	}
	return answer
}
