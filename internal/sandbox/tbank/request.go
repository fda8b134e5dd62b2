package tbank

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"larek/internal/money"
	"larek/internal/sandbox/core"
)

// request is any request to the bank; its token was verified.
type request struct {
	TerminalKey       string
	Amount            json.Number
	OrderID           string `json:"OrderId"`
	PaymentID         any    `json:"PaymentId"` // a string or a number
	Description       string
	NotificationURL   string
	SuccessURL        string
	FailURL           string
	RedirectDueDate   string
	DataType          string
	IsDeadlineExpired bool
	IsRejected        bool
	ExternalRequestID string `json:"ExternalRequestId"`
	DATA              map[string]string
	Receipt           *struct {
		Items []struct{ Amount json.Number }
	}
}

func (c request) id() string {
	switch v := c.PaymentID.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatInt(int64(v), 10)
	}
	return ""
}

// kopecks returns the amount; zero if there is none.
func (c request) kopecks() (money.Minor, error) {
	if c.Amount == "" {
		return 0, nil
	}
	n, err := c.Amount.Int64()
	if err != nil || n <= 0 {
		return 0, fmt.Errorf("Amount: want whole kopecks")
	}
	return money.Minor(n), nil
}

// signed verifies the token over the received fields, then calls fn.
func signed(fn func(http.ResponseWriter, request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, core.MaxBody))
		if err != nil {
			writeError(w, "9999", "Запрос не прочитан")
			return
		}
		scalars, err := rootScalars(body)
		var call request
		if err == nil {
			err = json.Unmarshal(body, &call)
		}
		switch {
		case err != nil:
			writeError(w, "9999", "Неверные параметры: "+err.Error())
		case call.TerminalKey != Terminal && call.TerminalKey != SecondTerminal:
			writeError(w, "202", "Терминал не найден")
		case !core.SameSignature(scalars["Token"], token(scalars, passwordOf(call.TerminalKey))):
			writeError(w, "204", "Неверный токен. Проверьте пару TerminalKey/SecretKey.")
		default:
			fn(w, call)
		}
	}
}

func writeError(w http.ResponseWriter, code, message string) {
	core.WriteJSON(w, http.StatusOK, map[string]any{
		"Success": false, "ErrorCode": code, "Message": message, "Details": message,
	})
}

// refundKey returns the idempotency key of a refund; the bank applies it within
// one payment.
func (c request) refundKey() string {
	if c.ExternalRequestID == "" {
		return ""
	}
	return c.id() + "/" + c.ExternalRequestID
}

// token returns the SHA-256 of the values of all scalars and the password, in
// the order of their names.
func token(scalars map[string]string, password string) string {
	all := maps.Clone(scalars)
	delete(all, "Token")
	all["Password"] = password
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		_, _ = h.Write([]byte(all[name]))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// rootScalars returns the scalar fields of a JSON object as they are written
// there: the digits of a number must not change before it is signed.
func rootScalars(body []byte) (map[string]string, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return nil, fmt.Errorf("not a JSON object: %w", err)
	}
	scalars := map[string]string{}
	for name, raw := range fields {
		raw = bytes.TrimSpace(raw)
		switch {
		case raw[0] == '{' || raw[0] == '[' || string(raw) == "null":
		case raw[0] == '"':
			var text string
			if err := json.Unmarshal(raw, &text); err != nil {
				return nil, fmt.Errorf("field %s: %w", name, err)
			}
			scalars[name] = text
		default:
			scalars[name] = string(raw)
		}
	}
	return scalars, nil
}
