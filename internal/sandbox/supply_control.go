package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/go-chi/chi/v5"
)

// supplierRoutes are the services of the suppliers.
func (s *Server) supplierRoutes(r chi.Router) {
	r.Route(MooGoldPath, func(r chi.Router) {
		r.Post("/user/balance", s.moogold("balance", s.mooBalance))
		r.Post("/product/list_product", s.moogold("offers", s.mooProducts))
		r.Post("/product/product_detail", s.moogold("offers", s.mooProduct))
		r.Post("/product/server_list", s.moogold("servers", s.mooServers))
		r.Post("/product/validate", s.moogold("check", s.mooValidate))
		r.Post("/order/create_order", s.moogold("create", s.mooCreate))
		r.Post("/order/order_detail", s.moogold("status", s.mooOrder(false)))
		r.Post("/order/order_detail_partner_id", s.moogold("status", s.mooOrder(true)))
	})
	r.Route(NSGiftsPath+"/api/v2", func(r chi.Router) {
		r.Post("/get_token", s.nsgifts("token", false, s.nsToken))
		r.Get("/stock", s.nsgifts("offers", true, s.nsStock))
		r.Post("/steam/check_user", s.nsgifts("check", true, s.nsCheckUser))
		r.Post("/exchange_rate", s.nsgifts("rates", true, s.nsExchangeRate))
		r.Post("/create_order", s.nsgifts("create", true, s.nsCreate))
		r.Post("/pay_order", s.nsgifts("pay", true, s.nsPay))
		r.Get("/order_info/{custom}", s.nsgifts("status", true, s.nsOrder))
		r.Get("/check_balance", s.nsgifts("balance", true, s.nsBalance))
	})
	r.Route(GamesDropPath, func(r chi.Router) {
		r.Post("/offers/sync", s.gamesdrop("offers", s.gamesSync))
		r.Post("/offers/find-one", s.gamesdrop("offers", s.gamesOne))
		r.Post("/offers/servers", s.gamesdrop("servers", s.gamesServers))
		r.Post("/offers/check-game-data", s.gamesdrop("check", s.gamesCheck))
		r.Post("/offers/create-order", s.gamesdrop("create", s.gamesCreate))
		r.Post("/offers/order-status", s.gamesdrop("status", s.gamesStatus))
		// Their documents and their users disagree about this one.
		for _, path := range []string{"/balance", "/offers/balance", "/partner/balance"} {
			r.Get(path, s.gamesdrop("balance", s.gamesBalance))
			r.Post(path, s.gamesdrop("balance", s.gamesBalance))
		}
	})
	r.Route(RokkyPath, func(r chi.Router) {
		r.Get("/offers", s.rokky("offers", s.rokkyOffers))
		r.Get("/balance", s.rokky("balance", s.rokkyBalance))
		r.Post("/orders", s.rokky("create", s.rokkyOrder))
		r.Get("/orders/{key}", s.rokky("status", s.rokkyOne(false)))
		r.Post("/orders/{key}/cancel", s.rokky("cancel", s.rokkyOne(true)))
	})
}

func (s *Server) controlSupplier(w http.ResponseWriter, r *http.Request) {
	var c supplierCommand
	if !readCommand(w, r, &c) {
		return
	}
	if err := c.check(); err != nil {
		controlError(w, http.StatusBadRequest, err)
		return
	}
	var seen supplierCommand
	err := s.do(func(b *book) error {
		seen = s.behave(b, c.Supplier, func(rule *supplierRule) { c.apply(rule, b.supply.spent[c.Supplier]) })
		return nil
	})
	if err != nil {
		s.broken(w, err)
		return
	}
	answerJSON(w, http.StatusOK, seen)
}

// behave changes how a supplier behaves, and writes it into the record.
func (s *Server) behave(b *book, supplier string, fn func(*supplierRule)) supplierCommand {
	seen := s.suppliers.change(supplier, fn).view(supplier, s.prepaid(b, supplier))
	b.writeSupply(s, Entry{What: Behaves, Rule: &seen}, &Supply{Supplier: supplier})
	return seen
}

// supplyCommand ends an order that is under way.
type supplyCommand struct {
	Supplier string       `json:"supplier"`
	Key      string       `json:"key"`
	Action   SupplyAction `json:"action"`
	Callback Mode         `json:"callback"`
}

// SupplyAction is what a supplier's clerk does with an order.
type SupplyAction string

// The actions.
const (
	SupplyDeliver     SupplyAction = "deliver"
	SupplyRefuse      SupplyAction = "refuse"
	SupplyFindsWrong  SupplyAction = "wrong_details"
	SupplyDeliverMute SupplyAction = "deliver_silently"
)

func (s *Server) performSupply(b *book, c supplyCommand) (*Supply, error) {
	o := b.supply.byKey[key(c.Supplier, c.Key)]
	end := map[SupplyAction]SupplyState{
		SupplyDeliver: SupplyCompleted, SupplyDeliverMute: SupplyCompleted, SupplyRefuse: SupplyRefunded,
		SupplyFindsWrong: SupplyWrong,
	}[c.Action]
	switch {
	case o == nil:
		return nil, errNoOrder
	case end == "":
		return nil, refusal("unknown action " + string(c.Action))
	case o.State != SupplyProcessing:
		return nil, refusal("the order is " + string(o.State))
	case c.Action == SupplyDeliverMute:
		c.Callback = Lose
	}
	s.settle(b, o, end, c.Callback)
	return o, nil
}

func (s *Server) controlSupply(w http.ResponseWriter, r *http.Request) {
	var c supplyCommand
	if !readCommand(w, r, &c) {
		return
	}
	if !slices.Contains([]Mode{"", Send, Lose, Twice}, c.Callback) {
		controlError(w, http.StatusBadRequest, fmt.Errorf("callback must be send, lose or twice"))
		return
	}
	var seen json.RawMessage
	err := s.do(func(b *book) error {
		o, err := s.performSupply(b, c)
		if err == nil {
			seen = mustJSON(o)
		}
		return err
	})
	var no refusal
	switch {
	case errors.Is(err, errNoOrder):
		controlError(w, http.StatusNotFound, err)
	case errors.As(err, &no):
		controlError(w, http.StatusConflict, err)
	case err != nil:
		s.broken(w, err)
	default:
		answerJSON(w, http.StatusOK, seen)
	}
}

// controlSupplies lists orders at suppliers, newest first.
func (s *Server) controlSupplies(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	limit, err := strconv.Atoi(q.Get("limit"))
	if err != nil || limit <= 0 {
		limit = listLimit
	}
	list := []json.RawMessage{}
	err = s.do(func(b *book) error {
		for i := len(b.supply.orders) - 1; i >= 0 && len(list) < limit; i-- {
			o := b.supply.orders[i]
			if (q.Get("supplier") == "" || q.Get("supplier") == o.Supplier) && (q.Get("key") == "" || q.Get("key") == o.Key) {
				list = append(list, mustJSON(o))
			}
		}
		return nil
	})
	if err != nil {
		s.broken(w, err)
		return
	}
	answerJSON(w, http.StatusOK, list)
}

// small reads a small whole number.
func small(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil
}
