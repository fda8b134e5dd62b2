package nsgifts

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"larek/internal/sandbox/core"
)

const (
	minAmount core.USD = 1_300    // 0.13 dollars
	maxAmount core.USD = 500_0000 // 500 dollars
)

var (
	loginText = regexp.MustCompile(`^[a-zA-Z0-9_]{3,32}$`)
	uuidText  = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
)

// rates are the prices of a dollar on a Steam wallet.
var rates = map[string]json.Number{"rub": "81.46", "kzt": "496.10", "uah": "42.25"}

func (s *Service) token(w http.ResponseWriter, _ *http.Request, c request) {
	if c.Login != Login || !core.SameSignature(c.Password, Password) {
		writeError(w, http.StatusUnauthorized, "Wrong login or password")
		return
	}
	id, err := strconv.ParseInt(UserID, 10, 64)
	if err != nil {
		s.core.InternalError(w, err)
		return
	}
	core.WriteJSON(w, http.StatusOK, map[string]any{
		"user_id": id, "token": s.sessions.open(s.core.Now()), "expires_in": int(tokenTTL.Seconds()),
	})
}

func (s *Service) stock(w http.ResponseWriter, _ *http.Request, _ request) {
	offer, _ := s.core.Suppliers.Offer(s, steamService)
	core.WriteJSON(w, http.StatusOK, map[string]any{"categories": []map[string]any{{
		"category_id": 1, "category_name": "Steam",
		"services": []map[string]any{{
			"service_id": 1, "service_name": offer.Title, "price": offer.Price, "currency": "USD", "in_stock": offer.InStock,
		}},
		"fields": []map[string]any{
			{"key": "account", "type": "string", "name": "Steam login", "required": true},
			{"key": "amount", "type": "float", "name": "USD", "required": true, "min": minAmount, "max": maxAmount, "step": json.Number("0.01")},
		},
	}}})
}

func (s *Service) checkUser(w http.ResponseWriter, _ *http.Request, c request) {
	if c.SteamID == "" {
		writeError(w, http.StatusBadRequest, "steam_id is missing")
		return
	}
	exists := loginText.MatchString(c.SteamID) && !strings.HasPrefix(c.SteamID, "noone")
	core.WriteJSON(w, http.StatusOK, map[string]bool{"accountStatus": exists})
}

func (s *Service) exchangeRate(w http.ResponseWriter, _ *http.Request, c request) {
	if c.ServiceID.String() != steamService {
		writeError(w, http.StatusNotFound, "Service not found")
		return
	}
	core.WriteJSON(w, http.StatusOK, map[string]any{"rates": rates})
}

// steam returns the fields of a top-up.
func (c request) steam() (account string, amount core.USD, err error) {
	for _, f := range c.Fields {
		switch v := f.Value.(type) {
		case string:
			if f.Key == "account" {
				account = v
			}
		case float64:
			if f.Key == "amount" {
				amount, err = core.ParseUSD(strconv.FormatFloat(v, 'f', -1, 64))
			}
		}
	}
	switch {
	case !loginText.MatchString(account):
		return "", 0, fmt.Errorf("field account is missing or malformed")
	case err != nil || amount%100 != 0:
		return "", 0, fmt.Errorf("field amount must have at most two decimals")
	case amount < minAmount || amount > maxAmount:
		return "", 0, fmt.Errorf("field amount must be a number between %s and %s", minAmount, maxAmount)
	}
	return account, amount, nil
}

