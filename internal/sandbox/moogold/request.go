package moogold

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

	"larek/internal/sandbox/core"
)

// maxClockSkew is how old a signed request may be. The real value is not known.
const maxClockSkew = 5 * time.Minute

// sign returns the hex HMAC-SHA256 of the body, the time and the path.
func sign(secret, body, timestamp, path string) string {
	m := hmac.New(sha256.New, []byte(secret))
	_, _ = io.WriteString(m, body+timestamp+path)
	return hex.EncodeToString(m.Sum(nil))
}

// request has the fields of all bodies.
type request struct {
	Path           string         `json:"path"`
	Data           map[string]any `json:"data"`
	PartnerOrderID string         `json:"partnerOrderId"`
	PartnerID      string         `json:"partner_order_id"`
	CategoryID     any            `json:"category_id"`
	ProductID      any            `json:"product_id"`
	OrderID        any            `json:"order_id"`
}

// signed verifies the account and the signature of a request, then calls fn.
func (s *Service) signed(operation string, fn func(http.ResponseWriter, *http.Request, request)) http.HandlerFunc {
	return s.core.Suppliers.Call(Name, operation, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, core.MaxBody))
		if err != nil {
			writeError(w, http.StatusBadRequest, "400", "The body was not read")
			return
		}
		partner, secret, basic := r.BasicAuth()
		path := strings.TrimPrefix(r.URL.EscapedPath(), Path+"/")
		stamp := r.Header.Get("timestamp")
		sent, err := strconv.ParseInt(stamp, 10, 64)
		var in request
		decoder := json.NewDecoder(bytes.NewReader(body))
		decoder.UseNumber()
		switch {
		case !basic || partner != PartnerID || !core.SameSignature(secret, Secret):
			writeError(w, http.StatusUnauthorized, "401", "Unknown partner")
		case err != nil || s.core.Now().Sub(time.Unix(sent, 0)).Abs() > maxClockSkew:
			writeError(w, http.StatusForbidden, "403", "The timestamp is missing or stale")
		case !core.SameSignature(r.Header.Get("auth"), sign(Secret, string(body), stamp, path)):
			writeError(w, http.StatusForbidden, "403", "The auth signature does not match")
		case decoder.Decode(&in) != nil:
			writeError(w, http.StatusBadRequest, "400", "The body is not JSON")
		case in.Path != path:
			writeError(w, http.StatusBadRequest, "400", "path differs from the address")
		default:
			fn(w, r, in)
		}
	})
}

func writeError(w http.ResponseWriter, status int, code, text string) {
	core.WriteJSON(w, status, map[string]string{"err_code": code, "err_message": text})
}

// status returns the supplier's word for a state.
func status(state core.SupplierOrderState) string {
	if state == core.OrderWrongDetails {
		return "incorrect-details"
	}
	return string(state)
}
