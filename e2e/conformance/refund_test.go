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
func (b *box) paid() payment.Notice {
	b.Helper()
	in := b.invoice(10000)
	b.open(in)
	b.act(in.Reference, "pay", "send", 0)
	n := b.told()
	for n.Reference != in.Reference { // an earlier payment's refund is told too
		n = b.told()
	}
	return n
}

func back(n payment.Notice, key string, amount, left money.Minor) payment.RefundRequest {
	return payment.RefundRequest{
		Key: key, Reference: n.Reference, ProviderID: n.ProviderID, Amount: money.Of(amount, n.Amount.Currency), Paid: n.Amount.Minor, Left: left,
	}
}

func (b *box) refunded(n payment.Notice, want money.Minor, times int) {
	b.Helper()
	if r := b.record(n.Reference); r.Refunded != want || r.Refunds != times {
		b.Errorf("the record says %s in %d refunds, want %s in %d", r.Refunded, r.Refunds, want, times)
	}
}

// again repeats a refund: a provider that makes one per key says that it is
// made, of another nobody claims to know.
func (b *box) again(r payment.RefundRequest) {
	b.Helper()
	_, err := b.adapter.Refund(b.Context(), r)
	once := b.adapter.(payment.RefundTeller).OncePerKey()
	if once && err != nil || !once && !errors.Is(err, payment.ErrUnknown) {
		b.Errorf("the same refund again: %v", err)
	}
}

// left compares what the provider says is left of a payment.
func (b *box) left(n payment.Notice, want money.Minor) {
	b.Helper()
	got, err := b.adapter.(payment.RefundTeller).Left(b.Context(), n.ProviderID, n.Amount)
	if errors.Is(err, payment.ErrPartGone) {
		return
	}
	if err != nil || got != want {
		b.Errorf("%s is left (%v), want %s", got, err, want)
	}
}

func TestTheSameRefundTwiceGivesBackOnce(t *testing.T) {
	each(t, asks, func(b *box) {
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
	each(t, asks, func(b *box) {
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
	each(t, asks, func(b *box) {
		for _, left := range []money.Minor{0, 7000} {
			n := b.paid()
			b.fault("refund", "timeout_after_accept")
			ctx, cancel := context.WithTimeout(b.Context(), 500*time.Millisecond)
			_, err := b.adapter.Refund(ctx, back(n, "k", 10000-left, left))
			cancel()
			if !errors.Is(err, payment.ErrUnknown) {
				b.Fatalf("left %s: %v", left, err)
			}
			b.again(back(n, "k", 10000-left, left))
			b.left(n, left)
			b.refunded(n, 10000-left, 1)
		}
	})
}

func TestMoreThanCameNeverGoesBack(t *testing.T) {
	each(t, asks, func(b *box) {
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
	each(t, func(s subject) bool { return !s.asks }, func(b *box) {
		if _, err := b.adapter.Refund(b.Context(), back(b.paid(), "k", 10000, 0)); !errors.Is(err, payment.ErrCannotRefund) {
			b.Errorf("%v", err)
		}
	})
}
