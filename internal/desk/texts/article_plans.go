package texts

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/content"
	"larek/internal/desk"
	"larek/internal/pg"
	"larek/internal/staff"
)

func articleObject(slug string) audit.Object {
	return audit.Object{Kind: string(content.KindArticle), ID: slug}
}

// PlanArticle stores what an article will say from a moment on.
func (o *Service) PlanArticle(ctx context.Context, a desk.Command, seen int32, d content.ArticleDraft, at time.Time) (ContentDone, error) {
	action := a.On(articleObject(d.Slug), "article.plan", staff.ContentWrite, []any{seen, d, at})
	return desk.Decode[ContentDone](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		return desk.Outcome{
			After:  map[string]any{"title": d.Header, "length": len([]rune(d.HTML)), "applies_at": at},
			Result: ContentDone{Object: d.Slug, Version: seen, Message: "Запланировано.", Removed: content.Removed(d.HTML)},
		}, o.Content.PlanArticle(ctx, tx, a.Actor.ID, seen, d, at)
	}))
}

// CancelArticlePlan forgets what an article would have said.
func (o *Service) CancelArticlePlan(ctx context.Context, a desk.Command, slug string) (ContentDone, error) {
	action := a.On(articleObject(slug), "article.plan_cancel", staff.ContentWrite, nil)
	return desk.Decode[ContentDone](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		at, err := o.Content.CancelPlan(ctx, tx, slug)
		return desk.Outcome{
			Before: map[string]any{"applies_at": at},
			Result: ContentDone{Object: slug, Message: "План отменён.", Removed: []string{}},
		}, err
	}))
}

// ApplyPlans saves the planned texts whose time has come, each with an audit row. Any number
// of workers may do so at once.
func (o *Service) ApplyPlans(ctx context.Context) error {
	due, err := o.Content.DuePlans(ctx)
	if err != nil {
		return fmt.Errorf("planned texts: %w", err)
	}
	var errs []error
	for _, slug := range due {
		err := pg.InTx(ctx, o.Desk.Pool(), func(tx pgx.Tx) error {
			saved, err := o.Content.ApplyPlan(ctx, tx, slug)
			if err != nil {
				return err
			}
			_, err = o.Desk.RecordShop(ctx, tx, audit.Entry{
				Permission: string(staff.ContentWrite), Action: "article.apply", Object: articleObject(slug),
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
