// Package validation checks requests against the contract before a handler sees them.
package validation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/go-chi/chi/v5"

	"larek/internal/httpapi/httperr"
	"larek/internal/httpapi/strictjson"
	"larek/internal/problem"
)

// MaxBody is more than any JSON request of the contract needs but those that carry a
// file, which the contract marks.
const (
	MaxBody      = 64 << 10
	maxLargeBody = 3 << 20
)

// largeBody marks an operation whose JSON carries the text of a file.
const largeBody = "x-large-body"

// Validator checks requests of one operation against the contract. Its route is
// prepared when the server starts, so that no request searches for it.
type Validator struct {
	route   *routers.Route
	options *openapi3filter.Options
}

// New prepares the checks of one operation.
func New(doc *openapi3.T, method, pattern string) (*Validator, error) {
	item := doc.Paths.Value(pattern)
	if item == nil || item.GetOperation(method) == nil {
		return nil, fmt.Errorf("%s %s is not in the contract", method, pattern)
	}
	op := *item.GetOperation(method)
	// Access is checked elsewhere, and the library would read whole uploads for it.
	op.Security = openapi3.NewSecurityRequirements()
	return &Validator{
		route:   &routers.Route{Spec: doc, Path: pattern, PathItem: item, Method: method, Operation: &op},
		options: &openapi3filter.Options{MultiError: true, ExcludeRequestBody: hasMultipart(&op)},
	}, nil
}

// Operation returns the operation of the contract.
func (v *Validator) Operation() *openapi3.Operation { return v.route.Operation }

// QueryParams returns the names of the query parameters, in the order of the contract.
func (v *Validator) QueryParams() []string {
	var names []string
	for _, p := range v.route.Operation.Parameters {
		if p.Value.In == openapi3.ParameterInQuery {
			names = append(names, p.Value.Name)
		}
	}
	return names
}

// IsUpload reports whether the body is left to the handler, which reads it in parts.
func (v *Validator) IsUpload() bool { return v.options.ExcludeRequestBody }

// BodyLimit returns how large a body may be that is not left to the handler.
func (v *Validator) BodyLimit() int64 {
	if _, large := v.route.Operation.Extensions[largeBody]; large {
		return maxLargeBody
	}
	return MaxBody
}

// providerNotice marks an operation a payment provider calls. Its body may contain
// unknown fields: a provider may add some at any time.
const providerNotice = "x-provider-notice"

// Check returns what is wrong with the request, or nil.
func (v *Validator) Check(r *http.Request) *problem.Error {
	params := pathParams(r)
	for _, p := range params {
		if !plainText(p) {
			return httperr.ErrNotFound
		}
	}
	if bad := v.checkQuery(r.URL); bad != nil {
		return bad
	}
	unclear, bad := v.readBody(r)
	if bad != nil {
		return bad
	}
	err := openapi3filter.ValidateRequest(r.Context(), &openapi3filter.RequestValidationInput{
		Request: r, PathParams: params, Route: v.route, Options: v.options,
	})
	if err == nil && len(unclear) == 0 {
		return nil
	}
	return explain(err, unclear...)
}

// readBody reads a body of a type the contract names, no more than BodyLimit. JSON is
// read strictly; unclear names the fields that a decoder could read in another way
// than the contract's checks do.
func (v *Validator) readBody(r *http.Request) (unclear []problem.Field, bad *problem.Error) {
	if v.route.Operation.RequestBody == nil || v.options.ExcludeRequestBody {
		return nil, nil
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || v.route.Operation.RequestBody.Value.Content.Get(kind) == nil {
		return nil, httperr.ErrMediaType
	}
	body, err := io.ReadAll(r.Body)
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, httperr.ErrTooLarge
	}
	if err != nil {
		return nil, httperr.ErrBody
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.Header.Set("Content-Type", kind) // as spelled in the contract: the generated code compares the exact text
	_, tolerant := v.route.Operation.Extensions[providerNotice]
	switch {
	case kind != "application/json":
		return nil, nil
	case tolerant:
		if !cleanJSON(body) {
			return nil, httperr.ErrBody
		}
		return nil, nil
	}
	return strictBody(body, v.route.Operation.RequestBody.Value.Content.Get(kind).Schema.Value)
}

// maxUnclear bounds how many fields one refusal names.
const maxUnclear = 20

func strictBody(body []byte, schema *openapi3.Schema) (unclear []problem.Field, bad *problem.Error) {
	value, err := strictjson.Parse(body)
	if twice, ok := errors.AsType[*strictjson.DuplicateError](err); ok {
		return nil, problem.InvalidFields(field(shortName(twice.Path), "duplicate"))
	}
	if err != nil {
		return nil, httperr.ErrBody
	}
	complaints := strictjson.Check(value, schema)
	for _, c := range complaints[:min(len(complaints), maxUnclear)] {
		unclear = append(unclear, field(shortName(c.Path), c.Keyword))
	}
	return unclear, nil
}

// shortName bounds the length of a field name chosen by the caller.
func shortName(path string) string {
	if letters := []rune(path); len(letters) > 100 {
		return string(letters[:100]) + "…"
	}
	return path
}

// cleanJSON reports whether a notice can be decoded and stored: PostgreSQL has no
// zero characters.
func cleanJSON(body []byte) bool {
	return json.Valid(body) && utf8.Valid(body) && !bytes.Contains(body, []byte(`\u0000`))
}

func hasMultipart(op *openapi3.Operation) bool {
	return op.RequestBody != nil && op.RequestBody.Value.Content.Get("multipart/form-data") != nil
}

func pathParams(r *http.Request) map[string]string {
	ctx := chi.RouteContext(r.Context())
	params := make(map[string]string, len(ctx.URLParams.Keys))
	for i, k := range ctx.URLParams.Keys {
		if v, err := url.PathUnescape(ctx.URLParams.Values[i]); err == nil {
			params[k] = v
		} else {
			params[k] = "\x00"
		}
	}
	return params
}

func (v *Validator) checkQuery(u *url.URL) *problem.Error {
	if u.RawQuery == "" {
		return nil
	}
	q, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return problem.InvalidFields(problem.Field{Name: "query", Code: "wrong_format", Detail: "Адрес написан с ошибкой."})
	}
	for name, values := range q {
		for _, value := range values {
			if !plainText(value) {
				return problem.InvalidFields(problem.Field{Name: printable(name), Code: "wrong_format", Detail: "Недопустимые символы."})
			}
		}
	}
	// The library treats an empty number as a missing one.
	for _, p := range v.route.Operation.Parameters {
		if given := q[p.Value.Name]; len(given) > 0 && given[0] == "" && p.Value.Schema.Value.Type.Is(openapi3.TypeInteger) {
			return problem.InvalidFields(field(p.Value.Name, "type"))
		}
	}
	return nil
}

func plainText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

func printable(s string) string { return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "") }
