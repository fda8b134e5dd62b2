package orders

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/deskdb"
	"larek/internal/email"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/picture"
	"larek/internal/problem"
)

// QueryNow queries the provider and the suppliers about everything that is open. The
// notification makes the workflow query the suppliers.
func (o *Service) QueryNow(ctx context.Context, a desk.Command) (desk.Done, error) {
	return o.Guard.run(ctx, ActionAsk, a, nil, func(ctx context.Context, tx pgx.Tx, s *State) (Effect, error) {
		_, err := o.Poller.QueryNow(ctx, tx, s.Order.ID)
		return Effect{Message: "Спрашиваем: ответ появится в истории заказа."}, err
	})
}

// Wake makes the workflow read the order again.
func (o *Service) Wake(ctx context.Context, a desk.Command) (desk.Done, error) {
	return o.Guard.run(ctx, ActionWake, a, nil, func(context.Context, pgx.Tx, *State) (Effect, error) {
		return Effect{Message: "Разбудили: заказ посмотрят прямо сейчас."}, nil
	})
}

// Rerouting selects the offers for units that are tried again.
type Rerouting struct {
	Units   []int64 // empty for all that can be
	Prefer  *int64
	Exclude []int64
}

// Retry tries undelivered units again at once.
func (o *Service) Retry(ctx context.Context, a desk.Command, units []int64) (desk.Done, error) {
	return o.Guard.run(ctx, ActionRetry, a, units, func(ctx context.Context, tx pgx.Tx, s *State) (Effect, error) {
		return o.RequeueTx(ctx, tx, a, s, Rerouting{Units: units}, s.Retriable())
	})
}

// Reroute tries undelivered units again with other offers.
func (o *Service) Reroute(ctx context.Context, a desk.Command, r Rerouting) (desk.Done, error) {
	return o.Guard.run(ctx, ActionReroute, a, r, func(ctx context.Context, tx pgx.Tx, s *State) (Effect, error) {
		if r.Prefer == nil && len(r.Exclude) == 0 {
			return Effect{}, delivery.ErrOffer
		}
		return o.RequeueTx(ctx, tx, a, s, r, s.reroutable())
	})
}

// RequeueTx returns units to their suppliers.
func (o *Service) RequeueTx(ctx context.Context, tx pgx.Tx, a desk.Command, s *State, r Rerouting, possible []int64) (Effect, error) {
	units, err := chosen(r.Units, possible)
	if err != nil {
		return Effect{}, err
	}
	if r.Prefer != nil {
		if err := o.SpendOnOffer(ctx, tx, a.Actor, s, *r.Prefer, len(units)); err != nil {
			return Effect{}, err
		}
	}
	// No supplier may still deliver them, so there is nothing to query before.
	_, err = o.Dispatch.RequeueUnits(ctx, tx, delivery.Retry{Units: units, Who: a.StaffRef(), Prefer: r.Prefer, Exclude: r.Exclude}, &delivery.Inquiry{})
	if err != nil {
		return Effect{}, err
	}
	if err := o.deliverBy(ctx, tx, s, retryDeadline); err != nil {
		return Effect{}, err
	}
	return Effect{Message: "Снова у поставщиков.", After: map[string]any{"units": units, "prefer": r.Prefer, "exclude": r.Exclude}}, nil
}

// retryDeadline is the deadline of a delivery that is tried again.
const retryDeadline = 15 * time.Minute

// deliverBy makes the delivery the order's next action, unless its buyer has to act.
func (o *Service) deliverBy(ctx context.Context, tx pgx.Tx, s *State, within time.Duration) error {
	return o.DeliverySteps.DeliverBy(ctx, tx, s.Order, within)
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
			return nil, desk.Invalid("units", "Единицу "+desk.FormatID(id)+" сейчас выбрать нельзя.")
		}
	}
	return units, nil
}

// Delivery is what an operator delivered.
type Delivery struct {
	Units []int64 // empty for all that are not delivered
	Proof string
	Cost  *delivery.Cost
	Codes []string // secret
	Force bool
	// Upload is a file with a picture that shows it; Picture is its ID once it is stored.
	Upload  []byte
	Picture *int64
}