// create creates an order. Nothing is charged or delivered before pay.
func (s *Service) create(w http.ResponseWriter, _ *http.Request, c request) {
	account, amount, err := c.steam()
	switch {
	case c.ServiceID.String() != steamService:
		writeError(w, http.StatusNotFound, "Service not found")
		return
	case !uuidText.MatchString(c.CustomID):
		writeError(w, http.StatusBadRequest, "custom_id must be a UUID v4")
		return
	case err != nil:
		writeError(w, http.StatusBadRequest, err.Error())
		return
	}
	var o *core.SupplierOrder
	err = s.core.Do(func(st *core.State) (err error) {
		o, err = s.core.Suppliers.PlaceOrder(st, s, core.OrderRequest{
			Key: c.CustomID, SKU: steamService, Account: account, Amount: amount, Unpaid: true,
		})
		return err
	})
	switch {
	case errors.Is(err, core.ErrDuplicate):
		writeError(w, http.StatusConflict, "Order with this custom_id already exists")
	case errors.Is(err, core.ErrOutOfStock):
		writeError(w, http.StatusBadRequest, "Service is out of stock")
	case err != nil:
		s.core.InternalError(w, err)
	default:
		core.WriteJSON(w, http.StatusOK, map[string]any{"custom_id": o.Key, "total_to_pay": o.Price, "status": "created"})
	}
}

// states are the codes and words of the supplier.
var states = map[core.SupplierOrderState]struct {
	code int
	word string
}{
	core.OrderCreated: {0, "created"}, core.OrderProcessing: {10, "in_progress"}, core.OrderCompleted: {2, "completed"},
	core.OrderRefunded: {7, "refunded"}, core.OrderWrongDetails: {7, "refunded"}, core.OrderCancelled: {5, "cancelled"},
}

// pay starts the delivery. It is not idempotent: a second call is refused.
func (s *Service) pay(w http.ResponseWriter, _ *http.Request, c request) {
	var response map[string]any
	err := s.core.Do(func(st *core.State) error {
		o := st.Order(Name, c.CustomID)
		switch {
		case o == nil:
			return core.ErrNoOrder
		case s.CurrentState(o, s.core.Now()) != core.OrderCreated:
			return core.ErrDuplicate
		case o.Price > s.core.Suppliers.Balance(st, Name):
			response = map[string]any{"custom_id": o.Key, "status": "insufficient", "balance": s.core.Suppliers.Balance(st, Name), "pins": []string{}}
			return nil
		}
		s.core.Suppliers.PayOrder(st, s, o)
		response = map[string]any{
			"custom_id": o.Key, "status": states[o.State].word, "balance": s.core.Suppliers.Balance(st, Name), "pins": []string{},
		}
		return nil
	})
	switch {
	case errors.Is(err, core.ErrNoOrder):
		writeError(w, http.StatusNotFound, "Order not found")
	case errors.Is(err, core.ErrDuplicate):
		writeError(w, http.StatusConflict, "Order has already been processed")
	case err != nil:
		s.core.InternalError(w, err)
	default:
		core.WriteJSON(w, http.StatusOK, response)
	}
}

func (s *Service) order(w http.ResponseWriter, r *http.Request, _ request) {
	var response map[string]any
	err := s.core.Do(func(st *core.State) error {
		o := st.Order(Name, core.URLParam(r, "custom"))
		if o == nil {
			return core.ErrNoOrder
		}
		problem := ""
		if o.State == core.OrderWrongDetails {
			problem = "Steam account not found"
		}
		response = map[string]any{
			"custom_id": o.Key, "status": states[s.CurrentState(o, s.core.Now())].code, "status_message": problem,
			"total_to_pay": o.Price, "pins": []string{},
		}
		return nil
	})
	switch {
	case errors.Is(err, core.ErrNoOrder):
		writeError(w, http.StatusNotFound, "Order not found")
	case err != nil:
		s.core.InternalError(w, err)
	default:
		core.WriteJSON(w, http.StatusOK, response)
	}
}

func (s *Service) balance(w http.ResponseWriter, _ *http.Request, _ request) {
	balance, err := s.core.Suppliers.ReadBalance(Name)
	if err != nil {
		s.core.InternalError(w, err)
		return
	}
	core.WriteJSON(w, http.StatusOK, map[string]any{"balance": json.Number(fmt.Sprintf("%d.%04d", balance/10_000, balance%10_000)), "currency": "USD"})
}
