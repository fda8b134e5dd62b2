package payment

import "slices"

// RefundStatus is how giving money back stands.
type RefundStatus string

// The statuses. A refund is written down as sent before the provider is called,
// so that no crash can forget a call.
const (
	RefundPending RefundStatus = "pending" // decided, nothing has been sent
	RefundSent    RefundStatus = "sent"    // the provider is being called
	RefundUnknown RefundStatus = "unknown" // it was called and did not answer
	RefundRefused RefundStatus = "refused" // it said no: tried again a few times
	RefundManual  RefundStatus = "manual"  // only a person can end it
	RefundDone    RefundStatus = "done"    // the buyer has the money
	RefundCovered RefundStatus = "covered" // it went back without us before we sent it
)

// refundMoves are the only changes of a refund's status there are. The database
// refuses any other.
var refundMoves = []struct {
	from RefundStatus
	to   []RefundStatus
}{
	// Done at once: to the buyer's balance. Unknown at once: sent by a version of
	// the shop that did not write it down first.
	{RefundPending, []RefundStatus{RefundSent, RefundUnknown, RefundManual, RefundDone, RefundCovered}},
	{RefundSent, []RefundStatus{RefundDone, RefundRefused, RefundUnknown, RefundManual}},
	{RefundUnknown, []RefundStatus{RefundSent, RefundDone, RefundRefused, RefundManual}},
	{RefundRefused, []RefundStatus{RefundSent, RefundManual, RefundCovered}},
	{RefundManual, []RefundStatus{RefundPending, RefundDone, RefundCovered}},
	{RefundDone, nil},
	{RefundCovered, nil},
}

// CanBecome reports whether the move is in the table.
func (s RefundStatus) CanBecome(to RefundStatus) bool {
	for _, m := range refundMoves {
		if m.from == s {
			return slices.Contains(m.to, to)
		}
	}
	return false
}

// Final reports whether the refund has come to its end.
func (s RefundStatus) Final() bool { return s == RefundDone || s == RefundCovered }

// UnderWay reports whether the provider may be giving the money back now.
func (s RefundStatus) UnderWay() bool { return s == RefundSent || s == RefundUnknown }
