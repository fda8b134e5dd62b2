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
	sandboxpayselection "larek/internal/sandbox/payselection"
)

func isIrrelevant(err error) bool { return errors.Is(err, payment.ErrIgnoredEvent) }

func TestTheSumAskedForIsTheSumCharged(t *testing.T) {
	each(t, all, func(b *providerSuite) {
		for _, sum := range []money.Minor{1, 100, 1010, 16670, 99999, 10000000, 123456789} {
			in := b.invoice(sum)
			o := b.open(in)
			if o.Scenario.Type != b.scenario || o.Amount != 0 {
				b.Fatalf("%+v", o)
			}
			b.act(in.Reference, "pay", "send", 0)
			if n := b.nextWebhook(); n.Kind != payment.NoticePaid || n.Amount != money.Of(sum, money.Ruble) || n.Reference != in.Reference {
				b.Fatalf("%s: %+v", sum, n)
			}
			if r := b.record(in.Reference); r.Taken != sum {
				b.Fatalf("%s: taken %s", sum, r.Taken)
			}
		}
	})
}

func TestTheSameReferenceTwiceIsOneInvoice(t *testing.T) {
	each(t, all, func(b *providerSuite) {
		in := b.invoice(16670)
		first := b.open(in)
		again, err := b.adapter.CreateInvoice(b.Context(), in)
		switch {
		case b.lost == payment.NotFound:
			if !errors.Is(err, payment.ErrRefused) {
				b.Errorf("again: %+v, %v", again, err)
			}
		case err != nil:
			b.Errorf("again: %v", err)
		case !cmp.Equal(first, again):
			b.Errorf("again: %s", cmp.Diff(first, again))
		}
		if r := b.record(in.Reference); r.Invoices != 1 {
			b.Errorf("got %d invoices, want 1", r.Invoices)
		}
	})
}

func TestAnAnswerThatIsLostLeavesOneInvoice(t *testing.T) {
	each(t, func(s providerCase) bool { return s.lost != payment.NeverLost }, func(b *providerSuite) {
		for _, kind := range []string{"timeout_after_accept", "wrong_body"} {
			in := b.invoice(16670)
			b.fault("create", kind)
			ctx, cancel := context.WithTimeout(b.Context(), 500*time.Millisecond)
			_, err := b.adapter.CreateInvoice(ctx, in)
			cancel()
			if !errors.Is(err, payment.ErrOutcomeUnknown) || errors.Is(err, payment.ErrRefused) {
				b.Fatalf("%s: %v", kind, err)
			}
			b.find(in)
			if r := b.record(in.Reference); r.Invoices != 1 {
				b.Errorf("%s: got %d invoices, want 1", kind, r.Invoices)
			}
		}
	})
}

// find resolves an invoice whose answer was lost.
func (b *providerSuite) find(in payment.InvoiceRequest) {
	b.Helper()
	a, err := b.adapter.QueryAttempt(b.Context(), payment.AttemptRef{
		Reference: in.Reference, Method: in.Method, Amount: in.Amount, Created: in.Created,
	})
	switch {
	case b.asks && (err != nil || len(a.Notices) != 0 || a.UnderWay):
		b.Fatalf("asked: %+v, %v", a, err)
	case !b.asks && !errors.Is(err, payment.ErrQueryUnsupported):
		b.Fatalf("asked: %v", err)
	case b.lost == payment.FoundByQuery && (a.Opened == nil || a.Opened.Scenario.Type != b.scenario || a.Opened.ProviderID == ""):
		b.Fatalf("asked: %+v", a)
	}
	o, err := b.adapter.CreateInvoice(b.Context(), in)
	if b.lost == payment.NotFound {
		if !errors.Is(err, payment.ErrRefused) {
			b.Fatalf("again: %+v, %v", o, err)
		}
	} else if err != nil || o.Scenario.Type != b.scenario {
		b.Fatalf("again: %+v, %v", o, err)
	}
}

func TestHowAFailedInvoiceIsCalled(t *testing.T) {
	each(t, func(s providerCase) bool { return s.lost != payment.NeverLost }, func(b *providerSuite) {
		for kind, want := range map[string]error{
			"error_500": payment.ErrOutcomeUnknown, "connection_reset": payment.ErrOutcomeUnknown, "refuse": payment.ErrRefused,
		} {
			b.fault("create", kind)
			if _, err := b.adapter.CreateInvoice(b.Context(), b.invoice(16670)); !errors.Is(err, want) {
				b.Errorf("%s: %v", kind, err)
			}
		}
		nobody := httptest.NewServer(http.NotFoundHandler())
		nobody.Close()
		if _, err := adapter(b.T, b.provider, nobody.URL).CreateInvoice(b.Context(), b.invoice(16670)); !errors.Is(err, payment.ErrRefused) {
			b.Errorf("provider unreachable: got %v", err)
		}
	})
}

