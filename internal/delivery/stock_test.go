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
	"larek/internal/ident"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/picture"
	"larek/internal/seal"
)

type bench struct {
	t    *testing.T
	pool *pgxpool.Pool
	*delivery.Stock
}

// newBench has a stocked product 1 and a Standoff product 2.
func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, pool: pgtest.New(t)}
	b.Stock = delivery.NewStock(b.pool, seal.NewRing("k1", seal.NewKey()), seal.NewKey())
	pic := picture.KeyOf([]byte("<svg/>"))
	b.exec(`insert into games (id, kind, title, detail_title, detail_description, logo, product_preview_name, product_preview_icon, position, created)
		values (1, 'pubg', 'А', '', '', $1, '', $1, 1, now()), (2, 'standoff', 'Б', '', '', $1, '', $1, 2, now())`, pic)
	b.exec(`insert into products (id, game_id, kind, title, price, picture, amount_uc, gold, position)
		values (1, 1, 'pubg', '60 UC', 100, $1, 60, null, 1), (2, 2, 'standoff', '100 G', 100, $1, null, 100, 1)`, pic)
	return b
}

func (b *bench) exec(sql string, args ...any) {
	b.t.Helper()
	if _, err := b.pool.Exec(b.t.Context(), sql, args...); err != nil {
		b.t.Fatalf("%s: %v", sql, err)
	}
}

func (b *bench) number(sql string, args ...any) int64 {
	b.t.Helper()
	var n int64
	if err := b.pool.QueryRow(b.t.Context(), sql, args...).Scan(&n); err != nil {
		b.t.Fatalf("%s: %v", sql, err)
	}
	return n
}

func (b *bench) load(n int) {
	b.t.Helper()
	codes := make([]string, n)
	for i := range codes {
		codes[i] = fmt.Sprintf("CODE%05d", i)
	}
	if loaded, _, err := b.Load(b.t.Context(), 1, codes); err != nil || loaded != n {
		b.t.Fatalf("loaded %d, %v", loaded, err)
	}
}

// lines makes n orders of one line each.
func (b *bench) lines(n int) []int64 {
	b.t.Helper()
	ids := make([]int64, n)
	for i := range ids {
		ids[i] = b.number(`with o as (
				insert into orders (hash, kind, status, game_id, total, created, next_action, due_at)
				values ($1, 'pubg', 'created', 1, 100, now(), 'pay', now()) returning id
			) insert into order_lines (order_id, product_id, title, quantity, unit_price, status)
			select id, 1, '60 UC', 1, 100, 'processing' from o returning id`, ident.NewHash())
	}
	return ids
}

func (b *bench) orderOf(line int64) int64 {
	return b.number(`select order_id from order_lines where id = $1`, line)
}

func (b *bench) in(fn func(context.Context, pgx.Tx) error) error {
	return pg.InTx(b.t.Context(), b.pool, func(tx pgx.Tx) error { return fn(b.t.Context(), tx) })
}

func (b *bench) reserve(line int64, n int) error {
	return b.in(func(ctx context.Context, tx pgx.Tx) error { return b.Reserve(ctx, tx, line, 1, n) })
}

func (b *bench) give(line int64, n int) error {
	return b.in(func(ctx context.Context, tx pgx.Tx) error { return b.Give(ctx, tx, line, n) })
}

func (b *bench) release(line int64) error {
	return b.in(func(ctx context.Context, tx pgx.Tx) error { return b.Release(ctx, tx, b.orderOf(line)) })
}

