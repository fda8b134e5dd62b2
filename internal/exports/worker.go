package exports

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"gocloud.dev/gcerrors"

	"larek/internal/catalog"
	"larek/internal/clock"
	"larek/internal/exports/exportsdb"
	"larek/internal/ledger"
	"larek/internal/ordersearch"
	"larek/internal/publicid"
	"larek/internal/salesstats"
)

const (
	exportEvery = 2 * time.Second
	exportLease = time.Minute
	// exportTries is how often a file is attempted.
	exportTries = 3
	// maxRows bounds the rows of a file: it is made in memory.
	maxRows = 200_000
)

// Worker makes requested files and deletes expired ones.
type Worker struct {
	Pool    *pgxpool.Pool // read-write
	Exports *Service
	Orders  *ordersearch.Service
	Books   *ledger.Service
	Stats   *salesstats.Service
	Prices  *catalog.Prices
	Log     *slog.Logger
}

var errTakenOver = errors.New("exports: another worker makes the file")

// Run makes files until ctx ends. Several workers may run it.
func (x *Worker) Run(ctx context.Context) {
	clock.Every(ctx, exportEvery, func() {
		for {
			made, err := x.MakeNext(ctx)
			if err != nil && ctx.Err() == nil {
				x.Log.WarnContext(ctx, "export not made", "error", err)
			}
			if !made || err != nil {
				break
			}
		}
		if err := x.DeleteExpired(ctx); err != nil && ctx.Err() == nil {
			x.Log.WarnContext(ctx, "old exports not deleted", "error", err)
		}
	})
}

// MakeNext makes the oldest requested file, and reports whether there was one.
func (x *Worker) MakeNext(ctx context.Context) (bool, error) {
	now, q := x.Exports.clock(), exportsdb.New(x.Pool)
	e, err := q.LeaseExport(ctx, exportsdb.LeaseExportParams{Now: now, Until: now.Add(exportLease)})
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("lease export: %w", err)
	}
	switch e.Kind {
	case kindOrders:
		err = x.make(ctx, q, e)
	case kindCustomer:
		err = x.makeCustomer(ctx, q, e)
	case kindProfit:
		err = x.makeProfit(ctx, q, e)
	case kindPrices:
		err = x.makePrices(ctx, q, e)
	default:
		err = x.makeBooks(ctx, q, e)
	}
	if err != nil && e.Tries >= exportTries && !errors.Is(err, errTakenOver) {
		failed := q.FailExport(ctx, exportsdb.FailExportParams{ID: e.ID, Tries: e.Tries, Error: err.Error(), Now: x.Exports.clock()})
		return true, errors.Join(err, failed)
	}
	return true, err
}

// make writes the file of an export, page by page.
func (x *Worker) make(ctx context.Context, q *exportsdb.Queries, e exportsdb.LeaseExportRow) error {
	var f ordersearch.Filter
	if err := json.Unmarshal(e.Filter, &f); err != nil {
		return fmt.Errorf("filter of export %d: %w", e.ID, err)
	}
	file := &bytes.Buffer{}
	file.WriteString("\ufeff") // so that spreadsheets read Russian
	out := csv.NewWriter(file)
	_ = out.Write(exportTitles(e.Columns)) // into memory
	rows := int64(0)
	for from, isFirst := (*ordersearch.Place)(nil), true; from != nil || isFirst; isFirst = false {
		page, err := x.Orders.Orders(ctx, f, from)
		if err != nil {
			return fmt.Errorf("rows of export %d: %w", e.ID, err)
		}
		for i := range page.Rows {
			_ = out.Write(exportCells(&page.Rows[i], e.Columns)) // into memory
		}
		rows += int64(len(page.Rows))
		n, err := q.KeepExport(ctx, exportsdb.KeepExportParams{ID: e.ID, Tries: e.Tries, RowsDone: rows, Until: x.Exports.clock().Add(exportLease)})
		if err != nil {
			return fmt.Errorf("progress of export %d: %w", e.ID, err)
		}
		if n == 0 {
			return errTakenOver
		}
		if from = page.Older; rows >= maxRows {
			break
		}
	}
	out.Flush()
	return x.store(ctx, q, e, file.Bytes(), rows)
}

// store saves a finished file and marks its export as done.
func (x *Worker) store(ctx context.Context, q *exportsdb.Queries, e exportsdb.LeaseExportRow, file []byte, rows int64) error {
	name := "exports/" + publicid.New().String() + ".csv" // cannot be guessed
	if err := x.Exports.files.WriteAll(ctx, name, file, nil); err != nil {
		return fmt.Errorf("store export %d: %w", e.ID, err)
	}
	now, digest := x.Exports.clock(), sha256.Sum256(file)
	n, err := q.EndExport(ctx, exportsdb.EndExportParams{
		ID: e.ID, Tries: e.Tries, RowsDone: rows, Blob: name, Digest: digest[:], Now: now, ExpiresAt: now.Add(timeToLive),
	})
	if err == nil && n == 0 {
		err = errTakenOver
	}
	if err != nil {
		return errors.Join(fmt.Errorf("end export %d: %w", e.ID, err), x.Exports.files.Delete(ctx, name))
	}
	return nil
}

// DeleteExpired deletes expired files.
func (x *Worker) DeleteExpired(ctx context.Context) error {
	q := exportsdb.New(x.Pool)
	old, err := q.ExpiredExports(ctx, x.Exports.clock())
	if err != nil {
		return fmt.Errorf("list expired exports: %w", err)
	}
	for _, e := range old {
		// The file first: a row without a file is found again, a file without a row never.
		if err := x.Exports.files.Delete(ctx, e.Blob); err != nil && gcerrors.Code(err) != gcerrors.NotFound {
			return fmt.Errorf("delete file of export %d: %w", e.ID, err)
		}
		if err := q.ExpireExport(ctx, e.ID); err != nil {
			return fmt.Errorf("expire export %d: %w", e.ID, err)
		}
	}
	return nil
}
