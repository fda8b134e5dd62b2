package getpay

import (
	"net/url"
	"strings"
	"testing"

	"larek/internal/payment"
)

// Whatever the fields, a notice is accepted only with the signature over them.
func FuzzSignature(f *testing.F) {
	f.Add("27000", "100", "ord-1", known)
	f.Add("27000", "100:ord-1", "", known)
	f.Fuzz(func(t *testing.T, id, sum, order, given string) {
		form := url.Values{"wallet": {id}, "sum": {sum}, "order": {order}, "signature": {given}}
		n, err := wallet("").ParseWebhook(payment.Webhook{Body: []byte(form.Encode())})
		if err != nil {
			return
		}
		if strings.ToLower(given) != known || order != "ord-1" || n.Amount.Minor != 10000 {
			t.Fatalf("%v was not signed and is read as %+v", form, n)
		}
	})
}
