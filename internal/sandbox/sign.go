package sandbox

import (
	"bytes"
	"crypto/hmac"
	"crypto/md5" //nolint:gosec // two providers sign with it; the choice is theirs
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// payselectionSign is hex HMAC-SHA256 over lines.
func payselectionSign(secret string, lines ...string) string {
	m := hmac.New(sha256.New, []byte(secret))
	_, _ = m.Write([]byte(strings.Join(lines, "\n")))
	return hex.EncodeToString(m.Sum(nil))
}

// tbankToken is SHA-256 of the values of all scalars and the password, in the
// order of their names.
func tbankToken(scalars map[string]string, password string) string {
	all := maps.Clone(scalars)
	delete(all, "Token")
	all["Password"] = password
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		_, _ = h.Write([]byte(all[name]))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// rootScalars are the scalar fields of a JSON object, as their text stands
// there: a number must not lose or gain digits on the way into a token.
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

// payinSign is MD5 of the parts and the MD5 of the secret, with # between.
func payinSign(secret string, parts ...string) string {
	return md5Hex(strings.Join(append(parts, md5Hex(secret)), "#"))
}

// getpaySign is MD5 of the parts and the secret, with : between.
func getpaySign(secret string, parts ...string) string {
	return md5Hex(strings.Join(append(parts, secret), ":"))
}

func md5Hex(s string) string {
	sum := md5.Sum([]byte(s)) //nolint:gosec // see the import
	return hex.EncodeToString(sum[:])
}

// same compares signatures in constant time, in whatever case they came.
func same(got, want string) bool {
	return hmac.Equal([]byte(strings.ToLower(got)), []byte(strings.ToLower(want)))
}
