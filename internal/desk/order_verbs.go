package desk

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/email"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/order"
)

// Ask lets suppliers and the provider be queried at once about everything that is open.
// The signal makes the workflow query the suppliers.
func (o *Operations) Ask(ctx context.Context, a Act) (Done, error) {
	return o.act(ctx, ActionAsk, a, nil, func(ctx context.Context, tx pgx.Tx, s *orderState) (effect, error) {
		_, err := o.Payments.QueryNow(ctx, tx, s.order.ID)
		return effect{message: "Спрашиваем: ответ появится в истории заказа."}, err
	})
}

// Wake lets the workflow read the order again.
func (o *Operations) Wake(ctx context.Context, a Act) (Done, error) {
	return o.act(ctx, ActionWake, a, nil, func(context.Context, pgx.Tx, *orderState) (effect, error) {
		return effect{message: "Разбудили: заказ посмотрят прямо сейчас."}, nil
	})
}

// Rerouting is which offers to use for units that are tried again.
type Rerouting struct {
	Units   []int64 // empty for all that can be
	Prefer  *int64
	Exclude []int64
}

// Retry tries undelivered units again at once.
func (o *Operations) Retry(ctx context.Context, a Act, units []int64) (Done, error) {
	return o.act(ctx, ActionRetry, a, units, func(ctx context.Context, tx pgx.Tx, s *orderState) (effect, error) {
		return o.requeue(ctx, tx, a, s, Rerouting{Units: units}, s.retriable())
	})
}

// Reroute tries undelivered units again with other offers.
func (o *Operations) Reroute(ctx context.Context, a Act, r Rerouting) (Done, error) {
	return o.act(ctx, ActionReroute, a, r, func(ctx context.Context, tx pgx.Tx, s *orderState) (effect, error) {
		if r.Prefer == nil && len(r.Exclude) == 0 {
			return effect{}, delivery.ErrOffer
		}
		return o.requeue(ctx, tx, a, s, r, s.reroutable())
	})
}

func (o *Operations) requeue(ctx context.Context, tx pgx.Tx, a Act, s *orderState, r Rerouting, possible []int64) (effect, error) {
	units, err := chosen(r.Units, possible)
	if err != nil {
		return effect{}, err
	}
	if r.Prefer != nil {
		if err := o.spendOnOffer(ctx, tx, a.Actor, s, *r.Prefer, len(units)); err != nil {
			return effect{}, err
		}
	}
	// No supplier may still deliver them, so there is nothing to query before.
	_, err = o.Dispatch.RequeueUnits(ctx, tx, delivery.Retry{Units: units, Who: who(a), Prefer: r.Prefer, Exclude: r.Exclude}, &delivery.Inquiry{})
	if err != nil {
		return effect{}, err
	}
	if err := o.deliverBy(ctx, tx, s, retryDeadline); err != nil {
		return effect{}, err
	}
	return effect{message: "Снова у поставщиков.", after: map[string]any{"units": units, "prefer": r.Prefer, "exclude": r.Exclude}}, nil
}

// retryDeadline is the deadline of a delivery that is tried again.
const retryDeadline = 15 * time.Minute

// deliverBy makes the delivery the order's next action, unless its buyer has to act.
func (o *Operations) deliverBy(ctx context.Context, tx pgx.Tx, s *orderState, within time.Duration) error {
	return o.Flow.Delivery.DeliverBy(ctx, tx, s.order, within)
}

// chosen returns the wanted units in ascending order, all possible ones if none is
// named.
func chosen(wanted, possible []int64) ([]int64, error) {
	if len(wanted) == 0 {
		return possible, nil
	}
	units := slices.Compact(slices.Sorted(slices.Values(wanted)))
	for _, id := range units {
		if !slices.Contains(possible, id) {
			return nil, field("units", "Единицу "+formatID(id)+" сейчас выбрать нельзя.")
		}
	}
	return units, nil
}

// who names an operator in the tables of the domains.
func who(a Act) string { return "staff:" + formatID(a.Actor.ID) }