// Deliver marks units as delivered by an operator.
func (o *Service) Deliver(ctx context.Context, a desk.Command, d Delivery) (desk.Done, error) {
	if err := a.Actor.Need(Rules[ActionDeliver].Permission); err != nil {
		return desk.Done{}, err
	}
	if err := o.StorePicture(ctx, a, &d); err != nil {
		return desk.Done{}, err
	}
	return o.Guard.runAfterInquiry(ctx, ActionDeliver, a, d.input(),
		func(s *State) ([]int64, error) { return chosen(d.Units, s.Undelivered()) },
		func(ctx context.Context, tx pgx.Tx, s *State, units []int64, in *delivery.Inquiry) (Effect, error) {
			return o.DeliverTx(ctx, tx, a, s, d, units, in)
		})
}

// input identifies the request: codes by their number only.
func (d Delivery) input() any {
	return []any{d.Units, d.Proof, sha256.Sum256(d.Upload), d.Cost, len(d.Codes), d.Force}
}

var errPicture = problem.InvalidFields(problem.Field{
	Name: "picture", Code: "wrong_format", Detail: "Нужна картинка PNG, JPEG или WebP до 5 МБ и не больше 4096 × 4096 точек.",
})

// maxPicture bounds a picture before it is re-encoded, in bytes.
const maxPicture = 5 << 20

// StorePicture stores the uploaded picture of a delivery, before its transaction: encoding
// takes long, and a file cannot be rolled back. A picture that is not attached is deleted.
func (o *Service) StorePicture(ctx context.Context, a desk.Command, d *Delivery) error {
	if len(d.Upload) == 0 {
		return nil
	}
	if len(d.Upload) > maxPicture {
		return errPicture
	}
	id, err := o.Pictures.Store(ctx, a.OrderID, a.StaffRef(), d.Upload)
	if errors.Is(err, picture.ErrUpload) {
		return errPicture
	}
	d.Picture = &id
	return err
}

// DeliverTx marks units as delivered and counts what they cost beyond the expected.
func (o *Service) DeliverTx(ctx context.Context, tx pgx.Tx, a desk.Command, s *State, d Delivery, units []int64, in *delivery.Inquiry) (Effect, error) {
	if d.Cost != nil {
		cost, err := o.spendOnDelivery(ctx, tx, a.Actor, s, *d.Cost, units)
		if err != nil {
			return Effect{}, err
		}
		d.Cost = &cost
	}
	words := d.Proof
	if len(d.Codes) > 0 && words == "" && d.Force {
		words = a.Reason.Text
	}
	ended, err := o.Dispatch.EndUnits(ctx, tx, delivery.Ending{Units: units, Closing: delivery.Closing{
		Who: a.StaffRef(), Done: true, Words: words, Codes: d.Codes, Cost: d.Cost, Force: d.Force,
	}}, in)
	if err != nil {
		return Effect{}, err
	}
	e := Effect{Message: "Отмечено доставленным.", After: map[string]any{"units": units, "forced": d.Force, "entered": len(d.Codes)}}
	if ended.BySupplier != "" {
		e.Message = "Поставщик " + ended.BySupplier + " уже доставил: ваше не понадобилось."
		e.After["by_supplier"] = ended.BySupplier
	}
	if d.Picture != nil && len(ended.Delivered) < len(units) {
		e.After["picture"] = *d.Picture
		return e, o.Pictures.Attach(ctx, tx, s.Order.ID, *d.Picture)
	}
	return e, nil
}

// Correction has the corrected delivery details.
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

// Correct corrects the delivery details and delivers again.
func (o *Service) Correct(ctx context.Context, a desk.Command, c Correction) (desk.Done, error) {
	return o.Guard.run(ctx, ActionCorrect, a, c, func(ctx context.Context, tx pgx.Tx, s *State) (Effect, error) {
		return o.CorrectTx(ctx, tx, s, c)
	})
}

// CorrectTx corrects the delivery details of a locked order.
func (o *Service) CorrectTx(ctx context.Context, tx pgx.Tx, s *State, c Correction) (Effect, error) {
	if c.Account == "" {
		return Effect{}, desk.Invalid("account", "Впишите, кому доставить.")
	}
	err := o.Checkout.CorrectDetails(ctx, tx, s.Order, c.update(s.Order.Kind))
	return Effect{Message: "Исправлено: отправляем заново.", After: map[string]any{"corrected": true}}, err
}

