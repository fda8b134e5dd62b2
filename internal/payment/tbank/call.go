package tbank

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"larek/internal/outbound"
	"larek/internal/payment"
)

// envelope is common to all responses.
type envelope struct {
	Success   bool
	ErrorCode outbound.Scalar
}

// refusal is the bank's error code.
type refusal string

func (r refusal) Error() string { return "code " + string(r) }

// notFound is the code for an order the bank does not know.
const notFound = refusal("255")

// call signs fields, sends them and decodes the response into out.
func (p *Provider) call(ctx context.Context, method string, fields map[string]any, out any) error {
	fields["TerminalKey"] = p.cfg.TerminalKey
	unsigned, err := json.Marshal(fields)
	if err != nil {
		return fmt.Errorf("body: %w", err)
	}
	// The token is computed from the encoded text, because a number can be encoded
	// in several ways.
	values, err := scalars(unsigned)
	if err != nil {
		return fmt.Errorf("body: %w", err)
	}
	fields["Token"] = token(values, p.cfg.Password)
	body, err := json.Marshal(fields)
	if err != nil {
		return fmt.Errorf("body: %w", err)
	}
	header := http.Header{"Content-Type": {"application/json"}}
	a, err := p.client.Send(ctx, http.MethodPost, outbound.Join(p.cfg.BaseURL, "/"+method), header, body)
	if err != nil {
		return err
	}
	if !a.OK() {
		return payment.RefusedError(fmt.Sprintf("status %d", a.Status))
	}
	var e envelope
	if err := a.JSON(&e); err != nil {
		return err
	}
	if !e.Success {
		return errors.Join(payment.RefusedError(string(e.ErrorCode)), refusal(e.ErrorCode))
	}
	return a.JSON(out)
}

// scalars returns the root fields that take part in the token, as their JSON text.
func scalars(body []byte) (map[string]string, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return nil, err
	}
	values := make(map[string]string, len(fields))
	for name, raw := range fields {
		raw = bytes.TrimSpace(raw)
		if raw[0] == '{' || raw[0] == '[' || string(raw) == "null" {
			continue
		}
		var text outbound.Scalar
		if err := text.UnmarshalJSON(raw); err != nil {
			return nil, err
		}
		values[name] = string(text)
	}
	return values, nil
}

// token returns the SHA-256 over the values sorted by field name, the password among
// them.
func token(values map[string]string, password string) string {
	all := maps.Clone(values)
	delete(all, "Token")
	all["Password"] = password
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		b.WriteString(all[name])
	}
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:])
}

func validSignature(a, b string) bool {
	return hmac.Equal([]byte(strings.ToLower(a)), []byte(strings.ToLower(b)))
}
