package order

import (
	"context"
	"fmt"
	"time"

	"larek/internal/order/orderdb"
)

// Step is an activity of the order workflow that can fail.
type Step string

// The steps. Persisted: do not change the values.
const (
	StepProcessNotices  Step = "settle"
	StepAdvanceDelivery Step = "deliver"
	StepDeliverUnit     Step = "hand_over"
	StepRefund          Step = "refund"
)

// StuckAfter is how long a step fails before operators see it. It is longer
// than a restart of any service the shop depends on.
const StuckAfter = 5 * time.Minute

// maxFailingSteps bounds the list for operators.
const maxFailingSteps = 500

// FailingStep is a step that has failed and has not succeeded since.
type FailingStep struct {
	Step Step
	// Subject is the ID of the unit, refund or order the step works on.
	Subject int64
	OrderID int64
	Reason  string // contains no personal data
	Tries   int32
	Since   time.Time
	LastAt  time.Time
}

// RecordStepFailure records one more failure of a step. Several workers may
// report the same step. The order of a refund is looked up.
func (s *Watch) RecordStepFailure(ctx context.Context, f FailingStep) error {
	err := s.q.RecordStepFailure(ctx, orderdb.RecordStepFailureParams{
		Step: string(f.Step), Subject: f.Subject, OrderID: f.OrderID, Reason: f.Reason, At: s.clock(),
	})
	if err != nil {
		return fmt.Errorf("record failure of step %s %d: %w", f.Step, f.Subject, err)
	}
	return nil
}

// ClearStepFailure deletes earlier failures of a step.
func (s *Watch) ClearStepFailure(ctx context.Context, step Step, subject int64) error {
	if err := s.q.DeleteStepFailure(ctx, orderdb.DeleteStepFailureParams{Step: string(step), Subject: subject}); err != nil {
		return fmt.Errorf("clear failure of step %s %d: %w", step, subject, err)
	}
	return nil
}

// StuckSteps returns the steps that have failed for StuckAfter or longer, the
// oldest first. Each needs an operator.
func (s *Watch) StuckSteps(ctx context.Context) ([]FailingStep, error) {
	rows, err := s.q.FailingSteps(ctx, orderdb.FailingStepsParams{AtLeastSeconds: StuckAfter.Seconds(), PageLimit: maxFailingSteps})
	if err != nil {
		return nil, fmt.Errorf("list failing steps: %w", err)
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
