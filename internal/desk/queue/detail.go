package queue

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/deskdb"
	"larek/internal/desk/orders"
	"larek/internal/desk/refunds"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/picture"
	"larek/internal/staff"
)

// LabelKind is what the value of a label is.
type LabelKind string

// The kinds of labels.
const (
	LabelText  LabelKind = "text"
	LabelTime  LabelKind = "time"
	LabelMoney LabelKind = "money"
	LabelParty LabelKind = "party" // the name of a supplier or provider
)

// Label is something an operator has to know about a row.
type Label struct {
	Name, Value string
	Kind        LabelKind
}

func text(name, value string) Label  { return Label{name, value, LabelText} }
func party(name, value string) Label { return Label{name, value, LabelParty} }
func at(name string, when time.Time) Label {
	return Label{name, when.UTC().Format(time.RFC3339), LabelTime}
}
func amount(name string, m money.Money) Label {
	return Label{name, m.String(), LabelMoney}
}

// Candidate is an order that unmatched money may belong to.
type Candidate struct {
	OrderID   int64
	Amount    money.Money
	Reference string
	Created   time.Time
	Status    order.Status
	IsPaid    bool
	Email     string // masked
}

// Detail is a row of the queue with what its form needs.
type Detail struct {
	Item        Item
	Version     string // of its order, or of the price
	Labels      []Label
	Avatar      picture.Key
	Resolutions []AllowedResolution
	Offers      []delivery.UnitOffer
	Candidates  []Candidate
	Refund      *refunds.Quote   // what ResolveRefund returns
	Cost        *orders.Purchase // of what the person may have bought
	Account     string           // where the goods go
	ServerID    *int64
	Servers     []orders.Server
}

// Detail returns one row. What is personal is left out for those who may not read it.
func (o *Service) Detail(ctx context.Context, who staff.Actor, kind desk.Kind, id int64) (Detail, error) {
	var d Detail
	err := pgx.BeginFunc(ctx, o.Desk.Pool(), func(tx pgx.Tx) error {
		var err error
		if d.Item, err = o.find(ctx, tx, kind, id); err != nil {
			return err
		}
		return o.fill(ctx, tx, who, &d)
	})
	return d, err
}

func (o *Service) fill(ctx context.Context, tx pgx.Tx, who staff.Actor, d *Detail) error {
	var s *orders.State
	var units []int64
	needsCodes, isPaid := false, true
	var err error
	if d.Item.OrderID != 0 {
		if s, err = o.Guard.Lock(ctx, tx, d.Item.OrderID); err != nil {
			return err
		}
		d.Version = s.Version
		d.Labels = append(d.Labels, labelsOf(s, who)...)
		if who.Can(staff.PIIRead) {
			d.Account, d.ServerID = s.Order.Detail.Player(), s.Order.Detail.MoogoldServer
		}
	}
	switch {
	case d.Item.Kind.IsDelivery():
		if units, err = deskdb.New(tx).TaskUnits(ctx, d.Item.ID); err != nil {
			return fmt.Errorf("units of task %d: %w", d.Item.ID, err)
		}
		needsCodes = s.Order.Kind == order.Rokky
		d.Avatar = s.Order.Detail.GameAvatar
		err = o.fillDelivery(ctx, tx, who, d, s, units)
	case d.Item.Kind == desk.KindCode:
		if s.Complaint, err = o.Stock.LockComplaint(ctx, tx, d.Item.ID); err != nil {
			return desk.Explain(err)
		}
		needsCodes = s.Complaint.IsUnit
		err = fillComplaint(ctx, tx, d, s)
	case d.Item.Kind == desk.KindGrant:
		if s.Grant, err = payment.LockGrant(ctx, tx, d.Item.ID); err != nil {
			return desk.Explain(err)
		}
		err = fillGrant(ctx, tx, d, s)
	case d.Item.Kind == desk.KindDetails:
		err = fillDetails(ctx, tx, d, s)
	case d.Item.Kind == desk.KindCost:
		err = o.fillCost(ctx, tx, who, d)
	case d.Item.Kind == desk.KindPrice:
		err = o.fillPrice(ctx, tx, who, d)
	case d.Item.Kind == desk.KindStockLow:
		d.Labels = append(d.Labels, at("Последняя продажа", d.Item.Created))
	case d.Item.Kind == desk.KindMoneyLow:
		err = fillMoneyLow(ctx, tx, who, d)
	case d.Item.Kind == desk.KindErasure:
		err = o.fillErasure(ctx, tx, who, d)
	case d.Item.Kind == desk.KindDifference:
		d.Item.difference, err = o.Settlement.Lock(ctx, tx, d.Item.ID)
	case d.Item.Kind == desk.KindUnmatched:
		isPaid, err = o.fillUnmatched(ctx, tx, d)
	}
	if err != nil {
		return err
	}
	d.Resolutions = optionsFor(d.Item, s, units, needsCodes, isPaid, who)
	return o.fillRefund(ctx, tx, who, d, s, units)
}

// labels describe an order to those who end a row about it.
func labelsOf(s *orders.State, who staff.Actor) []Label {
	var goods []string
	for _, l := range s.Order.Lines {
		goods = append(goods, fmt.Sprintf("%s × %d", l.Title, l.Quantity))
	}
	list := []Label{text("Товар", desk.Shorten(strings.Join(goods, ", ")))}
	if s.Order.Kind == order.Standoff {
		list = append(list, text("Цена лота", s.Order.Detail.LotPrice().String()+" G"))
	}
	if player := s.Order.Detail.Player(); player != "" && who.Can(staff.PIIRead) {
		list = append(list, text("Кому", player))
		if name := s.Order.Detail.AccountName; name != nil {
			list = append(list, text("Имя игрока", *name))
		}
		if server := s.Order.Detail.MoogoldServerName; server != nil {
			list = append(list, text("Сервер", *server))
		}
	}
	if email := emailOf(s.Order); email != "" && who.Can(staff.PIIRead) {
		list = append(list, text("Покупатель", email))
	}
	for _, u := range s.Units {
		if u.Supplier != "" || u.Reason != "" {
			list = append(list, text(fmt.Sprintf("Единица %d", u.N), unitTitles[u.State]))
		}
		if len(list) == maxLabels {
			break
		}
	}
	return list
}

const maxLabels = 30

// fillErasure adds the request to erase a buyer, for those who may read about buyers.
func (o *Service) fillErasure(ctx context.Context, tx pgx.Tx, who staff.Actor, d *Detail) (err error) {
	if d.Item.erasure, err = o.Accounts.LockErasure(ctx, tx, d.Item.ID); err != nil {
		return err
	}
	if who.Can(staff.CustomerRead) {
		d.Labels = []Label{text("Как попросил", desk.Shorten(d.Item.erasure.Reason)), text("Записал", d.Item.erasure.AskedName)}
	}
	return nil
}
