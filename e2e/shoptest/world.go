package shoptest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"gocloud.dev/blob/memblob"

	"larek/db"
	"larek/internal/clock"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/picture"
	"larek/internal/seed"
)

// Patience is how long anything may take before it counts as stuck.
const Patience = 60 * time.Second

// seeded is the believable shop without any codes.
func seeded() pgtest.Template {
	h := sha256.New()
	_ = fs.WalkDir(db.Seed, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			b, _ := fs.ReadFile(db.Seed, path)
			_, _ = h.Write(b)
		}
		return err
	})
	return pgtest.Template{Name: "shop", Stamp: hex.EncodeToString(h.Sum(nil)), Fill: func(ctx context.Context, url string) error {
		pool, err := pg.Open(ctx, url, pg.Writing)
		if err != nil {
			return err
		}
		defer pool.Close()
		bucket := memblob.OpenBucket(nil)
		defer func() { _ = bucket.Close() }()
		return seed.Run(ctx, pool, picture.NewStore(bucket, 1), seed.Options{Now: clock.System()})
	}}
}

// Exec changes the shop behind everybody's back.
func (s *Shop) Exec(sql string, args ...any) {
	s.T.Helper()
	if _, err := s.Pool.Exec(s.T.Context(), sql, args...); err != nil {
		s.T.Fatalf("%s: %v", sql, err)
	}
}

// One reads one value from the shop's database.
func One[T any](s *Shop, sql string, args ...any) T {
	s.T.Helper()
	var v T
	if err := s.Pool.QueryRow(s.T.Context(), sql, args...).Scan(&v); err != nil {
		s.T.Fatalf("%s: %v", sql, err)
	}
	return v
}

// All reads rows from it; the fields of T are their columns in order.
func All[T any](s *Shop, sql string, args ...any) []T {
	s.T.Helper()
	rows, err := s.Pool.Query(s.T.Context(), sql, args...)
	if err != nil {
		s.T.Fatalf("%s: %v", sql, err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[T])
	if err != nil {
		s.T.Fatalf("%s: %v", sql, err)
	}
	return all
}

// Clock runs with the real one and can be put forward.
type Clock struct{ ahead atomic.Int64 }

// Now is the time in the shop and in its sandbox.
func (c *Clock) Now() time.Time { return clock.System().Add(time.Duration(c.ahead.Load())) }

// Advance moves the time and wakes nobody.
func (c *Clock) Advance(d time.Duration) { c.ahead.Add(int64(d)) }

// PutForward moves the shop's time. The engine's timers keep their own, so
// flows whose deadline has come are woken here in their stead.
func (s *Shop) PutForward(d time.Duration) {
	s.T.Helper()
	s.Clock.Advance(d)
	overdue, err := s.Checkout.Orders.Overdue(s.T.Context(), 100)
	if err != nil {
		s.T.Fatal(err)
	}
	for _, id := range overdue {
		s.Tell(id)
	}
}

// Eventually looks until nothing is wrong, or fails with what was wrong last.
func (s *Shop) Eventually(look func() (wrong string)) {
	s.T.Helper()
	end := time.After(Patience)
	tick := time.NewTicker(25 * time.Millisecond)
	defer tick.Stop()
	for {
		wrong := look()
		if wrong == "" {
			return
		}
		select {
		case <-end:
			s.T.Fatalf("after %s: %s", Patience, wrong)
		case <-tick.C:
		}
	}
}

// Unless is what is wrong unless it is right.
func Unless(right bool, format string, args ...any) string {
	if right {
		return ""
	}
	return fmt.Sprintf(format, args...)
}

// Every runs do for 0…n−1, so many at a time.
func Every(n, atOnce int, do func(i int)) {
	slots := make(chan struct{}, atOnce)
	var wg sync.WaitGroup
	for i := range n {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			do(i)
		})
	}
	wg.Wait()
}

// buffer keeps what many write.
type buffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write appends.
func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *buffer) tail(n int) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := b.buf.Bytes()
	return string(all[max(0, len(all)-n):])
}
