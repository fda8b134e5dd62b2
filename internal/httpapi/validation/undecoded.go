package validation

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"

	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httperr"
	"larek/internal/httpapi/storeapi"
	"larek/internal/problem"
)

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