// Pause orders nothing more from suppliers until Resume.
func (o *Service) Pause(ctx context.Context, a desk.Command, hours int) (desk.Done, error) {
	return o.Guard.run(ctx, ActionPause, a, hours, func(ctx context.Context, tx pgx.Tx, s *State) (Effect, error) {
		until := s.Now.Add(time.Duration(hours) * time.Hour)
		if err := o.Dispatch.Pause(ctx, tx, s.Order.ID, a.Actor.ID, until); err != nil {
			return Effect{}, err
		}
		if err := order.SetNextAction(ctx, tx, s.Order, order.ActOperator, until); err != nil {
			return Effect{}, err
		}
		return Effect{Message: "Приостановлено: новых заказов у поставщиков не будет.", After: map[string]any{"paused": true, "until": until}}, nil
	})
}

// Resume continues a paused delivery.
func (o *Service) Resume(ctx context.Context, a desk.Command) (desk.Done, error) {
	return o.Guard.run(ctx, ActionResume, a, nil, func(ctx context.Context, tx pgx.Tx, s *State) (Effect, error) {
		return o.ResumeTx(ctx, tx, s)
	})
}

// ResumeTx continues the delivery of a locked order.
func (o *Service) ResumeTx(ctx context.Context, tx pgx.Tx, s *State) (Effect, error) {
	if err := delivery.Resume(ctx, tx, s.Order.ID); err != nil {
		return Effect{}, err
	}
	return Effect{Message: "Доставка продолжается.", After: map[string]any{"paused": false}}, o.deliverBy(ctx, tx, s, retryDeadline)
}

// Cancel closes an unpaid order.
func (o *Service) Cancel(ctx context.Context, a desk.Command) (desk.Done, error) {
	return o.Guard.run(ctx, ActionCancel, a, nil, func(ctx context.Context, tx pgx.Tx, s *State) (Effect, error) {
		err := o.Intake.CancelUnpaid(ctx, tx, s.Order, "Заказ закрыл оператор.")
		return Effect{Message: "Заказ закрыт.", After: map[string]any{"status": order.Failed}}, err
	})
}

// Replacement names a delivered code and its replacement.
type Replacement struct {
	CodeID int64
	IsUnit bool
	New    string // secret; empty takes one of the stock
}

// ReplaceCode voids a delivered code and gives another one.
func (o *Service) ReplaceCode(ctx context.Context, a desk.Command, r Replacement) (desk.Done, error) {
	return o.Guard.run(ctx, ActionReplaceCode, a, []any{r.CodeID, r.IsUnit, r.New != ""}, func(ctx context.Context, tx pgx.Tx, s *State) (Effect, error) {
		return o.ReplaceCodeTx(ctx, tx, a, s, r)
	})
}

// ReplaceCodeTx also ends the buyer's complaint about the code.
func (o *Service) ReplaceCodeTx(ctx context.Context, tx pgx.Tx, a desk.Command, s *State, r Replacement) (Effect, error) {
	code, ok := s.givenCode(r.CodeID, r.IsUnit)
	if !ok {
		return Effect{}, delivery.ErrNoSuchCode
	}
	if why := s.codeRefusal(code); why != "" {
		return Effect{}, desk.Refused(why)
	}
	e := Effect{Message: "Код заменён: покупатель видит новый.", After: map[string]any{"replaced": r.CodeID, "of_unit": r.IsUnit}}
	worth := s.codePrice(r)
	if r.IsUnit {
		if err := o.Dispatch.ReplaceCode(ctx, tx, s.Order.ID, r.CodeID, a.Actor.ID, r.New); err != nil {
			return e, err
		}
	} else {
		fresh, cost, err := o.Stock.Replace(ctx, tx, s.Order.ID, r.CodeID, a.Actor.ID, s.Now)
		if err != nil {
			return e, err
		}
		now, err := delivery.WorthOfCodes(ctx, tx, fresh)
		if err != nil {
			return e, err
		}
		worth = max(worth, now)
		if err := o.Ledger.Post(ctx, tx, ledger.CodesSold{Cost: cost}.Entry("code-"+desk.FormatID(fresh), s.Order.ID)); err != nil {
			return e, err
		}
		e.ID, e.After["new"] = &fresh, fresh
	}
	t := desk.Taking{Door: desk.DoorCode, Subject: fmt.Sprintf("Заказ %d, код %d", s.Order.ID, r.CodeID), Rubles: worth, OrderID: &s.Order.ID, UserID: s.Order.UserID}
	if err := o.Desk.Spend(ctx, tx, a.Actor, t); err != nil {
		return e, err
	}
	if err := o.Stock.SettleComplaint(ctx, tx, r.CodeID, r.IsUnit, a.Actor.ID, s.Now); err != nil {
		return e, err
	}
	return e, o.Orders.AppendEvent(ctx, tx, s.Order.ID, order.EventCodeReplaced, nil)
}

