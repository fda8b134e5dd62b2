package gamesdrop

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"larek/internal/sandbox/core"
)

const (
	pageSize = 100
	maxLimit = 5000
)

// request has the fields of all bodies. An id may be a string or a number.
type request struct {
	Page          int         `json:"page"`
	Limit         int         `json:"limit"`
	Search        string      `json:"search"`
	OfferID       any         `json:"offerId"`
	GameUserID    string      `json:"gameUserId"`
	GameServerID  string      `json:"gameServerId"`
	Price         json.Number `json:"price"`
	TransactionID string      `json:"transactionId"`
	Customer      struct {
		GameUserID   string `json:"gameUserId"`
		GameServerID string `json:"gameServerId"`
		Email        string `json:"email"`
	} `json:"customer"`
}

// authorized verifies the token, then calls fn.
func (s *Service) authorized(operation string, fn func(http.ResponseWriter, *http.Request, request)) http.HandlerFunc {
	return s.core.Suppliers.Call(Name, operation, func(w http.ResponseWriter, r *http.Request) {
		if !core.SameSignature(r.Header.Get("Authorization"), Token) {
			writeError(w, http.StatusUnauthorized, "INVALID_TOKEN", "The token is not valid")
			return
		}
		var in request
		decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, core.MaxBody))
		decoder.UseNumber()
		if err := decoder.Decode(&in); err != nil && !errors.Is(err, io.EOF) {
			writeError(w, http.StatusBadRequest, "BAD_REQUEST", "The body is not JSON")
			return
		}
		fn(w, r, in)
	})
}

func writeError(w http.ResponseWriter, status int, code, text string) {
	core.WriteJSON(w, status, map[string]string{"code": code, "message": text})
}

func viewOffer(o core.Offer) map[string]any {
	category := "gifts"
	if o.Game != nil {
		category = o.Game.Title
	}
	return map[string]any{
		"offerId": o.SKU, "name": o.Title, "category": category, "price": o.Price, "currency": "USD", "inStock": o.InStock,
		"needsServer": o.Game != nil && o.Game.NeedsServer,
	}
}

// list lists offers by pages.
func (s *Service) list(w http.ResponseWriter, _ *http.Request, c request) {
	page, limit := max(1, c.Page), c.Limit
	if limit <= 0 {
		limit = pageSize
	}
	limit = min(limit, maxLimit)
	list, total := []map[string]any{}, 0
	for _, a := range assortment().Articles {
		if c.Search != "" && !strings.Contains(strings.ToLower(a.Title), strings.ToLower(c.Search)) {
			continue
		}
		if total++; total > (page-1)*limit && len(list) < limit {
			list = append(list, viewOffer(s.core.Suppliers.OfferOf(s, a)))
		}
	}
	core.WriteJSON(w, http.StatusOK, map[string]any{"page": page, "limit": limit, "total": total, "offers": list})
}

// find returns the offer of a request, or answers that there is none.
func (s *Service) find(w http.ResponseWriter, c request) (core.Offer, bool) {
	offer, ok := s.core.Suppliers.Offer(s, core.JSONText(c.OfferID))
	if !ok {
		writeError(w, http.StatusNotFound, "OFFER_NOT_FOUND", "There is no such offer")
	}
	return offer, ok
}

func (s *Service) one(w http.ResponseWriter, _ *http.Request, c request) {
	if offer, ok := s.find(w, c); ok {
		core.WriteJSON(w, http.StatusOK, viewOffer(offer))
	}
}

func (s *Service) servers(w http.ResponseWriter, _ *http.Request, c request) {
	if offer, ok := s.find(w, c); ok {
		list := []core.GameServer{}
		if offer.Game != nil {
			list = append(list, offer.Game.Servers...)
		}
		core.WriteJSON(w, http.StatusOK, map[string]any{"servers": list})
	}
}

func (s *Service) check(w http.ResponseWriter, _ *http.Request, c request) {
	offer, ok := s.find(w, c)
	if !ok {
		return
	}
	if c.GameUserID == "" || strings.HasSuffix(c.GameUserID, "404") || !serverFits(offer, c.GameServerID) {
		core.WriteJSON(w, http.StatusOK, map[string]any{"valid": false})
		return
	}
	core.WriteJSON(w, http.StatusOK, map[string]any{"valid": true, "username": core.PlayerName(c.GameUserID)})
}

