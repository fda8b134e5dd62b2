package orderflow

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/interceptor"

	"larek/internal/fulfilment"
	"larek/internal/order"
)

// recordTimeout bounds the write of a failure. If the database is the reason,
// there are only the log and the counter.
const recordTimeout = time.Second

// Metrics counts failures of activities. A nil Metrics counts nothing.
type Metrics struct{ failures *prometheus.CounterVec }

// NewMetrics registers the counters. They start at zero, so they exist before
// the first failure.
func NewMetrics(reg prometheus.Registerer) *Metrics {
	m := &Metrics{failures: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "larek_flow_step_failures_total", Help: "Failed attempts of order workflow activities, by step.",
	}, []string{"step"})}
	for _, step := range []order.Step{order.StepProcessNotices, order.StepAdvanceDelivery, order.StepDeliverUnit, order.StepRefund} {
		m.failures.WithLabelValues(string(step))
	}
	reg.MustRegister(m.failures)
	return m
}

func (m *Metrics) failed(step order.Step) {
	if m != nil {
		m.failures.WithLabelValues(string(step)).Inc()
	}
}

// failureRecorder intercepts every activity a worker runs. Temporal retries a
// failed activity for ever; so each failure is logged, counted and recorded
// with the order until the activity succeeds.
type failureRecorder struct {
	interceptor.WorkerInterceptorBase
	watch   *order.Watch
	metrics *Metrics
	log     *slog.Logger
}

func newFailureRecorder(a *Activities) *failureRecorder {
	return &failureRecorder{watch: a.watch, metrics: a.metrics, log: a.log}
}

// InterceptActivity wraps an activity or a local activity.
func (k *failureRecorder) InterceptActivity(_ context.Context, next interceptor.ActivityInboundInterceptor) interceptor.ActivityInboundInterceptor {
	return &recordedActivity{ActivityInboundInterceptorBase: interceptor.ActivityInboundInterceptorBase{Next: next}, recorder: k}
}

type recordedActivity struct {
	interceptor.ActivityInboundInterceptorBase
	recorder *failureRecorder
}

// ExecuteActivity runs the activity. The error it returns names only the step,
// because Temporal's histories are read by other people than the shop's
// database.
func (w *recordedActivity) ExecuteActivity(ctx context.Context, in *interceptor.ExecuteActivityInput) (any, error) {
	step := stepOf(activity.GetInfo(ctx).ActivityType.Name, in.Args)
	noted, isFailing := fulfilment.WithFailureNote(ctx)
	result, err := w.run(noted, in)
	if step.Step == "" {
		return result, err
	}
	wait := err
	if err = nil; wait != nil && !isWaiting(wait) {
		err = wait
	} else if *isFailing {
		// If this fails, the activity is retried; it is idempotent.
		err = w.recorder.watch.ClearStepFailure(ctx, step.Step, step.Subject)
	}
	switch {
	case err == nil:
		return result, wait
	case errors.Is(ctx.Err(), context.Canceled):
		return result, err // the worker is stopping; nothing has failed
	}
	w.recorder.record(ctx, step, err)
	return result, fmt.Errorf("%s %d failed", step.Step, step.Subject)
}

// run converts a panic into an error.
func (w *recordedActivity) run(ctx context.Context, in *interceptor.ExecuteActivityInput) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return w.Next.ExecuteActivity(ctx, in)
}

// stepOf returns the step and its subject for an activity and its arguments.
func stepOf(name string, args []any) order.FailingStep {
	ids := make([]int64, len(args))
	for i, a := range args {
		ids[i], _ = a.(int64)
	}
	switch {
	case name == activityProcessNotices && len(ids) == 1:
		return order.FailingStep{Step: order.StepProcessNotices, Subject: ids[0], OrderID: ids[0]}
	case name == activityAdvanceDelivery && len(ids) == 1:
		return order.FailingStep{Step: order.StepAdvanceDelivery, Subject: ids[0], OrderID: ids[0]}
	case name == activityDeliverUnit && len(ids) == 3:
		return order.FailingStep{Step: order.StepDeliverUnit, Subject: ids[1], OrderID: ids[0]}
	case name == activitySendRefund && len(ids) == 1:
		return order.FailingStep{Step: order.StepRefund, Subject: ids[0]}
	}
	return order.FailingStep{}
}

func (k *failureRecorder) record(ctx context.Context, f order.FailingStep, err error) {
	f.Reason = fulfilment.ReasonOf(err)
	k.metrics.failed(f.Step)
	k.log.WarnContext(ctx, "step failed", "step", f.Step, "subject", f.Subject, "order_id", f.OrderID, "attempt", activity.GetInfo(ctx).Attempt, "error", f.Reason)
	// The activity's own context may have ended.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	if err := k.watch.RecordStepFailure(ctx, f); err != nil {
		k.log.WarnContext(ctx, "failed step not recorded", "step", f.Step, "subject", f.Subject, "error", fulfilment.ReasonOf(err))
	}
}
