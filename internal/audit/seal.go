package audit

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit/auditdb"
	"larek/internal/pg"
)

// sealBatch is how many rows are read at a time.
const sealBatch = 1000

// Seal is one link of the chain: a keyed digest of the rows of a range and of the link
// before.
type Seal struct {
	Number int64
	FromID int64
	ToID   int64
	Rows   int64
	Digest []byte
	At     time.Time
}

// Text returns the digest as text, to be kept outside the database.
func (s Seal) Text() string { return hex.EncodeToString(s.Digest) }

// SealNew seals the rows that have no seal yet, and reports whether there were any.
// Several workers may do it at once: one of them succeeds.
func (s *Service) SealNew(ctx context.Context) (Seal, bool, error) {
	to, err := s.settled(ctx)
	if err != nil {
		return Seal{}, false, err
	}
	last, err := s.LastSeal(ctx)
	if err != nil || to <= last.ToID {
		return Seal{}, false, err
	}
	next := Seal{Number: last.Number + 1, FromID: last.ToID + 1, ToID: to, At: s.clock().Truncate(time.Microsecond)}
	var text []byte
	if next.Rows, text, err = s.compute(ctx, last.Digest, next); err != nil {
		return Seal{}, false, err
	}
	next.Digest = s.keys.MAC(text)
	err = s.q.InsertSeal(ctx, auditdb.InsertSealParams{
		ID: next.Number, FromID: next.FromID, ToID: next.ToID, RowsCount: next.Rows, Digest: next.Digest, At: next.At,
	})
	if err != nil {
		return Seal{}, false, fmt.Errorf("store seal: %w", err)
	}
	return next, true, nil
}

// settled returns the number up to which every row is there to stay: no transaction
// that is under way can add a smaller one.
func (s *Service) settled(ctx context.Context) (id int64, err error) {
	err = pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		// A worker that waits for this lock makes every operator wait.
		if _, err := tx.Exec(ctx, `set local lock_timeout = '1s'`); err != nil {
			return err
		}
		q := s.q.WithTx(tx)
		if err := q.LockAudit(ctx); err != nil {
			return err
		}
		id, err = q.LastAuditID(ctx)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("settle audit: %w", err)
	}
	return id, nil
}

// LastSeal returns the newest link, or the zero Seal.
func (s *Service) LastSeal(ctx context.Context) (Seal, error) {
	r, err := s.q.LastSeal(ctx)
	if errors.Is(err, pgx.ErrNoRows) {
		return Seal{}, nil
	}
	if err != nil {
		return Seal{}, fmt.Errorf("read seal: %w", err)
	}
	return Seal{Number: r.ID, FromID: r.FromID, ToID: r.ToID, Rows: r.RowsCount, Digest: r.Digest, At: r.At}, nil
}

// compute returns the number of rows in the range of a seal and what its digest is made of.
func (s *Service) compute(ctx context.Context, before []byte, x Seal) (rows int64, text []byte, err error) {
	sum := sha256.New()
	_, _ = sum.Write(before)
	for _, n := range []int64{x.Number, x.FromID, x.ToID, x.At.UnixMicro()} {
		_ = binary.Write(sum, binary.BigEndian, n)
	}
	for from := x.FromID; from <= x.ToID; {
		list, err := s.q.AuditRange(ctx, auditdb.AuditRangeParams{FromID: from, ToID: x.ToID, MaxRows: sealBatch})
		if err != nil {
			return 0, nil, fmt.Errorf("read audit: %w", err)
		}
		for _, r := range list {
			if err := addRow(sum, r); err != nil {
				return 0, nil, err
			}
		}
		rows += int64(len(list))
		if len(list) < sealBatch {
			break
		}
		from = list[len(list)-1].ID + 1
	}
	_ = binary.Write(sum, binary.BigEndian, rows)
	return rows, sum.Sum(nil), nil
}

// addRow adds a row as text that is the same whenever the row is.
func addRow(sum hash.Hash, r auditdb.Audit) error {
	text, err := json.Marshal([]any{
		r.ID, r.At.UnixMicro(), r.StaffID, r.Actor, r.Session, r.Permission, r.Action, r.ObjectKind, r.ObjectID, r.OrderID,
		r.ReasonCode, r.ReasonText, string(r.Before), string(r.After), r.Batch, r.RequestID, r.Address,
	})
	if err != nil {
		return fmt.Errorf("audit row %d: %w", r.ID, err)
	}
	_ = binary.Write(sum, binary.BigEndian, int64(len(text)))
	_, _ = sum.Write(text)
	return nil
}

// Verified is the result of checking the chain.
type Verified struct {
	Rows int64
	Last Seal // the newest whole link
	// Broken is the first link that does not fit its rows or the link before; nil if
	// there is none.
	Broken *Seal
}

// Verify recomputes the whole chain.
func (s *Service) Verify(ctx context.Context) (Verified, error) {
	rows, err := s.q.Seals(ctx)
	if err != nil {
		return Verified{}, fmt.Errorf("read seals: %w", err)
	}
	var v Verified
	age := s.keys.Oldest()
	for _, r := range rows {
		x := Seal{Number: r.ID, FromID: r.FromID, ToID: r.ToID, Rows: r.RowsCount, Digest: r.Digest, At: r.At}
		n, text, err := s.compute(ctx, v.Last.Digest, x)
		if err != nil {
			return v, err
		}
		age = s.keys.Age(text, x.Digest, age)
		if x.Number != v.Last.Number+1 || x.FromID != v.Last.ToID+1 || n != x.Rows || age < 0 {
			v.Broken = &x
			return v, nil
		}
		v.Last, v.Rows = x, v.Rows+n
	}
	return v, nil
}

// SealAndLog seals new rows. What is logged lets a later reader prove that the end of the
// chain was not cut off.
func (s *Service) SealAndLog(ctx context.Context, log *slog.Logger) error {
	x, sealed, err := s.SealNew(ctx)
	if err != nil {
		return err
	}
	if sealed {
		log.InfoContext(ctx, "audit sealed", "seal", x.Number, "to", x.ToID, "digest", x.Text())
	}
	return nil
}
