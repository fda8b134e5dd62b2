package payin

import (
	"net/url"
	"testing"

	"larek/internal/payment"
)

// Whatever the fields, a notice is accepted only with the signature over them.
func FuzzSignature(f *testing.F) {
	f.Add("8686", "87876", "12345678", "166.70", "+79090000001", "1", "13:12:03 10.01.2024", "1271c993e1e8259b15ff8175b9e60e95")
	f.Add("8686", "87876", "13:12:03 10.01.2024", "166.70", "+79090000001#1#x", "", "", "ad44b219de2dec1d48fd8566909c7035")
	f.Fuzz(func(t *testing.T, agentID, order, id, sum, phone, status, date, given string) {
		form := url.Values{"agentId": {agentID}, "orderId": {order}, "paymentId": {id}, "amount": {sum}, "phone": {phone},
			"paymentStatus": {status}, "paymentDate": {date}, "sign": {given}}
		n, err := agent("").ParseWebhook(hook(form))
		if err != nil {
			if n != (payment.Notice{}) {
				t.Fatalf("refused, yet read as %+v", n)
			}
			return
		}
		if given != "1271c993e1e8259b15ff8175b9e60e95" && given != "1271C993E1E8259B15FF8175B9E60E95" {
			t.Fatalf("%v was not signed and is read as %+v", form, n)
		}
		if n.Amount.Sign() < 0 || !n.Amount.Currency.Valid() || !paymentPart.MatchString(n.ProviderID) {
			t.Fatalf("%v read as %+v", form, n)
		}
	})
}
