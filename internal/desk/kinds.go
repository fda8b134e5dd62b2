package desk

import "strings"

// Kind is a kind of rows in the queue.
type Kind string

// The kinds. Delivery tasks and payment tasks have the kinds of their tables.
const (
	KindUnknown     Kind = "unknown"
	KindStandoff    Kind = "standoff"
	KindByHand      Kind = "by_hand"
	KindRefund      Kind = "refund"
	KindRefundLate  Kind = "refund_late"
	KindGrant       Kind = "grant"
	KindChargeback  Kind = "chargeback"
	KindOutside     Kind = "outside_refund"
	KindTooLarge    Kind = "refund_too_large"
	KindFrozen      Kind = "balance_frozen"
	KindUnmatched   Kind = "unmatched"
	KindUnconfirmed Kind = "unconfirmed"
	KindOverdue     Kind = "overdue"
	KindPaused      Kind = "paused"
	KindHeld        Kind = "held"
	KindDetails     Kind = "details"
	KindCode        Kind = "code"
	KindCost        Kind = "cost"
	KindPrice       Kind = "price"
	KindReview      Kind = "review"
	KindLetter      Kind = "letter"
	KindDifference  Kind = "difference"
	KindRegistry    Kind = "registry"
	KindMethod      Kind = "method"
	KindErasure     Kind = "erasure"
	KindStockLow    Kind = "stock_low"
	KindMoneyLow    Kind = "supplier_money"
	KindFailing          = "failing_" // and the name of the step
)

// Kinds are all kinds, in the order they are shown.
var Kinds = []Kind{
	KindUnknown, KindStandoff, KindByHand, KindRefund, KindRefundLate, KindGrant, KindChargeback, KindOutside, KindTooLarge, KindUnmatched, KindUnconfirmed,
	KindFailing + "settle", KindFailing + "deliver", KindFailing + "hand_over", KindFailing + "refund", KindOverdue, KindDetails, KindCode, KindHeld, KindPaused, KindCost, KindPrice, KindReview, KindLetter, KindDifference, KindRegistry, KindMethod, KindErasure, KindFrozen,
	KindStockLow, KindMoneyLow,
}

// IsFailing reports whether a step of a workflow fails again and again.
func (k Kind) IsFailing() bool { return strings.HasPrefix(string(k), KindFailing) }

// IsDelivery reports whether the row is a delivery task, which keeps its own lease.
func (k Kind) IsDelivery() bool { return k == KindUnknown || k == KindStandoff || k == KindByHand }
