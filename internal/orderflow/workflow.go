package orderflow

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"larek/internal/delivery"
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
)

// OrderWorkflow runs an order from its first payment to its end. It is
// registered as workflowName.
func OrderWorkflow(ctx workflow.Context, orderID int64) error {
	f := &flow{orderID: orderID, refundsStarted: map[int64]bool{}, unitsInFlight: map[int64]bool{}}
	workflow.Go(ctx, f.receiveSignals)
	return f.run(ctx)
}

// flow is the state of one run of OrderWorkflow.
type flow struct {
	orderID            int64
	updated            bool // something has happened since the order was last read
	signalCount        int  // signals received
	refundsStarted     map[int64]bool
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
			return workflow.NewContinueAsNewError(ctx, workflowName, f.orderID)
		}
		f.updated = false
		st, err := f.step(ctx, activityProcessNotices)
		if err == nil && (st.Status == order.Paid || st.Status == order.Sending) {
			st, err = f.step(ctx, activityAdvanceDelivery)
		}
		if err != nil {
			return err // only if the workflow is cancelled
		}
		f.deliverUnits(ctx, st.Units)
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

// isHistoryFull reports whether the workflow should continue as new. Nothing is
// passed on, because everything is in the database. A workflow with a refund in
// flight stays, because that is one activity which Temporal retries.
func (f *flow) isHistoryFull(ctx workflow.Context) bool {
	return f.refundsInFlight == 0 && workflow.GetInfo(ctx).GetContinueAsNewSuggested()
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
			return st, workflow.NewContinueAsNewError(ctx, workflowName, f.orderID)
		}
	}
}

// deliverUnits delivers units in parallel. A unit that waits for a supplier is
// retried after a delay, or at once after a signal.
func (f *flow) deliverUnits(ctx workflow.Context, units []int64) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		// Longer than one exchange with a supplier. A killed worker is detected
		// after it.
		StartToCloseTimeout: 20 * time.Second,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: time.Minute},
	})
	for _, id := range units {
		if f.unitsInFlight[id] {
			continue
		}
		f.unitsInFlight[id] = true
		workflow.Go(ctx, func(ctx workflow.Context) {
			for {
				var step delivery.UnitProgress
				seen := f.signalCount
				f.deliveriesInFlight++
				err := workflow.ExecuteActivity(ctx, activityDeliverUnit, f.orderID, id).Get(ctx, &step)
				f.deliveriesInFlight--
				if err != nil || step.RetryAfter == 0 {
					break
				}
				if step.StatusChanged {
					f.updated = true // the order shows the delay to the buyer
				}
				if _, err := workflow.AwaitWithTimeout(ctx, step.RetryAfter, func() bool { return f.signalCount != seen }); err != nil {
					break
				}
				// The next run delivers the rest. No activity is left open
				// until then.
				if err := workflow.Await(ctx, func() bool { return !f.isHistoryFull(ctx) }); err != nil {
					break
				}
			}
			delete(f.unitsInFlight, id)
			f.updated = true // lines may have ended
		})
	}
}

// sendRefunds sends refunds in parallel, retrying until they end.
func (f *flow) sendRefunds(ctx workflow.Context, ids []int64) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 30 * time.Second,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: time.Minute},
	})
	for _, id := range ids {
		if f.refundsStarted[id] {
			continue
		}
		f.refundsStarted[id] = true
		f.refundsInFlight++
		workflow.Go(ctx, func(ctx workflow.Context) {
			_ = workflow.ExecuteActivity(ctx, activitySendRefund, id).Get(ctx, nil) // retried until it succeeds
			f.refundsInFlight--
		})
	}
}
