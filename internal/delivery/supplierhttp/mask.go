package supplierhttp

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	hidden = "•••"
	// maxRecorded bounds the recorded text of a request or response, in bytes.
	maxRecorded = 4000
	// minSearchable is the minimum length of a value that is searched for in texts: a
	// server called "1" would match everywhere.
	minSearchable = 4
)

// masker masks every value that is not explicitly shown, so that a field a supplier
// adds later is masked as well.
type masker struct {
	client   *Client
	personal []string
}

func (c *Client) masker(personal []string) masker { return masker{c, personal} }

// body masks JSON field by field, and anything else as text.
func (m masker) body(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	in := json.NewDecoder(bytes.NewReader(b))
	in.UseNumber()
	var v any
	if in.Decode(&v) != nil || in.More() {
		return m.text(string(b))
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if enc.Encode(m.value(v, false)) != nil {
		return hidden
	}
	return cut(strings.TrimSpace(out.String()))
}

func (m masker) value(v any, shown bool) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, inner := range v {
			out[m.text(name)] = m.value(inner, m.client.shown[name])
		}
		return out
	case []any:
		for i, inner := range v {
			v[i] = m.value(inner, shown)
		}
		return v
	case string:
		return m.scalar(v, shown)
	case json.Number:
		if masked := m.scalar(v.String(), shown); masked != v.String() {
			return masked
		}
	}
	return v // unmasked numbers, true, false and null
}

func (m masker) scalar(s string, shown bool) string {
	for _, p := range m.personal {
		if s == p {
			return lastCharacters(p)
		}
	}
	if !shown && s != "" {
		return hidden
	}
	return m.text(s)
}

// text masks known secrets and personal data in free text.
func (m masker) text(s string) string {
	for _, secret := range m.client.secrets {
		if secret != "" {
			s = strings.ReplaceAll(s, secret, hidden)
		}
	}
	for _, p := range m.personal {
		if len(p) >= minSearchable {
			s = strings.ReplaceAll(s, p, lastCharacters(p))
		}
	}
	return cut(s)
}

// lastCharacters masks all but the last two characters, by which an operator can
// recognise what the buyer reads out.
func lastCharacters(s string) string {
	if r := []rune(s); len(r) > minSearchable && !strings.Contains(s, "@") {
		return hidden + string(r[len(r)-2:])
	}
	if s == "" {
		return ""
	}
	return hidden
}

func cut(s string) string {
	if len(s) <= maxRecorded {
		return strings.ToValidUTF8(s, "�")
	}
	end := maxRecorded
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return strings.ToValidUTF8(s[:end], "�") + "… (" + strconv.Itoa(len(s)) + ")"
}