// GiveGoodwill credits the buyer's balance as an apology, never with more than was paid.
func (o *Service) GiveGoodwill(ctx context.Context, a desk.Command, amount money.RUB) (desk.Done, error) {
	return o.Guard.run(ctx, ActionGoodwill, a, amount, func(ctx context.Context, tx pgx.Tx, s *State) (Effect, error) {
		if most := s.goodwillLeft(); amount <= 0 || amount > most {
			return Effect{}, desk.Invalid("amount", "Не больше "+most.String()+" ₽: столько за заказ заплатили.")
		}
		t := desk.Taking{Door: desk.DoorGoodwill, Subject: "Заказ " + desk.FormatID(s.Order.ID), Rubles: amount, OrderID: &s.Order.ID, UserID: s.Order.UserID}
		if err := o.Desk.Spend(ctx, tx, a.Actor, t); err != nil {
			return Effect{}, err
		}
		given := ledger.GoodwillGiven{UserID: *s.Order.UserID, Amount: amount}
		if err := o.Ledger.Post(ctx, tx, given.Entry(a.LedgerRef(), s.Order.ID)); err != nil {
			return Effect{}, err
		}
		return Effect{Message: "Начислено на баланс: " + amount.String() + " ₽.", After: map[string]any{"amount": amount}}, nil
	})
}

// ResendLetter sends an email again.
func (o *Service) ResendLetter(ctx context.Context, a desk.Command, kind email.Kind) (desk.Done, error) {
	return o.Guard.run(ctx, ActionLetter, a, kind, func(ctx context.Context, tx pgx.Tx, s *State) (Effect, error) {
		if !slices.ContainsFunc(s.letters, func(l email.Letter) bool { return l.Kind == kind && canResend(l) }) {
			return Effect{}, email.ErrNoLetter
		}
		return Effect{Message: "Письмо отправится в ближайшую минуту.", After: map[string]any{"letter": kind}}, o.Emails.Resend(ctx, tx, s.Order.ID, kind)
	})
}

// AddNote writes a note about an order.
func (o *Service) AddNote(ctx context.Context, a desk.Command, text string, mentions []int64) (desk.Done, error) {
	return o.Guard.run(ctx, ActionNote, a, []any{text, mentions}, func(ctx context.Context, tx pgx.Tx, s *State) (Effect, error) {
		id, err := o.Orders.AddNote(ctx, tx, s.Order.ID, order.Note{StaffID: a.Actor.ID, Text: text, Mentions: mentions})
		return Effect{Message: "Записано.", ID: &id, After: map[string]any{"note": id, "mentions": mentions}}, err
	})
}

// Notes returns the notes of an order, oldest first, and the names of their authors and
// of those they mention.
func (o *Service) Notes(ctx context.Context, orderID int64) ([]order.Note, map[int64]string, error) {
	notes, err := o.Orders.Notes(ctx, orderID)
	if err != nil {
		return nil, nil, err
	}
	ids := []int64{}
	for _, n := range notes {
		ids = append(append(ids, n.StaffID), n.Mentions...)
	}
	people, err := deskdb.New(o.Desk.Pool()).Names(ctx, ids)
	if err != nil {
		return nil, nil, fmt.Errorf("authors of notes: %w", err)
	}
	names := map[int64]string{}
	for _, p := range people {
		names[p.ID] = p.Name
	}
	return notes, names, nil
}
