package conformance

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/payment/payselection"
	"larek/internal/sandbox"
)

func isIrrelevant(err error) bool { return errors.Is(err, payment.ErrIrrelevant) }

func TestTheSumAskedForIsTheSumCharged(t *testing.T) {
	each(t, all, func(b *box) {
		for _, sum := range []money.Minor{1, 100, 1010, 16670, 99999, 10000000, 123456789} {
			in := b.invoice(sum)
			o := b.open(in)
			if o.Scenario.Type != b.scenario || o.Amount != 0 {
				b.Fatalf("%+v", o)
			}
			b.act(in.Reference, "pay", "send", 0)
			if n := b.told(); n.Kind != payment.Paid || n.Amount != money.Of(sum, money.Ruble) || n.Reference != in.Reference {
				b.Fatalf("%s: %+v", sum, n)
			}
			if r := b.record(in.Reference); r.Taken != sum {
				b.Fatalf("%s: taken %s", sum, r.Taken)
			}
		}
	})
}

func TestTheSameReferenceTwiceIsOneInvoice(t *testing.T) {
	each(t, all, func(b *box) {
		in := b.invoice(16670)
		first := b.open(in)
		again, err := b.adapter.Invoice(b.Context(), in)
		switch {
		case b.lost == goneForBad:
			if !errors.Is(err, payment.ErrRefused) {
				b.Errorf("again: %+v, %v", again, err)
			}
		case err != nil:
			b.Errorf("again: %v", err)
		case !cmp.Equal(first, again):
			b.Errorf("again: %s", cmp.Diff(first, again))
		}
		if r := b.record(in.Reference); r.Invoices != 1 {
			b.Errorf("%d invoices", r.Invoices)
		}
	})
}

func TestAnAnswerThatIsLostLeavesOneInvoice(t *testing.T) {
	each(t, func(s subject) bool { return s.lost != neverLost }, func(b *box) {
		for _, kind := range []string{"timeout_after_accept", "wrong_body"} {
			in := b.invoice(16670)
			b.fault("create", kind)
			ctx, cancel := context.WithTimeout(b.Context(), 500*time.Millisecond)
			_, err := b.adapter.Invoice(ctx, in)
			cancel()
			if !errors.Is(err, payment.ErrUnknown) || errors.Is(err, payment.ErrRefused) {
				b.Fatalf("%s: %v", kind, err)
			}
			b.find(in)
			if r := b.record(in.Reference); r.Invoices != 1 {
				b.Errorf("%s: %d invoices", kind, r.Invoices)
			}
		}
	})
}

// find resolves an invoice whose answer was lost.
func (b *box) find(in payment.Invoice) {
	b.Helper()
	a, err := b.adapter.Ask(b.Context(), payment.Asked{
		Reference: in.Reference, Method: in.Method, Amount: in.Amount, Created: in.Created,
	})
	switch {
	case b.asks && (err != nil || len(a.Notices) != 0 || a.UnderWay):
		b.Fatalf("asked: %+v, %v", a, err)
	case !b.asks && !errors.Is(err, payment.ErrCannotAsk):
		b.Fatalf("asked: %v", err)
	case b.lost == askedFor && (a.Opened == nil || a.Opened.Scenario.Type != b.scenario || a.Opened.ProviderID == ""):
		b.Fatalf("asked: %+v", a)
	}
	o, err := b.adapter.Invoice(b.Context(), in)
	if b.lost == goneForBad {
		if !errors.Is(err, payment.ErrRefused) {
			b.Fatalf("again: %+v, %v", o, err)
		}
	} else if err != nil || o.Scenario.Type != b.scenario {
		b.Fatalf("again: %+v, %v", o, err)
	}
}

func TestHowAFailedInvoiceIsCalled(t *testing.T) {
	each(t, func(s subject) bool { return s.lost != neverLost }, func(b *box) {
		for kind, want := range map[string]error{
			"error_500": payment.ErrUnknown, "connection_reset": payment.ErrUnknown, "refuse": payment.ErrRefused,
		} {
			b.fault("create", kind)
			if _, err := b.adapter.Invoice(b.Context(), b.invoice(16670)); !errors.Is(err, want) {
				b.Errorf("%s: %v", kind, err)
			}
		}
		nobody := httptest.NewServer(http.NotFoundHandler())
		nobody.Close()
		if _, err := adapter(b.provider, nobody.URL).Invoice(b.Context(), b.invoice(16670)); !errors.Is(err, payment.ErrRefused) {
			b.Errorf("nobody there: %v", err)
		}
	})
}

func TestABrokenQuestionIsNoAnswer(t *testing.T) {
	each(t, asks, func(b *box) {
		in := b.invoice(16670)
		b.open(in)
		b.act(in.Reference, "pay", "lose", 0)
		for _, kind := range []string{"error_500", "connection_reset", "wrong_body"} {
			// A reset question may be repeated by the client itself, so twice.
			b.fault("status", kind)
			b.fault("status", kind)
			if a, err := b.adapter.Ask(b.Context(), payment.Asked{Reference: in.Reference, Method: in.Method}); !errors.Is(err, payment.ErrUnknown) {
				b.Errorf("%s: %+v, %v", kind, a, err)
			}
			_, _ = b.adapter.Ask(b.Context(), payment.Asked{Reference: in.Reference, Method: in.Method})
		}
	})
}

func TestPayselectionPublicKeyMode(t *testing.T) {
	each(t, func(s subject) bool { return s.provider == "payselection" }, func(b *box) {
		b.adapter = payselection.New(payselection.Config{
			SiteID: sandbox.PayselectionSiteID, SecretKey: sandbox.PayselectionSecretKey, PublicKeyMode: true,
			PublicKey: sandbox.PayselectionPublicKey, SiteURL: sandbox.PayselectionSiteURL,
			WebformURL: b.url + sandbox.PayselectionWebformPath, GatewayURL: b.url + sandbox.PayselectionGatewayPath,
		}, http.DefaultClient)
		b.paid()
	})
}
