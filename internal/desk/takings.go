package desk

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk/deskdb"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/problem"
	"larek/internal/staff"
)

// Door is an action by which a person gives away or writes off money or goods of the shop.
type Door string

// The doors.
const (
	DoorGoodwill Door = "goodwill"
	DoorCredit   Door = "credit"
	DoorPromo    Door = "promo"
	DoorCode     Door = "code"
	DoorOffer    Door = "offer"
	DoorReroute  Door = "reroute"
	DoorWriteOff Door = "write_off"
	DoorTopUp    Door = "top_up"
	DoorDelivery Door = "delivery"
	DoorPrice    Door = "price"
	DoorVoid     Door = "void"     // free codes
	DoorReveal   Door = "reveal"   // codes that no buyer has
	DoorSettings Door = "settings" // those that can cost the shop money
	DoorBalance  Door = "balance"  // debits and pay-outs of balances, decisions about what is frozen
)

// Doors are the permissions whose limits the doors share. One without a limit is never
// used alone.
var Doors = map[Door]staff.Permission{
	DoorGoodwill: staff.GoodwillGive,
	DoorCredit:   staff.GoodwillGive,
	DoorPromo:    staff.PriceBelowCost,
	DoorCode:     staff.GoodwillGive,
	DoorOffer:    staff.PriceBelowCost,
	DoorReroute:  staff.GoodwillGive,
	DoorWriteOff: staff.ReconWriteOff,
	DoorTopUp:    staff.ReconWriteOff,
	DoorDelivery: staff.GoodwillGive,
	DoorPrice:    staff.PriceBelowCost,
	DoorVoid:     staff.CodeWriteOff,
	DoorReveal:   staff.GoodwillGive,
	DoorBalance:  staff.ReconWriteOff,
	DoorSettings: staff.SettingsWrite,
}

var doorTitles = map[Door]string{ //nolint:gosec // «credit» is no credential
	DoorGoodwill: "Извинение деньгами", DoorCredit: "Начисление на баланс", DoorPromo: "Промокод-подарок", DoorCode: "Замена кода",
	DoorOffer: "Закупка выше цены", DoorReroute: "Доставка себе в убыток", DoorWriteOff: "Списание", DoorTopUp: "Пополнение с потерей",
	DoorDelivery: "Доставка дороже, чем ждали", DoorPrice: "Цена ниже закупки", DoorSettings: "Настройка магазина", DoorBalance: "Деньги с баланса покупателя", DoorVoid: "Погашение кодов", DoorReveal: "Показ непроданного кода",
}

// TakingTitle describes a taking to the person who approves it.
func TakingTitle(d Door, subject string, worth money.RUB) string {
	title := doorTitles[d] + ". " + subject
	if worth > 0 {
		title += ", " + worth.String() + " ₽"
	}
	return title
}

// Taking is value that leaves the shop by a door.
type Taking struct {
	Door     Door
	Subject  string    // for people: an approval is for this and nothing else
	Rubles   money.RUB // goods at cost
	OrderID  *int64
	UserID   *int64 // the buyer who gets it
	IsShared bool   // needs a second person even within the limit
}

// perBuyer is the period of the limit per buyer.
const perBuyer = 30 * 24 * time.Hour

// aboveLimit is the error of a taking that needs a second person.
type aboveLimit struct {
	Taking
	left money.RUB // the sum the person may still take alone
}

func (e *aboveLimit) Error() string {
	return fmt.Sprintf("desk: %s of %s, %s left", e.Door, e.Rubles, e.left)
}

