package content

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/content/contentdb"
	"larek/internal/problem"
)

// Problems of planned texts.
var (
	ErrPlanned = problem.New(problem.Conflict, "content.planned", "У этой статьи запланирован новый текст. Сначала отмените его или дождитесь.")
	ErrNoPlan  = problem.New(problem.NotFound, "content.no_plan", "Запланированного текста уже нет. Обновите страницу.")
)

// Plan is what an article will say from a moment on.
type Plan struct {
	Header, HTML string
	AppliesAt    time.Time
	Author       string
}

// PlanArticle stores what an article will say from a moment on. Until then nothing else is
// saved of it: the plan would overwrite it.
func (e *Editor) PlanArticle(ctx context.Context, tx pgx.Tx, by int64, seen int32, d ArticleDraft, at time.Time) error {
	q := contentdb.New(tx)
	p, wrong, err := d.checked(ctx, q)
	if err != nil {
		return err
	}
	if !at.After(e.clock()) {
		wrong = append(wrong, problem.Field{Name: "applies_at", Code: "past", Detail: "Выберите время, которое ещё не наступило."})
	}
	if len(wrong) > 0 {
		return problem.InvalidFields(wrong...)
	}
	_, version, err := d.lock(ctx, q, d.Slug)
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrNone
	}
	if err != nil {
		return fmt.Errorf("lock article %s: %w", d.Slug, err)
	}
	if version != seen {
		return ErrStale
	}
	err = q.InsertPlan(ctx, contentdb.InsertPlanParams{Slug: d.Slug, Header: p.Title(), Text: p.Text(), AppliesAt: at, StaffID: by, Created: e.clock()})
	if err != nil {
		return fmt.Errorf("plan article %s: %w", d.Slug, err)
	}
	return nil
}

// ArticlePlan returns what an article will say, nil if nothing is planned.
func (e *Editor) ArticlePlan(ctx context.Context, slug string) (*Plan, error) {
	r, err := e.q.ReadPlan(ctx, slug)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // most articles have none
	}
	if err != nil {
		return nil, fmt.Errorf("plan of article %s: %w", slug, err)
	}
	return &Plan{Header: r.Header, HTML: CleanHTML(r.Text), AppliesAt: r.AppliesAt, Author: r.Author}, nil
}

// CancelPlan forgets what was planned, and returns from when it would have been said.
func (e *Editor) CancelPlan(ctx context.Context, tx pgx.Tx, slug string) (time.Time, error) {
	r, err := contentdb.New(tx).TakePlan(ctx, contentdb.TakePlanParams{Slug: slug})
	if errors.Is(err, pgx.ErrNoRows) {
		return time.Time{}, ErrNoPlan
	}
	return r.AppliesAt, err
}

// DuePlans lists the articles whose planned text applies now.
func (e *Editor) DuePlans(ctx context.Context) ([]string, error) { return e.q.DuePlans(ctx, e.clock()) }

// ApplyPlan saves what was planned as a version. It returns pgx.ErrNoRows if another worker
// did, or an editor cancelled it.
func (e *Editor) ApplyPlan(ctx context.Context, tx pgx.Tx, slug string) (Saved, error) {
	q := contentdb.New(tx)
	r, err := q.TakePlan(ctx, contentdb.TakePlanParams{Slug: slug, Until: new(e.clock())})
	if err != nil {
		return Saved{}, err
	}
	now, err := q.LockArticle(ctx, slug)
	if err != nil {
		return Saved{}, fmt.Errorf("lock article %s: %w", slug, err)
	}
	return e.Save(ctx, tx, r.StaffID, slug, now.Version, ArticleDraft{Slug: slug, Header: r.Header, HTML: r.Text, IsActive: now.IsActive})
}
