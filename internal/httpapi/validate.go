package httpapi

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

	"larek/internal/httpapi/strictjson"
	"larek/internal/problem"
)

// maxBody is more than any JSON request of the contract needs.
const maxBody = 64 << 10

// validator checks requests of one operation against the contract. Routes are
// prepared when the server starts, so that nothing is searched per request.
type validator struct {
	route   *routers.Route
	options *openapi3filter.Options
}

func newValidator(doc *openapi3.T, method, pattern string) (*validator, error) {
	item := doc.Paths.Value(pattern)
	if item == nil || item.GetOperation(method) == nil {
		return nil, fmt.Errorf("%s %s is not in the contract", method, pattern)
	}
	op := *item.GetOperation(method)
	// Who may call is not a matter of shape, and the library would read whole
	// uploads to ask.
	op.Security = openapi3.NewSecurityRequirements()
	return &validator{
		route:   &routers.Route{Spec: doc, Path: pattern, PathItem: item, Method: method, Operation: &op},
		options: &openapi3filter.Options{MultiError: true, ExcludeRequestBody: hasMultipart(&op)},
	}, nil
}

// providerNotice marks an operation a payment provider calls. Its body is read
// tolerantly: a provider may add fields without asking us.
const providerNotice = "x-provider-notice"

// check returns nil or what is wrong with the request.
func (v *validator) check(r *http.Request) *problem.Error {
	params := pathParams(r)
	for _, p := range params {
		if !plainText(p) {
			return errNotFound
		}
	}
	if bad := v.oddQuery(r.URL); bad != nil {
		return bad
	}
	unclear, bad := v.takeBody(r)
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

// takeBody reads a body of a kind the contract names, no more than maxBody.
// JSON is read strictly; what it says is unclear where a decoder could read it
// in another way than the contract's checks do.
func (v *validator) takeBody(r *http.Request) (unclear []problem.Field, bad *problem.Error) {
	if v.route.Operation.RequestBody == nil || v.options.ExcludeRequestBody {
		return nil, nil
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || v.route.Operation.RequestBody.Value.Content.Get(kind) == nil {
		return nil, errMediaType
	}
	body, err := io.ReadAll(r.Body)
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, errTooLarge
	}
	if err != nil {
		return nil, errBody
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.Header.Set("Content-Type", kind) // as written in the contract: the generated code compares letters
	_, tolerant := v.route.Operation.Extensions[providerNotice]
	switch {
	case kind != "application/json":
		return nil, nil
	case tolerant:
		if !cleanJSON(body) {
			return nil, errBody
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
		return nil, errBody
	}
	complaints := strictjson.Check(value, schema)
	for _, c := range complaints[:min(len(complaints), maxUnclear)] {
		unclear = append(unclear, field(shortName(c.Path), c.Keyword))
	}
	return unclear, nil
}

// shortName bounds the name of a field that a stranger chose.
func shortName(path string) string {
	if letters := []rune(path); len(letters) > 100 {
		return string(letters[:100]) + "…"
	}
	return path
}

// cleanJSON reports whether a notice can be decoded and kept: PostgreSQL has
// no zero characters.
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

func (v *validator) oddQuery(u *url.URL) *problem.Error {
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
	// The library takes an empty number for a missing one.
	for _, p := range v.route.Operation.Parameters {
		if given := q[p.Value.Name]; len(given) > 0 && given[0] == "" && p.Value.Schema.Value.Type.Is(openapi3.TypeInteger) {
			return problem.InvalidFields(field(p.Value.Name, "type"))
		}
	}
	return nil
}

func plainText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

func printable(s string) string { return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "") }
