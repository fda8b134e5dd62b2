package catalog

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/jackc/pgx/v5"

	"larek/internal/catalog/catalogdb"
	"larek/internal/problem"
)

// importStep is how many lines of a file are applied in one transaction.
const importStep = 300

// Problems of files of prices.
var (
	ErrNoImport    = problem.New(problem.NotFound, "price.no_import", "Такого файла цен нет.")
	errImportEnded = problem.New(problem.Conflict, "price.import_ended", "Этот файл уже применяют или применили.")
	errImportSame  = problem.New(problem.Conflict, "price.import_empty", "В файле нечего применять: ни одна цена не изменится.")
)

// PriceImport is a file of prices.
type PriceImport = catalogdb.PriceImportRow

// ImportLine is a line of a file of prices with what became of it.
type ImportLine = catalogdb.PriceImportLinesRow

// CheckFile looks at a file of prices and keeps what would become of each line. No price
// is changed.
func (s *Prices) CheckFile(ctx context.Context, tx pgx.Tx, staffID int64, name, text string, mayLose bool) (PriceImport, error) {
	lines, err := readPriceFile(text)
	if err != nil {
		return PriceImport{}, err
	}
	wishes := make([]PriceWish, len(lines))
	for i, l := range lines {
		wishes[i] = l.wish
	}
	previews, err := s.Preview(ctx, nil, wishes, mayLose)
	if err != nil {
		return PriceImport{}, err
	}
	count := map[PriceVerdict]int32{}
	for i, l := range lines {
		if l.fault != "" {
			previews[i] = PricePreview{Wish: l.wish, Verdict: PriceUnclear, Words: l.fault}
		}
		count[previews[i].Verdict]++
	}
	q := catalogdb.New(tx)
	id, err := q.InsertPriceImport(ctx, catalogdb.InsertPriceImportParams{
		Created: s.clock(), CreatedBy: staffID, Name: cut(name, 200), Lines: int32(len(lines)), //nolint:gosec // bounded
		Ready: count[PriceReady] + count[PriceLoss], Same: count[PriceSame],
	})
	if err != nil {
		return PriceImport{}, fmt.Errorf("file of prices: %w", err)
	}
	rows := make([]catalogdb.InsertPriceImportLinesParams, len(lines))
	for i, l := range lines {
		rows[i] = importRow(id, l.number, previews[i])
	}
	if _, err := q.InsertPriceImportLines(ctx, rows); err != nil {
		return PriceImport{}, fmt.Errorf("lines of a file of prices: %w", err)
	}
	return s.importByID(ctx, q, id)
}

func importRow(id int64, line int, p PricePreview) catalogdb.InsertPriceImportLinesParams {
	row := catalogdb.InsertPriceImportLinesParams{
		ImportID: id, Line: int32(line), ProductID: p.Wish.ProductID, GiftID: p.Wish.GiftID, //nolint:gosec // bounded
		Title: p.Wish.Title, Text: p.Wish.Text, Verdict: string(p.Verdict), Words: p.Words,
	}
	if p.Row != nil {
		row.Title, row.OldPrice, row.Version = p.Row.Title, &p.Row.Price, &p.Row.PriceVersion
	}
	if p.Price != 0 {
		row.Price = &p.Price
	}
	return row
}

func (s *Prices) importByID(ctx context.Context, q *catalogdb.Queries, id int64) (PriceImport, error) {
	i, err := q.PriceImport(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return PriceImport{}, ErrNoImport
	}
	if err != nil {
		return PriceImport{}, fmt.Errorf("file of prices %d: %w", id, err)
	}
	return i, nil
}

// Import returns one file of prices.
func (s *Prices) Import(ctx context.Context, id int64) (PriceImport, error) {
	return s.importByID(ctx, catalogdb.New(s.pool), id)
}

// Imports returns up to limit files older than before, newest first; zero begins with the
// newest.
func (s *Prices) Imports(ctx context.Context, before int64, limit int) ([]PriceImport, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	rows, err := catalogdb.New(s.pool).PriceImports(ctx, catalogdb.PriceImportsParams{Before: before, PageLimit: int32(limit)}) //nolint:gosec // a page
	if err != nil {
		return nil, fmt.Errorf("files of prices: %w", err)
	}
	list := make([]PriceImport, len(rows))
	for i, r := range rows {
		list[i] = PriceImport(r)
	}
	return list, nil
}

// ImportLines returns up to limit lines of a file after one: those of changes, those that
// are refused, or all.
func (s *Prices) ImportLines(ctx context.Context, id int64, shown string, after int64, limit int) ([]ImportLine, error) {
	rows, err := catalogdb.New(s.pool).PriceImportLines(ctx, catalogdb.PriceImportLinesParams{
		ImportID: id, Shown: shown, AfterLine: int32(after), PageLimit: int32(limit), //nolint:gosec // a line, a page
	})
	if err != nil {
		return nil, fmt.Errorf("lines of file of prices %d: %w", id, err)
	}
	return rows, nil
}

// ImportLosses returns how many prices of a file may be a loss.
func (s *Prices) ImportLosses(ctx context.Context, tx pgx.Tx, id int64) (int64, error) {
	n, err := catalogdb.New(tx).ImportLosses(ctx, id)
	if err != nil {
		return 0, fmt.Errorf("losses of file of prices %d: %w", id, err)
	}
	return n, nil
}

// StartImport lets workers apply a file that was looked at.
func (s *Prices) StartImport(ctx context.Context, tx pgx.Tx, id int64, b PriceBatch) (PriceImport, error) {
	q := catalogdb.New(tx)
	seen, err := s.importByID(ctx, q, id)
	if err != nil {
		return PriceImport{}, err
	}
	if seen.State == "checked" && seen.Ready == 0 {
		return PriceImport{}, errImportSame
	}
	n, err := q.StartPriceImport(ctx, catalogdb.StartPriceImportParams{
		ID: id, AppliedBy: b.StaffID, MayLose: b.MayLose, ReasonCode: b.ReasonCode, ReasonText: b.ReasonText,
	})
	if err != nil {
		return PriceImport{}, fmt.Errorf("apply file of prices %d: %w", id, err)
	}
	if n == 0 {
		return PriceImport{}, errImportEnded
	}
	return s.importByID(ctx, q, id)
}
