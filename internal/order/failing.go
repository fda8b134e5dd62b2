package order

import (
	"context"
	"fmt"
	"time"

	"larek/internal/order/orderdb"
)

// Step is a step of an order's flow that can fail.
type Step string

// The steps, as the database checks them.
const (
	StepSettle   Step = "settle"
	StepDeliver  Step = "deliver"
	StepHandOver Step = "hand_over"
	StepRefund   Step = "refund"
)

// StuckAfter is how long a step fails before the operators see it: longer than
// a restart of anything the shop stands on.
const StuckAfter = 5 * time.Minute

// failingShown bounds what operators read; beyond it something else is wrong.
const failingShown = 500

// FailingStep is a step that failed and has not succeeded since.
type FailingStep struct {
	Step Step
	// Subject is what the step is about: a unit, a refund, or the order itself.
	Subject int64
	OrderID int64
	Reason  string // nothing personal
	Tries   int32
	Since   time.Time
	LastAt  time.Time
}

// StepFailed keeps one more failure of a step. Any number of workers may fail
// at the same one. The order of a refund is looked up.
func (s *Service) StepFailed(ctx context.Context, f FailingStep) error {
	err := s.q.KeepFailingStep(ctx, orderdb.KeepFailingStepParams{
		Step: string(f.Step), Subject: f.Subject, OrderID: f.OrderID, Reason: f.Reason, At: s.clock(),
	})
	if err != nil {
		return fmt.Errorf("keep failing %s %d: %w", f.Step, f.Subject, err)
	}
	return nil
}

// StepSucceeded forgets earlier failures of a step.
func (s *Service) StepSucceeded(ctx context.Context, step Step, subject int64) error {
	if err := s.q.DropFailingStep(ctx, orderdb.DropFailingStepParams{Step: string(step), Subject: subject}); err != nil {
		return fmt.Errorf("forget failing %s %d: %w", step, subject, err)
	}
	return nil
}

// StuckSteps returns the steps that have failed for StuckAfter or longer, the
// oldest first: each needs a person.
func (s *Service) StuckSteps(ctx context.Context) ([]FailingStep, error) {
	rows, err := s.q.FailingSteps(ctx, orderdb.FailingStepsParams{AtLeastSeconds: StuckAfter.Seconds(), PageLimit: failingShown})
	if err != nil {
		return nil, fmt.Errorf("failing steps: %w", err)
	}
	steps := make([]FailingStep, len(rows))
	for i, r := range rows {
		steps[i] = FailingStep{
			Step: Step(r.Step), Subject: r.Subject, OrderID: r.OrderID, Reason: r.Reason,
			Tries: r.Tries, Since: r.Since, LastAt: r.LastAt,
		}
	}
	return steps, nil
}
