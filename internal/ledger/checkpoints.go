package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/clock"
	"larek/internal/ledger/ledgerdb"
	"larek/internal/pg"
	"larek/internal/seal"
)

// chunk is how many numbers of entries are digested by one statement.
const chunk = 20_000

// Checkpoint is the books as they were when a day began: one link of the chain.
type Checkpoint struct {
	Number       int64
	Day          time.Time // of Moscow, on which it was made
	FromID, ToID int64     // the entries it covers
	Entries      int64
	Postings     int64
	Content      []byte // digest of the entries
	Digest       []byte // keyed, of all this, of the sums and of the link before
	At           time.Time
}

// Text returns the digest as text, to be kept outside the database.
func (c Checkpoint) Text() string { return hex.EncodeToString(c.Digest) }

// Chain makes the checkpoints of the books and proves the books by them.
type Chain struct {
	books *Service
	q     *ledgerdb.Queries
	keys  seal.Succession
	clock clock.Clock
}

// NewChain returns the chain of some books. The keys are not in their database.
func NewChain(books *Service, keys seal.Succession, clock clock.Clock) *Chain {
	return &Chain{books: books, q: ledgerdb.New(books.pool), keys: keys, clock: clock}
}

// Extend makes the checkpoint of today, and reports whether it did: not if there is one,
// or nothing was posted since the last. Several workers may do it at once; one succeeds.
func (c *Chain) Extend(ctx context.Context) (Checkpoint, bool, error) {
	now := c.clock()
	day := now.In(Moscow)
	next := Checkpoint{Day: time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, time.UTC), At: now.Truncate(time.Microsecond)}
	last, err := c.Last(ctx)
	if err != nil || !next.Day.After(last.Day) {
		return Checkpoint{}, false, err
	}
	next.Number, next.FromID = last.Number+1, last.ToID+1
	if next.ToID, err = c.settled(ctx); err != nil || next.ToID < next.FromID {
		return Checkpoint{}, false, err
	}
	found, err := c.digest(ctx, []Checkpoint{next})
	if err != nil {
		return Checkpoint{}, false, err
	}
	next.Entries, next.Postings, next.Content = found[0].Entries, found[0].Postings, found[0].Content
	sums, err := c.sums(ctx, last, next)
	if err != nil {
		return Checkpoint{}, false, err
	}
	next.Digest = c.keys.MAC(linkText(last.Digest, next, sums))
	made, err := c.store(ctx, next, sums)
	return next, made, err
}

// settled returns the number up to which every entry is there to stay: no transaction that
// is under way can add a smaller one.
func (c *Chain) settled(ctx context.Context) (id int64, err error) {
	err = pg.InTx(ctx, c.books.pool, func(tx pgx.Tx) error {
		// A worker that waits for this lock makes all who post wait.
		if _, err := tx.Exec(ctx, `set local lock_timeout = '1s'`); err != nil {
			return err
		}
		q := c.q.WithTx(tx)
		if err := q.LockBooks(ctx); err != nil {
			return err
		}
		id, err = q.LastEntryID(ctx)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("settle books: %w", err)
	}
	return id, nil
}

// Last returns the newest checkpoint, or the zero one.
func (c *Chain) Last(ctx context.Context) (Checkpoint, error) {
	r, err := c.q.LastCheckpoint(ctx)
	if errors.Is(err, pgx.ErrNoRows) {
		return Checkpoint{}, nil
	}
	if err != nil {
		return Checkpoint{}, fmt.Errorf("last checkpoint: %w", err)
	}
	return checkpointOf(r), nil
}

func checkpointOf(r ledgerdb.LedgerCheckpoint) Checkpoint {
	return Checkpoint{Number: r.ID, Day: r.Day, FromID: r.FromID, ToID: r.ToID, Entries: r.Entries, Postings: r.Postings, Content: r.Content, Digest: r.Digest, At: r.At}
}

// sum is an account of a checkpoint, in ten-thousandths.
type sum = ledgerdb.CheckpointSumsRow

// linkText returns what the digest of a checkpoint is made of.
func linkText(before []byte, x Checkpoint, sums []sum) []byte {
	h := sha256.New()
	_, _ = h.Write(before)
	for _, n := range []int64{x.Number, x.Day.Unix(), x.FromID, x.ToID, x.Entries, x.Postings, x.At.UnixMicro()} {
		_ = binary.Write(h, binary.BigEndian, n)
	}
	_, _ = h.Write(x.Content)
	for _, s := range sums {
		_, _ = fmt.Fprintf(h, "%s %s %d %d %d\n", s.Account, s.Currency, s.Debit, s.Credit, s.Balance)
	}
	return h.Sum(nil)
}

func (c *Chain) store(ctx context.Context, x Checkpoint, sums []sum) (made bool, err error) {
	err = pg.InTx(ctx, c.books.pool, func(tx pgx.Tx) error {
		q := c.q.WithTx(tx)
		n, err := q.InsertCheckpoint(ctx, ledgerdb.InsertCheckpointParams{
			ID: x.Number, Day: x.Day, FromID: x.FromID, ToID: x.ToID, Entries: x.Entries, Postings: x.Postings, Content: x.Content, Digest: x.Digest, At: x.At,
		})
		if err != nil || n == 0 {
			return err // another worker has made it
		}
		p := ledgerdb.InsertCheckpointSumsParams{CheckpointID: x.Number}
		for _, s := range sums {
			p.Accounts, p.Currencies = append(p.Accounts, s.Account), append(p.Currencies, s.Currency)
			p.Debits, p.Credits, p.Balances = append(p.Debits, s.Debit), append(p.Credits, s.Credit), append(p.Balances, s.Balance)
		}
		made = true
		return q.InsertCheckpointSums(ctx, p)
	})
	if err != nil {
		return false, fmt.Errorf("store checkpoint: %w", err)
	}
	return made, nil
}

// ExtendAndLog makes the checkpoint of today unless it is there. What is logged lets a later
// reader prove that the end of the chain was not cut off.
func (c *Chain) ExtendAndLog(ctx context.Context, log *slog.Logger) error {
	x, made, err := c.Extend(ctx)
	if err == nil && made {
		log.InfoContext(ctx, "checkpoint of the books", "checkpoint", x.Number, "to", x.ToID, "digest", x.Text())
	}
	return err
}
