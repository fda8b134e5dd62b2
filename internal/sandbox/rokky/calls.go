package rokky

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"larek/internal/sandbox/core"
)

const (
	maxClockSkew = time.Minute
	pageSize     = 100
)

// sign returns the hex HMAC-SHA256 of time, method, path with its query, and body.
func sign(secret, timestamp, method, path, body string) string {
	m := hmac.New(sha256.New, []byte(secret))
	_, _ = io.WriteString(m, timestamp+method+path+body)
	return hex.EncodeToString(m.Sum(nil))
}

// handler serves a request whose signature was verified.
type handler func(w http.ResponseWriter, r *http.Request, body []byte)

// signed verifies the signature over the body as it was received, then calls fn.
func (s *Service) signed(operation string, fn handler) http.HandlerFunc {
	return s.core.Suppliers.Call(Name, operation, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, core.MaxBody))
		if err != nil {
			writeError(w, http.StatusBadRequest, "bad_request", "The body was not read")
			return
		}
		stamp := r.Header.Get("X-Timestamp")
		sent, err := strconv.ParseInt(stamp, 10, 64)
		path := strings.TrimPrefix(r.URL.RequestURI(), Path)
		switch {
		case r.Header.Get("X-Partner") != Partner:
			writeError(w, http.StatusUnauthorized, "unknown_partner", "Unknown X-Partner")
		case err != nil || s.core.Now().Sub(time.Unix(sent, 0)).Abs() > maxClockSkew:
			writeError(w, http.StatusUnauthorized, "stale", "X-Timestamp is out of range")
		case !core.SameSignature(r.Header.Get("X-Signature"), sign(Secret, stamp, r.Method, path, string(body))):
			writeError(w, http.StatusUnauthorized, "bad_signature", "X-Signature does not match")
		default:
			fn(w, r, body)
		}
	})
}

func writeError(w http.ResponseWriter, status int, code, text string) {
	core.WriteJSON(w, status, map[string]string{"code": code, "message": text})
}

func (s *Service) offers(w http.ResponseWriter, r *http.Request, _ []byte) {
	all := assortment().Articles
	page, err := strconv.Atoi(cmp.Or(r.URL.Query().Get("page"), "1"))
	if err != nil || page < 1 {
		writeError(w, http.StatusBadRequest, "bad_request", "page must be a positive number")
		return
	}
	list := []map[string]any{}
	for i := (page - 1) * pageSize; i < min(page*pageSize, len(all)); i++ {
		offer := s.core.Suppliers.OfferOf(s, all[i])
		list = append(list, map[string]any{
			"sku": offer.SKU, "title": offer.Title, "price": offer.Price.String(), "currency": "USD", "in_stock": offer.InStock,
		})
	}
	core.WriteJSON(w, http.StatusOK, map[string]any{
		"page": page, "pages": (len(all) + pageSize - 1) / pageSize, "offers": list,
	})
}

// create orders one key of one game. It is idempotent by the key of the order.
func (s *Service) create(w http.ResponseWriter, r *http.Request, body []byte) {
	var in struct {
		Key   string `json:"key"`
		SKU   string `json:"sku"`
		Price string `json:"price"`
		Email string `json:"email"`
	}
	err := json.Unmarshal(body, &in)
	price, priceErr := core.ParseUSD(in.Price)
	if err != nil || priceErr != nil || in.Key == "" {
		writeError(w, http.StatusBadRequest, "bad_request", "want key, sku and price")
		return
	}
	var o *core.SupplierOrder
	err = s.core.Do(func(st *core.State) (err error) {
		o, err = s.core.Suppliers.PlaceOrder(st, s, core.OrderRequest{Key: in.Key, SKU: in.SKU, Account: in.Email, Expected: &price})
		return err
	})
	var changed core.PriceError
	switch {
	case errors.Is(err, core.ErrDuplicate) && o.SKU == in.SKU:
		core.WriteJSON(w, http.StatusOK, s.view(o))
	case errors.Is(err, core.ErrDuplicate):
		writeError(w, http.StatusConflict, "key_reused", "The key belongs to an order of something else")
	case errors.Is(err, core.ErrNoArticle):
		writeError(w, http.StatusNotFound, "sku_not_found", "There are no such goods")
	case errors.Is(err, core.ErrOutOfStock):
		writeError(w, http.StatusConflict, "out_of_stock", "Out of stock")
	case errors.As(err, &changed):
		core.WriteJSON(w, http.StatusConflict, map[string]string{
			"code": "price_changed", "message": changed.Error(), "price": changed.Price.String(),
		})
	case errors.Is(err, core.ErrNoFunds):
		writeError(w, http.StatusPaymentRequired, "no_funds", "The balance is too small")
	case err != nil:
		s.core.InternalError(w, err)
	default:
		s.core.Suppliers.WaitForEarlyCallback(r, o)
		core.WriteJSON(w, http.StatusCreated, s.view(o))
	}
}

// view returns an order as the supplier shows it.
func (s *Service) view(o *core.SupplierOrder) (view map[string]any) {
	s.core.Read(func() {
		status := string(o.State)
		if o.State == core.OrderRefunded || o.State == core.OrderWrongDetails {
			status = "refused"
		}
		view = map[string]any{
			"key": o.Key, "id": o.ID, "sku": o.SKU, "status": status, "price": o.Price.String(), "currency": "USD", "codes": codes(o),
		}
	})
	return view
}

// codes returns the activation keys of a completed order. No two orders share
// one.
func codes(o *core.SupplierOrder) []string {
	list := []string{}
	if o.State != core.OrderCompleted {
		return list
	}
	for i := range o.Quantity {
		text := fmt.Sprintf("%09d%09d", core.Number(o.ID, o.Key, fmt.Sprint(i)), core.Number(o.Key, o.ID, fmt.Sprint(i)))
		list = append(list, text[0:6]+"-"+text[6:12]+"-"+text[12:18])
	}
	return list
}

// order returns an order, and cancels it first if cancel is set.
func (s *Service) order(cancel bool) handler {
	return func(w http.ResponseWriter, r *http.Request, _ []byte) {
		var o *core.SupplierOrder
		err := s.core.Do(func(st *core.State) error {
			o = st.Order(Name, core.URLParam(r, "key"))
			switch {
			case o == nil:
				return core.ErrNoOrder
			case cancel && o.State == core.OrderProcessing:
				s.core.Suppliers.Settle(st, o, core.OrderCancelled, "")
			case cancel && o.State != core.OrderCancelled:
				return core.Refusal("the order is " + string(o.State))
			}
			return nil
		})
		var refusal core.Refusal
		switch {
		case errors.Is(err, core.ErrNoOrder):
			writeError(w, http.StatusNotFound, "order_not_found", "There is no such order")
		case errors.As(err, &refusal):
			writeError(w, http.StatusConflict, "cannot_cancel", refusal.Error())
		case err != nil:
			s.core.InternalError(w, err)
		default:
			core.WriteJSON(w, http.StatusOK, s.view(o))
		}
	}
}

func (s *Service) balance(w http.ResponseWriter, _ *http.Request, _ []byte) {
	balance, err := s.core.Suppliers.ReadBalance(Name)
	if err != nil {
		s.core.InternalError(w, err)
		return
	}
	core.WriteJSON(w, http.StatusOK, map[string]string{"balance": balance.String(), "currency": "USD"})
}
