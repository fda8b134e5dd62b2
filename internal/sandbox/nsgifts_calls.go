package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	nsLeast  usd = 1_300    // 0.13 dollars
	nsMost   usd = 500_0000 // 500 dollars
	nsUnpaid     = 15 * time.Minute
)

var (
	nsLogin = regexp.MustCompile(`^[a-zA-Z0-9_]{3,32}$`)
	uuid4   = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
)

// nsRates are of one dollar on a Steam wallet.
var nsRates = map[string]json.Number{"rub": "81.46", "kzt": "496.10", "uah": "42.25"}

func (s *Server) nsToken(w http.ResponseWriter, _ *http.Request, c nsCall) {
	account := s.cfg.Accounts.NSGifts
	if c.Login != account.Login || !same(c.Password, account.Password) {
		nsError(w, http.StatusUnauthorized, "Wrong login or password")
		return
	}
	id, err := strconv.ParseInt(account.UserID, 10, 64)
	if err != nil {
		s.broken(w, err)
		return
	}
	answerJSON(w, http.StatusOK, map[string]any{
		"user_id": id, "token": s.nsSessions.open(s.now()), "expires_in": int(nsSession.Seconds()),
	})
}

func (s *Server) nsStock(w http.ResponseWriter, _ *http.Request, _ nsCall) {
	offer, _ := s.offer(NSGifts, steamService)
	answerJSON(w, http.StatusOK, map[string]any{"categories": []map[string]any{{
		"category_id": 1, "category_name": "Steam",
		"services": []map[string]any{{
			"service_id": 1, "service_name": offer.title, "price": offer.price, "currency": "USD", "in_stock": offer.inStock,
		}},
		"fields": []map[string]any{
			{"key": "account", "type": "string", "name": "Steam login", "required": true},
			{"key": "amount", "type": "float", "name": "USD", "required": true, "min": nsLeast, "max": nsMost, "step": json.Number("0.01")},
		},
	}}})
}

func (s *Server) nsCheckUser(w http.ResponseWriter, _ *http.Request, c nsCall) {
	if c.SteamID == "" {
		nsError(w, http.StatusBadRequest, "steam_id is missing")
		return
	}
	exists := nsLogin.MatchString(c.SteamID) && !strings.HasPrefix(c.SteamID, "noone")
	answerJSON(w, http.StatusOK, map[string]bool{"accountStatus": exists})
}

func (s *Server) nsExchangeRate(w http.ResponseWriter, _ *http.Request, c nsCall) {
	if c.ServiceID.String() != steamService {
		nsError(w, http.StatusNotFound, "Service not found")
		return
	}
	answerJSON(w, http.StatusOK, map[string]any{"rates": nsRates})
}

// steam reads the fields of a top-up.
func (c nsCall) steam() (account string, amount usd, err error) {
	for _, f := range c.Fields {
		switch v := f.Value.(type) {
		case string:
			if f.Key == "account" {
				account = v
			}
		case float64:
			if f.Key == "amount" {
				amount, err = parseUSD(strconv.FormatFloat(v, 'f', -1, 64))
			}
		}
	}
	switch {
	case !nsLogin.MatchString(account):
		return "", 0, fmt.Errorf("field account is missing or malformed")
	case err != nil || amount%100 != 0:
		return "", 0, fmt.Errorf("field amount must have at most two decimals")
	case amount < nsLeast || amount > nsMost:
		return "", 0, fmt.Errorf("field amount must be a number between %s and %s", nsLeast, nsMost)
	}
	return account, amount, nil
}

