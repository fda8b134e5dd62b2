// Package alerts tells the people who run the shop what happens: what begins to wait for them,
// and every morning how yesterday was. It sends kinds, counts and links to the console: no
// goods, codes, buyers or references, which a mail server or a push service could read.
package alerts

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/deskdb"
	"larek/internal/desk/queue"
	"larek/internal/problem"
	"larek/internal/salesstats"
	"larek/internal/staff"
)

// Kind is what a person may be alerted to.
type Kind string

// The kinds. Persisted: do not change the values.
const (
	Row      Kind = "row"
	Late     Kind = "late"
	Supplier Kind = "supplier"
	Stock    Kind = "stock"
	Method   Kind = "method"
	Books    Kind = "books"
)

// Kinds are all kinds, in the order they are shown.
var Kinds = []Kind{Row, Late, Supplier, Stock, Method, Books}

// kinds are what a person needs to see a kind, its line in messages, and where it is in the
// console.
var kinds = map[Kind]struct {
	needs staff.Permission
	title string
	path  string
}{
	Row:      {staff.TaskTake, "Задачи в очереди", "/queue"},
	Late:     {staff.TaskTake, "Просроченные задачи", "/queue"},
	Supplier: {staff.CatalogRead, "Поставщики: не отвечают или кончаются деньги", "/suppliers"},
	Stock:    {staff.CatalogRead, "Кончаются коды", "/stock"},
	Method:   {staff.PaymentsRead, "Способы оплаты не работают", "/payments"},
	Books:    {staff.BooksRead, "Книги не сходятся", "/books"},
}

// IsFor reports whether a person may see a kind.
func (k Kind) IsFor(who staff.Actor) bool { return who.Can(kinds[k].needs) }

// tells reports whether a person is told of a fact of the kind. Rows of the queue are for those
// who can end them.
func (k Kind) tells(source string, who staff.Actor) bool {
	return k.IsFor(who) && (k != Row && k != Late || queue.CanEnd(desk.Kind(source), who))
}

// Channel is how a message reaches a person.
type Channel string

// The channels. Persisted: do not change the values.
const (
	Email Channel = "email"
	Push  Channel = "push"
)

// Service records and sends alerts.
type Service struct {
	Desk     *desk.Desk
	Queue    *queue.Service
	Stats    *salesstats.Service
	Sourcing *delivery.Sourcing
	// Senders are the channels that can be used.
	Senders map[Channel]Sender
	Log     *slog.Logger
}

// Settings are what a person wants to be alerted to.
type Settings struct {
	Email, Push []Kind
	// QuietFrom and QuietUntil are hours in Moscow between which nothing is sent; nil for none.
	QuietFrom, QuietUntil *int16
	OnDutyOnly            bool
	// ReportHour is when the morning report is sent, in Moscow; nil sends none.
	ReportHour *int16
}

// Settings returns those of a person, without kinds that the person may not see.
func (s *Service) Settings(ctx context.Context, who staff.Actor) (Settings, error) {
	r, err := deskdb.New(s.Desk.Pool()).AlertSettings(ctx, who.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Settings{}, nil
	}
	if err != nil {
		return Settings{}, fmt.Errorf("alert settings: %w", err)
	}
	return Settings{
		Email: visible(r.Email, who), Push: visible(r.Push, who), QuietFrom: r.QuietFrom, QuietUntil: r.QuietUntil, OnDutyOnly: r.OnDutyOnly, ReportHour: r.ReportHour,
	}, nil
}

func visible(names []string, who staff.Actor) []Kind {
	return slices.DeleteFunc(slices.Clone(Kinds), func(k Kind) bool { return !slices.Contains(names, string(k)) || !k.IsFor(who) })
}

// Save stores the settings of a person.
func (s *Service) Save(ctx context.Context, tx pgx.Tx, who staff.Actor, x Settings) error {
	for _, k := range slices.Concat(x.Email, x.Push) {
		if !k.IsFor(who) {
			return staff.Forbidden(kinds[k].needs)
		}
	}
	if x.ReportHour != nil && !who.Can(staff.Home) {
		return staff.Forbidden(staff.Home)
	}
	if (x.QuietFrom == nil) != (x.QuietUntil == nil) || x.QuietFrom != nil && *x.QuietFrom == *x.QuietUntil {
		return problem.InvalidFields(problem.Field{Name: "quiet_until", Code: "wrong_value", Detail: "Укажите два разных часа."})
	}
	err := deskdb.New(tx).SaveAlertSettings(ctx, deskdb.SaveAlertSettingsParams{
		StaffID: who.ID, Email: names(x.Email), Push: names(x.Push), QuietFrom: x.QuietFrom, QuietUntil: x.QuietUntil, OnDutyOnly: x.OnDutyOnly, ReportHour: x.ReportHour,
	})
	if err != nil {
		return fmt.Errorf("save alert settings: %w", err)
	}
	return nil
}

func names(list []Kind) []string {
	texts := []string{}
	for _, k := range Kinds {
		if slices.Contains(list, k) {
			texts = append(texts, string(k))
		}
	}
	return texts
}

// isQuiet reports whether a time is between two hours in Moscow, which may be on both sides of
// midnight.
func isQuiet(from, until *int16, now time.Time) bool {
	if from == nil || until == nil {
		return false
	}
	hour := int16(now.In(salesstats.Moscow).Hour()) //nolint:gosec // of a day
	if *from < *until {
		return *from <= hour && hour < *until
	}
	return *from <= hour || hour < *until
}

// actorOf returns a person with these permissions.
func actorOf(id int64, permissions []string) staff.Actor {
	who := staff.Actor{ID: id, Grants: staff.Grants{}}
	for _, p := range permissions {
		who.Grants[staff.Permission(p)] = 0
	}
	return who
}
