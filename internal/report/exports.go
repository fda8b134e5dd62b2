package report

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/problem"
	"larek/internal/report/reportdb"
	"larek/internal/staff"
)

// exportTTL is how long a file is kept.
const exportTTL = 7 * 24 * time.Hour

// maxUnfinished bounds the files one person waits for at a time.
const maxUnfinished = 3

// Export is a file that an operator asked for.
type Export = reportdb.GetExportRow

// Problems of exports.
var (
	ErrNoExport    = problem.New(problem.NotFound, "export.not_found", "Такой выгрузки нет, или её срок вышел.")
	errTooMany     = problem.New(problem.Conflict, "export.too_many", "Сначала дождитесь выгрузок, которые уже делаются.")
	errNoColumns   = problem.InvalidFields(problem.Field{Name: "columns", Code: "unknown", Detail: "Такого столбца нет."})
	errNotFinished = problem.New(problem.Conflict, "export.not_finished", "Выгрузка ещё не готова.")
)

// What a file is of.
const (
	exportOrders   = "orders"
	ExportTrial    = "trial"
	ExportEntries  = "entries"
	exportProfit   = "profit"
	exportCustomer = "customer"
	exportPrices   = "prices"
)

// BooksFilter selects what a file of the books has: days, both included.
type BooksFilter struct {
	Since time.Time `json:"since"`
	Until time.Time `json:"until"`
}

// maxBooksDays bounds a file of the books: a year.
const maxBooksDays = 366

var errDays = problem.InvalidFields(problem.Field{Name: "until", Code: "wrong_value", Detail: "Выберите не больше года."})

// AskForBooks records that a person wants a file of the books; a worker makes it.
func (s *Service) AskForBooks(ctx context.Context, tx pgx.Tx, who staff.Actor, kind string, f BooksFilter) (int64, error) {
	if err := CheckDays(f.Since, f.Until); err != nil {
		return 0, err
	}
	return s.insertExport(ctx, tx, who, kind, f, []string{})
}

// NeedForExport returns why a person may not have a file: with people in it, the
// permission to read them and a fresh proof are needed.
func (s *Service) NeedForExport(who staff.Actor, columns []string) error {
	if !hasPeople(columns) {
		return nil
	}
	if err := who.Need(staff.PIIRead); err != nil {
		return err
	}
	return who.NeedFresh(s.Clock())
}

// hasPeople reports whether some columns show who bought.
func hasPeople(columns []string) bool {
	return slices.ContainsFunc(columns, func(name string) bool { return exportColumns[name].isPersonal })
}

// AskForExport records that a person wants a file; a worker makes it.
func (s *Service) AskForExport(ctx context.Context, tx pgx.Tx, who staff.Actor, f Filter, columns []string) (int64, error) {
	if len(columns) == 0 || slices.ContainsFunc(columns, func(name string) bool { _, known := exportColumns[name]; return !known }) {
		return 0, errNoColumns
	}
	if err := s.NeedForExport(who, columns); err != nil {
		return 0, err
	}
	return s.insertExport(ctx, tx, who, exportOrders, f, columns)
}

func (s *Service) insertExport(ctx context.Context, tx pgx.Tx, who staff.Actor, kind string, f any, columns []string) (int64, error) {
	q := reportdb.New(tx)
	n, err := q.CountUnfinishedExports(ctx, who.ID)
	if err != nil {
		return 0, fmt.Errorf("count exports: %w", err)
	}
	if n >= maxUnfinished {
		return 0, errTooMany
	}
	filter, err := json.Marshal(f)
	if err != nil {
		return 0, fmt.Errorf("filter of an export: %w", err)
	}
	id, err := q.InsertExport(ctx, reportdb.InsertExportParams{
		StaffID: who.ID, Kind: kind, Filter: filter, Columns: columns, HasPeople: hasPeople(columns) || kind == exportCustomer, Created: s.Clock(),
	})
	if err != nil {
		return 0, fmt.Errorf("ask for export: %w", err)
	}
	return id, nil
}

// Exports returns the newest files of a person.
func (s *Service) Exports(ctx context.Context, who int64) ([]Export, error) {
	rows, err := s.known.ListExports(ctx, who)
	if err != nil {
		return nil, fmt.Errorf("list exports: %w", err)
	}
	all := make([]Export, len(rows))
	for i, r := range rows {
		all[i] = Export(r)
	}
	return all, nil
}

// Export returns one of a person's own files. Others' do not exist for them.
func (s *Service) Export(ctx context.Context, who, id int64) (*Export, error) {
	e, err := s.known.GetExport(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && e.StaffID != who {
		return nil, ErrNoExport
	}
	if err != nil {
		return nil, fmt.Errorf("export %d: %w", id, err)
	}
	return &e, nil
}

// needForFile returns why a person may not fetch a file of a kind: what they may do can
// have changed since they asked for it.
func (s *Service) needForFile(who staff.Actor, kind string) error {
	switch kind {
	case exportOrders:
		return nil
	case exportCustomer:
		return s.needForCustomer(who)
	case exportPrices:
		return who.Need(staff.CatalogRead)
	case exportProfit:
		if err := who.Need(staff.MarginRead); err != nil {
			return err
		}
	}
	return who.Need(staff.ExportMoney)
}

// ExportFile returns the content of one of a person's own files.
func (s *Service) ExportFile(ctx context.Context, who staff.Actor, id int64) ([]byte, error) {
	e, err := s.Export(ctx, who.ID, id)
	if err != nil {
		return nil, err
	}
	switch {
	case e.State == "waiting" || e.State == "running":
		return nil, errNotFinished
	case e.Blob == "" || e.ExpiresAt == nil || s.Clock().After(*e.ExpiresAt):
		return nil, ErrNoExport
	}
	if err := s.NeedForExport(who, e.Columns); err != nil {
		return nil, err
	}
	if err := s.needForFile(who, e.Kind); err != nil {
		return nil, err
	}
	text, err := s.Files.ReadAll(ctx, e.Blob)
	if err != nil {
		return nil, fmt.Errorf("file of export %d: %w", id, err)
	}
	return text, nil
}
