package payment_test

import (
	"testing"

	"larek/internal/payment"
)

func TestRatesResolveNoEntities(t *testing.T) {
	t.Parallel()
	for name, entity := range map[string]string{
		"a file": `<!ENTITY x SYSTEM "file:///etc/hostname">`, "an address": `<!ENTITY x SYSTEM "http://127.0.0.1:1/">`, "a text": `<!ENTITY x "USD">`,
	} {
		doc := `<?xml version="1.0"?><!DOCTYPE v [` + entity + `]><ValCurs Date="14.11.2026"><Valute><CharCode>&x;</CharCode><Nominal>1</Nominal><Value>81,46</Value></Valute></ValCurs>`
		if got, err := payment.ParseRates([]byte(doc)); err == nil {
			t.Errorf("%s: got %v, want an error", name, got.Rates)
		}
	}
}