func TestRaceForTheLastCodes(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.load(100)
	lines := b.lines(500)
	results := make([]error, len(lines))
	var wg sync.WaitGroup
	for i, line := range lines {
		wg.Go(func() {
			if results[i] = b.reserve(line, 1); results[i] == nil {
				results[i] = b.give(line, 1)
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
	b := newBench(t)
	b.load(5)
	lines := b.lines(2)
	for _, n := range []int{2, 2, 4, 3} {
		if err := b.reserve(lines[0], n); err != nil {
			t.Fatal(err)
		}
		if free, err := b.Free(t.Context(), 1); err != nil || free != int64(5-n) {
			t.Errorf("after %d: %d are free, %v", n, free, err)
		}
	}
	if err := b.reserve(lines[1], 3); !errors.Is(err, delivery.ErrStockEmpty) {
		t.Errorf("three of two: %v", err)
	}
	if free, _ := b.Free(t.Context(), 1); free != 2 {
		t.Errorf("a refused line keeps codes: %d are free", free)
	}
	for range 2 {
		if err := b.release(lines[0]); err != nil {
			t.Fatal(err)
		}
	}
	if free, _ := b.Free(t.Context(), 1); free != 5 {
		t.Errorf("%d are free after release", free)
	}
}

func TestGiveIsAllOrNothingAndOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.load(3)
	line := b.lines(1)[0]
	if err := b.give(line, 1); !errors.Is(err, delivery.ErrNotReserved) {
		t.Errorf("nothing reserved: %v", err)
	}
	if err := b.reserve(line, 2); err != nil {
		t.Fatal(err)
	}
	if err := b.give(line, 3); !errors.Is(err, delivery.ErrNotReserved) {
		t.Errorf("more than reserved: %v", err)
	}
	if n := b.number(`select count(*) from codes where state = 'given'`); n != 0 {
		t.Errorf("%d were given by a failed attempt", n)
	}
	for range 2 {
		if err := b.give(line, 2); err != nil {
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

func TestRevealShowsGivenCodesAndWritesItDown(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.load(3)
	line := b.lines(1)[0]
	order, viewer := b.orderOf(line), delivery.BrowserViewer(ident.NewHash())
	if err := b.reserve(line, 2); err != nil {
		t.Fatal(err)
	}
	if codes, err := b.Reveal(t.Context(), order, viewer, time.Now()); err != nil || len(codes) != 0 {
		t.Fatalf("codes that are only reserved: %v, %v", codes, err)
	}
	if err := b.give(line, 2); err != nil {
		t.Fatal(err)
	}
	codes, err := b.Reveal(t.Context(), order, viewer, time.Now())
	if err != nil || !slices.Equal(codes[line], []string{"CODE00000", "CODE00001"}) {
		t.Fatalf("%v, %v", codes, err)
	}
	if n := b.number(`select count(*) from code_reveals where viewer = 'browser'`); n != 2 {
		t.Errorf("%d reveals are written down", n)
	}
	// A row's sealed code put into another row must not open there.
	b.exec(`update codes set sealed = (select sealed from codes where state = 'free') where state = 'given'`)
	if codes, err := b.Reveal(t.Context(), order, viewer, time.Now()); !errors.Is(err, seal.ErrOpen) {
		t.Errorf("%v, %v", codes, err)
	}
	if n := b.number(`select count(*) from code_reveals`); n != 2 {
		t.Error("a reveal that failed is written down")
	}
}

func TestLoad(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx := t.Context()
	loaded, duplicates, err := b.Load(ctx, 1, []string{"SECRET-1", " SECRET-1\r", "", "SECRET-2"})
	if err != nil || loaded != 2 || duplicates != 1 {
		t.Errorf("%d loaded, %d known, %v", loaded, duplicates, err)
	}
	if loaded, duplicates, err = b.Load(ctx, 1, []string{"SECRET-2", "SECRET-3"}); err != nil || loaded != 1 || duplicates != 1 {
		t.Errorf("%d loaded, %d known, %v", loaded, duplicates, err)
	}
	for _, product := range []int64{2, 99} {
		if _, _, err := b.Load(ctx, product, []string{"X"}); !errors.Is(err, delivery.ErrNoStock) {
			t.Errorf("product %d: %v", product, err)
		}
	}
	var row []byte
	if err := b.pool.QueryRow(ctx, `select string_agg(sealed || fingerprint || convert_to(codes::text, 'utf8'), '') from codes`).Scan(&row); err != nil {
		t.Fatal(err)
	}
	if len(row) == 0 || bytes.Contains(row, []byte("SECRET")) {
		t.Error("the code can be read from its row")
	}
}
