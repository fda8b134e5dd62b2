package sandbox

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Rokky's own documents are not public: this is our neutral protocol for a
// seller of keys, until there are some.
const (
	rokkyWindow = time.Minute
	rokkyPage   = 100
)

// rokkySign is hex HMAC-SHA256 over time, method, path with its query, and body.
func rokkySign(secret, timestamp, method, path, body string) string {
	m := hmac.New(sha256.New, []byte(secret))
	_, _ = io.WriteString(m, timestamp+method+path+body)
	return hex.EncodeToString(m.Sum(nil))
}

// rokky checks the signature over the bytes as they came, then lets fn answer.
func (s *Server) rokky(operation string, fn func(http.ResponseWriter, *http.Request, []byte)) http.HandlerFunc {
	account := s.cfg.Accounts.Rokky
	return s.supplierCall(Rokky, operation, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			rokkyError(w, http.StatusBadRequest, "bad_request", "The body was not read")
			return
		}
		stamp := r.Header.Get("X-Timestamp")
		sent, err := strconv.ParseInt(stamp, 10, 64)
		path := strings.TrimPrefix(r.URL.RequestURI(), RokkyPath)
		switch {
		case r.Header.Get("X-Partner") != account.Partner:
			rokkyError(w, http.StatusUnauthorized, "unknown_partner", "Unknown X-Partner")
		case err != nil || s.now().Sub(time.Unix(sent, 0)).Abs() > rokkyWindow:
			rokkyError(w, http.StatusUnauthorized, "stale", "X-Timestamp is out of range")
		case !same(r.Header.Get("X-Signature"), rokkySign(account.Secret, stamp, r.Method, path, string(body))):
			rokkyError(w, http.StatusUnauthorized, "bad_signature", "X-Signature does not match")
		default:
			fn(w, r, body)
		}
	})
}

func rokkyError(w http.ResponseWriter, status int, code, message string) {
	answerJSON(w, status, map[string]string{"code": code, "message": message})
}

// rokkyHook tells that an order changed, and nothing more.
func (s *Server) rokkyHook(address string, o *Supply) hook {
	account, stamp := s.cfg.Accounts.Rokky, decimal(s.now().Unix())
	body := mustJSON(map[string]string{"event": "order.updated", "key": o.Key})
	path := "/"
	if u, err := url.Parse(address); err == nil {
		path = u.EscapedPath()
	}
	signature := rokkySign(account.Secret, stamp, http.MethodPost, path, string(body))
	return hook{url: address, body: body, signature: signature, header: http.Header{
		"Content-Type": {"application/json"}, "X-Partner": {account.Partner}, "X-Timestamp": {stamp}, "X-Signature": {signature},
	}}
}

func (s *Server) rokkyOffers(w http.ResponseWriter, r *http.Request, _ []byte) {
	all := assortments()[Rokky].articles
	page, err := strconv.Atoi(pickText(r.URL.Query().Get("page"), "1"))
	if err != nil || page < 1 {
		rokkyError(w, http.StatusBadRequest, "bad_request", "page must be a positive number")
		return
	}
	list := []map[string]any{}
	for i := (page - 1) * rokkyPage; i < min(page*rokkyPage, len(all)); i++ {
		offer := s.sell(Rokky, all[i])
		list = append(list, map[string]any{
			"sku": offer.sku, "title": offer.title, "price": offer.price.String(), "currency": "USD", "in_stock": offer.inStock,
		})
	}
	answerJSON(w, http.StatusOK, map[string]any{
		"page": page, "pages": (len(all) + rokkyPage - 1) / rokkyPage, "offers": list,
	})
}

// rokkyOrder is one key of one game. The same key again is the same order.
func (s *Server) rokkyOrder(w http.ResponseWriter, r *http.Request, body []byte) {
	var in struct {
		Key   string `json:"key"`
		SKU   string `json:"sku"`
		Price string `json:"price"`
		Email string `json:"email"`
	}
	err := json.Unmarshal(body, &in)
	price, errPriceText := parseUSD(in.Price)
	if err != nil || errPriceText != nil || in.Key == "" {
		rokkyError(w, http.StatusBadRequest, "bad_request", "want key, sku and price")
		return
	}
	var o *Supply
	err = s.do(func(b *book) (err error) {
		o, err = s.supplyOrder(b, ordering{supplier: Rokky, key: in.Key, sku: in.SKU, account: in.Email, expected: &price})
		return err
	})
	var other errPrice
	switch {
	case errors.Is(err, errDuplicate) && o.SKU == in.SKU:
		answerJSON(w, http.StatusOK, s.rokkyView(o))
	case errors.Is(err, errDuplicate):
		rokkyError(w, http.StatusConflict, "key_reused", "The key belongs to an order of something else")
	case errors.Is(err, errNoArticle):
		rokkyError(w, http.StatusNotFound, "sku_not_found", "There are no such goods")
	case errors.Is(err, errOutOfStock):
		rokkyError(w, http.StatusConflict, "out_of_stock", "Out of stock")
	case errors.As(err, &other):
		answerJSON(w, http.StatusConflict, map[string]string{
			"code": "price_changed", "message": other.Error(), "price": other.price.String(),
		})
	case errors.Is(err, errNoFunds):
		rokkyError(w, http.StatusPaymentRequired, "no_funds", "The balance is too small")
	case err != nil:
		s.broken(w, err)
	default:
		s.afterCallback(r, o)
		answerJSON(w, http.StatusCreated, s.rokkyView(o))
	}
}

// rokkyView is an order as they show it.
func (s *Server) rokkyView(o *Supply) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	status := string(o.State)
	if o.State == SupplyRefunded || o.State == SupplyWrong {
		status = "refused"
	}
	return map[string]any{
		"key": o.Key, "id": o.ID, "sku": o.SKU, "status": status, "price": o.Price.String(), "currency": "USD", "codes": o.codes(),
	}
}

// rokkyOne shows an order, and calls it off first if it is asked to.
func (s *Server) rokkyOne(cancel bool) func(http.ResponseWriter, *http.Request, []byte) {
	return func(w http.ResponseWriter, r *http.Request, _ []byte) {
		var o *Supply
		err := s.do(func(b *book) error {
			o = b.supply.byKey[key(Rokky, urlParam(r, "key"))]
			switch {
			case o == nil:
				return errNoOrder
			case cancel && o.State == SupplyProcessing:
				s.settle(b, o, SupplyCancelled, "")
			case cancel && o.State != SupplyCancelled:
				return refusal("the order is " + string(o.State))
			}
			return nil
		})
		var no refusal
		switch {
		case errors.Is(err, errNoOrder):
			rokkyError(w, http.StatusNotFound, "order_not_found", "There is no such order")
		case errors.As(err, &no):
			rokkyError(w, http.StatusConflict, "cannot_cancel", no.Error())
		case err != nil:
			s.broken(w, err)
		default:
			answerJSON(w, http.StatusOK, s.rokkyView(o))
		}
	}
}

func (s *Server) rokkyBalance(w http.ResponseWriter, _ *http.Request, _ []byte) {
	var left usd
	err := s.do(func(b *book) error {
		left = s.prepaid(b, Rokky)
		return nil
	})
	if err != nil {
		s.broken(w, err)
		return
	}
	answerJSON(w, http.StatusOK, map[string]string{"balance": left.String(), "currency": "USD"})
}
