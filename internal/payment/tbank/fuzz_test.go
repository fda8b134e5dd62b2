package tbank

import (
	"encoding/json"
	"strings"
	"testing"

	"larek/internal/payment"
)

// Whatever the fields, a notice is accepted only with the token over them; what
// is accepted is of the bank's shapes even when it is signed.
func FuzzSignature(f *testing.F) {
	f.Add("7-1-abc", "CONFIRMED", "5974256058", "16670", "x")
	f.Add("7-1-abc", "CONFIRMED5974256058", "", "16670", strings.Repeat("0", 64))
	f.Fuzz(func(t *testing.T, order, status, id, sum, given string) {
		body, err := json.Marshal(map[string]any{"TerminalKey": "LAREKDEMO", "OrderId": order, "Success": true, "Status": status,
			"PaymentId": id, "Amount": sum, "Token": given})
		if err != nil {
			return
		}
		v, err := scalars(body)
		if err != nil {
			return
		}
		right := token(v, password)
		if n, err := bank("").ParseWebhook(payment.Webhook{Body: body}); err == nil && strings.ToLower(given) != right {
			t.Fatalf("%s was not signed and is read as %+v", body, n)
		}
		signed := strings.Trim(string(body), "{}")
		n, err := bank("").ParseWebhook(signedHook(strings.Replace(signed, `"Token"`, `"Note"`, 1)))
		if err == nil && (n.Amount.Sign() < 0 || !webhookFields["OrderId"].MatchString(n.Reference) || !webhookFields["PaymentId"].MatchString(n.ProviderID)) {
			t.Fatalf("%s read as %+v", body, n)
		}
	})
}