// nsCreate reserves; nothing is charged and nothing delivered before nsPay.
func (s *Server) nsCreate(w http.ResponseWriter, _ *http.Request, c nsCall) {
	account, amount, err := c.steam()
	switch {
	case c.ServiceID.String() != steamService:
		nsError(w, http.StatusNotFound, "Service not found")
		return
	case !uuid4.MatchString(c.CustomID):
		nsError(w, http.StatusBadRequest, "custom_id must be a UUID v4")
		return
	case err != nil:
		nsError(w, http.StatusBadRequest, err.Error())
		return
	}
	var o *Supply
	err = s.do(func(b *book) (err error) {
		o, err = s.supplyOrder(b, ordering{
			supplier: NSGifts, key: c.CustomID, sku: steamService, account: account, amount: amount, unpaid: true,
		})
		return err
	})
	switch {
	case errors.Is(err, errDuplicate):
		nsError(w, http.StatusConflict, "Order with this custom_id already exists")
	case errors.Is(err, errOutOfStock):
		nsError(w, http.StatusBadRequest, "Service is out of stock")
	case err != nil:
		s.broken(w, err)
	default:
		answerJSON(w, http.StatusOK, map[string]any{"custom_id": o.Key, "total_to_pay": o.Price, "status": "created"})
	}
}

// nsStates are their numbers and words.
var nsStates = map[SupplyState]struct {
	number int
	word   string
}{
	SupplyCreated: {0, "created"}, SupplyProcessing: {10, "in_progress"}, SupplyCompleted: {2, "completed"},
	SupplyRefunded: {7, "refunded"}, SupplyWrong: {7, "refunded"}, SupplyCancelled: {5, "cancelled"},
}

// nsState lets an order nobody paid run out.
func (s *Server) nsState(o *Supply) SupplyState {
	if o.State == SupplyCreated && s.now().Sub(o.Opened) > nsUnpaid {
		return SupplyCancelled
	}
	return o.State
}

// nsPay starts the delivery. Asking twice is refused and repeats no answer.
func (s *Server) nsPay(w http.ResponseWriter, _ *http.Request, c nsCall) {
	var answer map[string]any
	err := s.do(func(b *book) error {
		o := b.supply.byKey[key(NSGifts, c.CustomID)]
		switch {
		case o == nil:
			return errNoOrder
		case s.nsState(o) != SupplyCreated:
			return errDuplicate
		case o.Price > s.prepaid(b, NSGifts):
			answer = map[string]any{"custom_id": o.Key, "status": "insufficient", "balance": s.prepaid(b, NSGifts), "pins": []string{}}
			return nil
		}
		b.writeSupply(s, Entry{What: Planned, Plan: s.plan(o)}, o)
		s.settleDue(b, o)
		answer = map[string]any{
			"custom_id": o.Key, "status": nsStates[o.State].word, "balance": s.prepaid(b, NSGifts), "pins": o.codes(),
		}
		return nil
	})
	switch {
	case errors.Is(err, errNoOrder):
		nsError(w, http.StatusNotFound, "Order not found")
	case errors.Is(err, errDuplicate):
		nsError(w, http.StatusConflict, "Order has already been processed")
	case err != nil:
		s.broken(w, err)
	default:
		answerJSON(w, http.StatusOK, answer)
	}
}

func (s *Server) nsOrder(w http.ResponseWriter, r *http.Request, _ nsCall) {
	var answer map[string]any
	err := s.do(func(b *book) error {
		o := b.supply.byKey[key(NSGifts, urlParam(r, "custom"))]
		if o == nil {
			return errNoOrder
		}
		message := ""
		if o.State == SupplyWrong {
			message = "Steam account not found"
		}
		answer = map[string]any{
			"custom_id": o.Key, "status": nsStates[s.nsState(o)].number, "status_message": message,
			"total_to_pay": o.Price, "pins": o.codes(),
		}
		return nil
	})
	switch {
	case errors.Is(err, errNoOrder):
		nsError(w, http.StatusNotFound, "Order not found")
	case err != nil:
		s.broken(w, err)
	default:
		answerJSON(w, http.StatusOK, answer)
	}
}

func (s *Server) nsBalance(w http.ResponseWriter, _ *http.Request, _ nsCall) {
	var left usd
	err := s.do(func(b *book) error {
		left = s.prepaid(b, NSGifts)
		return nil
	})
	if err != nil {
		s.broken(w, err)
		return
	}
	answerJSON(w, http.StatusOK, map[string]any{"balance": json.Number(fmt.Sprintf("%d.%04d", left/10_000, left%10_000)), "currency": "USD"})
}
