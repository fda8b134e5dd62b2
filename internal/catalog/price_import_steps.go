package catalog

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/catalog/catalogdb"
)

// ImportStep is a part of a file of prices that was applied.
type ImportStep struct {
	ImportID int64
	Batch    int64 // zero: all prices of the part were refused, or none was left
	All      []PriceOutcome
}

// ApplyImport applies the next lines of the oldest file that is being applied, nil if
// there is none. What became of each line is written down with its price, so that a file
// whose worker dies goes on where it was. A price that was changed since the file was
// looked at is refused, as is one that has come to be below cost.
func (s *Prices) ApplyImport(ctx context.Context, tx pgx.Tx) (*ImportStep, error) {
	q := catalogdb.New(tx)
	due, err := q.DuePriceImport(ctx)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // nothing is due
	}
	if err != nil {
		return nil, fmt.Errorf("file of prices: %w", err)
	}
	step := &ImportStep{ImportID: due.ID}
	lines, err := q.ReadyImportLines(ctx, catalogdb.ReadyImportLinesParams{ImportID: due.ID, PageLimit: importStep})
	if err != nil {
		return nil, fmt.Errorf("lines of file of prices %d: %w", due.ID, err)
	}
	if len(lines) == 0 {
		return step, q.EndPriceImport(ctx, catalogdb.EndPriceImportParams{ID: due.ID, EndedAt: s.clock()})
	}
	list := make([]NewPrice, len(lines))
	for i, l := range lines {
		list[i] = NewPrice{ProductID: l.ProductID, GiftID: l.GiftID, Price: l.Price, Version: l.Version}
	}
	step.Batch, step.All, err = s.Change(ctx, tx, PriceBatch{
		StaffID: due.AppliedBy, ReasonCode: due.ReasonCode, ReasonText: due.ReasonText, MayLose: due.MayLose,
	}, list)
	if err != nil {
		return nil, err
	}
	return step, endLines(ctx, q, due.ID, lines, step.All)
}

// endLines writes down what became of each line.
func endLines(ctx context.Context, q *catalogdb.Queries, id int64, lines []catalogdb.ReadyImportLinesRow, all []PriceOutcome) error {
	p, applied := catalogdb.EndImportLinesParams{ImportID: id}, int32(0)
	for i, o := range all {
		verdict, words := "applied", ""
		if o.Refusal != nil {
			verdict, words = string(PriceRefused), o.Refusal.Detail
		} else {
			applied++
		}
		p.Lines, p.Verdicts, p.Texts = append(p.Lines, lines[i].Line), append(p.Verdicts, verdict), append(p.Texts, words)
	}
	if err := errors.Join(q.EndImportLines(ctx, p), q.CountImportApplied(ctx, catalogdb.CountImportAppliedParams{ID: id, N: applied})); err != nil {
		return fmt.Errorf("lines of file of prices %d: %w", id, err)
	}
	return nil
}