// Spend counts a taking against two limits: of the person, for a permission and a day, and
// of the buyer, for 30 days. Above a limit it uses up the approval of another person; without
// one it returns aboveLimit, and Do records a request.
func (d *Desk) Spend(ctx context.Context, tx pgx.Tx, who staff.Actor, t Taking) error {
	left, err := d.left(ctx, tx, who, t)
	if err != nil {
		return err
	}
	now := d.clock()
	row := deskdb.InsertTakingParams{
		At: now, Day: dayOf(now), StaffID: who.ID, Permission: string(Doors[t.Door]), Door: string(t.Door), Subject: t.Subject, Rubles: t.Rubles,
		OrderID: t.OrderID, UserID: t.UserID,
	}
	if t.Rubles > left || t.IsShared || !Doors[t.Door].HasLimit() {
		id, err := ledger.ApprovedTaking(ctx, tx, t.request(), who.ID, now)
		if err != nil {
			return err
		}
		if id == 0 {
			return &aboveLimit{t, left}
		}
		row.RequestID = &id
	}
	if err := d.q.WithTx(tx).InsertTaking(ctx, row); err != nil {
		return fmt.Errorf("record %s: %w", t.Door, err)
	}
	return nil
}

// LockTakings locks the sums of what a person has taken until the transaction ends.
func (d *Desk) LockTakings(ctx context.Context, tx pgx.Tx, who staff.Actor) error {
	if err := d.q.WithTx(tx).LockTakings(ctx, "staff:"+FormatID(who.ID)); err != nil {
		return fmt.Errorf("lock takings: %w", err)
	}
	return nil
}

// left returns the sum the person may still take alone. It locks the sums until the transaction ends.
func (d *Desk) left(ctx context.Context, tx pgx.Tx, who staff.Actor, t Taking) (money.RUB, error) {
	q, now, p := d.q.WithTx(tx), d.clock(), Doors[t.Door]
	if err := d.LockTakings(ctx, tx, who); err != nil {
		return 0, err
	}
	taken, err := q.TakenToday(ctx, deskdb.TakenTodayParams{StaffID: who.ID, Permission: string(p), Day: dayOf(now)})
	if err != nil {
		return 0, fmt.Errorf("taken today: %w", err)
	}
	if t.UserID != nil {
		if err := q.LockTakings(ctx, "buyer:"+FormatID(*t.UserID)); err != nil {
			return 0, fmt.Errorf("lock takings: %w", err)
		}
		given, err := q.TakenForBuyer(ctx, deskdb.TakenForBuyerParams{UserID: t.UserID, Permission: string(p), Since: now.Add(-perBuyer)})
		if err != nil {
			return 0, fmt.Errorf("given to the buyer: %w", err)
		}
		taken = max(taken, given)
	}
	return max(0, who.Limit(p)-taken), nil
}

// dayOf returns the day of a time in Moscow.
func dayOf(at time.Time) time.Time {
	y, m, day := at.In(ledger.Moscow).Date()
	return time.Date(y, m, day, 0, 0, 0, 0, time.UTC)
}

func (t Taking) request() ledger.Taking {
	return ledger.Taking{Door: string(t.Door), Subject: t.Subject, Rubles: t.Rubles}
}

// requestApproval records a request for a second person instead of the action, and returns the problem for the first
// person.
func (d *Desk) requestApproval(ctx context.Context, a Action, above *aboveLimit) error {
	a.Name, a.Permission = "taking.ask", Doors[above.Door]
	err := pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		reason := cmp.Or(ReasonText(a.Reason), a.Name)
		id, err := ledger.AskToTake(ctx, tx, above.request(), a.Actor.ID, reason, d.clock())
		if err != nil {
			return fmt.Errorf("ask for a second person: %w", err)
		}
		_, err = d.audit.Record(ctx, tx, a.entry(Outcome{
			Object: &audit.Object{Kind: "books_request", ID: FormatID(id)},
			After:  map[string]any{"door": above.Door, "subject": above.Subject, "rubles": above.Rubles},
		}))
		return err
	})
	if err != nil {
		return err
	}
	why := "Одному это сделать нельзя."
	if Doors[above.Door].HasLimit() && !above.IsShared {
		why = "Это выше вашего предела: без второго человека осталось " + above.left.String() + " ₽."
	}
	return problem.New(problem.Conflict, ErrSecondPerson.Code, why+" Запрос записан в «Книгах»: когда его подтвердит другой человек, повторите.")
}
