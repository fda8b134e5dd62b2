package orderflow

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"larek/internal/delivery"
	"larek/internal/payment"
)

// deliverUnits delivers units in parallel.
func (f *flow) deliverUnits(ctx workflow.Context, st State) {
	for i, id := range st.Units {
		if f.unitsInFlight[id] {
			continue
		}
		f.unitsInFlight[id] = true
		supplier := ""
		if i < len(st.Suppliers) {
			supplier = st.Suppliers[i]
		}
		workflow.Go(ctx, func(ctx workflow.Context) {
			f.deliverUnit(ctx, id, supplier)
			delete(f.unitsInFlight, id)
			f.updated = true // lines may have ended
		})
	}
}

// deliverUnit delivers a unit, each step on the queue of the supplier that it calls. A
// unit that waits for a supplier is retried after a delay, or at once after a signal.
func (f *flow) deliverUnit(ctx workflow.Context, id int64, supplier string) {
	for {
		seen := f.signalCount
		step, interrupted, err := f.handOver(ctx, id, supplier)
		if err == nil && step.Supplier != "" {
			supplier = step.Supplier
			continue
		}
		if !interrupted && (err != nil || step.RetryAfter == 0) {
			return
		}
		if step.StatusChanged {
			f.updated = true // the order shows the delay to the buyer
		}
		if _, err := workflow.AwaitWithTimeout(ctx, step.RetryAfter, func() bool { return interrupted || f.signalCount != seen }); err != nil {
			return
		}
		// The next run delivers the rest. No activity is left open until then.
		if err := workflow.Await(ctx, func() bool { return !f.isHistoryFull(ctx) }); err != nil {
			return
		}
	}
}

// handOver runs one DeliverUnit until it has something to say. Meanwhile Temporal repeats
// it; a signal interrupts that, so that it is run again at once.
func (f *flow) handOver(ctx workflow.Context, id int64, supplier string) (step delivery.UnitProgress, interrupted bool, err error) {
	queue := workflow.GetInfo(ctx).TaskQueueName
	if supplier != "" && supplier != delivery.Operator {
		queue = supplierQueue(queue, supplier)
	}
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue: queue,
		// Longer than one exchange with a supplier. A killed worker is detected
		// after it.
		StartToCloseTimeout: 20 * time.Second,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: time.Minute},
		// One that is running is not cancelled: its result counts.
		WaitForCancellation: true,
	})
	callCtx, cancel := workflow.WithCancel(ctx)
	defer cancel()
	seen := f.signalCount
	f.deliveriesInFlight++
	call := workflow.ExecuteActivity(callCtx, activityDeliverUnit, f.orderID, id, supplier)
	if supplier != "" {
		_ = workflow.Await(ctx, func() bool { return call.IsReady() || f.signalCount != seen || f.isHistoryFull(ctx) })
		if !call.IsReady() {
			cancel()
			interrupted = ctx.Err() == nil
		}
	}
	err = call.Get(ctx, &step)
	f.deliveriesInFlight--
	return step, interrupted && err != nil, err
}

// sendRefunds sends refunds in parallel, retrying until they end. A refund that ended and
// is pending again, because an operator retries it, is sent again.
func (f *flow) sendRefunds(ctx workflow.Context, ids []int64) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           refundQueue(workflow.GetInfo(ctx).TaskQueueName),
		StartToCloseTimeout: payment.RefundStepTimeout,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: time.Minute},
	})
	for _, id := range ids {
		inFlight, ended := f.refunds[id]
		if inFlight || ended && workflow.GetVersion(ctx, versionRefundRetried, workflow.DefaultVersion, 1) == workflow.DefaultVersion {
			continue
		}
		f.refunds[id] = true
		f.refundsInFlight++
		workflow.Go(ctx, func(ctx workflow.Context) {
			_ = workflow.ExecuteActivity(ctx, activitySendRefund, id).Get(ctx, nil) // retried until it succeeds
			f.refunds[id] = false
			f.refundsInFlight--
		})
	}
}
