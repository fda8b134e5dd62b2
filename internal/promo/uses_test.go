package promo_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/ident"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/picture"
	"larek/internal/promo"
)

// bench is a database with a game, users 1 to 9 and the verbs under test.
type bench struct {
	t    *testing.T
	pool *pgxpool.Pool
	*promo.Service
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, pool: pgtest.New(t)}
	b.Service = promo.NewService(b.pool)
	pic := picture.KeyOf([]byte("<svg/>"))
	b.exec(`insert into games (id, kind, title, detail_title, detail_description, logo, product_preview_name, product_preview_icon, position, created)
		values (1, 'pubg', 'Игра', '', '', $1, '', $1, 1, $2)`, pic, now)
	b.exec(`insert into users (id, nickname, created) select n, 'u' || n, $1 from generate_series(1, 9) n`, now)
	return b
}

func (b *bench) exec(sql string, args ...any) {
	b.t.Helper()
	if _, err := b.pool.Exec(b.t.Context(), sql, args...); err != nil {
		b.t.Fatalf("%s: %v", sql, err)
	}
}

func (b *bench) number(sql string, args ...any) int {
	b.t.Helper()
	var n int
	if err := b.pool.QueryRow(b.t.Context(), sql, args...).Scan(&n); err != nil {
		b.t.Fatalf("%s: %v", sql, err)
	}
	return n
}

// code makes a code and returns its number. A limit of 0 is none.
func (b *bench) code(name string, total, perBuyer int) int64 {
	b.t.Helper()
	return int64(b.number(`insert into promo_codes (code, kind, percent, goods, valid_from, total_limit, per_buyer_limit, created)
		values ($1, 'public', 10, 'all', $2, nullif($3, 0), $4, $2) returning id`, name, now, total, perBuyer))
}

// orders makes n unpaid orders and returns their numbers.
func (b *bench) orders(n int) []int64 {
	b.t.Helper()
	ids := make([]int64, n)
	for i := range ids {
		ids[i] = int64(b.number(`insert into orders (hash, kind, status, game_id, total, created, next_action, due_at)
			values ($1, 'pubg', 'created', 1, 100, $2, 'pay', $2) returning id`, ident.NewHash(), now))
	}
	return ids
}

func (b *bench) reserve(code, order int64, who promo.Buyer) error {
	return pg.InTx(b.t.Context(), b.pool, func(tx pgx.Tx) error { return b.Reserve(b.t.Context(), tx, code, order, who) })
}

func (b *bench) must(verb func(context.Context, pgx.Tx, int64) error, order int64) {
	b.t.Helper()
	if err := pg.InTx(b.t.Context(), b.pool, func(tx pgx.Tx) error { return verb(b.t.Context(), tx, order) }); err != nil {
		b.t.Fatal(err)
	}
}

// race lets every order try at once and counts those that got a use.
func (b *bench) race(orders []int64, code int64, who func(i int) promo.Buyer, refusal error) int {
	b.t.Helper()
	var wg sync.WaitGroup
	results := make([]error, len(orders))
	for i, o := range orders {
		wg.Go(func() { results[i] = b.reserve(code, o, who(i)) })
	}
	wg.Wait()
	had := 0
	for _, err := range results {
		switch {
		case err == nil:
			had++
		case !errors.Is(err, refusal):
			b.t.Errorf("refused with %v, want %v", err, refusal)
		}
	}
	return had
}

func guest(i int) promo.Buyer { return promo.Buyer{Email: fmt.Sprintf("g%d@example.test", i)} }

func TestRaceForTheLastUses(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	code := b.code("FIFTY", 50, 1)
	if had := b.race(b.orders(200), code, guest, promo.ErrLimit); had != 50 {
		t.Errorf("%d orders got one of 50 uses", had)
	}
	if n := b.number(`select count(*) from promo_slots where order_id is not null`); n != 50 {
		t.Errorf("%d slots are taken", n)
	}
	if n := b.number(`select count(*) from promo_uses`); n != 50 {
		t.Errorf("%d uses are written", n)
	}
}

func TestOneBuyerInManyTabs(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	me := func(int) promo.Buyer { return promo.Buyer{UserID: new(int64(1))} }
	if had := b.race(b.orders(10), b.code("ONCE", 0, 1), me, promo.ErrAlreadyUsed); had != 1 {
		t.Errorf("%d orders got the one use", had)
	}
	if had := b.race(b.orders(20), b.code("THRICE", 100, 3), me, promo.ErrAlreadyUsed); had != 3 {
		t.Errorf("%d orders got one of three uses", had)
	}
}

func TestReserveIsOncePerOrder(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	code, order := b.code("TEN", 10, 2), b.orders(1)[0]
	for range 3 {
		if err := b.reserve(code, order, guest(1)); err != nil {
			t.Fatal(err)
		}
	}
	if n := b.number(`select count(*) from promo_slots where order_id is not null`); n != 1 {
		t.Errorf("%d slots", n)
	}
}

func TestReleasedUseIsTakenAgain(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	code, orders := b.code("LAST", 1, 1), b.orders(2)
	for _, o := range []int64{orders[0], orders[1], orders[0]} {
		if err := b.reserve(code, o, guest(1)); err != nil {
			t.Fatal(err)
		}
		b.must(b.Release, o)
		b.must(b.Release, o)
	}
	if err := b.reserve(code, orders[0], guest(1)); err != nil {
		t.Fatal(err)
	}
	b.must(b.Consume, orders[0])
	b.must(b.Release, orders[0])
	if n := b.number(`select count(*) from promo_uses where state = 'consumed' and nth = 1`); n != 1 {
		t.Error("a use that was paid for is given back")
	}
	if err := b.reserve(code, orders[1], guest(2)); !errors.Is(err, promo.ErrLimit) {
		t.Errorf("the last use was sold twice: %v", err)
	}
	if n := b.number(`select count(*) from promo_uses where order_id = $1 and nth is not null`, orders[1]); n != 0 {
		t.Error("a refused order holds a use")
	}
}

func TestAnotherCodeGivesTheFirstOneBack(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	first, second, order := b.code("FIRST", 1, 1), b.code("SECOND", 1, 1), b.orders(1)[0]
	for _, c := range []int64{first, second} {
		if err := b.reserve(c, order, guest(1)); err != nil {
			t.Fatal(err)
		}
	}
	if n := b.number(`select count(*) from promo_slots where promo_code_id = $1 and order_id is null`, first); n != 1 {
		t.Error("the first code's use is lost")
	}
	if n := b.number(`select count(*) from promo_uses where promo_code_id = $1`, second); n != 1 {
		t.Error("the second code's use is not written")
	}
}
