package opening_test

import (
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/opening"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/seal"
)

func save(t *testing.T, pool *pgxpool.Pool, version int32, state opening.State) bool {
	t.Helper()
	var saved bool
	err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) (err error) {
		saved, err = opening.Save(t.Context(), tx, opening.Status{Version: version, State: state, Created: time.Unix(1700000000, 0)}, nil)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

func TestOnlyAnOpenShopAdmitsBuyers(t *testing.T) {
	t.Parallel()
	pool, ctx := pgtest.New(t), t.Context()
	now := time.Unix(1700000000, 0)
	g := opening.NewGate(pool, seal.NewKey(), func() time.Time { return now })
	if err := g.Admit(ctx); !errors.Is(err, opening.ErrPreparing) {
		t.Errorf("a new shop: got %v, want ErrPreparing", err)
	}
	save(t, pool, 1, opening.Open)
	if err := g.Admit(ctx); !errors.Is(err, opening.ErrPreparing) {
		t.Errorf("before Forget: got %v, want ErrPreparing", err)
	}
	g.Forget()
	if err := g.Admit(ctx); err != nil {
		t.Errorf("an open shop: got %v", err)
	}
	save(t, pool, 2, opening.Closed)
	g.Forget()
	if err := g.Admit(ctx); !errors.Is(err, opening.ErrClosed) {
		t.Errorf("a closed shop: got %v, want ErrClosed", err)
	}
	if save(t, pool, 2, opening.Open) {
		t.Error("a version was saved twice")
	}
	pool.Close()
	g.Forget()
	if err := g.Admit(ctx); !errors.Is(err, opening.ErrClosed) {
		t.Errorf("without the database: got %v, want ErrClosed", err)
	}
	if err := opening.NewGate(pool, seal.NewKey(), time.Now).Admit(ctx); err == nil {
		t.Error("a gate that never read a state admitted a buyer")
	}
}

func TestPassOpensAClosedShopForAWhile(t *testing.T) {
	t.Parallel()
	pool, ctx := pgtest.New(t), t.Context()
	now := time.Unix(1700000000, 0)
	g := opening.NewGate(pool, seal.NewKey(), func() time.Time { return now })
	pass, until := g.NewPass()
	foreign, _ := opening.NewGate(pool, seal.NewKey(), func() time.Time { return now }).NewPass()
	if want := now.Add(12 * time.Hour); !until.Equal(want) {
		t.Errorf("it opens the shop until %s, want %s", until, want)
	}
	admit := func(pass string) error { return g.Admit(opening.WithPass(ctx, pass)) }
	if err := admit(pass); err != nil {
		t.Errorf("got %v", err)
	}
	for name, bad := range map[string]string{"none": "", "another shop's": foreign, "a later end": "9" + pass, "no signature": "1800000000.", "text": "pass"} {
		if err := admit(bad); !errors.Is(err, opening.ErrPreparing) {
			t.Errorf("%s: got %v, want ErrPreparing", name, err)
		}
	}
	now = until
	if err := admit(pass); !errors.Is(err, opening.ErrPreparing) {
		t.Errorf("at its end: got %v, want ErrPreparing", err)
	}
}
