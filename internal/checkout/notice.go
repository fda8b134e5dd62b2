package checkout

import (
	"context"
	"errors"

	"larek/internal/payment"
	"larek/internal/problem"
)

// ErrForged is told to whoever claims to be a provider and does not convince.
var ErrForged = problem.New(problem.Forbidden, "payment.forged", "Подпись не сходится.")

// TakeNotice verifies what a provider told, keeps it and tells the flow, which
// asks the provider at once whether it is so, if the provider can be asked.
// Nothing is done about the news here: that is the flow's work, which outlives
// the provider's call. Without an error the provider may be told «received».
func (s *Service) TakeNotice(ctx context.Context, p payment.Provider, hook payment.Hook) error {
	n, err := p.Notice(hook)
	switch {
	case errors.Is(err, payment.ErrIrrelevant):
		return nil
	case err != nil:
		if err := s.Payments.Refuse(ctx, p.Name(), payment.WhyForged(err), hook.Body); err != nil {
			return err
		}
		return ErrForged
	}
	id, err := s.Payments.Keep(ctx, p.Name(), payment.ByWebhook, n)
	if err != nil {
		return err // not acknowledged: the provider sends it again
	}
	if id != 0 {
		_ = s.Flow.Tell(ctx, id) // handed over by the watch if the engine is away
	}
	return nil
}
