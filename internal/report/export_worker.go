package report

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
	"larek/internal/figures"
	"larek/internal/ledger"
	"larek/internal/publicid"
	"larek/internal/report/reportdb"
)

const (
	exportEvery = 2 * time.Second
	exportLease = time.Minute
	// exportTries is how often a file is begun before it is given up.
	exportTries = 3
	// maxExport bounds the rows of a file: it is made in memory.
	maxExport = 200_000
)

// Exporter makes the files operators asked for, and deletes old ones.
type Exporter struct {
	Pool   *pgxpool.Pool // read-write
	Report *Service
	Books  *ledger.Service
	// Figures has the sums of profit.
	Figures *figures.Service
	Prices  *catalog.Prices
	Log     *slog.Logger
}

var errTakenOver = errors.New("report: another worker makes the file")

// Run makes files until ctx ends. Several workers may run it.
func (x *Exporter) Run(ctx context.Context) {
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

// MakeNext makes the oldest file that waits, and reports whether there was one.
func (x *Exporter) MakeNext(ctx context.Context) (bool, error) {
	now, q := x.Report.Clock(), reportdb.New(x.Pool)
	e, err := q.LeaseExport(ctx, reportdb.LeaseExportParams{Now: now, Until: now.Add(exportLease)})
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("lease export: %w", err)
	}
	switch e.Kind {
	case exportOrders:
		err = x.make(ctx, q, e)
	case exportCustomer:
		err = x.makeCustomer(ctx, q, e)
	case exportProfit:
		err = x.makeProfit(ctx, q, e)
	case exportPrices:
		err = x.makePrices(ctx, q, e)
	default:
		err = x.makeBooks(ctx, q, e)
	}
	if err != nil && e.Tries >= exportTries && !errors.Is(err, errTakenOver) {
		failed := q.FailExport(ctx, reportdb.FailExportParams{ID: e.ID, Tries: e.Tries, Error: err.Error(), Now: x.Report.Clock()})
		return true, errors.Join(err, failed)
	}
	return true, err
}

// make writes the file of an export, page by page.
func (x *Exporter) make(ctx context.Context, q *reportdb.Queries, e reportdb.LeaseExportRow) error {
	var f Filter
	if err := json.Unmarshal(e.Filter, &f); err != nil {
		return fmt.Errorf("filter of export %d: %w", e.ID, err)
	}
	file := &bytes.Buffer{}
	file.WriteString("\ufeff") // so that spreadsheets read Russian
	out := csv.NewWriter(file)
	_ = out.Write(exportTitles(e.Columns)) // into memory
	rows := int64(0)
	for from, isFirst := (*Place)(nil), true; from != nil || isFirst; isFirst = false {
		page, err := x.Report.Orders(ctx, f, from)
		if err != nil {
			return fmt.Errorf("rows of export %d: %w", e.ID, err)
		}
		for i := range page.Rows {
			_ = out.Write(exportCells(&page.Rows[i], e.Columns)) // into memory
		}
		rows += int64(len(page.Rows))
		n, err := q.KeepExport(ctx, reportdb.KeepExportParams{ID: e.ID, Tries: e.Tries, RowsDone: rows, Until: x.Report.Clock().Add(exportLease)})
		if err != nil {
			return fmt.Errorf("progress of export %d: %w", e.ID, err)
		}
		if n == 0 {
			return errTakenOver
		}
		if from = page.Older; rows >= maxExport {
			break
		}
	}
	out.Flush()
	return x.store(ctx, q, e, file.Bytes(), rows)
}

// store keeps a finished file and says so.
func (x *Exporter) store(ctx context.Context, q *reportdb.Queries, e reportdb.LeaseExportRow, file []byte, rows int64) error {
	name := "exports/" + publicid.New().String() + ".csv" // cannot be guessed
	if err := x.Report.Files.WriteAll(ctx, name, file, nil); err != nil {
		return fmt.Errorf("store export %d: %w", e.ID, err)
	}
	now, digest := x.Report.Clock(), sha256.Sum256(file)
	n, err := q.EndExport(ctx, reportdb.EndExportParams{
		ID: e.ID, Tries: e.Tries, RowsDone: rows, Blob: name, Digest: digest[:], Now: now, ExpiresAt: now.Add(exportTTL),
	})
	if err == nil && n == 0 {
		err = errTakenOver
	}
	if err != nil {
		return errors.Join(fmt.Errorf("end export %d: %w", e.ID, err), x.Report.Files.Delete(ctx, name))
	}
	return nil
}

// DeleteExpired deletes files whose time is over.
func (x *Exporter) DeleteExpired(ctx context.Context) error {
	q := reportdb.New(x.Pool)
	old, err := q.ExpiredExports(ctx, x.Report.Clock())
	if err != nil {
		return fmt.Errorf("list expired exports: %w", err)
	}
	for _, e := range old {
		// The file first: a row without a file is found again, a file without a row never.
		if err := x.Report.Files.Delete(ctx, e.Blob); err != nil && gcerrors.Code(err) != gcerrors.NotFound {
			return fmt.Errorf("delete file of export %d: %w", e.ID, err)
		}
		if err := q.ExpireExport(ctx, e.ID); err != nil {
			return fmt.Errorf("expire export %d: %w", e.ID, err)
		}
	}
	return nil
}
