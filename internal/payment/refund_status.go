package payment

import "slices"

// RefundStatus is the status of a refund. The values are stored.
type RefundStatus string

// Statuses of refunds. A refund is recorded as sent before the provider is called,
// so that no call is lost in a crash.
const (
	RefundPending RefundStatus = "pending" // created, nothing has been sent
	RefundSent    RefundStatus = "sent"    // the provider is being called
	RefundUnknown RefundStatus = "unknown" // the call had no usable response
	RefundRefused RefundStatus = "refused" // refused by the provider; retried a few times
	RefundManual  RefundStatus = "manual"  // only an operator can complete it
	RefundDone    RefundStatus = "done"    // the buyer has the money
	RefundCovered RefundStatus = "covered" // refunded outside before we sent it
)

// refundTransitions are the allowed changes of a refund's status. The database
// rejects any other.
var refundTransitions = []struct {
	from RefundStatus
	to   []RefundStatus
}{
	// Directly done: refunds to the buyer's balance. Directly unknown: sent by an
	// older version, which did not record the call first.
	{RefundPending, []RefundStatus{RefundSent, RefundUnknown, RefundManual, RefundDone, RefundCovered}},
	{RefundSent, []RefundStatus{RefundPending, RefundDone, RefundRefused, RefundUnknown, RefundManual}},
	{RefundUnknown, []RefundStatus{RefundSent, RefundDone, RefundRefused, RefundManual}},
	{RefundRefused, []RefundStatus{RefundSent, RefundManual, RefundCovered}},
	{RefundManual, []RefundStatus{RefundPending, RefundDone, RefundCovered}},
	{RefundDone, nil},
	{RefundCovered, nil},
}

// CanTransitionTo reports whether refundTransitions allows the change.
func (s RefundStatus) CanTransitionTo(to RefundStatus) bool {
	for _, m := range refundTransitions {
		if m.from == s {
			return slices.Contains(m.to, to)
		}
	}
	return false
}

// Final reports whether the refund is complete.
func (s RefundStatus) Final() bool { return s == RefundDone || s == RefundCovered }

// UnderWay reports whether the provider may be executing the refund.
func (s RefundStatus) UnderWay() bool { return s == RefundSent || s == RefundUnknown }