// Delivery is what an operator delivered.
type Delivery struct {
	Units []int64 // empty for all that are not delivered
	Proof string
	Pic   string // a stored picture that shows it
	Cost  *delivery.Cost
	Codes []string // secret
	Force bool
}

// words are what the buyer reads about the delivery.
func (d Delivery) words() string {
	if d.Pic == "" {
		return d.Proof
	}
	return d.Proof + " " + d.Pic
}

// Deliver marks units as delivered by an operator.
func (o *Operations) Deliver(ctx context.Context, a Act, d Delivery) (Done, error) {
	return o.actAfterInquiry(ctx, ActionDeliver, a, d.input(),
		func(s *orderState) ([]int64, error) { return chosen(d.Units, s.undelivered()) },
		func(ctx context.Context, tx pgx.Tx, s *orderState, units []int64, in *delivery.Inquiry) (effect, error) {
			return o.deliver(ctx, tx, a, s, d, units, in)
		})
}

// input identifies the request: codes by their number only.
func (d Delivery) input() any {
	return []any{d.Units, d.Proof, d.Pic, d.Cost, len(d.Codes), d.Force}
}

func (o *Operations) deliver(ctx context.Context, tx pgx.Tx, a Act, s *orderState, d Delivery, units []int64, in *delivery.Inquiry) (effect, error) {
	if d.Cost != nil {
		cost, err := o.spendOnDelivery(ctx, tx, a.Actor, s, *d.Cost, units)
		if err != nil {
			return effect{}, err
		}
		d.Cost = &cost
	}
	words := d.words()
	if len(d.Codes) > 0 && words == "" && d.Force {
		words = a.Reason.Text
	}
	ended, err := o.Dispatch.EndUnits(ctx, tx, delivery.Ending{Units: units, Closing: delivery.Closing{
		Who: who(a), Done: true, Words: words, Codes: d.Codes, Cost: d.Cost, Force: d.Force,
	}}, in)
	if err != nil {
		return effect{}, err
	}
	e := effect{message: "Отмечено доставленным.", after: map[string]any{"units": units, "forced": d.Force, "entered": len(d.Codes)}}
	if ended.BySupplier != "" {
		e.message = "Поставщик " + ended.BySupplier + " уже доставил: ваше не понадобилось."
		e.after["by_supplier"] = ended.BySupplier
	}
	return e, nil
}

// Correction is where the goods go instead.
type Correction struct {
	Account      string // the player, login or game account
	Server       *int64
	ServerCustom *string
}

// update returns the change of an order of this kind.
func (c Correction) update(kind order.Kind) order.DeliveryDetailsUpdate {
	switch kind {
	case order.Steam:
		return order.DeliveryDetailsUpdate{SteamAccountID: &c.Account}
	case order.Standoff:
		return order.DeliveryDetailsUpdate{GameAccountID: &c.Account}
	case order.Supply, order.PUBG, order.Rokky:
	}
	return order.DeliveryDetailsUpdate{MoogoldUserID: &c.Account, MoogoldServer: c.Server, MoogoldServerCustomID: c.ServerCustom}
}

// Correct corrects where the goods go, and delivers again.
func (o *Operations) Correct(ctx context.Context, a Act, c Correction) (Done, error) {
	return o.act(ctx, ActionCorrect, a, c, func(ctx context.Context, tx pgx.Tx, s *orderState) (effect, error) {
		return o.correct(ctx, tx, s, c)
	})
}

func (o *Operations) correct(ctx context.Context, tx pgx.Tx, s *orderState, c Correction) (effect, error) {
	if c.Account == "" {
		return effect{}, field("account", "Впишите, кому доставить.")
	}
	err := o.Checkout.CorrectDetails(ctx, tx, s.order, c.update(s.order.Kind))
	return effect{message: "Исправлено: отправляем заново.", after: map[string]any{"corrected": true}}, err
}

