package delivery_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/delivery"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/publicid"
	"larek/internal/seal"
)

type stockFixture struct {
	t    *testing.T
	pool *pgxpool.Pool
	game int64 // the stocked product's
	*delivery.Stock
}

// newStockFixture has a stocked product 1 and a Standoff product 2.
func newStockFixture(t *testing.T) *stockFixture {
	t.Helper()
	b := &stockFixture{t: t, pool: pgtest.New(t)}
	b.Stock = delivery.NewStock(b.pool, seal.NewKeyring("k1", seal.NewKey()), seal.NewKey())
	b.game = factory.Game(t, b.pool, factory.With{"kind": "pubg", "title": "А"})
	factory.Product(t, b.pool, b.game, factory.With{"id": 1, "kind": "pubg", "title": "60 UC"})
	factory.Product(t, b.pool, factory.Game(t, b.pool, factory.With{"kind": "standoff"}), factory.With{"id": 2, "kind": "standoff"})
	return b
}

func (b *stockFixture) number(sql string, args ...any) int64 {
	b.t.Helper()
	return pgtest.One[int64](b.t, b.pool, sql, args...)
}

func (b *stockFixture) load(n int) {
	b.t.Helper()
	codes := make([]string, n)
	for i := range codes {
		codes[i] = fmt.Sprintf("CODE%05d", i)
	}
	if loaded, _, err := b.Load(b.t.Context(), 1, codes); err != nil || loaded != n {
		b.t.Fatalf("loaded %d, %v", loaded, err)
	}
}

// lines creates n orders of one line each.
func (b *stockFixture) lines(n int) []int64 {
	b.t.Helper()
	ids := make([]int64, n)
	for i := range ids {
		order := factory.Order(b.t, b.pool, factory.With{"kind": "pubg", "game_id": b.game})
		ids[i] = factory.Line(b.t, b.pool, order, factory.With{"product_id": 1})
	}
	return ids
}

func (b *stockFixture) orderOf(line int64) int64 {
	return b.number(`select order_id from order_lines where id = $1`, line)
}

func (b *stockFixture) in(fn func(context.Context, pgx.Tx) error) error {
	return pg.InTx(b.t.Context(), b.pool, func(tx pgx.Tx) error { return fn(b.t.Context(), tx) })
}

func (b *stockFixture) reserve(line int64, n int) error {
	return b.in(func(ctx context.Context, tx pgx.Tx) error { return b.Reserve(ctx, tx, line, 1, n) })
}

func (b *stockFixture) deliver(line int64, n int) error {
	return b.in(func(ctx context.Context, tx pgx.Tx) error {
		_, err := b.Deliver(ctx, tx, map[int64]int{line: n})
		return err
	})
}

func (b *stockFixture) release(line int64) error {
	return b.in(func(ctx context.Context, tx pgx.Tx) error { return b.Release(ctx, tx, b.orderOf(line)) })
}

func TestRaceForTheLastCodes(t *testing.T) {
	t.Parallel()
	b := newStockFixture(t)
	b.load(100)
	lines := b.lines(500)
	results := make([]error, len(lines))
	var wg sync.WaitGroup
	for i, line := range lines {
		wg.Go(func() {
			if results[i] = b.reserve(line, 1); results[i] == nil {
				results[i] = b.deliver(line, 1)
			}
		})
	}
	wg.Wait()
	had := 0
	for _, err := range results {
		switch {
		case err == nil:
			had++
		case !errors.Is(err, delivery.ErrStockEmpty):
			t.Error(err)
		}
	}
	if had != 100 {
		t.Errorf("%d lines got one of 100 codes", had)
	}
	if n := b.number(`select count(distinct line_id) from codes where state = 'given'`); n != 100 {
		t.Errorf("%d lines hold a code", n)
	}
}

func TestReserveMakesTheLineHoldExactly(t *testing.T) {
	t.Parallel()
	b := newStockFixture(t)
	b.load(5)
	lines := b.lines(2)
	for _, n := range []int{2, 2, 4, 3} {
		if err := b.reserve(lines[0], n); err != nil {
			t.Fatal(err)
		}
		if free, err := b.Available(t.Context(), 1); err != nil || free != int64(5-n) {
			t.Errorf("after %d: %d are free, %v", n, free, err)
		}
	}
	if err := b.reserve(lines[1], 3); !errors.Is(err, delivery.ErrStockEmpty) {
		t.Errorf("three of two: %v", err)
	}
	if free, _ := b.Available(t.Context(), 1); free != 2 {
		t.Errorf("available codes after a failed reservation: got %d", free)
	}
	for range 2 {
		if err := b.release(lines[0]); err != nil {
			t.Fatal(err)
		}
	}
	if free, _ := b.Available(t.Context(), 1); free != 5 {
		t.Errorf("%d are free after release", free)
	}
}

