// Package exports makes the CSV files that operators download: orders, books, profit, prices and the data of one
// customer.
package exports

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"gocloud.dev/blob"

	"larek/internal/clock"
	"larek/internal/exports/exportsdb"
	"larek/internal/ordersearch"
	"larek/internal/problem"
	"larek/internal/staff"
)

// Service records requests for files and hands the files out.
type Service struct {
	q     *exportsdb.Queries
	files *blob.Bucket
	clock clock.Clock
}

// NewService returns a Service on the read-write pool that keeps its files in a bucket.
func NewService(pool *pgxpool.Pool, files *blob.Bucket, now clock.Clock) *Service {
	return &Service{q: exportsdb.New(pool), files: files, clock: now}
}

// timeToLive is how long a file is kept.
const timeToLive = 7 * 24 * time.Hour

// maxUnfinished bounds the files one person may be waiting for.
const maxUnfinished = 3

// Export is a requested file.
type Export = exportsdb.GetExportRow

// Problems of exports.
var (
	ErrNoExport      = problem.New(problem.NotFound, "export.not_found", "Такой выгрузки нет, или её срок вышел.")
	errTooMany       = problem.New(problem.Conflict, "export.too_many", "Сначала дождитесь выгрузок, которые уже делаются.")
	errUnknownColumn = problem.InvalidFields(problem.Field{Name: "columns", Code: "unknown", Detail: "Такого столбца нет."})
	errNotFinished   = problem.New(problem.Conflict, "export.not_finished", "Выгрузка ещё не готова.")
)

// Kinds of files. Persisted.
const (
	kindOrders   = "orders"
	KindTrial    = "trial"
	KindEntries  = "entries"
	kindProfit   = "profit"
	kindCustomer = "customer"
	kindPrices   = "prices"
)

// BooksFilter selects the days of a file of the books, both included.
type BooksFilter struct {
	Since time.Time `json:"since"`
	Until time.Time `json:"until"`
}

// maxBooksDays bounds a file of the books: a year.
const maxBooksDays = 366

var errDays = problem.InvalidFields(problem.Field{Name: "until", Code: "wrong_value", Detail: "Выберите не больше года."})

// RequestBooks records a request for a file of the books, which a Worker makes.
func (s *Service) RequestBooks(ctx context.Context, tx pgx.Tx, who staff.Actor, kind string, f BooksFilter) (int64, error) {
	if err := CheckDays(f.Since, f.Until); err != nil {
		return 0, err
	}
	return s.insert(ctx, tx, who, kind, f, []string{})
}

// CheckColumns returns the reason why a person may not have a file with these columns. Columns
// with personal data need the permission to read it and a recent sign-in.
func (s *Service) CheckColumns(who staff.Actor, columns []string) error {
	if !hasPeople(columns) {
		return nil
	}
	if err := who.Need(staff.PIIRead); err != nil {
		return err
	}
	return who.NeedFresh(s.clock())
}

// hasPeople reports whether any of the columns has personal data.
func hasPeople(columns []string) bool {
	return slices.ContainsFunc(columns, func(name string) bool { return exportColumns[name].isPersonal })
}

// RequestOrders records a request for a file of orders, which a Worker makes.
func (s *Service) RequestOrders(ctx context.Context, tx pgx.Tx, who staff.Actor, f ordersearch.Filter, columns []string) (int64, error) {
	if len(columns) == 0 || slices.ContainsFunc(columns, func(name string) bool { _, known := exportColumns[name]; return !known }) {
		return 0, errUnknownColumn
	}
	if err := s.CheckColumns(who, columns); err != nil {
		return 0, err
	}
	return s.insert(ctx, tx, who, kindOrders, f, columns)
}

func (s *Service) insert(ctx context.Context, tx pgx.Tx, who staff.Actor, kind string, f any, columns []string) (int64, error) {
	q := exportsdb.New(tx)
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
	id, err := q.InsertExport(ctx, exportsdb.InsertExportParams{
		StaffID: who.ID, Kind: kind, Filter: filter, Columns: columns, HasPeople: hasPeople(columns) || kind == kindCustomer, Created: s.clock(),
	})
	if err != nil {
		return 0, fmt.Errorf("request export: %w", err)
	}
	return id, nil
}

// List returns the newest files of a person.
func (s *Service) List(ctx context.Context, who int64) ([]Export, error) {
	rows, err := s.q.ListExports(ctx, who)
	if err != nil {
		return nil, fmt.Errorf("list exports: %w", err)
	}
	all := make([]Export, len(rows))
	for i, r := range rows {
		all[i] = Export(r)
	}
	return all, nil
}

// Get returns one of a person's own files; those of others are not found.
func (s *Service) Get(ctx context.Context, who, id int64) (*Export, error) {
	e, err := s.q.GetExport(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && e.StaffID != who {
		return nil, ErrNoExport
	}
	if err != nil {
		return nil, fmt.Errorf("export %d: %w", id, err)
	}
	return &e, nil
}

// checkKind returns the reason why a person may not download a file of a kind. Permissions may
// have changed since the request.
func (s *Service) checkKind(who staff.Actor, kind string) error {
	switch kind {
	case kindOrders:
		return nil
	case kindCustomer:
		return s.checkCustomer(who)
	case kindPrices:
		return who.Need(staff.CatalogRead)
	case kindProfit:
		if err := who.Need(staff.MarginRead); err != nil {
			return err
		}
	}
	return who.Need(staff.ExportMoney)
}

// File returns the content of one of a person's own files.
func (s *Service) File(ctx context.Context, who staff.Actor, id int64) ([]byte, error) {
	e, err := s.Get(ctx, who.ID, id)
	if err != nil {
		return nil, err
	}
	switch {
	case e.State == "waiting" || e.State == "running":
		return nil, errNotFinished
	case e.Blob == "" || e.ExpiresAt == nil || s.clock().After(*e.ExpiresAt):
		return nil, ErrNoExport
	}
	if err := s.CheckColumns(who, e.Columns); err != nil {
		return nil, err
	}
	if err := s.checkKind(who, e.Kind); err != nil {
		return nil, err
	}
	text, err := s.files.ReadAll(ctx, e.Blob)
	if err != nil {
		return nil, fmt.Errorf("file of export %d: %w", id, err)
	}
	return text, nil
}
