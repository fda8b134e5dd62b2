package providers_test

import (
	"io/fs"
	"regexp"
	"testing"

	"larek/db"
	"larek/internal/payment"
	"larek/internal/payment/providers"
)

// method matches the methods of the demo shop.
var method = regexp.MustCompile(`(?m)^        - name: (\w+)$`)

func TestEveryMethodHasOneProvider(t *testing.T) {
	t.Parallel()
	known := map[string]string{payment.Balance: payment.Balance}
	for _, d := range providers.All {
		for _, m := range d.Methods {
			if other, taken := known[m.Name]; taken {
				t.Errorf("%s: got providers %s and %s, want one", m.Name, other, d.Name)
			}
			known[m.Name] = d.Name
			if d.Title == "" || m.Title == "" {
				t.Errorf("%s of %s: got no title", m.Name, d.Name)
			}
		}
	}
	text, err := fs.ReadFile(db.Seed, "seed/countries.yaml")
	if err != nil {
		t.Fatal(err)
	}
	found := method.FindAllSubmatch(text, -1)
	if len(found) < 10 {
		t.Fatalf("got %d methods in the demo data, want all of them", len(found))
	}
	for _, m := range found {
		if known[string(m[1])] == "" {
			t.Errorf("%s: no provider serves it", m[1])
		}
	}
}

// TestPersistedNames checks the names that attempts, the ledger and webhook URLs of a
// running shop contain.
func TestPersistedNames(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"payselection": "payselection", "tbank_sbp": "tbank", "tbank_qr": "tbank", "payin_p2p": "payin", "payin_form": "payin", "payin_external": "payin", "getpay": "getpay",
	}
	got := map[string]string{}
	for _, d := range providers.All {
		for _, m := range d.Methods {
			got[m.Name] = d.Name
		}
	}
	for name, provider := range want {
		if got[name] != provider {
			t.Errorf("%s: got %q, want %q", name, got[name], provider)
		}
	}
}
