package payment

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"larek/internal/money"
)

// silent is a provider that never answers.
type silent struct{ Provider }

func (silent) Name() string     { return "silent" }
func (silent) OncePerKey() bool { return true }
func (silent) Remaining(ctx context.Context, _ string, _ money.Money) (money.Minor, error) {
	<-ctx.Done()
	return 0, ErrOutcomeUnknown
}

func (silent) Refund(ctx context.Context, _ RefundRequest) (RefundResult, error) {
	<-ctx.Done()
	return RefundResult{}, ErrOutcomeUnknown
}

// Both calls of a refund end before their step does: a call that is cut off records nothing.
func TestRefundCallsEndBeforeTheirStep(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{Connected: []Provider{silent{}}, Clock: time.Now}).Refunds
		ctx, cancel := context.WithTimeout(t.Context(), RefundStepTimeout)
		defer cancel()
		r := &Refund{Provider: "silent", Amount: money.Of(100_00, "RUB")}
		if err := s.PollRemaining(ctx, r); err == nil {
			t.Error("the provider answered")
		}
		if o, err := s.SendRefund(ctx, r); o.Status != RefundUnknown || err == nil {
			t.Errorf("the outcome is %+v, %v", o, err)
		}
		if deadline, _ := ctx.Deadline(); ctx.Err() != nil || time.Until(deadline) < 5*time.Second {
			t.Errorf("%s is left to record the outcome", time.Until(deadline))
		}
	})
}
