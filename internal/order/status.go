package order

import "slices"

// Kind is what an order is delivered as.
type Kind string

// The kinds.
const (
	PUBG     Kind = "pubg"
	Steam    Kind = "steam"
	Standoff Kind = "standoff"
	Rokky    Kind = "rokky"
	Supply   Kind = "supply_channel"
)

// Status is how far an order got.
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

// LineStatus is how far one line of an order got.
type LineStatus string

// The statuses of lines.
const (
	Processing       LineStatus = "processing"
	LineSending      LineStatus = "sending"
	Completed        LineStatus = "completed"
	IncorrectDetails LineStatus = "incorrect-details"
	Refunded         LineStatus = "refunded"
)

// Action is what happens to an order next.
type Action string

// The actions.
const (
	ActPay      Action = "pay"      // the buyer pays
	ActDeliver  Action = "deliver"  // we deliver
	ActCorrect  Action = "correct"  // the buyer corrects where it goes
	ActOperator Action = "operator" // a person of ours looks at it
)

// move is one row of a status table: from a status, to these.
type move[S ~string] struct {
	from S
	to   []S
}

// orderMoves are the only changes of an order's status there are.
var orderMoves = []move[Status]{
	{Created, []Status{WaitingForPayment, Failed}},
	{WaitingForPayment, []Status{Paid, Failed}},
	{Paid, []Status{Sending, Failed}},
	{Sending, []Status{Sent, Failed}},
	{Sent, []Status{Done}},
	{Done, nil},
	{Failed, []Status{Paid}}, // money came late, and the goods are still to be had
}

// lineMoves are the only changes of a line's status there are.
var lineMoves = []move[LineStatus]{
	{Processing, []LineStatus{LineSending, Completed, Refunded}},
	{LineSending, []LineStatus{Completed, IncorrectDetails, Refunded}},
	{IncorrectDetails, []LineStatus{Processing, Refunded}},
	{Completed, nil},
	{Refunded, nil},
}

func allowed[S ~string](table []move[S], from, to S) bool {
	return slices.ContainsFunc(table, func(m move[S]) bool { return m.from == from && slices.Contains(m.to, to) })
}

// CanBecome tells whether the move is in the table.
func (s Status) CanBecome(to Status) bool { return allowed(orderMoves, s, to) }

// Final tells whether nothing is left to do. Late money may still revive a
// failed order.
func (s Status) Final() bool { return s == Done || s == Failed }

// Unpaid tells whether the order may still be changed and paid.
func (s Status) Unpaid() bool { return s == Created || s == WaitingForPayment }

// CanBecome tells whether the move is in the table.
func (s LineStatus) CanBecome(to LineStatus) bool { return allowed(lineMoves, s, to) }

// Final tells whether nothing is left to do.
func (s LineStatus) Final() bool { return s == Completed || s == Refunded }
