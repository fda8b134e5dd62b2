package pricing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/desk"
	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/problem"
	"larek/internal/staff"
)

// latestPlan is how far ahead prices can be planned.
const latestPlan = 366 * 24 * time.Hour

// pricesEvery is the polling interval of planned prices: a change reaches the page within two seconds.
const pricesEvery = time.Second

// RefusedPrice is a price that was not saved, and why.
type RefusedPrice struct {
	ID    int64  `json:"id"` // of the product or the gift
	Title string `json:"title"`
	Code  string `json:"code"`
	Words string `json:"words"`
}

// Result is the result of a change of prices.
type Result struct {
	ID      int64          `json:"id"`
	State   string         `json:"state"` // applied, scheduled or cancelled
	Saved   int            `json:"saved"`
	Refused []RefusedPrice `json:"refused"`
	Message string         `json:"message"`
}

// Request holds the prices an operator enters.
type Request struct {
	List    []catalog.NewPrice
	ApplyAt *time.Time // nil: now
}

// ChangePrices saves prices, to be applied now or at their time. Prices are independent: a refused one does not
// prevent the others.
func (o *Service) ChangePrices(ctx context.Context, a desk.Command, w Request) (Result, error) {
	now := o.Desk.Now()
	if w.ApplyAt != nil && (!w.ApplyAt.After(now) || w.ApplyAt.After(now.Add(latestPlan))) {
		return Result{}, problem.InvalidFields(problem.Field{Name: "apply_at", Code: "wrong_value", Detail: "Выберите время в будущем, не дальше года."})
	}
	name := "price.change"
	if w.ApplyAt != nil {
		name = "price.plan"
	}
	action := a.On(audit.Object{Kind: "price_batch"}, name, staff.PriceWrite, w)
	return desk.Decode[Result](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		batch, all, err := o.Prices.Change(ctx, tx, catalog.PriceBatch{
			StaffID: a.Actor.ID, ReasonCode: a.Reason.Code, ReasonText: a.Reason.Text, ApplyAt: w.ApplyAt, MayLose: a.Actor.Can(staff.PriceBelowCost),
		}, w.List)
		if err != nil {
			return desk.Outcome{}, err
		}
		done := Result{ID: batch, State: "applied", Refused: refusedPrices(all)}
		done.Saved = len(all) - len(done.Refused)
		if batch == 0 {
			return desk.Outcome{}, allRefused(done.Refused)
		}
		if err := o.spendOnPrices(ctx, tx, a.Actor, all); err != nil {
			return desk.Outcome{}, err
		}
		done.Message = fmt.Sprintf("Изменено цен: %d.", done.Saved)
		if w.ApplyAt != nil {
			done.State, done.Message = "scheduled", fmt.Sprintf("Запланировано цен: %d.", done.Saved)
		}
		if len(done.Refused) > 0 {
			done.Message += fmt.Sprintf(" Не изменено: %d.", len(done.Refused))
		}
		before, after := priceTexts(all)
		return desk.Outcome{Object: priceObject(batch), Before: before, After: after, Result: done, AfterCommit: o.Notify.Data}, nil
	}))
}

// spendOnPrices counts the losses of prices below cost, which need a second person.
func (o *Service) spendOnPrices(ctx context.Context, tx pgx.Tx, who staff.Actor, all []catalog.PriceOutcome) error {
	t := desk.Taking{Door: desk.DoorPrice}
	for _, p := range all {
		if p.Refusal != nil || !p.IsLoss {
			continue
		}
		if m := catalog.MarginOf(p.Row, p.Price.Off(int(p.Row.DiscountPercent))); m != nil {
			t.Rubles -= m.Rubles
		}
		t.Subject += fmt.Sprintf("%s: %s ₽. ", p.Row.Title, p.Price)
	}
	if t.Subject == "" {
		return nil
	}
	return o.Desk.Spend(ctx, tx, who, t)
}