// Pause orders nothing more from suppliers until Resume.
func (o *Operations) Pause(ctx context.Context, a Act, hours int) (Done, error) {
	return o.act(ctx, ActionPause, a, hours, func(ctx context.Context, tx pgx.Tx, s *orderState) (effect, error) {
		until := s.now.Add(time.Duration(hours) * time.Hour)
		if err := o.Dispatch.Pause(ctx, tx, s.order.ID, a.Actor.ID, until); err != nil {
			return effect{}, err
		}
		if err := o.Orders.SetNextAction(ctx, tx, s.order, order.ActOperator, until); err != nil {
			return effect{}, err
		}
		return effect{message: "Приостановлено: новых заказов у поставщиков не будет.", after: map[string]any{"paused": true, "until": until}}, nil
	})
}

// Resume continues a paused delivery.
func (o *Operations) Resume(ctx context.Context, a Act) (Done, error) {
	return o.act(ctx, ActionResume, a, nil, func(ctx context.Context, tx pgx.Tx, s *orderState) (effect, error) {
		return o.resume(ctx, tx, s)
	})
}

func (o *Operations) resume(ctx context.Context, tx pgx.Tx, s *orderState) (effect, error) {
	if err := o.Dispatch.Resume(ctx, tx, s.order.ID); err != nil {
		return effect{}, err
	}
	return effect{message: "Доставка продолжается.", after: map[string]any{"paused": false}}, o.deliverBy(ctx, tx, s, retryDeadline)
}

// Cancel closes an unpaid order.
func (o *Operations) Cancel(ctx context.Context, a Act) (Done, error) {
	return o.act(ctx, ActionCancel, a, nil, func(ctx context.Context, tx pgx.Tx, s *orderState) (effect, error) {
		err := o.Flow.Intake.CancelUnpaid(ctx, tx, s.order, "Заказ закрыл оператор.")
		return effect{message: "Заказ закрыт.", after: map[string]any{"status": order.Failed}}, err
	})
}

// Replacement names a delivered code and what it is replaced by.
type Replacement struct {
	CodeID int64
	IsUnit bool
	New    string // secret; empty takes one of the stock
}

// ReplaceCode voids a delivered code and gives another one.
func (o *Operations) ReplaceCode(ctx context.Context, a Act, r Replacement) (Done, error) {
	return o.act(ctx, ActionReplaceCode, a, []any{r.CodeID, r.IsUnit, r.New != ""}, func(ctx context.Context, tx pgx.Tx, s *orderState) (effect, error) {
		return o.replaceCode(ctx, tx, a, s, r)
	})
}

// replaceCode also ends the buyer's complaint about the code.
func (o *Operations) replaceCode(ctx context.Context, tx pgx.Tx, a Act, s *orderState, r Replacement) (effect, error) {
	code, ok := s.givenCode(r.CodeID, r.IsUnit)
	if !ok {
		return effect{}, delivery.ErrNoSuchCode
	}
	if why := s.codeRefusal(code); why != "" {
		return effect{}, refused(why)
	}
	e := effect{message: "Код заменён: покупатель видит новый.", after: map[string]any{"replaced": r.CodeID, "of_unit": r.IsUnit}}
	worth := s.codePrice(r) // until the cost is known
	if r.IsUnit {
		if err := o.Dispatch.ReplaceCode(ctx, tx, s.order.ID, r.CodeID, a.Actor.ID, r.New); err != nil {
			return e, err
		}
	} else {
		fresh, cost, err := o.Stock.Replace(ctx, tx, s.order.ID, r.CodeID, a.Actor.ID, s.now)
		if err != nil {
			return e, err
		}
		if cost > 0 {
			worth = cost
		}
		if err := o.Ledger.Post(ctx, tx, ledger.CodesSold{Cost: cost}.Entry("code-"+formatID(fresh), s.order.ID)); err != nil {
			return e, err
		}
		e.id, e.after["new"] = &fresh, fresh
	}
	t := taking{door: DoorCode, subject: fmt.Sprintf("Заказ %d, код %d", s.order.ID, r.CodeID), rubles: worth, orderID: &s.order.ID, userID: s.order.UserID}
	if err := o.spend(ctx, tx, a.Actor, t); err != nil {
		return e, err
	}
	if err := o.Stock.SettleComplaint(ctx, tx, r.CodeID, r.IsUnit, a.Actor.ID, s.now); err != nil {
		return e, err
	}
	return e, o.Orders.AppendEvent(ctx, tx, s.order.ID, order.EventCodeReplaced, nil)
}

