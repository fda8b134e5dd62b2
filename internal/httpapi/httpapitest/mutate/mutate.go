// Package mutate turns a good call of an operation into calls that the contract does not
// allow.
package mutate

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// Call is a request of one operation in parts, so that any part can be made invalid.
type Call struct {
	Operation string
	Method    string
	Path      string            // the pattern
	Params    map[string]string // of the path
	Query     string
	Header    http.Header
	Body      any    // JSON; nil without
	Raw       string // of another type
	Tolerant  bool   // a provider's notice may have unknown keys
}

// Address returns the path with its parameters and the query.
func (c Call) Address() string {
	path := c.Path
	for name, value := range c.Params {
		path = strings.ReplaceAll(path, "{"+name+"}", value)
	}
	if c.Query != "" {
		path += "?" + c.Query
	}
	return path
}

// Text returns the body.
func (c Call) Text() string {
	if c.Body == nil {
		return c.Raw
	}
	text, _ := json.Marshal(c.Body)
	return string(text)
}

// Attack is an invalid call. If one that must be refused is accepted, it is a
// vulnerability.
type Attack struct {
	Name string
	Call
	Sent   string // the body, as text
	Refuse bool
}

// oddTexts are what users, programs and attackers write into a field.
var oddTexts = []string{
	"", " ", "null", "true", "0", "-1", "1e309", "NaN", "Infinity", "9223372036854775808", "-9223372036854775809", strings.Repeat("9", 40),
	"' or 1=1--", `"; drop table users;--`, "%s%s%n", "../../../../etc/passwd", "\u202e\u200b\ufeff", strings.Repeat("😀", 50), strings.Repeat("é", 300),
	strings.Repeat("a", 5000), strings.Repeat("А", 20000), "a\r\nSet-Cookie: x=1", "{{7*7}}", "<script>alert(1)</script>", "\uffff", "\U0010ffff",
	strings.Repeat("e\u0301", 100), "x\ty\n", "0x10", "1_000", "1,5", "０１", "٣", "+79990000000\n", "a@b", `"a b"@example.test`, "a@" + strings.Repeat("b", 250) + ".test",
	"İ@example.test", "\x7f", "\u0085", "1.00", "-1.00", "0.00", "99999999999.99", "RUB", "vk",
}

// OddValues are JSON that most fields do not want.
var OddValues = []string{
	`null`, `true`, `false`, `0`, `-1`, `1`, `2`, `1.5`, `1e308`, `1e400`, `-0`, `1.0`, `1e3`, `4294967298`, `2147483648`, `9223372036854775807`, `18446744073709551617`,
	strings.Repeat("1", 400), `""`, `[]`, `{}`, `[[]]`, `[null]`, `{"a":1}`, `"\u0000"`, `"\ud800"`, `"\udc00x"`, `"\/\b\f\u00e9"`, `"` + strings.Repeat("x", 60000) + `"`,
	strings.Repeat("[", 5000) + strings.Repeat("]", 5000), strings.Repeat(`{"a":`, 300) + "1" + strings.Repeat("}", 300), `NaN`, `0x1`, `'x'`,
}

