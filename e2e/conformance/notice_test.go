package conformance

import (
	"errors"
	"net/http"
	"slices"
	"testing"

	"larek/internal/money"
	"larek/internal/payment"
)

// forge makes a webhook the shop must doubt; false if the protocol cannot
// express it.
func (b *box) forge(reference, what string, signed bool) (payment.Hook, bool) {
	b.Helper()
	var h struct {
		Header http.Header `json:"header"`
		Body   string      `json:"body"`
	}
	status := b.control("forge", map[string]any{
		"provider": b.provider, "reference": reference, "what": what, "signed": signed, "dry": true,
	}, &h)
	return payment.Hook{URL: b.hookURL(), Header: h.Header, Body: []byte(h.Body)}, status == http.StatusOK
}

func TestForgedNoticesAreRefused(t *testing.T) {
	each(t, all, func(b *box) {
		in := b.invoice(16670)
		b.open(in)
		b.act(in.Reference, "pay", "send", 0)
		b.told()
		for _, what := range []string{"bad_signature", "altered_amount", "other_currency", "other_shop"} {
			h, possible := b.forge(in.Reference, what, false)
			if !possible {
				if what != "other_currency" {
					b.Errorf("%s was not tried", what)
				}
				continue
			}
			if n, err := b.adapter.Notice(h); !errors.Is(err, payment.ErrForged) || n != (payment.Notice{}) {
				b.Errorf("%s: %+v, %v", what, n, err)
			}
		}
		h, _ := b.forge(in.Reference, "replay", false)
		for _, body := range [][]byte{nil, []byte("{}"), []byte("x"), h.Body[:len(h.Body)-1]} {
			if _, err := b.adapter.Notice(payment.Hook{URL: h.URL, Header: h.Header, Body: body}); !errors.Is(err, payment.ErrForged) {
				b.Errorf("%q: %v", body, err)
			}
		}
	})
}

// A provider that truly says another sum is believed; comparing it with what
// was asked for is the shop's part.
func TestSignedSurprisesAreToldAsTheyAre(t *testing.T) {
	each(t, all, func(b *box) {
		in := b.invoice(16670)
		b.open(in)
		h, _ := b.forge(in.Reference, "altered_amount", true)
		if n, err := b.adapter.Notice(h); err != nil || n.Amount == in.Amount {
			b.Errorf("altered amount: %+v, %v", n, err)
		}
		if h, possible := b.forge(in.Reference, "other_currency", true); possible {
			if n, err := b.adapter.Notice(h); err != nil || n.Amount.Currency == in.Amount.Currency {
				b.Errorf("other currency: %+v, %v", n, err)
			}
		}
		h, _ = b.forge(in.Reference, "unknown_order", true)
		if n, err := b.adapter.Notice(h); err != nil || n.Reference == in.Reference {
			b.Errorf("unknown order: %+v, %v", n, err)
		}
	})
}

func TestAReplayIsTheSameFact(t *testing.T) {
	each(t, all, func(b *box) {
		in := b.invoice(16670)
		b.open(in)
		b.act(in.Reference, "pay", "twice", 0)
		first, second := b.told(), b.told()
		h, _ := b.forge(in.Reference, "replay", false)
		third, err := b.adapter.Notice(h)
		if err != nil || first != second || first != third {
			b.Errorf("%+v\n%+v\n%+v, %v", first, second, third, err)
		}
		other := b.invoice(16670)
		b.open(other)
		b.act(other.Reference, "pay", "send", 0)
		if n := b.told(); n.Fact == first.Fact {
			b.Errorf("two payments are one fact: %s", n.Fact)
		}
	})
}

func TestAWebhookAndAQuestionTellTheSameFact(t *testing.T) {
	each(t, asks, func(b *box) {
		for action, kind := range map[string]payment.Kind{"pay": payment.Paid, "other_amount": payment.Paid, "decline": payment.Declined} {
			in := b.invoice(16670)
			b.open(in)
			b.act(in.Reference, action, "send", 0)
			told := b.told()
			a, err := b.adapter.Ask(b.Context(), payment.Asked{Reference: in.Reference, Method: in.Method})
			if err != nil || len(a.Notices) != 1 {
				b.Fatalf("%s: %+v, %v", action, a, err)
			}
			asked := a.Notices[0]
			asked.Reason, told.Reason = "", "" // words for operators may differ
			if told != asked || told.Kind != kind {
				b.Errorf("%s: told %+v, asked %+v", action, told, asked)
			}
		}
	})
}

func TestMoneyTakenTwiceIsTwoFacts(t *testing.T) {
	each(t, func(s subject) bool { return s.provider == "payselection" }, func(b *box) {
		in := b.invoice(16670)
		b.open(in)
		b.act(in.Reference, "twice", "send", 0)
		told := []string{b.told().Fact, b.told().Fact}
		a, err := b.adapter.Ask(b.Context(), payment.Asked{Reference: in.Reference})
		if err != nil || len(a.Notices) != 2 || a.UnderWay {
			b.Fatalf("%+v, %v", a, err)
		}
		asked := []string{a.Notices[0].Fact, a.Notices[1].Fact}
		slices.Sort(told)
		slices.Sort(asked)
		if told[0] == told[1] || !slices.Equal(told, asked) {
			b.Errorf("told %v, asked %v", told, asked)
		}
	})
}

func TestPartsAddUp(t *testing.T) {
	each(t, func(s subject) bool { return s.provider == "payin" }, func(b *box) {
		in := b.invoice(10000)
		b.open(in)
		b.act(in.Reference, "partial", "send", 3000)
		one := b.told()
		b.act(in.Reference, "partial", "send", 2000)
		two := b.told()
		b.act(in.Reference, "pay", "send", 0)
		whole := b.told()
		if one.Kind != payment.Partial || one.Amount.Minor != 3000 || two.Kind != payment.Partial || two.Amount.Minor != 5000 ||
			whole.Kind != payment.Paid || whole.Amount.Minor != 10000 || one.Fact == two.Fact {
			b.Errorf("%+v\n%+v\n%+v", one, two, whole)
		}
	})
}

func TestAChangedSumIsPassedOn(t *testing.T) {
	each(t, func(s subject) bool { return s.method == "payin_p2p" }, func(b *box) {
		b.control("faults", map[string]any{"provider": "payin", "operation": "create", "kind": "shift_amount", "shift": 7, "count": 1}, nil)
		in := b.invoice(10000)
		o := b.open(in)
		if o.Amount != 10007 || o.Scenario.CardNumber == "" || !o.ExpiresAt.Before(in.ExpiresAt) || o.ExpiresAt.Before(in.Created) {
			b.Errorf("%+v", o)
		}
	})
}

func TestAnotherCurrencyComesBack(t *testing.T) {
	each(t, func(s subject) bool { return s.provider == "payselection" || s.provider == "payin" }, func(b *box) {
		in := b.invoice(250000)
		in.Amount.Currency = "KZT"
		b.open(in)
		known := in.Reference
		if b.provider == "payin" {
			known += "-KZT" // its webhooks name no currency, so the number does
		}
		b.act(known, "pay", "send", 0)
		if n := b.told(); n.Amount != money.Of(250000, "KZT") || n.Reference != in.Reference {
			b.Errorf("%+v", n)
		}
	})
}
