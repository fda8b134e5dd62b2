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
func (b *providerSuite) forge(reference, what string, signed bool) (payment.Webhook, bool) {
	b.Helper()
	var h struct {
		Header http.Header `json:"header"`
		Body   string      `json:"body"`
	}
	status := b.control("forge", map[string]any{
		"provider": b.provider, "reference": reference, "what": what, "signed": signed, "dry": true,
	}, &h)
	return payment.Webhook{URL: b.hookURL(), Header: h.Header, Body: []byte(h.Body)}, status == http.StatusOK
}

func TestForgedNoticesAreRefused(t *testing.T) {
	each(t, all, func(b *providerSuite) {
		in := b.invoice(16670)
		b.open(in)
		b.act(in.Reference, "pay", "send", 0)
		b.nextWebhook()
		for _, what := range []string{"bad_signature", "altered_amount", "other_currency", "other_shop"} {
			h, possible := b.forge(in.Reference, what, false)
			if !possible {
				if what != "other_currency" {
					b.Errorf("%s was not tried", what)
				}
				continue
			}
			if n, err := b.adapter.ParseWebhook(h); !errors.Is(err, payment.ErrInvalidSignature) || n != (payment.Notice{}) {
				b.Errorf("%s: %+v, %v", what, n, err)
			}
		}
		h, _ := b.forge(in.Reference, "replay", false)
		for _, body := range [][]byte{nil, []byte("{}"), []byte("x"), h.Body[:len(h.Body)-1]} {
			if _, err := b.adapter.ParseWebhook(payment.Webhook{URL: h.URL, Header: h.Header, Body: body}); !errors.Is(err, payment.ErrInvalidSignature) {
				b.Errorf("%q: %v", body, err)
			}
		}
	})
}

// A signed webhook with another amount is accepted; comparing it with the requested
// amount is the shop's part.
func TestSignedSurprisesAreToldAsTheyAre(t *testing.T) {
	each(t, all, func(b *providerSuite) {
		in := b.invoice(16670)
		b.open(in)
		h, _ := b.forge(in.Reference, "altered_amount", true)
		if n, err := b.adapter.ParseWebhook(h); err != nil || n.Amount == in.Amount {
			b.Errorf("altered amount: %+v, %v", n, err)
		}
		if h, possible := b.forge(in.Reference, "other_currency", true); possible {
			if n, err := b.adapter.ParseWebhook(h); err != nil || n.Amount.Currency == in.Amount.Currency {
				b.Errorf("other currency: %+v, %v", n, err)
			}
		}
		h, _ = b.forge(in.Reference, "unknown_order", true)
		if n, err := b.adapter.ParseWebhook(h); err != nil || n.Reference == in.Reference {
			b.Errorf("unknown order: %+v, %v", n, err)
		}
	})
}

func TestReplayedWebhookIsDeduplicated(t *testing.T) {
	each(t, all, func(b *providerSuite) {
		in := b.invoice(16670)
		b.open(in)
		b.act(in.Reference, "pay", "twice", 0)
		first, second := b.nextWebhook(), b.nextWebhook()
		h, _ := b.forge(in.Reference, "replay", false)
		third, err := b.adapter.ParseWebhook(h)
		if err != nil || first != second || first != third {
			b.Errorf("%+v\n%+v\n%+v, %v", first, second, third, err)
		}
		other := b.invoice(16670)
		b.open(other)
		b.act(other.Reference, "pay", "send", 0)
		if n := b.nextWebhook(); n.DedupeKey == first.DedupeKey {
			b.Errorf("two payments share the dedupe key %s", n.DedupeKey)
		}
	})
}

func TestWebhookAndPollShareDedupeKey(t *testing.T) {
	each(t, asks, func(b *providerSuite) {
		for action, kind := range map[string]payment.NoticeKind{"pay": payment.NoticePaid, "other_amount": payment.NoticePaid, "decline": payment.NoticeDeclined} {
			in := b.invoice(16670)
			b.open(in)
			b.act(in.Reference, action, "send", 0)
			pushed := b.nextWebhook()
			a, err := b.adapter.QueryAttempt(b.Context(), payment.AttemptRef{Reference: in.Reference, Method: in.Method})
			if err != nil || len(a.Notices) != 1 {
				b.Fatalf("%s: %+v, %v", action, a, err)
			}
			polled := a.Notices[0]
			polled.Reason, pushed.Reason = "", "" // texts for operators may differ
			if pushed != polled || pushed.Kind != kind {
				b.Errorf("%s: webhook %+v, poll %+v", action, pushed, polled)
			}
		}
	})
}

func TestMoneyTakenTwiceIsTwoFacts(t *testing.T) {
	each(t, func(s providerCase) bool { return s.provider == "payselection" }, func(b *providerSuite) {
		in := b.invoice(16670)
		b.open(in)
		b.act(in.Reference, "twice", "send", 0)
		pushed := []string{b.nextWebhook().DedupeKey, b.nextWebhook().DedupeKey}
		a, err := b.adapter.QueryAttempt(b.Context(), payment.AttemptRef{Reference: in.Reference})
		if err != nil || len(a.Notices) != 2 || a.UnderWay {
			b.Fatalf("%+v, %v", a, err)
		}
		polled := []string{a.Notices[0].DedupeKey, a.Notices[1].DedupeKey}
		slices.Sort(pushed)
		slices.Sort(polled)
		if pushed[0] == pushed[1] || !slices.Equal(pushed, polled) {
			b.Errorf("webhook %v, poll %v", pushed, polled)
		}
	})
}

func TestPartsAddUp(t *testing.T) {
	each(t, func(s providerCase) bool { return s.provider == "payin" }, func(b *providerSuite) {
		in := b.invoice(10000)
		b.open(in)
		b.act(in.Reference, "partial", "send", 3000)
		one := b.nextWebhook()
		b.act(in.Reference, "partial", "send", 2000)
		two := b.nextWebhook()
		b.act(in.Reference, "pay", "send", 0)
		whole := b.nextWebhook()
		if one.Kind != payment.NoticePartial || one.Amount.Minor != 3000 || two.Kind != payment.NoticePartial || two.Amount.Minor != 5000 ||
			whole.Kind != payment.NoticePaid || whole.Amount.Minor != 10000 || one.DedupeKey == two.DedupeKey {
			b.Errorf("%+v\n%+v\n%+v", one, two, whole)
		}
	})
}

func TestAChangedSumIsPassedOn(t *testing.T) {
	each(t, func(s providerCase) bool { return s.method == "payin_p2p" }, func(b *providerSuite) {
		b.control("faults", map[string]any{"provider": "payin", "operation": "create", "kind": "shift_amount", "shift": 7, "count": 1}, nil)
		in := b.invoice(10000)
		o := b.open(in)
		if o.Amount != 10007 || o.Scenario.CardNumber == "" || !o.ExpiresAt.Before(in.ExpiresAt) || o.ExpiresAt.Before(in.Created) {
			b.Errorf("%+v", o)
		}
	})
}

func TestAnotherCurrencyComesBack(t *testing.T) {
	each(t, func(s providerCase) bool { return s.provider == "payselection" || s.provider == "payin" }, func(b *providerSuite) {
		in := b.invoice(250000)
		in.Amount.Currency = "KZT"
		b.open(in)
		known := in.Reference
		if b.provider == "payin" {
			known += "-KZT" // its webhooks name no currency, so the number does
		}
		b.act(known, "pay", "send", 0)
		if n := b.nextWebhook(); n.Amount != money.Of(250000, "KZT") || n.Reference != in.Reference {
			b.Errorf("%+v", n)
		}
	})
}
