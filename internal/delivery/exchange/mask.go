package exchange

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	hidden = "•••"
	// maxKept bounds what one exchange adds to the record.
	maxKept = 4000
	// shortest is how long a value must be to be looked for inside texts: a
	// server called «1» would be found everywhere.
	shortest = 4
)

// masker hides by default: a field a supplier adds tomorrow stays unseen.
type masker struct {
	client *Client
	people []string
}

func (c *Client) masker(people []string) masker { return masker{c, people} }

// body masks JSON field by field, anything else as text.
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
	return v // numbers shown as they are, true, false and null
}

func (m masker) scalar(s string, shown bool) string {
	for _, p := range m.people {
		if s == p {
			return ending(p)
		}
	}
	if !shown && s != "" {
		return hidden
	}
	return m.text(s)
}

// text hides what we know to be secret or personal inside of free text.
func (m masker) text(s string) string {
	for _, secret := range m.client.secrets {
		if secret != "" {
			s = strings.ReplaceAll(s, secret, hidden)
		}
	}
	for _, p := range m.people {
		if len(p) >= shortest {
			s = strings.ReplaceAll(s, p, ending(p))
		}
	}
	return cut(s)
}

// ending keeps the last two characters: enough for an operator to recognise
// what the buyer reads out.
func ending(s string) string {
	if r := []rune(s); len(r) > shortest && !strings.Contains(s, "@") {
		return hidden + string(r[len(r)-2:])
	}
	if s == "" {
		return ""
	}
	return hidden
}

func cut(s string) string {
	if len(s) <= maxKept {
		return strings.ToValidUTF8(s, "�")
	}
	end := maxKept
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return strings.ToValidUTF8(s[:end], "�") + "… (" + strconv.Itoa(len(s)) + ")"
}