var oddHeaders = map[string][]string{
	"Authorization": {"", "Bearer", "Bearer ", "Bearer x", "Basic eDp5", "bearer " + strings.Repeat("a", 9000), "Bearer ..", "Bearer \xff",
		"Bearer eyJhbGciOiJub25lIn0.eyJpc3MiOiJsYXJlayIsInN1YiI6IjEiLCJleHAiOjk5OTk5OTk5OTl9."},
	"Cookie": {"guest=", "guest=.", "guest=" + strings.Repeat("0", 26) + "." + strings.Repeat("A", 52), "guest=" + strings.Repeat("a", 5000), "country=ZZ", "country=ru",
		"country=", "country=\xff", "country=\"", "country=R%00", "signin=x.y", "a", "; ; =", `guest="x`, "country=RU; country=KZ", "country=🎮", "signin=\xff.\xff"},
	"X-Order-Hash":    {"", "x", strings.Repeat("0", 26), strings.Repeat("z", 26), strings.Repeat("\xff", 26), strings.Repeat("a", 5000)},
	"Accept-Encoding": {"br;q=0", "gzip;q=-1", "*", "identity;q=0, *;q=0", strings.Repeat("x", 3000)},
	"If-None-Match":   {"*", `"`, `W/"x"`, strings.Repeat("x", 3000)},
	"X-Forwarded-For": {"x", "1.2.3.4, ::1", "::ffff:1.2.3.4", strings.Repeat("a", 3000), ",", "\xff"},
	"X-Country":       {"ru", "RUS", "\xff", "R", "ZZ", "🎮"},
	"X-Request-Id":    {"x\ty", strings.Repeat("a", 300), "../.."},
	"Traceparent":     {"00-" + strings.Repeat("0", 32) + "-" + strings.Repeat("0", 16) + "-01", "x", strings.Repeat("a", 3000)},
	"Content-Type": {"", "text/plain", "application/json; charset=utf-16", "application/xml", "multipart/form-data", "multipart/form-data; boundary=",
		"application/json, application/json", "application/x-www-form-urlencoded", "*/*", "\xff", "application/json; a=\"", "APPLICATION/JSON"},
	"Content-Encoding": {"gzip", "br", "x"},
	"Range":            {"bytes=0-", "bytes=-1", "x"},
	"User-Agent":       {"\xff\xfe", strings.Repeat("x", 6000), ""},
	"Last-Event-Id":    {"x", "-1", "9223372036854775808"},
	"Idempotency-Key":  {"", "x", strings.Repeat("a", 3000), "\xff"},
	"X-Console":        {"", "2"},
	"Origin":           {"", "null", "https://example.org"},
}

// All returns the call with one fault each, in its headers, method, path, query or body.
func All(c Call, o *openapi3.Operation) (list []Attack) {
	add := func(name string, c Call, text string, refuse bool) {
		list = append(list, Attack{name, c, text, refuse})
	}
	for name, values := range oddHeaders {
		for _, v := range values {
			spoiled := c
			spoiled.Header = c.Header.Clone()
			spoiled.Header.Set(name, v)
			add("header "+name, spoiled, c.Text(), false)
		}
	}
	for _, method := range []string{"PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "GET", "POST", "TRACE", "PURGE", "X"} {
		if method != c.Method {
			spoiled := c
			spoiled.Method = method
			add("method "+method, spoiled, c.Text(), method != http.MethodHead && method != http.MethodGet)
		}
	}
	for name := range c.Params {
		for _, v := range append(slices.Clone(oddTexts), "%00", "%2e%2e", "%ff", "a/b", "00", "+999999999", "999999999", "1.0", "%") {
			spoiled := c
			spoiled.Params = maps.Clone(c.Params)
			if spoiled.Params[name] = v; !strings.HasPrefix(v, "%") || v == "%s%s%n" {
				spoiled.Params[name] = url.PathEscape(v)
			}
			add("path "+name, spoiled, c.Text(), false)
		}
	}
	return append(append(list, queryMutations(c, o)...), bodyMutations(c)...)
}

func queryMutations(c Call, o *openapi3.Operation) (list []Attack) {
	add := func(name, query string) {
		spoiled := c
		spoiled.Query = strings.Trim(c.Query+"&"+query, "&")
		list = append(list, Attack{"query " + name, spoiled, c.Text(), false})
	}
	for _, p := range o.Parameters {
		if p.Value.In != "query" {
			continue
		}
		n := p.Value.Name
		for _, v := range oddTexts {
			add(n, n+"="+url.QueryEscape(v))
		}
		for _, raw := range []string{"=%00", "=%ff%fe", "=%", "=a&" + n + "=b", "=1&" + n + "=2", "[]=1", "", "=1,2"} {
			add(n, n+raw)
		}
	}
	for _, raw := range []string{"unknown=1", strings.Repeat("x", 4000) + "=1", "&&&==", "%zz=1", ";a=b", "__proto__[x]=1"} {
		add("unknown", raw)
	}
	return list
}

