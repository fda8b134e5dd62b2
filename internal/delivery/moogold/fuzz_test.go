package moogold

import (
	"strings"
	"testing"

	"larek/internal/delivery"
)

// A callback is unsigned: only its secret address opens it.
func FuzzCallback(f *testing.F) {
	f.Add("unguessable/", []byte(`{"order_id":91,"account_details":{"partnerOrderId":"k"}}`))
	f.Add("unguessable/../x", []byte(`{"order_id":91}`))
	f.Add("", []byte(`{}`))
	f.Fuzz(func(t *testing.T, path string, body []byte) {
		about, err := shop("").ParseCallback(delivery.Callback{Path: path, Body: body})
		if err != nil {
			if about != (delivery.OrderRef{}) {
				t.Fatalf("refused, yet read as %+v", about)
			}
			return
		}
		if strings.Trim(path, "/") != "unguessable" || about.Key == "" && about.Ref == "" {
			t.Fatalf("%q to %q read as %+v", body, path, about)
		}
	})
}