// codePrice returns what the buyer paid for a code before any promo code.
func (s *orderState) codePrice(r Replacement) money.RUB {
	for _, c := range s.codes {
		if c.ID != r.CodeID || c.IsUnit != r.IsUnit {
			continue
		}
		for _, l := range s.order.Lines {
			if l.ID == c.LineID {
				return l.UnitPrice
			}
		}
	}
	return 0
}

// GiveGoodwill credits the buyer's balance as an apology, never with more than was paid.
func (o *Operations) GiveGoodwill(ctx context.Context, a Act, amount money.RUB) (Done, error) {
	return o.act(ctx, ActionGoodwill, a, amount, func(ctx context.Context, tx pgx.Tx, s *orderState) (effect, error) {
		if most := s.goodwillMost(); amount <= 0 || amount > most {
			return effect{}, field("amount", "Не больше "+most.String()+" ₽: столько за заказ заплатили.")
		}
		t := taking{door: DoorGoodwill, subject: "Заказ " + formatID(s.order.ID), rubles: amount, orderID: &s.order.ID, userID: s.order.UserID}
		if err := o.spend(ctx, tx, a.Actor, t); err != nil {
			return effect{}, err
		}
		given := ledger.GoodwillGiven{UserID: *s.order.UserID, Amount: amount}
		if err := o.Ledger.Post(ctx, tx, given.Entry(a.ref(), s.order.ID)); err != nil {
			return effect{}, err
		}
		return effect{message: "Начислено на баланс: " + amount.String() + " ₽.", after: map[string]any{"amount": amount}}, nil
	})
}

// ResendLetter sends a letter again.
func (o *Operations) ResendLetter(ctx context.Context, a Act, kind email.Kind) (Done, error) {
	return o.act(ctx, ActionLetter, a, kind, func(ctx context.Context, tx pgx.Tx, s *orderState) (effect, error) {
		if !slices.ContainsFunc(s.letters, func(l email.Letter) bool { return l.Kind == kind && canResend(l) }) {
			return effect{}, email.ErrNoLetter
		}
		return effect{message: "Письмо отправится в ближайшую минуту.", after: map[string]any{"letter": kind}}, o.Emails.Resend(ctx, tx, s.order.ID, kind)
	})
}

// AddNote writes a note about an order.
func (o *Operations) AddNote(ctx context.Context, a Act, text string, mentions []int64) (Done, error) {
	return o.act(ctx, ActionNote, a, []any{text, mentions}, func(ctx context.Context, tx pgx.Tx, s *orderState) (effect, error) {
		id, err := o.Orders.AddNote(ctx, tx, s.order.ID, order.Note{StaffID: a.Actor.ID, Text: text, Mentions: mentions})
		return effect{message: "Записано.", id: &id, after: map[string]any{"note": id, "mentions": mentions}}, err
	})
}

// Notes returns the notes of an order, oldest first, and the names of their authors and
// of those they mention.
func (o *Operations) Notes(ctx context.Context, orderID int64) ([]order.Note, map[int64]string, error) {
	notes, err := o.Orders.Notes(ctx, orderID)
	if err != nil {
		return nil, nil, err
	}
	ids := []int64{}
	for _, n := range notes {
		ids = append(append(ids, n.StaffID), n.Mentions...)
	}
	people, err := o.q.Names(ctx, ids)
	if err != nil {
		return nil, nil, fmt.Errorf("authors of notes: %w", err)
	}
	names := map[int64]string{}
	for _, p := range people {
		names[p.ID] = p.Name
	}
	return notes, names, nil
}