func TestABrokenQuestionIsNoAnswer(t *testing.T) {
	each(t, asks, func(b *providerSuite) {
		in := b.invoice(16670)
		b.open(in)
		b.act(in.Reference, "pay", "lose", 0)
		for _, kind := range []string{"error_500", "connection_reset", "wrong_body"} {
			// A reset question may be repeated by the client itself, so twice.
			b.fault("status", kind)
			b.fault("status", kind)
			if a, err := b.adapter.QueryAttempt(b.Context(), payment.AttemptRef{Reference: in.Reference, Method: in.Method}); !errors.Is(err, payment.ErrOutcomeUnknown) {
				b.Errorf("%s: %+v, %v", kind, a, err)
			}
			_, _ = b.adapter.QueryAttempt(b.Context(), payment.AttemptRef{Reference: in.Reference, Method: in.Method})
		}
	})
}

func TestPayselectionPublicKeyMode(t *testing.T) {
	each(t, func(s providerCase) bool { return s.provider == "payselection" }, func(b *providerSuite) {
		b.adapter = payselection.New(payselection.Settings{
			SiteID: sandboxpayselection.SiteID, SecretKey: sandboxpayselection.SecretKey, PublicKeyMode: true,
			PublicKey: sandboxpayselection.PublicKey, SiteURL: sandboxpayselection.SiteURL,
			WebformURL: b.sandbox.URL + sandboxpayselection.WebformPath, GatewayURL: b.sandbox.URL + sandboxpayselection.GatewayPath,
		}, &http.Client{Transport: new(http.Transport)})
		b.paid()
	})
}

func TestACancelledInvoiceTakesNoMoney(t *testing.T) {
	each(t, func(c providerCase) bool { return c.cancels }, func(b *providerSuite) {
		in := b.invoice(16670)
		opened := b.open(in)
		ref := payment.AttemptRef{Reference: in.Reference, ProviderID: opened.ProviderID, Method: b.method, Amount: in.Amount, Created: in.Created}
		if report, err := b.adapter.QueryAttempt(b.Context(), ref); err != nil || !report.CanBePaid {
			b.Fatalf("an open invoice: %+v, %v", report, err)
		}
		for range 2 { // the second call finds nothing to cancel
			if found, err := b.adapter.(payment.Canceller).CancelInvoice(b.Context(), ref); err != nil || len(found) != 0 {
				b.Fatalf("%+v, %v; want no payment", found, err)
			}
		}
		if status := b.control("pay", map[string]any{"provider": b.provider, "reference": in.Reference, "action": "pay"}, nil); status == http.StatusOK {
			b.Error("a cancelled invoice was paid")
		}
		if r := b.record(in.Reference); r.Taken != 0 {
			b.Errorf("%s was taken", r.Taken)
		}
		report, err := b.adapter.QueryAttempt(b.Context(), ref)
		if err != nil || report.CanBePaid || len(report.Notices) != 1 || report.Notices[0].Kind != payment.NoticeDeclined {
			b.Errorf("a cancelled invoice: %+v, %v", report, err)
		}
	})
}

// Cancelling an invoice that was just paid keeps the payment: the adapter queries it first.
func TestAPaidInvoiceIsNotCancelled(t *testing.T) {
	each(t, func(c providerCase) bool { return c.cancels }, func(b *providerSuite) {
		in := b.invoice(16670)
		opened := b.open(in)
		b.act(in.Reference, "pay", "lose", 0)
		if _, err := b.adapter.(payment.Canceller).CancelInvoice(b.Context(), payment.AttemptRef{Reference: in.Reference, ProviderID: opened.ProviderID, Method: b.method}); err != nil {
			b.Fatal(err)
		}
		if r := b.record(in.Reference); r.Taken != 16670 || r.Refunds != 0 {
			b.Errorf("taken %s, %d refunds", r.Taken, r.Refunds)
		}
	})
}

// A bank that does not show a payment yet refunds it when its invoice is cancelled: the adapter
// returns both.
func TestAnInvoicePaidUnseenIsRefundedByItsCancellation(t *testing.T) {
	each(t, func(c providerCase) bool { return c.cancels }, func(b *providerSuite) {
		in := b.invoice(16670)
		opened := b.open(in)
		if status := b.control("status", map[string]any{"provider": b.provider, "lag_ms": 60_000}, nil); status != http.StatusOK {
			b.Fatalf("the status does not lag: %d", status)
		}
		b.act(in.Reference, "pay", "lose", 0)
		got, err := b.adapter.(payment.Canceller).CancelInvoice(b.Context(), payment.AttemptRef{Reference: in.Reference, ProviderID: opened.ProviderID, Method: b.method})
		if err != nil || len(got) != 2 {
			b.Fatalf("%+v, %v; want a payment and its refund", got, err)
		}
		if got[0].Kind != payment.NoticePaid || got[0].Amount != in.Amount || got[1].Kind != payment.NoticeRefunded || *got[1].Left != 0 {
			b.Errorf("%+v; want %s paid and refunded", got, in.Amount)
		}
		if r := b.record(in.Reference); r.Taken != 16670 || r.Refunds != 1 {
			b.Errorf("taken %s, %d refunds", r.Taken, r.Refunds)
		}
	})
}
