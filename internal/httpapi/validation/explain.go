package validation

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"

	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httperr"
	"larek/internal/httpapi/storeapi"
	"larek/internal/problem"
)

// keywordMessages maps the keyword of a schema that was violated to a code for
// programs and a text for buyers.
var keywordMessages = map[string]struct{ code, detail string }{
	"type":                 {"wrong_type", "Значение не того вида."},
	"required":             {"required", "Без этого поля нельзя."},
	"minimum":              {"too_small", "Значение слишком мало."},
	"maximum":              {"too_large", "Значение слишком велико."},
	"minLength":            {"too_short", "Слишком коротко."},
	"maxLength":            {"too_long", "Слишком длинно."},
	"minItems":             {"too_few", "Слишком мало."},
	"maxItems":             {"too_many", "Слишком много."},
	"enum":                 {"unknown_value", "Такого значения нет."},
	"pattern":              {"wrong_format", "Неверный формат."},
	"format":               {"wrong_format", "Неверный формат."},
	"additionalProperties": {"unknown_field", "Такого поля нет."},
	"duplicate":            {"duplicate", "Поле указано дважды."},
}

// explain returns the problem that names the invalid fields and why, without
// repeating their values. An invalid value in the path is reported as not found.
func explain(err error, fields ...problem.Field) *problem.Error {
	notFound := false
	walk(err, func(re *openapi3filter.RequestError) {
		if re.Parameter != nil && re.Parameter.In == "path" {
			notFound = true
			return
		}
		fields = append(fields, requestFields(re)...)
	})
	if notFound {
		return httperr.ErrNotFound
	}
	if len(fields) == 0 {
		return httperr.ErrBody
	}
	slices.SortFunc(fields, func(a, b problem.Field) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Code, b.Code))
	})
	return problem.InvalidFields(slices.Compact(fields)...)
}

// walk visits every request error in a tree of multi-errors.
func walk(err error, visit func(*openapi3filter.RequestError)) {
	if many, ok := err.(openapi3.MultiError); ok { //nolint:errorlint // the library nests these bare
		for _, e := range many {
			walk(e, visit)
		}
		return
	}
	if re, ok := errors.AsType[*openapi3filter.RequestError](err); ok {
		visit(re)
	}
}

func requestFields(re *openapi3filter.RequestError) []problem.Field {
	name := ""
	if re.Parameter != nil {
		name = re.Parameter.Name
	}
	var fields []problem.Field
	walkSchema(re.Err, func(se *openapi3.SchemaError) {
		at := strings.Join(se.JSONPointer(), ".")
		fields = append(fields, field(cmp.Or(name, at, "body"), se.SchemaField))
	})
	if len(fields) > 0 {
		return fields
	}
	if errors.Is(re.Err, openapi3filter.ErrInvalidRequired) {
		return []problem.Field{field(cmp.Or(name, "body"), "required")}
	}
	return []problem.Field{field(cmp.Or(name, "body"), "type")}
}

func walkSchema(err error, visit func(*openapi3.SchemaError)) {
	if many, ok := err.(openapi3.MultiError); ok { //nolint:errorlint // the library nests these bare
		for _, e := range many {
			walkSchema(e, visit)
		}
		return
	}
	if se, ok := errors.AsType[*openapi3.SchemaError](err); ok {
		visit(se)
	}
}

func field(name, keyword string) problem.Field {
	c, ok := keywordMessages[keyword]
	if !ok {
		c = keywordMessages["pattern"]
	}
	return problem.Field{Name: name, Code: c.code, Detail: c.detail}
}

// BadParam answers for a parameter the generated code could not parse; what the
// contract forbids was refused before.
func BadParam(w http.ResponseWriter, _ *http.Request, err error) {
	name := "query"
	if e, ok := errors.AsType[*storeapi.InvalidParamFormatError](err); ok {
		name = e.ParamName
	}
	if e, ok := errors.AsType[*storeapi.TooManyValuesForParamError](err); ok {
		name = e.ParamName
	}
	httperr.Write(w, problem.InvalidFields(field(name, "type")))
}

// BadAdminParam is BadParam for the console's contract, whose generated code has types
// of its own.
func BadAdminParam(w http.ResponseWriter, _ *http.Request, err error) {
	name := "query"
	if e, ok := errors.AsType[*adminapi.InvalidParamFormatError](err); ok {
		name = e.ParamName
	}
	if e, ok := errors.AsType[*adminapi.TooManyValuesForParamError](err); ok {
		name = e.ParamName
	}
	httperr.Write(w, problem.InvalidFields(field(name, "type")))
}

// BadBody answers for a body the generated code could not decode: a number that the
// contract allows may still overflow the Go type.
func BadBody(w http.ResponseWriter, _ *http.Request, err error) {
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		httperr.Write(w, problem.InvalidFields(field(cmp.Or(e.Field, "body"), "type")))
		return
	}
	httperr.Write(w, httperr.ErrBody)
}
