package httpapi_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"testing"

	"larek/internal/httpapi/store"
)

func TestCallsNotBuiltYetSaySo(t *testing.T) {
	t.Parallel()
	s := sharedShop(t)
	doc := contract(t)
	for _, op := range store.Unbuilt() {
		t.Run(op.OperationID, func(t *testing.T) {
			t.Parallel()
			o := operation(t, doc, op)
			path := sampleAddress(op, o)
			if o.RequestBody == nil {
				wantRefusal(t, s.do(op.Method, path, nil, ""), 501, "not_implemented")
				return
			}
			for kind, media := range o.RequestBody.Value.Content {
				body := sampleBody(t, kind, sample(media.Schema.Value))
				if kind == "multipart/form-data" {
					kind += "; boundary=x"
				}
				wantRefusal(t, s.do(op.Method, path, http.Header{"Content-Type": {kind}}, body), 501, "not_implemented")
			}
		})
	}
}

// sampleBody writes a value in one of the contract's body formats.
func sampleBody(t *testing.T, kind string, v any) string {
	t.Helper()
	switch kind {
	case "application/x-www-form-urlencoded":
		form := url.Values{}
		for k, v := range v.(map[string]any) {
			form.Set(k, asText(v))
		}
		return form.Encode()
	case "multipart/form-data":
		return "--x\r\nContent-Disposition: form-data; name=\"history_order_id\"\r\n\r\n1\r\n--x--\r\n"
	default:
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
}
