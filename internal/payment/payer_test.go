package payment_test

import (
	"bytes"
	"testing"

	"larek/internal/payment"
)

func TestOnlyExternalMethodsMayBePaidByOthers(t *testing.T) {
	t.Parallel()
	for method, want := range map[string]bool{"payselection": true, "tbank_sbp": true, "payin_p2p": true, "getpay": true, payment.Balance: false, "free": false} {
		if got := payment.IsOutside(method); got != want {
			t.Errorf("IsOutside(%q): got %t, want %t", method, got, want)
		}
	}
}

func TestAPayerIsKnownByTheirContact(t *testing.T) {
	t.Parallel()
	a := payment.PayerByLink("A@example.test", "+79990000000")
	if !bytes.Equal(a, payment.PayerByLink("a@example.test", "+79990000000")) {
		t.Error("one contact, two payers")
	}
	if bytes.Equal(a, payment.PayerByLink("b@example.test", "+79990000000")) || bytes.Equal(a, payment.PayerByLink("A@example.test", "")) {
		t.Error("two contacts, one payer")
	}
}
