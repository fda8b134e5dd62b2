package conformance

import (
	"context"
	"errors"
	"testing"
	"time"

	"larek/internal/money"
	"larek/internal/payment"
)

// paid is an invoice of 100 rubles that was paid.
func (b *providerSuite) paid() payment.Notice {
	b.Helper()
	in := b.invoice(10000)
	b.open(in)
	b.act(in.Reference, "pay", "send", 0)
	n := b.nextWebhook()
	for n.Reference != in.Reference { // an earlier payment's refund is reported too
		n = b.nextWebhook()
	}
	return n
}

func back(n payment.Notice, key string, amount, left money.Minor) payment.RefundRequest {
	return payment.RefundRequest{
		Key: key, Reference: n.Reference, ProviderID: n.ProviderID, Amount: money.Of(amount, n.Amount.Currency), PaidAmount: n.Amount.Minor, RemainingAfter: left,
	}
}

func (b *providerSuite) refunded(n payment.Notice, want money.Minor, times int) {
	b.Helper()
	if r := b.record(n.Reference); r.Refunded != want || r.Refunds != times {
		b.Errorf("the record says %s in %d refunds, want %s in %d", r.Refunded, r.Refunds, want, times)
	}
}

// again repeats a refund: a provider that makes one per key reports it as made;
// with another provider no call is made.
func (b *providerSuite) again(r payment.RefundRequest) {
	b.Helper()
	_, err := b.adapter.Refund(b.Context(), r)
	once := b.adapter.(payment.RemainingReporter).OncePerKey()
	if once && err != nil || !once && !errors.Is(err, payment.ErrNotSent) {
		b.Errorf("the same refund again: %v", err)
	}
}

// left compares what the provider reports as left of a payment.
func (b *providerSuite) left(n payment.Notice, want money.Minor) {
	b.Helper()
	got, err := b.adapter.(payment.RemainingReporter).Remaining(b.Context(), n.ProviderID, n.Amount)
	if errors.Is(err, payment.ErrRemainingUnknown) {
		return
	}
	if err != nil || got != want {
		b.Errorf("%s is left (%v), want %s", got, err, want)
	}
}

func TestTheSameRefundTwiceGivesBackOnce(t *testing.T) {
	each(t, refunds, func(b *providerSuite) {
		for _, left := range []money.Minor{0, 7000} {
			n := b.paid()
			if _, err := b.adapter.Refund(b.Context(), back(n, "k", 10000-left, left)); err != nil {
				b.Fatalf("left %s: %v", left, err)
			}
			b.again(back(n, "k", 10000-left, left))
			b.refunded(n, 10000-left, 1)
			b.left(n, left)
		}
	})
}

func TestAPartAndThenTheRest(t *testing.T) {
	each(t, refunds, func(b *providerSuite) {
		n := b.paid()
		for _, r := range []payment.RefundRequest{back(n, "part", 3000, 7000), back(n, "second", 3000, 4000), back(n, "rest", 4000, 0)} {
			if _, err := b.adapter.Refund(b.Context(), r); err != nil {
				b.Fatalf("%s: %v", r.Key, err)
			}
		}
		b.again(back(n, "rest", 4000, 0))
		b.refunded(n, 10000, 3)
		b.left(n, 0)
	})
}

func TestARefundWhoseAnswerIsLostIsMadeOnce(t *testing.T) {
	each(t, refunds, func(b *providerSuite) {
		for _, left := range []money.Minor{0, 7000} {
			n := b.paid()
			b.fault("refund", "timeout_after_accept")
			ctx, cancel := context.WithTimeout(b.Context(), 500*time.Millisecond)
			_, err := b.adapter.Refund(ctx, back(n, "k", 10000-left, left))
			cancel()
			if !errors.Is(err, payment.ErrOutcomeUnknown) {
				b.Fatalf("left %s: %v", left, err)
			}
			b.again(back(n, "k", 10000-left, left))
			b.left(n, left)
			b.refunded(n, 10000-left, 1)
		}
	})
}

func TestMoreThanCameNeverGoesBack(t *testing.T) {
	each(t, refunds, func(b *providerSuite) {
		n := b.paid()
		if _, err := b.adapter.Refund(b.Context(), back(n, "k", 20000, 0)); !errors.Is(err, payment.ErrRefused) {
			b.Errorf("%v", err)
		}
		b.fault("refund", "refuse")
		if _, err := b.adapter.Refund(b.Context(), back(n, "k", 10000, 0)); !errors.Is(err, payment.ErrRefused) {
			b.Errorf("%v", err)
		}
		b.refunded(n, 0, 0)
	})
}

func TestRefundsByHand(t *testing.T) {
	each(t, func(s providerCase) bool { return !s.refunds }, func(b *providerSuite) {
		if _, err := b.adapter.Refund(b.Context(), back(b.paid(), "k", 10000, 0)); !errors.Is(err, payment.ErrRefundUnsupported) {
			b.Errorf("%v", err)
		}
	})
}
