// Package strictjson reads the JSON bodies of our own API so that no two readers
// can understand one differently.
//
// The standard decoder matches keys without regard to case, takes the last of two
// equal keys and drops keys it does not know, while the contract's checks look at
// exact keys only: a value under "Phone" was used and never checked. Parse refuses
// what is ambiguous by itself; Check refuses every key the contract does not name.
// What passes both means one thing to every decoder.
//
// Webhooks of payment providers and callbacks of suppliers are not read with this
// package: they may add fields at any time.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// MaxDepth is how deep a body may be nested; the contract needs three levels.
const MaxDepth = 16

// ErrSyntax is returned for a body that is not one JSON value in clean UTF-8.
var ErrSyntax = errors.New("strictjson: not one clean JSON value")

// DuplicateError names a key that an object has twice.
type DuplicateError struct{ Path string }

// Error implements error.
func (e *DuplicateError) Error() string { return "strictjson: duplicate key " + e.Path }

// Value is one JSON value. Kind selects which of the other fields is used.
type Value struct {
	Kind    Kind
	Members []Member // of an object, in the order of the text
	Items   []Value  // of an array
	Text    string   // of a string
	Number  string   // as it was written
}

// Member is one key of an object with its value.
type Member struct {
	Key   string
	Value Value
}

// Kind is the kind of a JSON value.
type Kind int

// The kinds.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// Parse reads a body that is one JSON value and nothing after it. It refuses
// invalid UTF-8, halves of surrogate pairs, zero characters (PostgreSQL has
// none), nesting beyond MaxDepth and keys that occur twice in an object.
func Parse(body []byte) (Value, error) {
	if !utf8.Valid(body) || !json.Valid(body) || hasLoneSurrogate(body) {
		return Value{}, ErrSyntax
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	v, err := parse(d, "", MaxDepth)
	if err != nil {
		return Value{}, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Value{}, ErrSyntax
	}
	return v, nil
}

func parse(d *json.Decoder, path string, depth int) (Value, error) {
	token, err := d.Token()
	if err != nil {
		return Value{}, ErrSyntax
	}
	switch t := token.(type) {
	case json.Delim:
		if depth == 0 {
			return Value{}, ErrSyntax
		}
		if t == '{' {
			return parseObject(d, path, depth-1)
		}
		return parseArray(d, path, depth-1)
	case string:
		if strings.ContainsRune(t, 0) {
			return Value{}, ErrSyntax
		}
		return Value{Kind: String, Text: t}, nil
	case json.Number:
		return Value{Kind: Number, Number: t.String()}, nil
	case bool:
		return Value{Kind: Bool}, nil
	default:
		return Value{Kind: Null}, nil
	}
}

func parseObject(d *json.Decoder, path string, depth int) (Value, error) {
	v := Value{Kind: Object}
	seen := map[string]bool{}
	for d.More() {
		token, err := d.Token()
		key, isKey := token.(string)
		if err != nil || !isKey || strings.ContainsRune(key, 0) {
			return Value{}, ErrSyntax
		}
		at := join(path, key)
		if seen[key] {
			return Value{}, &DuplicateError{Path: at}
		}
		seen[key] = true
		member, err := parse(d, at, depth)
		if err != nil {
			return Value{}, err
		}
		v.Members = append(v.Members, Member{Key: key, Value: member})
	}
	_, _ = d.Token() // the brace; the text is valid
	return v, nil
}

func parseArray(d *json.Decoder, path string, depth int) (Value, error) {
	v := Value{Kind: Array}
	for d.More() {
		item, err := parse(d, index(path, len(v.Items)), depth)
		if err != nil {
			return Value{}, err
		}
		v.Items = append(v.Items, item)
	}
	_, _ = d.Token() // the bracket; the text is valid
	return v, nil
}

// hasLoneSurrogate reports whether valid JSON escapes half of a surrogate
// pair, which decoders replace each in their own way.
func hasLoneSurrogate(text []byte) bool {
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		i++ // what is escaped
		if text[i] != 'u' {
			continue
		}
		switch first := hex(text[i+1:]); {
		case first >= 0xDC00 && first <= 0xDFFF:
			return true
		case first >= 0xD800 && first <= 0xDBFF:
			rest := text[i+5:]
			if len(rest) < 6 || rest[0] != '\\' || rest[1] != 'u' {
				return true
			}
			if second := hex(rest[2:]); second < 0xDC00 || second > 0xDFFF {
				return true
			}
			i += 6
		}
		i += 4
	}
	return false
}

// hex reads four hexadecimal digits, which valid JSON has there.
func hex(digits []byte) (n rune) {
	for _, c := range digits[:4] {
		n <<= 4
		switch {
		case c >= 'a':
			n += rune(c-'a') + 10
		case c >= 'A':
			n += rune(c-'A') + 10
		default:
			n += rune(c - '0')
		}
	}
	return n
}