// CancelPrices cancels planned prices.
func (o *Service) CancelPrices(ctx context.Context, a desk.Command, batch int64) (Result, error) {
	action := a.On(*priceObject(batch), "price.cancel", staff.PriceWrite, nil)
	return desk.Decode[Result](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		err := o.Prices.Cancel(ctx, tx, batch)
		done := Result{ID: batch, State: "cancelled", Refused: []RefusedPrice{}, Message: "План отменён, цены остались прежними."}
		return desk.Outcome{Before: map[string]string{"state": "scheduled"}, After: map[string]string{"state": "cancelled"}, Result: done}, err
	}))
}

// RunPrices applies planned prices at their time and files of prices, and shows and hides
// what is planned, until ctx ends.
func (o *Service) RunPrices(ctx context.Context, leases *pg.Leases, log *slog.Logger) {
	leases.Every(ctx, "prices", pricesEvery, func() {
		if err := errors.Join(o.ApplyDuePrices(ctx), o.ApplyPriceFiles(ctx), o.Catalogue.ApplyShowings(ctx)); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "plans not applied", "error", err)
		}
	})
}

// lowsEvery is how often the lowest prices of thirty days are updated.
const lowsEvery = 30 * time.Second

// RunLows keeps the lowest prices of thirty days until ctx ends.
func (o *Service) RunLows(ctx context.Context, leases *pg.Leases, log *slog.Logger) {
	leases.Every(ctx, "lows", lowsEvery, func() {
		changed, err := o.Prices.KeepLows(ctx)
		if err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "lowest prices not kept", "error", err)
		}
		if changed {
			o.Notify.Data(ctx)
		}
	})
}

// ApplyDuePrices applies every due batch, each in a transaction with its audit row. Several workers may run it at
// once.
func (o *Service) ApplyDuePrices(ctx context.Context) error {
	for {
		var done *catalog.DueBatch
		err := pg.InTx(ctx, o.Desk.Pool(), func(tx pgx.Tx) error {
			var err error
			if done, err = o.Prices.ApplyDue(ctx, tx); err != nil || done == nil {
				return err
			}
			before, after := priceTexts(done.All)
			_, err = o.Desk.RecordShop(ctx, tx, audit.Entry{
				Permission: string(staff.PriceWrite), Action: "price.apply", Object: *priceObject(done.ID),
				Reason: audit.Reason{Code: "planned"}, Before: before, After: after,
			})
			return err
		})
		if err != nil || done == nil {
			return err
		}
		o.Notify.Data(ctx)
	}
}

func priceObject(batch int64) *audit.Object {
	return &audit.Object{Kind: "price_batch", ID: desk.FormatID(batch)}
}

// auditedPrice is one price in the audit.
type auditedPrice struct {
	Product int64     `json:"product,omitempty"`
	Gift    int64     `json:"gift,omitempty"`
	Title   string    `json:"title"`
	Price   money.RUB `json:"price"`
}

// priceTexts are the prices of a batch before and after, for the audit.
func priceTexts(all []catalog.PriceOutcome) (before, after []auditedPrice) {
	for _, o := range all {
		if o.Refusal == nil {
			g := catalog.GoodsOf(o.Row)
			before = append(before, auditedPrice{g.ProductID, g.GiftID, o.Row.Title, o.Row.Price})
			after = append(after, auditedPrice{g.ProductID, g.GiftID, o.Row.Title, o.Price})
		}
	}
	return before, after
}

func refusedPrices(all []catalog.PriceOutcome) []RefusedPrice {
	list := []RefusedPrice{}
	for _, o := range all {
		if o.Refusal != nil {
			list = append(list, RefusedPrice{ID: o.Row.ID, Title: o.Row.Title, Code: o.Refusal.Code, Words: o.Refusal.Detail})
		}
	}
	return list
}

// allRefused is the problem of a batch of which nothing was saved.
func allRefused(list []RefusedPrice) *problem.Error {
	p := &problem.Error{Kind: problem.Conflict, Code: "price.refused", Detail: "Ни одна цена не сохранена."}
	for _, r := range list {
		p.Detail += " " + r.Title + ": " + r.Words
		if len(p.Detail) > 500 {
			break
		}
	}
	if len(list) > 0 {
		p.Code = list[0].Code
	}
	return p
}
