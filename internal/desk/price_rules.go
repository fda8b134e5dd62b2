package desk

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/desk/deskdb"
	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/staff"
)

// rulesEvery is how often prices are compared with costs.
const rulesEvery = 5 * time.Second

// SetPriceRule sets the rule the prices of a game follow.
func (o *Operations) SetPriceRule(ctx context.Context, a Act, gameID int64, version int32, r catalog.PriceRule) (CatalogDone, error) {
	action := a.actionOn(*gameObject(gameID), "price.set_rule", staff.PriceWrite, []any{version, r})
	return o.onCatalog(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		err := o.Prices.SetRule(ctx, tx, gameID, version, r, a.Actor.ID)
		return Outcome{After: r, Answer: CatalogDone{ID: gameID, Message: "Правило сохранено."}}, err
	})
}

// SetLargestStep sets how far rules may move a price by themselves.
func (o *Operations) SetLargestStep(ctx context.Context, a Act, step money.Percent, version int32) (CatalogDone, error) {
	action := a.actionOn(audit.Object{Kind: "price_settings", ID: "1"}, "price.set_step", staff.SettingsWrite, []any{version, step})
	return o.onCatalog(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		was, err := o.Prices.Settings(ctx, tx)
		if err != nil {
			return Outcome{}, err
		}
		err = o.Prices.SetLargestStep(ctx, tx, step, version, a.Actor.ID)
		return Outcome{
			Before: map[string]string{"largest_step": was.LargestStep.String()}, After: map[string]string{"largest_step": step.String()},
			Answer: CatalogDone{ID: 1, Message: "Порог сохранён."},
		}, err
	})
}

// DecideRulePrice sets a price a rule wants and may not set by itself, or leaves the price
// as it is until the cost changes again.
func (o *Operations) DecideRulePrice(ctx context.Context, a Act, n catalog.NewPrice, approve bool) (CatalogDone, error) {
	name := map[bool]string{true: "price.approve_rule", false: "price.decline_rule"}[approve]
	return o.onCatalog(ctx, a.actionOn(*productObject(n.ProductID), name, staff.PriceWrite, n), func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		all, err := o.decidePrice(ctx, tx, a, n, approve)
		if err != nil {
			return Outcome{}, err
		}
		row := Item{Kind: KindPrice, ID: n.ProductID}
		err = deskdb.New(tx).EndClaim(ctx, deskdb.EndClaimParams{Kind: string(row.Kind), ID: row.ID})
		done := Outcome{After: map[string]money.RUB{"price": n.Price}, Answer: CatalogDone{ID: n.ProductID, Message: priceMessage[approve]}, Tell: o.Notify.Row(row.Kind, row.ID)}
		if approve {
			done.Before, done.After = priceTexts(all)
		}
		return done, err
	})
}

// RunPriceRules lets prices follow costs until ctx ends.
func (o *Operations) RunPriceRules(ctx context.Context, leases *pg.Leases, log *slog.Logger) {
	leases.Every(ctx, "rules", rulesEvery, func() {
		if err := o.ApplyPriceRules(ctx); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "price rules not applied", "error", err)
		}
	})
}

// ApplyPriceRules moves the prices of every game with a rule, each game in a transaction
// with its audit row. Any number of workers may do so at once.
func (o *Operations) ApplyPriceRules(ctx context.Context) error {
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

func (o *Operations) applyPriceRule(ctx context.Context, gameID int64) error {
	var done catalog.RuleDone
	err := pg.InTx(ctx, o.pool, func(tx pgx.Tx) error {
		var err error
		if done, err = o.Prices.ApplyRule(ctx, tx, gameID); err != nil || done.Batch == 0 {
			return err
		}
		before, after := priceTexts(done.All)
		_, err = o.audit.Record(ctx, tx, audit.Entry{
			Actor: shopName, Permission: string(staff.PriceWrite), Action: "price.follow_rule", Object: *priceObject(done.Batch),
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
		o.Notify.Row(KindPrice, id)(ctx)
	}
	return nil
}
