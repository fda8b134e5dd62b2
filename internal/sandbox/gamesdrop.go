package sandbox

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
)

const (
	gamesPage = 100
	gamesMost = 5000
)

// gamesCall is the union of the bodies. An id may be a string or a number.
type gamesCall struct {
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

// gamesdrop checks the bare token, then lets fn answer.
func (s *Server) gamesdrop(operation string, fn func(http.ResponseWriter, *http.Request, gamesCall)) http.HandlerFunc {
	token := s.cfg.Accounts.GamesDrop.Token
	return s.supplierCall(GamesDrop, operation, func(w http.ResponseWriter, r *http.Request) {
		if token == "" || !same(r.Header.Get("Authorization"), token) {
			gamesError(w, http.StatusUnauthorized, "INVALID_TOKEN", "The token is not valid")
			return
		}
		var call gamesCall
		in := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
		in.UseNumber()
		if err := in.Decode(&call); err != nil && !errors.Is(err, io.EOF) {
			gamesError(w, http.StatusBadRequest, "BAD_REQUEST", "The body is not JSON")
			return
		}
		fn(w, r, call)
	})
}

func gamesError(w http.ResponseWriter, status int, code, message string) {
	answerJSON(w, status, map[string]string{"code": code, "message": message})
}

func gamesOffer(o offered) map[string]any {
	category := "gifts"
	if o.game != nil {
		category = o.game.title
	}
	return map[string]any{
		"offerId": o.sku, "name": o.title, "category": category, "price": o.price, "currency": "USD", "inStock": o.inStock,
		"needsServer": o.game != nil && o.game.needsServer,
	}
}

func (s *Server) gamesSync(w http.ResponseWriter, _ *http.Request, c gamesCall) {
	page, limit := max(1, c.Page), c.Limit
	if limit <= 0 {
		limit = gamesPage
	}
	limit = min(limit, gamesMost)
	list, total := []map[string]any{}, 0
	for _, a := range assortments()[GamesDrop].articles {
		if c.Search != "" && !strings.Contains(strings.ToLower(a.title), strings.ToLower(c.Search)) {
			continue
		}
		if total++; total > (page-1)*limit && len(list) < limit {
			list = append(list, gamesOffer(s.sell(GamesDrop, a)))
		}
	}
	answerJSON(w, http.StatusOK, map[string]any{"page": page, "limit": limit, "total": total, "offers": list})
}

// gamesFind looks an offer up, or answers that there is none.
func (s *Server) gamesFind(w http.ResponseWriter, c gamesCall) (offered, bool) {
	offer, ok := s.offer(GamesDrop, text(c.OfferID))
	if !ok {
		gamesError(w, http.StatusNotFound, "OFFER_NOT_FOUND", "There is no such offer")
	}
	return offer, ok
}

func (s *Server) gamesOne(w http.ResponseWriter, _ *http.Request, c gamesCall) {
	if offer, ok := s.gamesFind(w, c); ok {
		answerJSON(w, http.StatusOK, gamesOffer(offer))
	}
}

func (s *Server) gamesServers(w http.ResponseWriter, _ *http.Request, c gamesCall) {
	if offer, ok := s.gamesFind(w, c); ok {
		list := []soldServer{}
		if offer.game != nil {
			list = append(list, offer.game.servers...)
		}
		answerJSON(w, http.StatusOK, map[string]any{"servers": list})
	}
}

func (s *Server) gamesCheck(w http.ResponseWriter, _ *http.Request, c gamesCall) {
	offer, ok := s.gamesFind(w, c)
	if !ok {
		return
	}
	if c.GameUserID == "" || strings.HasSuffix(c.GameUserID, "404") || !gamesServerFits(offer, c.GameServerID) {
		answerJSON(w, http.StatusOK, map[string]any{"valid": false})
		return
	}
	answerJSON(w, http.StatusOK, map[string]any{"valid": true, "username": playerName(c.GameUserID)})
}

func gamesServerFits(offer offered, server string) bool {
	switch {
	case offer.game == nil || !offer.game.needsServer:
		return true
	case len(offer.game.servers) == 0:
		return server != ""
	}
	for _, one := range offer.game.servers {
		if one.ID == server {
			return true
		}
	}
	return false
}

// gamesCreate: an offer that is out of stock is not found, as their documents
// know no other word; too small a balance has a word of ours.
func (s *Server) gamesCreate(w http.ResponseWriter, _ *http.Request, c gamesCall) {
	offer, ok := s.gamesFind(w, c)
	if !ok {
		return
	}
	price, err := parseUSD(c.Price.String())
	switch {
	case err != nil:
		gamesError(w, http.StatusBadRequest, "WRONG_PRICE", "price must be a number")
		return
	case c.TransactionID == "":
		gamesError(w, http.StatusBadRequest, "BAD_REQUEST", "transactionId is missing")
		return
	case c.Customer.GameUserID == "" || !gamesServerFits(offer, c.Customer.GameServerID):
		gamesError(w, http.StatusBadRequest, "BAD_REQUEST", "customer lacks a game account or its server")
		return
	}
	var o *Supply
	err = s.do(func(b *book) (err error) {
		o, err = s.supplyOrder(b, ordering{
			supplier: GamesDrop, key: c.TransactionID, sku: offer.sku, account: c.Customer.GameUserID,
			server: c.Customer.GameServerID, expected: &price,
		})
		return err
	})
	var wrong errPrice
	switch {
	case errors.Is(err, errDuplicate):
		gamesError(w, http.StatusConflict, "TRANSACTION_DUPLICATE", "The transaction exists")
	case errors.As(err, &wrong):
		gamesError(w, http.StatusBadRequest, "WRONG_PRICE", "The price is "+wrong.price.String())
	case errors.Is(err, errOutOfStock):
		gamesError(w, http.StatusNotFound, "OFFER_NOT_FOUND", "The offer is not sold now")
	case errors.Is(err, errNoFunds):
		gamesError(w, http.StatusPaymentRequired, "INSUFFICIENT_BALANCE", "The balance is too small")
	case err != nil:
		s.broken(w, err)
	default:
		answerJSON(w, http.StatusOK, s.gamesView(o))
	}
}

var gamesStatuses = map[SupplyState]string{
	SupplyProcessing: "PROCESSING", SupplyCompleted: "COMPLETED", SupplyWrong: "CANCELED", SupplyCancelled: "CANCELED",
	SupplyRefunded: "REFUND",
}

// gamesView is an order as they show it.
func (s *Server) gamesView(o *Supply) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return map[string]any{
		"transactionId": o.Key, "offerId": o.SKU, "status": gamesStatuses[o.State], "price": o.Price, "currency": "USD",
	}
}

func (s *Server) gamesStatus(w http.ResponseWriter, _ *http.Request, c gamesCall) {
	var o *Supply
	err := s.do(func(b *book) error {
		o = b.supply.byKey[key(GamesDrop, c.TransactionID)]
		return nil
	})
	switch {
	case err != nil:
		s.broken(w, err)
	case o == nil:
		gamesError(w, http.StatusNotFound, "ORDER_NOT_FOUND", "There is no such transaction")
	default:
		answerJSON(w, http.StatusOK, s.gamesView(o))
	}
}

func (s *Server) gamesBalance(w http.ResponseWriter, _ *http.Request, _ gamesCall) {
	var left usd
	err := s.do(func(b *book) error {
		left = s.prepaid(b, GamesDrop)
		return nil
	})
	if err != nil {
		s.broken(w, err)
		return
	}
	answerJSON(w, http.StatusOK, map[string]any{"balance": left, "currency": "USD"})
}
