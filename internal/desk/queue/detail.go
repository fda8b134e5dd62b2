package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/deskdb"
	"larek/internal/desk/orders"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/picture"
	"larek/internal/staff"
)

// Label is something an operator has to know about a row.
type Label struct{ Name, Value string }

// Candidate is an order that unmatched money may belong to.
type Candidate struct {
	OrderID   int64
	Amount    money.Money
	Reference string
	Created   time.Time
	Status    order.Status
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
	}
	switch {
	case d.Item.Kind.IsDelivery():
		if units, err = deskdb.New(tx).TaskUnits(ctx, d.Item.ID); err != nil {
			return fmt.Errorf("units of task %d: %w", d.Item.ID, err)
		}
		needsCodes = s.Order.Kind == order.Rokky
		d.Avatar = s.Order.Detail.GameAvatar
		if len(units) > 0 {
			d.Offers, err = o.Dispatch.UnitOffers(ctx, tx, units[0])
		}
	case d.Item.Kind == desk.KindCode:
		if s.Complaint, err = o.Stock.LockComplaint(ctx, tx, d.Item.ID); err != nil {
			return desk.Explain(err)
		}
		needsCodes = s.Complaint.IsUnit
	case d.Item.Kind == desk.KindGrant:
		if s.Grant, err = o.Payments.LockGrant(ctx, tx, d.Item.ID); err != nil {
			return desk.Explain(err)
		}
	case d.Item.Kind == desk.KindDetails:
		err = o.fillDetails(ctx, tx, d)
	case d.Item.Kind == desk.KindPrice:
		err = o.fillPrice(ctx, tx, who, d)
	case d.Item.Kind == desk.KindErasure:
		err = o.fillErasure(ctx, tx, who, d)
	case d.Item.Kind == desk.KindDifference:
		d.Item.difference, err = o.Settlement.Lock(ctx, tx, d.Item.ID)
	case d.Item.Kind == desk.KindUnmatched:
		isPaid, err = o.fillUnmatched(ctx, tx, d)
	}
	d.Resolutions = optionsFor(d.Item, s, units, needsCodes, isPaid, who)
	return err
}

// labels describe an order to those who end a row about it.
func labelsOf(s *orders.State, who staff.Actor) []Label {
	var goods []string
	for _, l := range s.Order.Lines {
		goods = append(goods, fmt.Sprintf("%s × %d", l.Title, l.Quantity))
	}
	list := []Label{{"Товар", desk.Shorten(strings.Join(goods, ", "))}}
	if s.Order.Kind == order.Standoff {
		list = append(list, Label{"Цена лота", s.Order.Detail.LotPrice().String() + " G"})
	}
	if player := s.Order.Detail.Player(); player != "" && who.Can(staff.PIIRead) {
		list = append(list, Label{"Кому", player})
		if name := s.Order.Detail.AccountName; name != nil {
			list = append(list, Label{"Имя игрока", *name})
		}
	}
	for _, u := range s.Units {
		if u.Supplier != "" || u.Reason != "" {
			list = append(list, Label{fmt.Sprintf("Единица %d", u.N), unitTitles[u.State]})
		}
		if len(list) == maxLabels {
			break
		}
	}
	return list
}

const maxLabels = 30

// fillUnmatched adds what is known about unmatched money and reports whether it is
// money at all.
func (o *Service) fillUnmatched(ctx context.Context, tx pgx.Tx, d *Detail) (bool, error) {
	n, err := o.Payments.LockUnmatched(ctx, tx, d.Item.ID)
	if err != nil {
		return false, desk.Explain(err)
	}
	d.Labels = []Label{{"Провайдер", n.Provider}, {"Номер у провайдера", n.ProviderID}, {"Ссылка платежа", n.Reference}, {"Сообщение", noticeTitles[n.Kind]}}
	rows, err := deskdb.New(tx).MatchCandidates(ctx, n.ID)
	if err != nil {
		return false, fmt.Errorf("orders for notice %d: %w", n.ID, err)
	}
	for _, r := range rows {
		d.Candidates = append(d.Candidates, Candidate{
			OrderID: r.OrderID, Amount: money.Of(money.Minor(r.Hundredths), r.Currency), Reference: r.Reference, Created: r.Created, Status: order.Status(r.Status),
		})
	}
	return n.Kind == payment.NoticePaid, nil
}

// fillDetails adds what the supplier answered to the details, as recorded.
func (o *Service) fillDetails(ctx context.Context, tx pgx.Tx, d *Detail) error {
	r, err := deskdb.New(tx).RejectedDetails(ctx, d.Item.OrderID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("rejected details of order %d: %w", d.Item.OrderID, err)
	}
	d.Labels = append(d.Labels, Label{"Отказал", r.Supplier})
	if r.Response != "" {
		d.Labels = append(d.Labels, Label{"Ответ поставщика", desk.Shorten(r.Response)})
	}
	return nil
}

// fillErasure adds the request to erase a buyer, for those who may read about buyers.
func (o *Service) fillErasure(ctx context.Context, tx pgx.Tx, who staff.Actor, d *Detail) (err error) {
	if d.Item.erasure, err = o.Accounts.LockErasure(ctx, tx, d.Item.ID); err != nil {
		return err
	}
	if who.Can(staff.CustomerRead) {
		d.Labels = []Label{{"Как попросил", desk.Shorten(d.Item.erasure.Reason)}, {"Записал", d.Item.erasure.AskedName}}
	}
	return nil
}
