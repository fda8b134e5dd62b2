package core

import (
	"crypto/hmac"
	"crypto/md5" //nolint:gosec // two providers sign with it; the choice is theirs
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
)

// MaxBody bounds the bodies of requests.
const MaxBody = 1 << 20

// Moscow is the time zone of the played services. It has no summer time.
var Moscow = time.FixedZone("MSK", 3*60*60)

// PayURL returns the page where a buyer pays an invoice.
func (ps *Payments) PayURL(inv *Invoice) string {
	return ps.server.cfg.Origin + PayPath(inv.Provider, inv.Reference)
}

// PayPath returns the path of the page where a buyer pays an invoice.
func PayPath(provider, reference string) string {
	return "/pay/" + provider + "/" + url.PathEscape(reference)
}

// URLParam returns a decoded part of the path.
func URLParam(r *http.Request, name string) string {
	raw := chi.URLParam(r, name)
	if text, err := url.PathUnescape(raw); err == nil {
		return text
	}
	return raw
}

// InternalError answers with a failure of the sandbox itself, not a played one.
func (s *Server) InternalError(w http.ResponseWriter, err error) {
	s.log.Error("the sandbox failed", "error", err)
	http.Error(w, "sandbox: "+err.Error(), http.StatusInternalServerError)
}

// WriteJSON answers with JSON.
func WriteJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(MustJSON(body))
}

// MustJSON encodes a value that the sandbox made itself.
func MustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// ReadCommand decodes the body of a control call. If that fails it answers
// with 400 and returns false.
func ReadCommand(w http.ResponseWriter, r *http.Request, into any) bool {
	in := json.NewDecoder(http.MaxBytesReader(w, r.Body, MaxBody))
	in.DisallowUnknownFields()
	if err := in.Decode(into); err != nil {
		ControlError(w, http.StatusBadRequest, err)
		return false
	}
	return true
}

// ControlError answers a control call with an error.
func ControlError(w http.ResponseWriter, status int, err error) {
	WriteJSON(w, status, map[string]string{"error": err.Error()})
}

// ControlResult answers a control call: with 404 for ErrNoInvoice and
// ErrNoOrder, with 409 for a Refusal, with 500 for any other error.
func (s *Server) ControlResult(w http.ResponseWriter, body any, err error) {
	var refusal Refusal
	switch {
	case errors.Is(err, ErrNoInvoice), errors.Is(err, ErrNoOrder):
		ControlError(w, http.StatusNotFound, err)
	case errors.As(err, &refusal):
		ControlError(w, http.StatusConflict, err)
	case err != nil:
		s.InternalError(w, err)
	default:
		WriteJSON(w, http.StatusOK, body)
	}
}

// SameSignature compares signatures in constant time, ignoring case.
func SameSignature(got, want string) bool {
	return hmac.Equal([]byte(strings.ToLower(got)), []byte(strings.ToLower(want)))
}

// MD5Hex returns the MD5 sum of a text in hex.
func MD5Hex(s string) string {
	sum := md5.Sum([]byte(s)) //nolint:gosec // see the import
	return hex.EncodeToString(sum[:])
}

// PlayerName returns the name that a game shows for an account.
func PlayerName(account string) string { return "Игрок-" + account[max(0, len(account)-4):] }

// JSONText returns a JSON field that may be a string or a number as text. The
// decoder must use json.Number.
func JSONText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

// DefaultLimit is how many items a control call lists by default.
const DefaultLimit = 100
