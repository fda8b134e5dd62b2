package ordersearch

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/jackc/pgx/v5"

	"larek/internal/ordersearch/ordersearchdb"
	"larek/internal/pg"
	"larek/internal/problem"
	"larek/internal/staff"
)

// View is a filter of the list of orders, saved under a title.
type View = ordersearchdb.ListViewsRow

// ViewInput has the editable fields of a view.
type ViewInput struct {
	Title              string
	IsShared, IsPinned bool
	Query              string // of the address, without the question mark
	Columns            []string
}

// Problems of views.
var (
	ErrNoView    = problem.New(problem.NotFound, "view.not_found", "Такого вида нет.")
	errViewTitle = problem.New(problem.Conflict, "view.title_taken", "Вид с таким названием у вас уже есть.")
	errNotYours  = problem.New(problem.Forbidden, "view.not_yours", "Этот вид сохранил другой человек. Сохраните свой.")
)

// Views returns a person's own views and shared ones.
func (s *Service) Views(ctx context.Context, who int64) ([]View, error) {
	views, err := s.known.ListViews(ctx, who)
	if err != nil {
		return nil, fmt.Errorf("list views: %w", err)
	}
	return views, nil
}

// check returns a problem if a view cannot be saved.
func (in ViewInput) check(who staff.Actor) error {
	values, err := url.ParseQuery(in.Query)
	if err != nil {
		return problem.InvalidFields(problem.Field{Name: "query", Code: "wrong_format", Detail: "Неверный адрес."})
	}
	if _, err := ParseFilter(values, who.ID); err != nil {
		return err
	}
	if in.IsShared {
		return who.Need(staff.ViewShare)
	}
	return nil
}

// CreateView saves a view and returns its ID.
func (s *Service) CreateView(ctx context.Context, tx pgx.Tx, who staff.Actor, in ViewInput) (int64, error) {
	if err := in.check(who); err != nil {
		return 0, err
	}
	id, err := ordersearchdb.New(tx).InsertView(ctx, ordersearchdb.InsertViewParams{
		StaffID: who.ID, Title: in.Title, IsShared: in.IsShared, IsPinned: in.IsPinned, Query: in.Query, Columns: list(in.Columns), Created: s.Clock(),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, errViewTitle
	}
	if err != nil {
		return 0, fmt.Errorf("keep view: %w", err)
	}
	return id, nil
}

// ChangeView replaces a person's own view and returns the old one.
func (s *Service) ChangeView(ctx context.Context, tx pgx.Tx, who staff.Actor, id int64, in ViewInput) (before ViewInput, err error) {
	if err := in.check(who); err != nil {
		return ViewInput{}, err
	}
	if before, err = ownView(ctx, tx, who, id); err != nil {
		return ViewInput{}, err
	}
	err = ordersearchdb.New(tx).UpdateView(ctx, ordersearchdb.UpdateViewParams{
		ID: id, Title: in.Title, IsShared: in.IsShared, IsPinned: in.IsPinned, Query: in.Query, Columns: list(in.Columns),
	})
	if pg.Violates(err, "console_views_title_key") {
		return ViewInput{}, errViewTitle
	}
	if err != nil {
		return ViewInput{}, fmt.Errorf("change view %d: %w", id, err)
	}
	return before, nil
}

// DeleteView deletes a person's own view and returns it.
func (s *Service) DeleteView(ctx context.Context, tx pgx.Tx, who staff.Actor, id int64) (before ViewInput, err error) {
	if before, err = ownView(ctx, tx, who, id); err != nil {
		return ViewInput{}, err
	}
	if err := ordersearchdb.New(tx).DeleteView(ctx, id); err != nil {
		return ViewInput{}, fmt.Errorf("delete view %d: %w", id, err)
	}
	return before, nil
}

// ownView locks a view of the person. Unshared views of others look like views that do not exist.
func ownView(ctx context.Context, tx pgx.Tx, who staff.Actor, id int64) (ViewInput, error) {
	v, err := ordersearchdb.New(tx).LockView(ctx, id)
	switch {
	case errors.Is(err, pgx.ErrNoRows), err == nil && v.StaffID != who.ID && !v.IsShared:
		return ViewInput{}, ErrNoView
	case err != nil:
		return ViewInput{}, fmt.Errorf("view %d: %w", id, err)
	case v.StaffID != who.ID:
		return ViewInput{}, errNotYours
	}
	return ViewInput{Title: v.Title, IsShared: v.IsShared, IsPinned: v.IsPinned, Query: v.Query, Columns: v.Columns}, nil
}
