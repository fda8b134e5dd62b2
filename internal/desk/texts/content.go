package texts

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/account"
	"larek/internal/audit"
	"larek/internal/content"
	"larek/internal/desk"
	"larek/internal/pg"
	"larek/internal/problem"
	"larek/internal/staff"
)

// contentEvery is how often banners and texts whose time has come are looked for: buyers see
// them within two seconds of it.
const contentEvery = time.Second

// errConsentHidden is returned for a text buyers agree to that would not be shown any more.
var errConsentHidden = problem.InvalidFields(problem.Field{Name: "is_active", Code: "consent", Detail: "С этим текстом соглашаются покупатели: скрыть его нельзя."})

// ContentDone is the result of a change of what buyers read.
type ContentDone struct {
	Object  string   `json:"object"`
	Version int32    `json:"version"`
	Message string   `json:"message"`
	Removed []string `json:"removed"` // tags and attributes that were not kept
}

// SaveContent stores what an editor wrote in place of the version they saw, zero for a
// new piece.
func (o *Service) SaveContent(ctx context.Context, a desk.Command, object string, seen int32, p content.Piece) (ContentDone, error) {
	removed := []string{}
	if d, is := p.(content.ArticleDraft); is {
		removed = content.Removed(d.HTML)
		if !d.IsActive && len(account.ConsentsTo(d.Slug)) > 0 {
			return ContentDone{}, errConsentHidden
		}
	}
	return o.onContent(ctx, a, p.Kind(), "save", object, []any{seen, p}, func(ctx context.Context, tx pgx.Tx) (content.Saved, error) {
		return o.Content.Save(ctx, tx, a.Actor.ID, object, seen, p)
	}, removed)
}

// RestoreContent brings an earlier version back as a new one.
func (o *Service) RestoreContent(ctx context.Context, a desk.Command, kind content.Kind, object string, seen, to int32) (ContentDone, error) {
	return o.onContent(ctx, a, kind, "restore", object, []any{seen, to}, func(ctx context.Context, tx pgx.Tx) (content.Saved, error) {
		return o.Content.Restore(ctx, tx, a.Actor.ID, kind, object, seen, to)
	}, []string{})
}

func (o *Service) onContent(ctx context.Context, a desk.Command, kind content.Kind, verb, object string, input any,
	do func(context.Context, pgx.Tx) (content.Saved, error), removed []string,
) (ContentDone, error) {
	action := a.On(audit.Object{Kind: string(kind), ID: object}, string(kind)+"."+verb, staff.ContentWrite, input)
	return desk.Decode[ContentDone](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		saved, err := do(ctx, tx)
		if err != nil {
			return desk.Outcome{}, err
		}
		out := desk.Outcome{
			Object: &audit.Object{Kind: string(kind), ID: saved.Object}, After: contentSummary(saved.After, saved.Version), AfterCommit: o.Notify.Data,
			Result: ContentDone{Object: saved.Object, Version: saved.Version, Message: "Сохранено.", Removed: removed},
		}
		if saved.Before != nil {
			out.Before = contentSummary(saved.Before, saved.Version-1)
		}
		return out, nil
	}))
}

// contentSummary is what the audit keeps of a piece; its whole text is in its version.
func contentSummary(p content.Piece, version int32) map[string]any {
	summary := map[string]any{"version": version, "title": p.Title(), "length": len([]rune(p.Text()))}
	switch p := p.(type) {
	case content.ArticleDraft:
		summary["is_active"] = p.IsActive
	case content.QuestionDraft:
		summary["is_active"], summary["game"] = p.IsActive, p.GameID
	case content.ContactDraft:
		summary["is_active"] = p.IsActive
	case content.BannerDraft:
		summary["is_active"], summary["place"], summary["game"], summary["gift"] = p.IsActive, p.Place, p.GameID, p.GiftID
		summary["shown_from"], summary["shown_until"] = p.ShownFrom, p.ShownUntil
	}
	return summary
}

// OrderContent puts questions of a game, banners of a place or contacts in another order.
func (o *Service) OrderContent(ctx context.Context, a desk.Command, kind content.Kind, ids []int64) (ContentDone, error) {
	object := desk.FormatID(ids[0])
	action := a.On(audit.Object{Kind: string(kind), ID: object}, "content.order", staff.ContentWrite, ids)
	return desk.Decode[ContentDone](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		before, err := o.Content.Order(ctx, tx, kind, ids)
		return desk.Outcome{
			Before: map[string]any{"ids": before}, After: map[string]any{"ids": ids}, AfterCommit: o.Notify.Data,
			Result: ContentDone{Object: object, Message: "Порядок сохранён.", Removed: []string{}},
		}, err
	}))
}

// RunContent shows and hides banners at their time, and lets planned texts apply, until ctx
// ends.
func (o *Service) RunContent(ctx context.Context, leases *pg.Leases, log *slog.Logger) {
	leases.Every(ctx, "content", contentEvery, func() {
		turned, err := o.Content.TurnBanners(ctx)
		if err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "banners not turned", "error", err)
		}
		if turned {
			o.Notify.Data(ctx)
		}
		if err := o.ApplyPlans(ctx); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "planned texts not applied", "error", err)
		}
	})
}
