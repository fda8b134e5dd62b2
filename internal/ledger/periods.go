package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger/ledgerdb"
	"larek/internal/pg"
	"larek/internal/problem"
)

// Problems of closing a month.
var (
	ErrMonthNotOver  = problem.New(problem.Conflict, "books.month_not_over", "Месяц ещё не кончился.")
	ErrMonthClosed   = problem.New(problem.Conflict, "books.month_closed", "Этот месяц уже закрыт. Исправления записывают сегодняшним днём.")
	ErrEarlierMonth  = problem.New(problem.Conflict, "books.earlier_month", "Сначала закройте более ранний месяц.")
	ErrBooksNotZero  = problem.New(problem.Conflict, "books.not_zero", "Книги не сходятся в ноль. Закрывать нельзя.")
	ErrNothingToDo   = problem.New(problem.Conflict, "books.empty_month", "За этот месяц нет проводок, закрывать нечего.")
	ErrPeriodUnknown = problem.New(problem.NotFound, "books.no_period", "Этот месяц не закрыт.")
)

// sumBatch bounds the entries one transaction moves into the sums of their days.
const sumBatch = 5000

// sumUp moves entries into the sums of their days in the caller's transaction, and
// returns how many.
func sumUp(ctx context.Context, tx pgx.Tx) (int64, error) {
	q := ledgerdb.New(tx)
	if err := q.LockSums(ctx); err != nil {
		return 0, fmt.Errorf("lock sums of days: %w", err)
	}
	r, err := q.SumUp(ctx, sumBatch)
	if err != nil {
		return 0, fmt.Errorf("sum up days: %w", err)
	}
	return r.Entries, nil
}

// SumUpAll moves all entries into the sums of their days, a batch at a time.
func (s *Service) SumUpAll(ctx context.Context) error {
	for {
		var n int64
		err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) (err error) { n, err = sumUp(ctx, tx); return err })
		if err != nil || n < sumBatch {
			return err
		}
	}
}

// sumUpIn moves all entries into the sums of their days in one transaction.
func sumUpIn(ctx context.Context, tx pgx.Tx) error {
	for {
		if n, err := sumUp(ctx, tx); err != nil || n < sumBatch {
			return err
		}
	}
}

// sumEvery is how often entries are moved into the sums of their days: what is not
// moved yet is added when the books are read.
const sumEvery = 15 * time.Second

// RunSums moves entries into the sums of their days until ctx ends.
func (s *Service) RunSums(ctx context.Context, leases *pg.Leases, log *slog.Logger) {
	leases.Every(ctx, "sums", sumEvery, func() {
		if err := s.SumUpAll(ctx); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "books not summed by day", "error", err)
		}
	})
}

// MonthOf returns the first day of the month of a time, in Moscow.
func MonthOf(at time.Time) time.Time {
	at = at.In(Moscow)
	return time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
}

// canClose returns why a month cannot be closed now, or nil. Until it is closed the
// reason may still change.
func canClose(ctx context.Context, db Querier, month, now time.Time) error {
	q := ledgerdb.New(db)
	if !month.Before(MonthOf(now)) {
		return ErrMonthNotOver
	}
	last, err := q.LastPeriod(ctx)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("last closed month: %w", err)
	}
	if err == nil && !month.After(last.Month) {
		return ErrMonthClosed
	}
	t, err := TrialBalance(ctx, db, month, month.AddDate(0, 1, -1))
	if err != nil {
		return err
	}
	if !t.IsZero() {
		return ErrBooksNotZero
	}
	first, err := firstOpenMonth(ctx, db)
	switch {
	case err != nil:
		return err
	case first.IsZero() || first.After(month):
		return ErrNothingToDo
	case first.Before(month):
		return ErrEarlierMonth
	}
	return nil
}

// firstOpenMonth returns the first month with entries that is not closed.
func firstOpenMonth(ctx context.Context, db Querier) (time.Time, error) {
	day, err := ledgerdb.New(db).FirstOpenDay(ctx)
	if errors.Is(err, pgx.ErrNoRows) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("first open day: %w", err)
	}
	return time.Date(day.Year(), day.Month(), 1, 0, 0, 0, 0, time.UTC), nil
}

// FirstDay returns the first day of a month that has to be explained: the day of the first
// entry in the first month of the books, the first of the month later.
func FirstDay(ctx context.Context, db Querier, month time.Time) (time.Time, error) {
	day, err := ledgerdb.New(db).FirstDay(ctx)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && day.Before(month) {
		return month, nil
	}
	if err != nil {
		return month, fmt.Errorf("first day of the books: %w", err)
	}
	return day, nil
}

// EndOf returns when an entry about a day that is over is dated: at its end. It is nil, now, if the day
// is not over or its month is closed.
func EndOf(ctx context.Context, db Querier, day, now time.Time) (*time.Time, error) {
	at := endOf(day)
	if !at.Before(now) {
		return nil, nil //nolint:nilnil // such an entry is not dated
	}
	err := checkOpen(ctx, db, &at)
	if errors.Is(err, ErrMonthClosed) {
		return nil, nil //nolint:nilnil // as above
	}
	return &at, err
}