func serverFits(offer core.Offer, server string) bool {
	switch {
	case offer.Game == nil || !offer.Game.NeedsServer:
		return true
	case len(offer.Game.Servers) == 0:
		return server != ""
	}
	for _, one := range offer.Game.Servers {
		if one.ID == server {
			return true
		}
	}
	return false
}

// create places an order. An offer out of stock is "not found", because their
// documents have no other code; the code of too small a balance is ours.
func (s *Service) create(w http.ResponseWriter, _ *http.Request, c request) {
	offer, ok := s.find(w, c)
	if !ok {
		return
	}
	price, err := core.ParseUSD(c.Price.String())
	switch {
	case err != nil:
		writeError(w, http.StatusBadRequest, "WRONG_PRICE", "price must be a number")
		return
	case c.TransactionID == "":
		writeError(w, http.StatusBadRequest, "BAD_REQUEST", "transactionId is missing")
		return
	case c.Customer.GameUserID == "" || !serverFits(offer, c.Customer.GameServerID):
		writeError(w, http.StatusBadRequest, "BAD_REQUEST", "customer lacks a game account or its server")
		return
	}
	var o *core.SupplierOrder
	err = s.core.Do(func(st *core.State) (err error) {
		o, err = s.core.Suppliers.PlaceOrder(st, s, core.OrderRequest{
			Key: c.TransactionID, SKU: offer.SKU, Account: c.Customer.GameUserID,
			Server: c.Customer.GameServerID, Expected: &price,
		})
		return err
	})
	var wrong core.PriceError
	switch {
	case errors.Is(err, core.ErrDuplicate):
		writeError(w, http.StatusConflict, "TRANSACTION_DUPLICATE", "The transaction exists")
	case errors.As(err, &wrong):
		writeError(w, http.StatusBadRequest, "WRONG_PRICE", "The price is "+wrong.Price.String())
	case errors.Is(err, core.ErrOutOfStock):
		writeError(w, http.StatusNotFound, "OFFER_NOT_FOUND", "The offer is not sold now")
	case errors.Is(err, core.ErrNoFunds):
		writeError(w, http.StatusPaymentRequired, "INSUFFICIENT_BALANCE", "The balance is too small")
	case err != nil:
		s.core.InternalError(w, err)
	default:
		core.WriteJSON(w, http.StatusOK, s.view(o))
	}
}

var statuses = map[core.SupplierOrderState]string{
	core.OrderProcessing: "PROCESSING", core.OrderCompleted: "COMPLETED", core.OrderWrongDetails: "CANCELED", core.OrderCancelled: "CANCELED",
	core.OrderRefunded: "REFUND",
}

// view returns an order as the supplier shows it.
func (s *Service) view(o *core.SupplierOrder) (view map[string]any) {
	s.core.Read(func() {
		view = map[string]any{
			"transactionId": o.Key, "offerId": o.SKU, "status": statuses[o.State], "price": o.Price, "currency": "USD",
		}
	})
	return view
}

func (s *Service) status(w http.ResponseWriter, _ *http.Request, c request) {
	var o *core.SupplierOrder
	err := s.core.Do(func(st *core.State) error {
		o = st.Order(Name, c.TransactionID)
		return nil
	})
	switch {
	case err != nil:
		s.core.InternalError(w, err)
	case o == nil:
		writeError(w, http.StatusNotFound, "ORDER_NOT_FOUND", "There is no such transaction")
	default:
		core.WriteJSON(w, http.StatusOK, s.view(o))
	}
}

func (s *Service) balance(w http.ResponseWriter, _ *http.Request, _ request) {
	balance, err := s.core.Suppliers.ReadBalance(Name)
	if err != nil {
		s.core.InternalError(w, err)
		return
	}
	core.WriteJSON(w, http.StatusOK, map[string]any{"balance": balance, "currency": "USD"})
}