func bodyMutations(c Call) (list []Attack) {
	good := c.Text()
	add := func(name, text string, refuse bool) { list = append(list, Attack{"body " + name, c, text, refuse}) }
	if c.Body == nil && c.Raw == "" {
		return nil
	}
	for _, raw := range []string{
		"", "{", "}", "[]", "null", `"x"`, "1", "{}{}", "{}x", good + good, "\ufeff" + good, `{"a":1,}`, "{'a':1}", "//c\n" + good,
		strings.Repeat("[", 40000), strings.Repeat(`{"a":`, 10000), "\xff\xfe" + good, "\x1f\x8b\x08\x00" + strings.Repeat("\x00", 20), strings.Repeat("\x00", 100),
	} {
		add("raw", raw, c.Body != nil)
	}
	add("raw", strings.Repeat(" ", 70000)+good, false) // where a body may be this long, it is a good one
	for _, at := range places(c.Body, nil) {
		where := strings.Join(at, ".")
		for _, v := range OddValues {
			add("value "+where, at.set(c.Body, v), false)
		}
		if _, is := at.get(c.Body).(string); is {
			for _, v := range oddTexts {
				text, _ := json.Marshal(v)
				add("text "+where, at.set(c.Body, string(text)), false)
			}
		}
		if object, is := at.get(c.Body).(map[string]any); is {
			for name, text := range keyFaults(object) {
				add("key "+where+" "+name, at.set(c.Body, text), !c.Tolerant)
			}
		}
	}
	return list
}

// keyFaults returns an object with each key in another case, twice, and with
// unknown keys.
func keyFaults(object map[string]any) map[string]string {
	text, _ := json.Marshal(object)
	whole, list := string(text), map[string]string{}
	with := func(key string, value any) string {
		k, _ := json.Marshal(key)
		v, _ := json.Marshal(value)
		return strings.Replace("{"+string(k)+":"+string(v)+","+whole[1:], ",}", "}", 1)
	}
	for _, key := range []string{"__proto__", "constructor", "id", "user_id", "status", "total", "hash", "guest", "price", "discount", "barred", "email_verified", "refund_to", ""} {
		if _, known := object[key]; !known {
			list["unknown "+key] = with(key, 1)
		}
	}
	for key, value := range object {
		list["twice "+key] = with(key, value)
		list["twice, null first "+key] = with(key, nil)
		for _, variant := range []string{strings.ToUpper(key), strings.ToUpper(key[:1]) + key[1:], strings.NewReplacer("s", "ſ", "k", "\u212a").Replace(key), key + " "} {
			if variant != key {
				list["case "+variant] = with(variant, value)
			}
		}
	}
	return list
}

// place is the position of a value in a body.
type place []string

func places(v any, at place) (list []place) {
	if v == nil {
		return nil
	}
	list = append(list, at)
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			list = append(list, places(v[key], append(slices.Clone(at), key))...)
		}
	case []any:
		for i := range v {
			list = append(list, places(v[i], append(slices.Clone(at), strconv.Itoa(i)))...)
		}
	}
	return list
}

func (p place) get(v any) any {
	for _, key := range p {
		switch in := v.(type) {
		case map[string]any:
			v = in[key]
		case []any:
			i, _ := strconv.Atoi(key)
			v = in[i]
		}
	}
	return v
}

// set is the body as text, with another text at the place, valid JSON or not.
func (p place) set(body any, with string) string {
	const mark = "@@here@@"
	text, _ := json.Marshal(p.put(body, mark))
	return strings.Replace(string(text), `"`+mark+`"`, with, 1)
}

func (p place) put(v, with any) any {
	if len(p) == 0 {
		return with
	}
	switch v := v.(type) {
	case map[string]any:
		o := maps.Clone(v)
		o[p[0]] = p[1:].put(v[p[0]], with)
		return o
	case []any:
		list := slices.Clone(v)
		i, _ := strconv.Atoi(p[0])
		list[i] = p[1:].put(list[i], with)
		return list
	}
	return with
}
