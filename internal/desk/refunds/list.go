package refunds

import (
	"context"
	"fmt"
	"math"
	"time"

	"larek/internal/desk"
	"larek/internal/desk/deskdb"
	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/staff"
)

// Person is a member of staff.
type Person struct {
	ID   int64
	Name string
}

// Row is a refund, or a grant without one.
type Row struct {
	IsGrant             bool
	ID, OrderID         int64
	State               string
	Amount              money.Money
	Reason, Destination string
	Provider, Note      string
	Tries               int32
	NextTryAt, DoneAt   *time.Time
	Created             time.Time
	GrantedBy, SentBy   *Person
	Actions             []desk.Allowed
}

// Filter selects refunds.
type Filter struct {
	State   string // of a refund, or waiting_second, declined, expired of a grant; empty for all refunds
	OrderID int64  // zero for all
}

// grantStates are the states of the list that are those of grants.
var grantStates = map[string]payment.GrantState{"waiting_second": payment.GrantOpen, "declined": payment.GrantDeclined, "expired": payment.GrantExpired}

// List returns up to limit refunds with a smaller ID than before, newest first; zero
// begins with the newest.
func (o *Service) List(ctx context.Context, who staff.Actor, f Filter, before int64, limit int) ([]Row, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	if state, is := grantStates[f.State]; is {
		return o.grants(ctx, who, f.State, state, f.OrderID, before, limit)
	}
	rows, err := deskdb.New(o.Desk.Pool()).RefundRows(ctx, deskdb.RefundRowsParams{Before: before, Status: f.State, OrderID: f.OrderID, PageLimit: int32(limit)}) //nolint:gosec // a page
	if err != nil {
		return nil, fmt.Errorf("refunds: %w", err)
	}
	list := make([]Row, len(rows))
	for i, r := range rows {
		list[i] = Row{
			ID: r.ID, OrderID: r.OrderID, State: r.Status, Amount: money.Of(money.Minor(r.Hundredths), r.Currency), Reason: r.Reason, Destination: r.Destination,
			Provider: r.Provider, Note: r.Note, Tries: r.Tries, NextTryAt: r.NextTryAt, DoneAt: r.DoneAt, Created: r.Created,
			GrantedBy: person(r.GrantedBy, r.GrantedName), SentBy: person(r.DecidedBy, r.DecidedName),
			Actions: stepsOf(who, payment.RefundStatus(r.Status)),
		}
	}
	return list, nil
}

func person(id *int64, name string) *Person {
	if id == nil {
		return nil
	}
	return &Person{ID: *id, Name: name}
}

// stepsOf returns the steps the person may take with a refund in this status.
func stepsOf(who staff.Actor, status payment.RefundStatus) []desk.Allowed {
	var list []desk.Allowed
	for _, step := range []Step{StepRetry, StepToBalance, StepSettle} {
		kind := refundSteps[step]
		a := desk.Allowed{Name: kind.action}
		switch {
		case status.Final():
			a.Reason = "Возврат завершён."
		case status.UnderWay():
			a.Reason = "Деньги уже в пути: ждём ответа провайдера."
		}
		if !who.Can(kind.permission) {
			a.Needs = kind.permission
		}
		a.Allowed = a.Reason == "" && a.Needs == ""
		list = append(list, a)
	}
	return list
}

func (o *Service) grants(ctx context.Context, who staff.Actor, shown string, state payment.GrantState, orderID, before int64, limit int) ([]Row, error) {
	rows, err := deskdb.New(o.Desk.Pool()).GrantRows(ctx, deskdb.GrantRowsParams{Before: before, State: string(state), OrderID: orderID, PageLimit: int32(limit)}) //nolint:gosec // a page
	if err != nil {
		return nil, fmt.Errorf("grants: %w", err)
	}
	list := make([]Row, len(rows))
	for i, r := range rows {
		list[i] = Row{
			IsGrant: true, ID: r.ID, OrderID: r.OrderID, State: shown, Amount: money.Of(money.Minor(r.Hundredths), r.Currency), Reason: r.ReasonCode,
			Destination: r.Destination, Note: r.Note, Created: r.GrantedAt, DoneAt: r.DecidedAt,
			GrantedBy: person(&r.GrantedBy, r.GrantedName), SentBy: person(r.DecidedBy, r.DecidedName),
			Actions: grantSteps(who, state, r.GrantedBy, r.Rubles, r.SentAlone),
		}
	}
	return list, nil
}

// grantSteps reports whether the person may send or decline a grant. sentAlone is what was
// refunded of its order without a second person, which counts for the limit.
func grantSteps(who staff.Actor, state payment.GrantState, grantedBy int64, rubles, sentAlone money.RUB) []desk.Allowed {
	limit := max(0, who.Limit(staff.RefundSend)-sentAlone)
	send, decline := desk.Allowed{Name: ActionSend, Limit: &limit}, desk.Allowed{Name: ActionDecline}
	switch {
	case state != payment.GrantOpen:
		send.Reason, decline.Reason = "Уже решено.", "Уже решено."
	case grantedBy == who.ID && rubles > limit:
		send.Reason = desk.ErrSecondPerson.Detail
	}
	if grantedBy != who.ID && !who.Can(staff.RefundSendOther) {
		send.Needs = staff.RefundSendOther
	}
	if !who.Can(staff.RefundSend) {
		send.Needs = staff.RefundSend
	}
	if !who.Can(staff.RefundGrant) {
		decline.Needs = staff.RefundGrant
	}
	send.Allowed, decline.Allowed = send.Reason == "" && send.Needs == "", decline.Reason == "" && decline.Needs == ""
	return []desk.Allowed{send, decline}
}
