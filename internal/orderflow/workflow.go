package orderflow

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"larek/internal/order"
)

const (
	// maxSleep bounds how long a workflow relies on signals alone.
	maxSleep = 24 * time.Hour
	// overdueRecheck is the first delay before an overdue order is read again.
	// It doubles up to maxOverdueDelay: every read adds events to a history of
	// limited size.
	overdueRecheck  = 5 * time.Minute
	maxOverdueDelay = 6 * time.Hour
	// stepDelay is the first delay before an activity that failed for half a
	// minute is retried. It doubles up to maxStepDelay.
	stepDelay    = 5 * time.Second
	maxStepDelay = time.Minute
	// versionRefundRetried marks runs that send a refund again after an operator's retry.
	versionRefundRetried = "refund-retried"
)

// OrderWorkflow runs an order from its first payment to its end. It is
// registered as workflowName.
func OrderWorkflow(ctx workflow.Context, orderID int64) error {
	f := &flow{orderID: orderID, refunds: map[int64]bool{}, unitsInFlight: map[int64]bool{}}
	workflow.Go(ctx, f.receiveSignals)
	workflow.Go(ctx, f.receiveRenewals)
	return f.run(ctx)
}

// flow is the state of one run of OrderWorkflow.
type flow struct {
	orderID            int64
	updated            bool           // something has happened since the order was last read
	signalCount        int            // signals received
	renewed            bool           // it is asked to continue as new
	refunds            map[int64]bool // of this run; false once they have ended
	unitsInFlight      map[int64]bool
	refundsInFlight    int // SendRefund calls in flight
	deliveriesInFlight int // DeliverUnit calls in flight
	// The deadline that passed, and how often the order was read since.
	passedDeadline time.Time
	passedReads    int
}

func (f *flow) run(ctx workflow.Context) error {
	for {
		if f.deliveriesInFlight == 0 && f.isHistoryFull(ctx) {
			return f.continueAsNew(ctx)
		}
		f.updated = false
		st, err := f.step(ctx, activityProcessNotices)
		if err == nil && (st.Status == order.Paid || st.Status == order.Sending) {
			st, err = f.step(ctx, activityAdvanceDelivery)
		}
		if err != nil {
			return err // only if the workflow is cancelled
		}
		f.deliverUnits(ctx, st)
		f.sendRefunds(ctx, st.Refunds)
		if st.Status.Final() && f.refundsInFlight == 0 && !f.updated {
			return nil
		}
		if err := f.wait(ctx, st); err != nil {
			return err
		}
	}
}

// receiveSignals marks the order as updated on each signal.
func (f *flow) receiveSignals(ctx workflow.Context) {
	ch := workflow.GetSignalChannel(ctx, signalOrderChanged)
	for ch.Receive(ctx, nil) {
		f.updated = true
		f.signalCount++
	}
}

// receiveRenewals notes that the workflow is asked to continue as new.
func (f *flow) receiveRenewals(ctx workflow.Context) {
	ch := workflow.GetSignalChannel(ctx, signalRenew)
	for ch.Receive(ctx, nil) {
		f.renewed = true
	}
}

// continueAsNew ends this run and starts the next one, which may be run by a newer
// build. Nothing is passed on, because everything is in the database.
func (f *flow) continueAsNew(ctx workflow.Context) error {
	return workflow.NewContinueAsNewErrorWithOptions(ctx, workflow.ContinueAsNewErrorOptions{
		InitialVersioningBehavior: workflow.ContinueAsNewVersioningBehaviorAutoUpgrade,
	}, workflowName, f.orderID)
}

// wait sleeps until the order is updated, a refund ends, or a deadline passes.
func (f *flow) wait(ctx workflow.Context, st State) error {
	sleep := maxSleep
	if !st.WakeAt.IsZero() {
		sleep = min(sleep, st.WakeAt.Sub(workflow.Now(ctx)))
	}
	if sleep <= 0 {
		sleep = f.overdueDelay(st.WakeAt)
	}
	before := f.refundsInFlight
	_, err := workflow.AwaitWithTimeout(ctx, sleep, func() bool {
		return f.updated || f.refundsInFlight < before || f.deliveriesInFlight == 0 && f.isHistoryFull(ctx)
	})
	return err
}

// overdueDelay returns how long to sleep after a passed deadline: longer each
// time, until there is another deadline.
func (f *flow) overdueDelay(deadline time.Time) time.Duration {
	if !f.passedDeadline.Equal(deadline) {
		f.passedDeadline, f.passedReads = deadline, 0
	}
	const doublings = 7 // 2⁷ times five minutes are longer than maxOverdueDelay
	delay := min(overdueRecheck<<min(f.passedReads, doublings), maxOverdueDelay)
	f.passedReads++
	return delay
}

// isHistoryFull reports whether the workflow should continue as new: Temporal suggests
// it (limit.historyCount.suggestContinueAsNew), or an operator asks for it. A workflow
// with a refund in flight stays, because that is one activity which Temporal retries.
func (f *flow) isHistoryFull(ctx workflow.Context) bool {
	return f.refundsInFlight == 0 && (f.renewed || workflow.GetInfo(ctx).GetContinueAsNewSuggested())
}

// step runs a local activity until it succeeds. An order is never given up
// because the database is unavailable.
func (f *flow) step(ctx workflow.Context, step string) (State, error) {
	ctx = workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		StartToCloseTimeout:    5 * time.Second,
		ScheduleToCloseTimeout: 30 * time.Second,
		RetryPolicy:            &temporal.RetryPolicy{InitialInterval: 100 * time.Millisecond, MaximumInterval: 2 * time.Second},
	})
	for delay := stepDelay; ; delay = min(2*delay, maxStepDelay) {
		var st State
		err := workflow.ExecuteLocalActivity(ctx, step, f.orderID).Get(ctx, &st)
		if err == nil || temporal.IsCanceledError(err) {
			return st, err
		}
		if err := workflow.Sleep(ctx, delay); err != nil {
			return st, err
		}
		if f.deliveriesInFlight == 0 && f.isHistoryFull(ctx) {
			return st, f.continueAsNew(ctx)
		}
	}
}
