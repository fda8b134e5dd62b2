package delivery

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
	"larek/internal/money"
	"larek/internal/problem"
)

// Problems of loading and voiding codes.
var (
	ErrNotStocked  = problem.New(problem.Invalid, "stock.product", "Этот товар продаётся не со склада кодов.")
	ErrNothingNew  = problem.New(problem.Conflict, "stock.nothing_new", "В файле нет ни одного нового кода.")
	ErrFileChanged = problem.New(problem.Conflict, "stock.changed", "Новых кодов стало другое число: часть уже загрузили. Проверьте файл ещё раз.")
	ErrNotFree     = problem.New(problem.Conflict, "stock.not_free", "Погасить можно только свободный код.")
)

// StockRow is the stock of a product.
type StockRow = deliverydb.StockRowsRow

// soldOver is the time over which sales are counted, soonFor when an expiry is near.
const (
	soldOver = 30 * 24 * time.Hour
	soonFor  = 30 * 24 * time.Hour
)

// PerDay returns how many codes are sold a day.
func PerDay(r StockRow) float64 { return float64(r.Given) / (soldOver.Hours() / 24) }

// DaysLeft returns how many whole days the free codes last, nil if none are sold.
func DaysLeft(r StockRow) *int {
	if r.Given == 0 {
		return nil
	}
	days := int(math.Floor(float64(r.Free) / PerDay(r)))
	return &days
}

// Rows returns the stock of every product that is sold from stock.
func (s *Stock) Rows(ctx context.Context, now time.Time) ([]StockRow, error) {
	rows, err := deliverydb.New(s.pool).StockRows(ctx, deliverydb.StockRowsParams{Now: now, Soon: now.Add(soonFor), Since: now.Add(-soldOver)})
	if err != nil {
		return nil, fmt.Errorf("stock: %w", err)
	}
	return rows, nil
}

// MarkFaults marks the lines whose code is repeated or known. It stores nothing.
func (s *Stock) MarkFaults(ctx context.Context, db Querier, lines []FileLine) error {
	seen, p := map[string]bool{}, deliverydb.KnownMarksParams{Fingerprints: [][]byte{}, Spellings: [][]byte{}}
	for i := range lines {
		l := &lines[i]
		if l.Fault != "" {
			continue
		}
		l.mark, l.spelling = s.fingerprint.MAC([]byte(l.code)), s.spelling(l.code)
		if seen[string(l.spelling)] {
			l.Fault = FaultRepeated
			continue
		}
		seen[string(l.spelling)] = true
		p.Fingerprints, p.Spellings = append(p.Fingerprints, l.mark), append(p.Spellings, l.spelling)
	}
	known, err := deliverydb.New(db).KnownMarks(ctx, p)
	if err != nil {
		return fmt.Errorf("known codes: %w", err)
	}
	has := map[string]bool{}
	for _, mark := range known {
		has[string(mark)] = true
	}
	for i := range lines {
		if lines[i].Fault == "" && (has[string(lines[i].mark)] || has[string(lines[i].spelling)]) {
			lines[i].Fault = FaultKnown
		}
	}
	return nil
}

// Preview checks a file; it stores nothing.
func (s *Stock) Preview(ctx context.Context, productID int64, text []byte, now time.Time) ([]FileLine, error) {
	if err := checkStocked(ctx, s.pool, productID); err != nil {
		return nil, err
	}
	lines, err := ReadFile(text, now)
	if err != nil {
		return nil, err
	}
	return lines, s.MarkFaults(ctx, s.pool, lines)
}