// Period is a closed month.
type Period = ledgerdb.PeriodsRow

// Close closes a month in the caller's transaction: entries that are being posted are
// waited for, later ones dated inside it are refused by the database. sign signs the
// summary.
func (s *Service) Close(ctx context.Context, tx pgx.Tx, month time.Time, asker, closer int64, now time.Time, sign func(string) string) ([]byte, error) {
	q := ledgerdb.New(tx)
	if err := q.LockBooks(ctx); err != nil {
		return nil, fmt.Errorf("lock books: %w", err)
	}
	if err := sumUpIn(ctx, tx); err != nil {
		return nil, err
	}
	if err := canClose(ctx, tx, month, now); err != nil {
		return nil, err
	}
	if err := s.closeYear(ctx, tx, month); err != nil {
		return nil, err
	}
	text, err := s.summary(ctx, tx, month, now)
	if err != nil {
		return nil, err
	}
	text = sign(text)
	digest := sha256.Sum256([]byte(text))
	err = q.InsertPeriod(ctx, ledgerdb.InsertPeriodParams{Month: month, ClosedAt: now, AskedBy: asker, ClosedBy: closer, Summary: text, Digest: digest[:]})
	if err != nil {
		return nil, fmt.Errorf("close month: %w", err)
	}
	return digest[:], nil
}

// summary writes the books of a month in words. It names the digest of the month
// before, so a summary cannot be replaced without replacing all later ones.
func (s *Service) summary(ctx context.Context, tx pgx.Tx, month, now time.Time) (string, error) {
	t, err := TrialBalance(ctx, tx, month, month.AddDate(0, 1, -1))
	if err != nil {
		return "", err
	}
	text := &strings.Builder{}
	fmt.Fprintf(text, "%s: книги закрыты за %s\nЗакрыто: %s", s.brand.Now(ctx).Name, month.Format("01.2006"), now.In(Moscow).Format("02.01.2006 15:04:05 МСК"))
	switch last, err := ledgerdb.New(tx).LastPeriod(ctx); {
	case errors.Is(err, pgx.ErrNoRows):
		fmt.Fprintf(text, "\nПредыдущих закрытых месяцев нет")
	case err != nil:
		return "", fmt.Errorf("last closed month: %w", err)
	default:
		fmt.Fprintf(text, "\nПредыдущий месяц %s: %s", last.Month.Format("01.2006"), hex.EncodeToString(last.Digest))
	}
	fmt.Fprintf(text, "\nСчёт, валюта: на начало, дебет, кредит, на конец")
	for _, l := range t.Lines {
		fmt.Fprintf(text, "\n%s %s: %s %s %s %s", l.Account, l.Currency, Format(l.Opening), Format(l.Debit), Format(l.Credit), Format(l.Closing()))
	}
	for _, c := range t.Check {
		fmt.Fprintf(text, "\nВсего %s: %s", c.Currency, Format(c.TenThousandths))
	}
	tax, err := s.AdvanceTax(ctx, tx, t.Until)
	if err == nil && tax != nil {
		fmt.Fprintf(text, "\nНДС с авансов, проводок нет: авансы %s, ставка %s, налог %s", tax.Advances, tax.Percent, tax.Tax)
	}
	return text.String(), err
}

// Periods returns the closed months, newest first.
func (s *Service) Periods(ctx context.Context) ([]Period, error) {
	return ledgerdb.New(s.pool).Periods(ctx)
}

// Summary returns the signed summary of a closed month.
func (s *Service) Summary(ctx context.Context, month time.Time) (string, error) {
	p, err := ledgerdb.New(s.pool).GetPeriod(ctx, month)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", ErrPeriodUnknown
	}
	return p.Summary, err
}

// OpenMonth returns the month that can be closed next, and why it cannot be now. There
// is none before the first entry.
func (s *Service) OpenMonth(ctx context.Context, now time.Time) (month time.Time, obstacle *problem.Error, err error) {
	if month, err = firstOpenMonth(ctx, s.pool); err != nil || month.IsZero() {
		return month, nil, err
	}
	err = canClose(ctx, s.pool, month, now)
	if p := (*problem.Error)(nil); errors.As(err, &p) {
		return month, p, nil
	}
	return month, nil, err
}

// Format writes ten-thousandths with two decimals, or four if they are needed.
func Format(tenThousandths int64) string {
	sign := ""
	if tenThousandths < 0 {
		sign, tenThousandths = "-", -tenThousandths
	}
	whole, rest := tenThousandths/10000, tenThousandths%10000
	if rest%100 == 0 {
		return fmt.Sprintf("%s%d.%02d", sign, whole, rest/100)
	}
	return fmt.Sprintf("%s%d.%04d", sign, whole, rest)
}
