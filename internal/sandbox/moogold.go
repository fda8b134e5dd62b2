package sandbox

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// mooWindow is how old a signed request may be. Their own limit is not known.
const mooWindow = 5 * time.Minute

// mooSign is hex HMAC-SHA256 over the body, the time and the path in a row.
func mooSign(secret, body, timestamp, path string) string {
	m := hmac.New(sha256.New, []byte(secret))
	_, _ = io.WriteString(m, body+timestamp+path)
	return hex.EncodeToString(m.Sum(nil))
}

// mooCall is any request to MooGold, its signature already checked.
type mooCall struct {
	Path           string         `json:"path"`
	Data           map[string]any `json:"data"`
	PartnerOrderID string         `json:"partnerOrderId"`
	PartnerID      string         `json:"partner_order_id"`
	CategoryID     any            `json:"category_id"`
	ProductID      any            `json:"product_id"`
	OrderID        any            `json:"order_id"`
}

// moogold checks who asks, then lets fn answer.
func (s *Server) moogold(operation string, fn func(http.ResponseWriter, *http.Request, mooCall)) http.HandlerFunc {
	account := s.cfg.Accounts.MooGold
	return s.supplierCall(MooGold, operation, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			mooError(w, http.StatusBadRequest, "400", "The body was not read")
			return
		}
		partner, secret, basic := r.BasicAuth()
		path := strings.TrimPrefix(r.URL.EscapedPath(), MooGoldPath+"/")
		stamp := r.Header.Get("timestamp")
		sent, err := strconv.ParseInt(stamp, 10, 64)
		var call mooCall
		in := json.NewDecoder(bytes.NewReader(body))
		in.UseNumber()
		switch {
		case !basic || partner != account.PartnerID || !same(secret, account.Secret):
			mooError(w, http.StatusUnauthorized, "401", "Unknown partner")
		case err != nil || s.now().Sub(time.Unix(sent, 0)).Abs() > mooWindow:
			mooError(w, http.StatusForbidden, "403", "The timestamp is missing or stale")
		case !same(r.Header.Get("auth"), mooSign(account.Secret, string(body), stamp, path)):
			mooError(w, http.StatusForbidden, "403", "The auth signature does not match")
		case in.Decode(&call) != nil:
			mooError(w, http.StatusBadRequest, "400", "The body is not JSON")
		case call.Path != path:
			mooError(w, http.StatusBadRequest, "400", "path differs from the address")
		default:
			fn(w, r, call)
		}
	})
}

func mooError(w http.ResponseWriter, status int, code, message string) {
	answerJSON(w, status, map[string]string{"err_code": code, "err_message": message})
}

// mooStatus is their word for how an order stands.
func mooStatus(state SupplyState) string {
	if state == SupplyWrong {
		return "incorrect-details"
	}
	return string(state)
}

// mooCallback is unsigned; the shop must believe nothing but the order's name.
func mooCallback(url string, o *Supply) hook {
	return hook{
		url: url, header: http.Header{"Content-Type": {"application/json"}},
		body: mustJSON(map[string]any{
			"status": mooStatus(o.State), "message": "Order " + mooStatus(o.State), "order_id": o.ID, "total": o.Price.String(),
			"account_details": map[string]string{
				"player_id": o.Account, "server_id": o.Server, "partnerOrderId": o.Key,
			},
		}),
	}
}

// mooAcknowledged wants {"status":"success"}.
func mooAcknowledged(body []byte) bool {
	var answer struct{ Status string }
	return json.Unmarshal(body, &answer) == nil && answer.Status == "success"
}

// text reads a field that may be a string or a number.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}