// checkStocked refuses a product that is not sold from stock.
func checkStocked(ctx context.Context, db Querier, id int64) error {
	kind, err := deliverydb.New(db).ProductKind(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && kind != "pubg" {
		return ErrNotStocked
	}
	if err != nil {
		return fmt.Errorf("product %d: %w", id, err)
	}
	return nil
}

// NewBatch is a file of codes to be loaded.
type NewBatch struct {
	ProductID int64
	StaffID   int64
	Text      []byte
	Source    string
	UnitCost  *money.RUB
	Expected  int // how many new codes the person was shown
}

// Mark returns what identifies a file without telling anything about its codes.
func (s *Stock) Mark(text []byte) []byte { return s.fingerprint.MAC(text) }

// LoadBatch loads the new codes of a file as one batch and returns its number. Lines
// with a fault are left out, as the preview said; if the number of new codes is another
// one than expected, nothing is loaded.
func (s *Stock) LoadBatch(ctx context.Context, tx pgx.Tx, b NewBatch, now time.Time) (batch int64, err error) {
	if err := checkStocked(ctx, tx, b.ProductID); err != nil {
		return 0, err
	}
	lines, err := ReadFile(b.Text, now)
	if err != nil {
		return 0, err
	}
	if err := s.MarkFaults(ctx, tx, lines); err != nil {
		return 0, err
	}
	p := deliverydb.LoadBatchParams{ProductID: b.ProductID}
	for _, l := range lines {
		if l.Fault != "" {
			continue
		}
		keyID, sealed := s.ring.Seal([]byte(l.code), l.mark)
		until := l.ExpiresAt
		if until.IsZero() {
			until = time.Unix(0, 0).UTC()
		}
		p.KeyID = keyID
		p.Sealed, p.ExpiresAt = append(p.Sealed, sealed), append(p.ExpiresAt, until)
		p.Fingerprints, p.Spellings = append(p.Fingerprints, l.mark), append(p.Spellings, l.spelling)
	}
	if len(p.Sealed) == 0 {
		return 0, ErrNothingNew
	}
	if len(p.Sealed) != b.Expected {
		return 0, ErrFileChanged
	}
	q := deliverydb.New(tx)
	batch, err = q.InsertCodeBatch(ctx, deliverydb.InsertCodeBatchParams{
		ProductID: b.ProductID, Created: now, CreatedBy: b.StaffID, Source: b.Source, UnitCost: b.UnitCost, Codes: int32(len(p.Sealed)), //nolint:gosec // MostLines
	})
	if err != nil {
		return 0, fmt.Errorf("batch of codes: %w", err)
	}
	p.BatchID = batch
	n, err := q.LoadBatch(ctx, p)
	if err != nil {
		return 0, fmt.Errorf("load batch: %w", err)
	}
	if int(n) != b.Expected { // another person has just loaded the same codes
		return 0, ErrFileChanged
	}
	return batch, nil
}

// BatchLoss returns what a batch costs and what its codes are sold for.
func BatchLoss(ctx context.Context, tx pgx.Tx, batch int64) (deliverydb.BatchLossRow, error) {
	row, err := deliverydb.New(tx).BatchLoss(ctx, batch)
	if err != nil {
		return row, fmt.Errorf("cost of batch %d: %w", batch, err)
	}
	return row, nil
}

// VoidFree voids a free code, or the free codes of a batch, permanently. It returns their IDs
// and what they cost; ErrNotFree if none was free.
func (s *Stock) VoidFree(ctx context.Context, tx pgx.Tx, code, batch *int64, staffID int64, reason string, now time.Time) (voided []int64, cost money.RUB, err error) {
	rows, err := deliverydb.New(tx).VoidCodes(ctx, deliverydb.VoidCodesParams{ID: code, BatchID: batch, VoidedBy: staffID, VoidReason: reason, Now: now})
	if err != nil {
		return nil, 0, fmt.Errorf("void codes: %w", err)
	}
	if len(rows) == 0 {
		return nil, 0, ErrNotFree
	}
	for _, r := range rows {
		voided = append(voided, r.ID)
		cost += r.Cost
	}
	return voided, cost, nil
}

// WorthOfCodes returns what codes are worth, each by its cost or, if that is more, by the price
// or the dearest offer of its product.
func WorthOfCodes(ctx context.Context, tx pgx.Tx, codes ...int64) (money.RUB, error) {
	worth, err := deliverydb.New(tx).WorthOfCodes(ctx, codes)
	if err != nil {
		return 0, fmt.Errorf("worth of %d codes: %w", len(codes), err)
	}
	return worth, nil
}

// ShowToStaff records that a member of staff looks at a code, and returns the order it
// belongs to, if any, and whether no buyer has it yet. Open opens it once that is committed.
func (s *Stock) ShowToStaff(ctx context.Context, tx pgx.Tx, code, staffID int64, reason string, now time.Time) (orderID int64, isStock bool, err error) {
	q := deliverydb.New(tx)
	r, err := q.CodeForStaff(ctx, code)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, false, ErrNoSuchCode
	}
	if err != nil {
		return 0, false, fmt.Errorf("code %d: %w", code, err)
	}
	err = q.InsertStaffReveal(ctx, deliverydb.InsertStaffRevealParams{CodeID: &code, StaffID: &staffID, Reason: &reason, At: now})
	if err != nil {
		return 0, false, fmt.Errorf("reveal of code %d: %w", code, err)
	}
	return r.OrderID, r.IsStock, nil
}

// Open returns the text of a code. The caller has recorded who sees it.
func (s *Stock) Open(ctx context.Context, code int64) (string, error) {
	r, err := deliverydb.New(s.pool).CodeForStaff(ctx, code)
	if err != nil {
		return "", fmt.Errorf("code %d: %w", code, err)
	}
	plain, err := s.ring.Open(r.KeyID, r.Sealed, r.Fingerprint)
	if err != nil {
		return "", fmt.Errorf("code %d: %w", code, err)
	}
	return string(plain), nil
}

// CodeBatchRow is a batch in a list.
type CodeBatchRow = deliverydb.CodeBatchesRow

// Batches returns up to limit batches older than before, newest first.
func (s *Stock) Batches(ctx context.Context, productID *int64, before int64, limit int) ([]CodeBatchRow, error) {
	rows, err := deliverydb.New(s.pool).CodeBatches(ctx, deliverydb.CodeBatchesParams{Before: orNewest(before), ProductID: productID, PageLimit: int32(limit)}) //nolint:gosec // a page
	if err != nil {
		return nil, fmt.Errorf("batches of codes: %w", err)
	}
	return rows, nil
}

// StockCode is a code without its text.
type StockCode = deliverydb.StockCodesRow

// CodeFilter selects codes. Nil fields do not filter.
type CodeFilter struct {
	ProductID *int64  `json:"product,omitempty"`
	BatchID   *int64  `json:"batch,omitempty"`
	State     *string `json:"state,omitempty"`
}

// Codes returns up to limit codes older than before, newest first, without their texts.
func (s *Stock) Codes(ctx context.Context, f CodeFilter, before int64, limit int) ([]StockCode, error) {
	rows, err := deliverydb.New(s.pool).StockCodes(ctx, deliverydb.StockCodesParams{
		Before: orNewest(before), ProductID: f.ProductID, BatchID: f.BatchID, State: f.State, PageLimit: int32(limit), //nolint:gosec // a page
	})
	if err != nil {
		return nil, fmt.Errorf("codes: %w", err)
	}
	return rows, nil
}

func orNewest(before int64) int64 {
	if before == 0 {
		return math.MaxInt64
	}
	return before
}
