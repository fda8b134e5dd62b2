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
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxDepth is how deep a body may be nested; the contract needs three levels.
const MaxDepth = 16

// ErrSyntax is returned for a body that is not one JSON value in clean UTF-8.
var ErrSyntax = errors.New("strictjson: not one clean JSON value")

// DuplicateError names a key that an object has twice.
type DuplicateError struct{ Path string }

// Error implements error.
func (e *DuplicateError) Error() string { return "strictjson: duplicate key " + e.Path }

// Parse reads a body that is one JSON value and nothing after it. It refuses
// invalid UTF-8, halves of surrogate pairs, zero characters (PostgreSQL has
// none), nesting beyond MaxDepth and keys that occur twice in an object.
func Parse(body []byte) (jsontext.Value, error) {
	if !jsontext.Value(body).IsValid(jsontext.AllowDuplicateNames(true)) {
		return nil, ErrSyntax
	}
	d := jsontext.NewDecoder(bytes.NewBuffer(body))
	for {
		token, err := d.ReadToken()
		if errors.Is(err, io.EOF) {
			return body, nil
		}
		if twice, ok := errors.AsType[*jsontext.SyntacticError](err); ok && errors.Is(err, jsontext.ErrDuplicateName) {
			path := ""
			for key := range twice.JSONPointer.Tokens() {
				path = join(path, key)
			}
			return nil, &DuplicateError{Path: path}
		}
		if err != nil || d.StackDepth() > MaxDepth || token.Kind() == '"' && strings.ContainsRune(token.String(), 0) {
			return nil, ErrSyntax
		}
	}
}

// members returns the keys of an object with their values, in the order of the text.
func members(object jsontext.Value) iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		d := jsontext.NewDecoder(bytes.NewBuffer(object))
		_, _ = d.ReadToken() // the brace; Parse has read the text
		for d.PeekKind() != '}' {
			key, _ := d.ReadToken()
			name := key.String()
			value, err := d.ReadValue()
			if err != nil || !yield(name, value) {
				return
			}
		}
	}
}

// items returns the values of an array with their numbers.
func items(array jsontext.Value) iter.Seq2[int, jsontext.Value] {
	return func(yield func(int, jsontext.Value) bool) {
		d := jsontext.NewDecoder(bytes.NewBuffer(array))
		_, _ = d.ReadToken() // the bracket; Parse has read the text
		for i := 0; d.PeekKind() != ']'; i++ {
			value, err := d.ReadValue()
			if err != nil || !yield(i, value) {
				return
			}
		}
	}
}
