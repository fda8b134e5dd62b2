package pricing

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/desk"
	"larek/internal/desk/deskdb"
	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/staff"
)

// rulesEvery is how often prices are compared with costs.
const rulesEvery = 5 * time.Second

// SetPriceRule sets the rule the prices of a game follow.
func (o *Service) SetPriceRule(ctx context.Context, a desk.Command, gameID int64, version int32, r catalog.PriceRule) (desk.Saved, error) {
	action := a.On(*desk.GameObject(gameID), "price.set_rule", staff.PriceWrite, []any{version, r})
	return desk.ChangeGoods(ctx, o.Desk, o.Notify, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		err := o.Prices.SetRule(ctx, tx, gameID, version, r, a.Actor.ID)
		return desk.Outcome{After: r, Result: desk.Saved{ID: gameID, Message: "Правило сохранено."}}, err
	})
}

// SetLargestStep sets how far rules may move a price without approval.
func (o *Service) SetLargestStep(ctx context.Context, a desk.Command, step money.Percent, version int32) (desk.Saved, error) {
	action := a.On(audit.Object{Kind: "price_settings", ID: "1"}, "price.set_step", staff.SettingsWrite, []any{version, step})
	return desk.ChangeGoods(ctx, o.Desk, o.Notify, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		was, err := o.Prices.Settings(ctx, tx)
		if err != nil {
			return desk.Outcome{}, err
		}
		err = o.Prices.SetLargestStep(ctx, tx, step, version, a.Actor.ID)
		return desk.Outcome{
			Before: map[string]string{"largest_step": was.LargestStep.String()}, After: map[string]string{"largest_step": step.String()},
			Result: desk.Saved{ID: 1, Message: "Порог сохранён."},
		}, err
	})
}

// DecideRulePrice sets a price of a rule that needs approval, or leaves the price
// as it is until the cost changes again.
func (o *Service) DecideRulePrice(ctx context.Context, a desk.Command, n catalog.NewPrice, approve bool) (desk.Saved, error) {
	name := map[bool]string{true: "price.approve_rule", false: "price.decline_rule"}[approve]
	return desk.ChangeGoods(ctx, o.Desk, o.Notify, a.On(*desk.ProductObject(n.ProductID), name, staff.PriceWrite, n), func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		all, err := o.DecidePriceTx(ctx, tx, a, n, approve)
		if err != nil {
			return desk.Outcome{}, err
		}
		err = deskdb.New(tx).EndClaim(ctx, deskdb.EndClaimParams{Kind: string(desk.KindPrice), ID: n.ProductID})
		done := desk.Outcome{After: map[string]money.RUB{"price": n.Price}, Result: desk.Saved{ID: n.ProductID, Message: DecisionMessage[approve]}, AfterCommit: o.Notify.Row(desk.KindPrice, n.ProductID)}
		if approve {
			done.Before, done.After = priceTexts(all)
		}
		return done, err
	})
}

// RunPriceRules lets prices follow costs until ctx ends.
func (o *Service) RunPriceRules(ctx context.Context, leases *pg.Leases, log *slog.Logger) {
	leases.Every(ctx, "rules", rulesEvery, func() {
		if err := o.ApplyPriceRules(ctx); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "price rules not applied", "error", err)
		}
	})
}

// ApplyPriceRules moves the prices of every game with a rule, each game in a transaction with its audit row. Several
// workers may run it at once.
func (o *Service) ApplyPriceRules(ctx context.Context) error {
	games, err := o.Prices.RuledGames(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for _, game := range games {
		errs = append(errs, o.applyPriceRule(ctx, game))
	}
	return errors.Join(errs...)
}

func (o *Service) applyPriceRule(ctx context.Context, gameID int64) error {
	var done catalog.RuleDone
	err := pg.InTx(ctx, o.Desk.Pool(), func(tx pgx.Tx) error {
		var err error
		if done, err = o.Prices.ApplyRule(ctx, tx, gameID); err != nil || done.Batch == 0 {
			return err
		}
		before, after := priceTexts(done.All)
		_, err = o.Desk.RecordShop(ctx, tx, audit.Entry{
			Permission: string(staff.PriceWrite), Action: "price.follow_rule", Object: *priceObject(done.Batch),
			Reason: audit.Reason{Code: "rule"}, Before: before, After: after,
		})
		return err
	})
	if err != nil {
		return err
	}
	if done.Batch != 0 {
		o.Notify.Data(ctx)
	}
	for _, id := range done.Waiting {
		o.Notify.Row(desk.KindPrice, id)(ctx)
	}
	return nil
}

// DecidePriceTx ends the approval of a rule's price and, if approved, sets it.
func (o *Service) DecidePriceTx(ctx context.Context, tx pgx.Tx, a desk.Command, n catalog.NewPrice, approve bool) ([]catalog.PriceOutcome, error) {
	if err := o.Prices.EndStep(ctx, tx, n.ProductID, n.Price, approve); err != nil || !approve {
		return nil, err
	}
	batch, all, err := o.Prices.Change(ctx, tx, catalog.PriceBatch{
		StaffID: a.Actor.ID, ReasonCode: a.Reason.Code, ReasonText: a.Reason.Text, MayLose: a.Actor.Can(staff.PriceBelowCost),
	}, []catalog.NewPrice{n})
	if err == nil && batch == 0 {
		err = allRefused(refusedPrices(all))
	}
	return all, err
}

// DecisionMessage returns the message for an operator who approved or declined a price.
var DecisionMessage = map[bool]string{true: "Цена изменена.", false: "Цена осталась прежней."}
