package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/content"
	"larek/internal/pg"
	"larek/internal/staff"
)

func articleObject(slug string) audit.Object {
	return audit.Object{Kind: string(content.KindArticle), ID: slug}
}

// PlanArticle stores what an article will say from a moment on.
func (o *Operations) PlanArticle(ctx context.Context, a Act, seen int32, d content.ArticleDraft, at time.Time) (ContentDone, error) {
	action := a.actionOn(articleObject(d.Slug), "article.plan", staff.ContentWrite, []any{seen, d, at})
	return Decode[ContentDone](o.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		return Outcome{
			After:  map[string]any{"title": d.Header, "length": len([]rune(d.HTML)), "applies_at": at},
			Answer: ContentDone{Object: d.Slug, Version: seen, Message: "Запланировано.", Removed: content.Removed(d.HTML)},
		}, o.Content.PlanArticle(ctx, tx, a.Actor.ID, seen, d, at)
	}))
}

// CancelArticlePlan forgets what an article would have said.
func (o *Operations) CancelArticlePlan(ctx context.Context, a Act, slug string) (ContentDone, error) {
	action := a.actionOn(articleObject(slug), "article.plan_cancel", staff.ContentWrite, nil)
	return Decode[ContentDone](o.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		at, err := o.Content.CancelPlan(ctx, tx, slug)
		return Outcome{
			Before: map[string]any{"applies_at": at},
			Answer: ContentDone{Object: slug, Message: "План отменён.", Removed: []string{}},
		}, err
	}))
}

// ApplyPlans saves the planned texts whose time has come, each with an audit row. Any number
// of workers may do so at once.
func (o *Operations) ApplyPlans(ctx context.Context) error {
	due, err := o.Content.DuePlans(ctx)
	if err != nil {
		return fmt.Errorf("planned texts: %w", err)
	}
	var errs []error
	for _, slug := range due {
		err := pg.InTx(ctx, o.pool, func(tx pgx.Tx) error {
			saved, err := o.Content.ApplyPlan(ctx, tx, slug)
			if err != nil {
				return err
			}
			_, err = o.audit.Record(ctx, tx, audit.Entry{
				Actor: shopName, Permission: string(staff.ContentWrite), Action: "article.apply", Object: articleObject(slug),
				Reason: audit.Reason{Code: "planned"}, Before: contentSummary(saved.Before, saved.Version-1), After: contentSummary(saved.After, saved.Version),
			})
			return err
		})
		switch {
		case err == nil:
			o.Notify.Data(ctx)
		case !errors.Is(err, pgx.ErrNoRows):
			errs = append(errs, fmt.Errorf("planned text of %s: %w", slug, err))
		}
	}
	return errors.Join(errs...)
}