func TestDeliverIsAllOrNothingAndOnce(t *testing.T) {
	t.Parallel()
	b := newStockFixture(t)
	b.load(3)
	line := b.lines(1)[0]
	if err := b.deliver(line, 1); !errors.Is(err, delivery.ErrNotReserved) {
		t.Errorf("nothing reserved: %v", err)
	}
	if err := b.reserve(line, 2); err != nil {
		t.Fatal(err)
	}
	if err := b.deliver(line, 3); !errors.Is(err, delivery.ErrNotReserved) {
		t.Errorf("more than reserved: %v", err)
	}
	if n := b.number(`select count(*) from codes where state = 'given'`); n != 0 {
		t.Errorf("%d were given by a failed attempt", n)
	}
	for range 2 {
		if err := b.deliver(line, 2); err != nil {
			t.Fatal(err)
		}
		if err := b.reserve(line, 2); err != nil {
			t.Fatal(err)
		}
		if err := b.release(line); err != nil {
			t.Fatal(err)
		}
	}
	levels, err := b.Levels(t.Context())
	want := delivery.Level{ProductID: 1, Game: "А", Title: "60 UC", IsActive: true, Free: 1, Given: 2}
	if err != nil || len(levels) != 1 || levels[0] != want {
		t.Errorf("%+v, %v", levels, err)
	}
}

func TestRevealShowsDeliveredCodesAndRecordsIt(t *testing.T) {
	t.Parallel()
	b := newStockFixture(t)
	b.load(3)
	line := b.lines(1)[0]
	order, viewer := b.orderOf(line), delivery.BrowserViewer(publicid.New())
	if err := b.reserve(line, 2); err != nil {
		t.Fatal(err)
	}
	if codes, err := b.Reveal(t.Context(), order, viewer, time.Now()); err != nil || len(codes) != 0 {
		t.Fatalf("codes that are only reserved: %v, %v", codes, err)
	}
	if err := b.deliver(line, 2); err != nil {
		t.Fatal(err)
	}
	codes, err := b.Reveal(t.Context(), order, viewer, time.Now())
	if err != nil || !slices.Equal(codes[line], []string{"CODE00000", "CODE00001"}) {
		t.Fatalf("%v, %v", codes, err)
	}
	if n := b.number(`select count(*) from code_reveals where viewer = 'browser'`); n != 2 {
		t.Errorf("%d reveals are written down", n)
	}
	// A sealed code copied to another row must not open there.
	pgtest.Exec(t, b.pool, `update codes set sealed = (select sealed from codes where state = 'free') where state = 'given'`)
	if codes, err := b.Reveal(t.Context(), order, viewer, time.Now()); !errors.Is(err, seal.ErrOpen) {
		t.Errorf("%v, %v", codes, err)
	}
	if n := b.number(`select count(*) from code_reveals`); n != 2 {
		t.Error("a reveal that failed is written down")
	}
}

func TestLoad(t *testing.T) {
	t.Parallel()
	b := newStockFixture(t)
	ctx := t.Context()
	loaded, duplicates, err := b.Load(ctx, 1, []string{"SECRET-1", " SECRET-1\r", "", "SECRET-2"})
	if err != nil || loaded != 2 || duplicates != 1 {
		t.Errorf("%d loaded, %d known, %v", loaded, duplicates, err)
	}
	if loaded, duplicates, err = b.Load(ctx, 1, []string{"SECRET-2", "SECRET-3"}); err != nil || loaded != 1 || duplicates != 1 {
		t.Errorf("%d loaded, %d known, %v", loaded, duplicates, err)
	}
	for _, product := range []int64{2, 99} {
		if _, _, err := b.Load(ctx, product, []string{"X"}); !errors.Is(err, delivery.ErrNotSoldFromStock) {
			t.Errorf("product %d: %v", product, err)
		}
	}
	row := pgtest.One[[]byte](t, b.pool, `select string_agg(sealed || fingerprint || convert_to(codes::text, 'utf8'), '') from codes`)
	if len(row) == 0 || bytes.Contains(row, []byte("SECRET")) {
		t.Error("the code can be read from its row")
	}
}
