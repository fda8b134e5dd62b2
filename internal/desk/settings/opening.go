package settings

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/desk/deskdb"
	"larek/internal/opening"
	"larek/internal/payment"
	"larek/internal/problem"
	"larek/internal/staff"
)

// Need is what a shop lacks before it can be opened the first time.
type Need struct {
	Code string
	Text string
}

// What a shop needs. Without mail a guest never gets the link of an order; without a legal entity
// the offer names no seller.
var (
	needMail   = Need{"mail", "почтовый сервер (LAREK_SMTP_URL)"}
	needEntity = Need{"entity", "юрлицо: «Витрина» → «Контакты»"}
	needMethod = Need{"method", "способ оплаты, к которому есть ключи"}
	needGoods  = Need{"goods", "игра или подарок, которые показаны и продаются"}
)

// Needs returns what the shop lacks.
func (s *Service) Needs(ctx context.Context) ([]Need, error) {
	row, err := deskdb.New(s.Desk.Pool()).OpeningNeeds(ctx)
	if err != nil {
		return nil, fmt.Errorf("what the shop lacks: %w", err)
	}
	routes, err := s.Methods.Routes(ctx)
	if err != nil {
		return nil, err
	}
	hasMethod := slices.ContainsFunc(routes, func(r payment.Route) bool { return r.IsUsable() && r.CountryIsActive && r.Provider != payment.Free })
	var needs []Need
	for _, n := range []struct {
		need Need
		has  bool
	}{{needMail, s.HasMail}, {needEntity, row.HasEntity}, {needMethod, hasMethod}, {needGoods, row.HasGoods}} {
		if !n.has {
			needs = append(needs, n.need)
		}
	}
	return needs, nil
}

var errNeverOpen = problem.New(problem.Conflict, "opening.never_open", "Магазин ещё не открывался: покупатели и так видят «Скоро откроемся».")

// checkReady refuses to open a shop that lacks something, the first time. A shop that has sold
// before opens again: its owner may be replacing what it lacks. So a shop that never opened cannot
// be closed.
func (s *Service) checkReady(ctx context.Context, before, to opening.State) error {
	if before != opening.Preparing {
		return nil
	}
	if to == opening.Closed {
		return errNeverOpen
	}
	needs, err := s.Needs(ctx)
	if err != nil || len(needs) == 0 {
		return err
	}
	texts := make([]string, len(needs))
	for i, n := range needs {
		texts[i] = n.Text
	}
	return problem.New(problem.Conflict, "opening.not_ready", "Открыть рано. Нужно: "+strings.Join(texts, "; ")+".")
}

// SaveOpening opens the shop or closes it, if its state is still the one the person saw.
func (s *Service) SaveOpening(ctx context.Context, a desk.Command, to opening.Status) (desk.Saved, error) {
	if to.Note != nil {
		note := strings.TrimSpace(*to.Note)
		to.Note = &note
		if n := utf8.RuneCountInString(note); n > 120 || strings.ContainsFunc(note, notPrinted) {
			return desk.Saved{}, problem.InvalidFields(problem.Field{Name: "note", Code: "wrong_format", Detail: "До 120 знаков в одну строку."})
		}
		if note == "" {
			to.Note = nil
		}
	}
	if to.State == opening.Open {
		to.Note = nil
	}
	action := a.On(audit.Object{Kind: "settings", ID: "opening"}, "settings.opening", staff.SettingsWrite, to)
	return desk.ChangeGoods(ctx, s.Desk, s.Notify, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		before, err := opening.Newest(ctx, tx)
		if err != nil {
			return desk.Outcome{}, err
		}
		if before.Version != to.Version {
			return desk.Outcome{}, ErrStale
		}
		if err := s.checkReady(ctx, before.State, to.State); err != nil {
			return desk.Outcome{}, err
		}
		to.Created = s.Desk.Now()
		done, err := opening.Save(ctx, tx, to, &a.Actor.ID)
		if err == nil && !done {
			err = ErrStale
		}
		message := "Магазин открыт. Витрина покажет это за пять секунд."
		if to.State == opening.Closed {
			message = "Магазин закрыт. Новые заказы не принимаются, оплаченные выполняются."
		}
		return desk.Outcome{Before: before.State, After: map[string]any{"state": to.State, "note": to.Note}, Result: desk.Saved{Message: message}}, err
	})
}
