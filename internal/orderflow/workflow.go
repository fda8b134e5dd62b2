package orderflow

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"larek/internal/delivery"
	"larek/internal/order"
)

const (
	// newsSignal says «look at the order»: what there is to know is in the inbox.
	newsSignal = "news"
	// longestSleep bounds how long a flow trusts that somebody will tell it.
	longestSleep = 24 * time.Hour
	// overdueLook is how soon to look again when a deadline has passed but
	// something outside is still to happen. The pause doubles up to the longest:
	// every look is some events more in a history that has an end.
	overdueLook        = 5 * time.Minute
	longestOverdueLook = 6 * time.Hour
	// stepPause is how long to wait before a step that failed for half a minute
	// is tried again; it doubles up to the longest.
	stepPause        = 5 * time.Second
	longestStepPause = time.Minute
)

// calls names the steps; whoever runs them brings the steps themselves.
var calls *Steps

// Order is the life of an order from its first payment to its end.
func Order(ctx workflow.Context, orderID int64) error {
	f := &flow{orderID: orderID, refunding: map[int64]bool{}, sending: map[int64]bool{}}
	workflow.Go(ctx, f.listen)
	return f.run(ctx)
}

// flow is one run of Order.
type flow struct {
	orderID   int64
	news      bool // something happened since the last look
	told      int  // how often the flow was told something
	refunding map[int64]bool
	sending   map[int64]bool
	refunds   int // under way
	asking    int // hand-overs under way
	// The deadline that passed, and how often the flow has looked since.
	passed      time.Time
	passedLooks int
}

func (f *flow) run(ctx workflow.Context) error {
	for {
		if f.asking == 0 && f.isHistoryFull(ctx) {
			return workflow.NewContinueAsNewError(ctx, Order, f.orderID)
		}
		f.news = false
		st, err := f.step(ctx, calls.Settle)
		if err == nil && (st.Status == order.Paid || st.Status == order.Sending) {
			st, err = f.step(ctx, calls.Deliver)
		}
		if err != nil {
			return err // only when the flow itself is cancelled
		}
		f.handOver(ctx, st.Units)
		f.refund(ctx, st.Refunds)
		if st.Status.Final() && f.refunds == 0 && !f.news {
			return nil
		}
		if err := f.wait(ctx, st); err != nil {
			return err
		}
	}
}

// listen notes that there is news; several in a row count as one.
func (f *flow) listen(ctx workflow.Context) {
	ch := workflow.GetSignalChannel(ctx, newsSignal)
	for ch.Receive(ctx, nil) {
		f.news = true
		f.told++
	}
}

// wait sleeps until there is news, a refund is through or a deadline passes.
func (f *flow) wait(ctx workflow.Context, st State) error {
	sleep := longestSleep
	if !st.Wake.IsZero() {
		sleep = min(sleep, st.Wake.Sub(workflow.Now(ctx)))
	}
	if sleep <= 0 {
		sleep = f.overduePause(st.Wake)
	}
	before := f.refunds
	_, err := workflow.AwaitWithTimeout(ctx, sleep, func() bool {
		return f.news || f.refunds < before || f.asking == 0 && f.isHistoryFull(ctx)
	})
	return err
}

// overduePause returns how long to sleep when the deadline has passed: longer
// each time, until there is another deadline.
func (f *flow) overduePause(deadline time.Time) time.Duration {
	if !f.passed.Equal(deadline) {
		f.passed, f.passedLooks = deadline, 0
	}
	const doublings = 7 // 2⁷ times five minutes are longer than the longest
	pause := min(overdueLook<<min(f.passedLooks, doublings), longestOverdueLook)
	f.passedLooks++
	return pause
}

// isHistoryFull reports whether the flow should begin a new history. What it
// knows is in the database, so nothing is handed on; but an order whose refund
// is under way stays, because that is one call which the engine repeats.
func (f *flow) isHistoryFull(ctx workflow.Context) bool {
	return f.refunds == 0 && workflow.GetInfo(ctx).GetContinueAsNewSuggested()
}

// step runs a short transaction. A database that is away is waited for: an
// order is never given up because of it.
func (f *flow) step(ctx workflow.Context, step any) (State, error) {
	ctx = workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		StartToCloseTimeout:    5 * time.Second,
		ScheduleToCloseTimeout: 30 * time.Second,
		RetryPolicy:            &temporal.RetryPolicy{InitialInterval: 100 * time.Millisecond, MaximumInterval: 2 * time.Second},
	})
	for pause := stepPause; ; pause = min(2*pause, longestStepPause) {
		var st State
		err := workflow.ExecuteLocalActivity(ctx, step, f.orderID).Get(ctx, &st)
		if err == nil || temporal.IsCanceledError(err) {
			return st, err
		}
		if err := workflow.Sleep(ctx, pause); err != nil {
			return st, err
		}
		if f.asking == 0 && f.isHistoryFull(ctx) {
			return st, workflow.NewContinueAsNewError(ctx, Order, f.orderID)
		}
	}
}

// handOver delivers units beside one another. What waits for a supplier is
// looked at later, or at once when the supplier calls.
func (f *flow) handOver(ctx workflow.Context, units []int64) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		// Longer than one conversation with a supplier; a worker that was killed
		// in the middle of one is missed after it.
		StartToCloseTimeout: 20 * time.Second,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: time.Minute},
	})
	for _, id := range units {
		if f.sending[id] {
			continue
		}
		f.sending[id] = true
		workflow.Go(ctx, func(ctx workflow.Context) {
			for {
				var step delivery.Step
				heard := f.told
				f.asking++
				err := workflow.ExecuteActivity(ctx, calls.HandOver, f.orderID, id).Get(ctx, &step)
				f.asking--
				if err != nil || step.After == 0 {
					break
				}
				if step.Look {
					f.news = true // the order shows it while the unit waits
				}
				if _, err := workflow.AwaitWithTimeout(ctx, step.After, func() bool { return f.told != heard }); err != nil {
					break
				}
				// The next history asks again. No call is left open until then.
				if err := workflow.Await(ctx, func() bool { return !f.isHistoryFull(ctx) }); err != nil {
					break
				}
			}
			delete(f.sending, id)
			f.news = true // the lines may have come to an end
		})
	}
}

// refund sends money back beside everything else, for as long as it takes.
func (f *flow) refund(ctx workflow.Context, ids []int64) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 30 * time.Second,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: 5 * time.Minute},
	})
	for _, id := range ids {
		if f.refunding[id] {
			continue
		}
		f.refunding[id] = true
		f.refunds++
		workflow.Go(ctx, func(ctx workflow.Context) {
			_ = workflow.ExecuteActivity(ctx, calls.Refund, id).Get(ctx, nil) // retried until it is through
			f.refunds--
		})
	}
}
