package order

import "slices"

// Kind is the variant of an order. It decides how the order is delivered.
type Kind string

// The kinds.
const (
	PUBG     Kind = "pubg"
	Steam    Kind = "steam"
	Standoff Kind = "standoff"
	Rokky    Kind = "rokky"
	Supply   Kind = "supply_channel"
)

// Status is the status of an order.
type Status string

// The statuses.
const (
	Created           Status = "created"
	WaitingForPayment Status = "waiting_for_payment"
	Paid              Status = "paid"
	Sending           Status = "sending"
	Sent              Status = "sent"
	Done              Status = "done"
	Failed            Status = "failed"
)

// LineStatus is the status of one line.
type LineStatus string

// The line statuses.
const (
	Processing       LineStatus = "processing"
	LineSending      LineStatus = "sending"
	Completed        LineStatus = "completed"
	IncorrectDetails LineStatus = "incorrect-details"
	Refunded         LineStatus = "refunded"
)

// Action is the next action on an order.
type Action string

// The actions.
const (
	ActPay      Action = "pay"      // the buyer pays
	ActDeliver  Action = "deliver"  // we deliver
	ActCorrect  Action = "correct"  // the buyer corrects the delivery details
	ActOperator Action = "operator" // an operator acts
)

// transition lists the statuses that may follow a status.
type transition[S ~string] struct {
	from S
	to   []S
}

// orderTransitions are all allowed changes of an order's status.
var orderTransitions = []transition[Status]{
	{Created, []Status{WaitingForPayment, Failed}},
	{WaitingForPayment, []Status{Paid, Failed}},
	{Paid, []Status{Sending, Failed}},
	{Sending, []Status{Sent, Failed}},
	{Sent, []Status{Done}},
	{Done, nil},
	{Failed, []Status{Paid}}, // a late payment, while the goods are still available
}

// lineTransitions are all allowed changes of a line's status.
var lineTransitions = []transition[LineStatus]{
	{Processing, []LineStatus{LineSending, Completed, Refunded}},
	{LineSending, []LineStatus{Completed, IncorrectDetails, Refunded}},
	{IncorrectDetails, []LineStatus{Processing, Refunded}},
	{Completed, nil},
	{Refunded, nil},
}

func allowed[S ~string](table []transition[S], from, to S) bool {
	return slices.ContainsFunc(table, func(t transition[S]) bool { return t.from == from && slices.Contains(t.to, to) })
}

// CanTransitionTo reports whether the status may change to to.
func (s Status) CanTransitionTo(to Status) bool { return allowed(orderTransitions, s, to) }

// Final reports whether the order is finished. A late payment may still reopen
// a failed order.
func (s Status) Final() bool { return s == Done || s == Failed }

// Unpaid reports whether the order is not paid yet.
func (s Status) Unpaid() bool { return s == Created || s == WaitingForPayment }

// CanTransitionTo reports whether the status may change to to.
func (s LineStatus) CanTransitionTo(to LineStatus) bool { return allowed(lineTransitions, s, to) }

// Final reports whether the line is finished.
func (s LineStatus) Final() bool { return s == Completed || s == Refunded }
