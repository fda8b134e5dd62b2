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

	"larek/internal/payment"
	"larek/internal/wire"
)

// envelope is around every answer.
type envelope struct {
	Success   bool
	ErrorCode wire.Text
}

// refusal is the bank's code for a «no».
type refusal string

func (r refusal) Error() string { return "code " + string(r) }

// notFound is the code for an order the bank has never heard of.
const notFound = refusal("255")

// call signs fields, sends them and reads the answer into out.
func (p *Provider) call(ctx context.Context, method string, fields map[string]any, out any) error {
	fields["TerminalKey"] = p.cfg.TerminalKey
	unsigned, err := json.Marshal(fields)
	if err != nil {
		return fmt.Errorf("body: %w", err)
	}
	// The token is made from the text that is sent, so no number can be written
	// in two ways.
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
	a, err := p.wire.Send(ctx, http.MethodPost, wire.Join(p.cfg.BaseURL, "/"+method), header, body)
	if err != nil {
		return err
	}
	if !a.OK() {
		return payment.Refused(fmt.Sprintf("status %d", a.Status))
	}
	var e envelope
	if err := a.JSON(&e); err != nil {
		return err
	}
	if !e.Success {
		return errors.Join(payment.Refused(string(e.ErrorCode)), refusal(e.ErrorCode))
	}
	return a.JSON(out)
}

// scalars are the root fields that take part in a token, in their own text.
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
		var text wire.Text
		if err := text.UnmarshalJSON(raw); err != nil {
			return nil, err
		}
		values[name] = string(text)
	}
	return values, nil
}

// token is SHA-256 over the values in the order of their names, the password
// among them.
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

func sameToken(a, b string) bool {
	return hmac.Equal([]byte(strings.ToLower(a)), []byte(strings.ToLower(b)))
}
