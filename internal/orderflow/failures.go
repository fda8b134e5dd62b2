package orderflow

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/prometheus/client_golang/prometheus"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/interceptor"

	"larek/internal/order"
)

// keepLimit bounds how long a failed step waits to be written down: when the
// database is the reason, the log and the counter are all there is.
const keepLimit = time.Second

// Metrics counts what goes wrong in flows. A nil Metrics counts nothing.
type Metrics struct{ failures *prometheus.CounterVec }

// NewMetrics registers the counters; they are there, with zero, from the start.
func NewMetrics(reg prometheus.Registerer) *Metrics {
	m := &Metrics{failures: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "larek_flow_step_failures_total", Help: "Steps of orders' flows that failed and are tried again, by step.",
	}, []string{"step"})}
	for _, step := range []order.Step{order.StepSettle, order.StepDeliver, order.StepHandOver, order.StepRefund} {
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

// failureRecorder watches every step a worker runs. The engine tries a failed
// step again for ever; so each failure is logged and counted, and kept with the
// order until the step succeeds.
type failureRecorder struct {
	interceptor.WorkerInterceptorBase
	orders  *order.Service
	metrics *Metrics
	log     *slog.Logger
}

func newFailureRecorder(s *Steps) *failureRecorder {
	return &failureRecorder{orders: s.Orders, metrics: s.Metrics, log: s.Log}
}

// InterceptActivity puts the recorder around a step; local ones come here too.
func (k *failureRecorder) InterceptActivity(_ context.Context, next interceptor.ActivityInboundInterceptor) interceptor.ActivityInboundInterceptor {
	return &watchedStep{ActivityInboundInterceptorBase: interceptor.ActivityInboundInterceptorBase{Next: next}, recorder: k}
}

type watchedStep struct {
	interceptor.ActivityInboundInterceptorBase
	recorder *failureRecorder
}

// ExecuteActivity runs the step. What the engine keeps of a failure is which
// step it was: its history is read by other people than the shop's database.
func (w *watchedStep) ExecuteActivity(ctx context.Context, in *interceptor.ExecuteActivityInput) (any, error) {
	step := stepOf(activity.GetInfo(ctx).ActivityType.Name, in.Args)
	result, err := w.run(ctx, in)
	if step.Step == "" {
		return result, err
	}
	if err == nil {
		// If this fails, the step runs once more, without harm.
		err = w.recorder.orders.StepSucceeded(ctx, step.Step, step.Subject)
	}
	switch {
	case err == nil:
		return result, nil
	case errors.Is(ctx.Err(), context.Canceled):
		return result, err // the worker stops; nothing has failed
	}
	w.recorder.failed(ctx, step, err)
	return result, fmt.Errorf("%s %d failed", step.Step, step.Subject)
}

// run makes a panic of a step one more failure.
func (w *watchedStep) run(ctx context.Context, in *interceptor.ExecuteActivityInput) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return w.Next.ExecuteActivity(ctx, in)
}

// stepOf names a step and what it is about by the arguments of its activity.
func stepOf(name string, args []any) order.FailingStep {
	ids := make([]int64, len(args))
	for i, a := range args {
		ids[i], _ = a.(int64)
	}
	switch {
	case name == "Settle" && len(ids) == 1:
		return order.FailingStep{Step: order.StepSettle, Subject: ids[0], OrderID: ids[0]}
	case name == "Deliver" && len(ids) == 1:
		return order.FailingStep{Step: order.StepDeliver, Subject: ids[0], OrderID: ids[0]}
	case name == "HandOver" && len(ids) == 2:
		return order.FailingStep{Step: order.StepHandOver, Subject: ids[1], OrderID: ids[0]}
	case name == "Refund" && len(ids) == 1:
		return order.FailingStep{Step: order.StepRefund, Subject: ids[0]}
	}
	return order.FailingStep{}
}

func (k *failureRecorder) failed(ctx context.Context, f order.FailingStep, err error) {
	f.Reason = reasonOf(err)
	k.metrics.failed(f.Step)
	k.log.WarnContext(ctx, "step failed", "step", f.Step, "subject", f.Subject, "order", f.OrderID, "try", activity.GetInfo(ctx).Attempt, "error", f.Reason)
	// The step's own time may be over.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), keepLimit)
	defer cancel()
	if err := k.orders.StepFailed(ctx, f); err != nil {
		k.log.WarnContext(ctx, "failed step not kept", "step", f.Step, "subject", f.Subject, "error", reasonOf(err))
	}
}

const longestReason = 300

var (
	addresses = regexp.MustCompile(`[^\s"'<>()]+@[^\s"'<>()]+`)
	longIDs   = regexp.MustCompile(`\d{8,}`)
)

// reasonOf describes a failure without anybody's data: PostgreSQL repeats the
// values it cannot read, and services their customers' addresses.
func reasonOf(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		const unreadable = "22" // the class of data exceptions
		text := "database: SQLSTATE " + e.Code
		if len(e.Code) == 5 && e.Code[:2] != unreadable {
			text += ": " + e.Message
		}
		return shorten(text)
	}
	return shorten(err.Error())
}

func shorten(text string) string {
	text = longIDs.ReplaceAllString(addresses.ReplaceAllString(text, "…@…"), "…")
	if runes := []rune(text); len(runes) > longestReason {
		text = string(runes[:longestReason]) + "…"
	}
	return text
}
