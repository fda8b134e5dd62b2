package brand_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/brand"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
)

var noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func save(t *testing.T, pool *pgxpool.Pool, version int32, name string, at time.Time) bool {
	t.Helper()
	var saved bool
	err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) (err error) {
		saved, err = brand.Save(t.Context(), tx, brand.Brand{Version: version, Name: name, Latin: name, Line: "x", Created: at}, nil)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

func TestNameIsReadAgainAfterAChangeAlone(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	r := brand.NewReader(pool)
	if got := r.Now(t.Context()); got != brand.Default {
		t.Errorf("before anything was saved: %+v", got)
	}
	save(t, pool, 0, "Polnoch", noon)
	if got := r.Now(t.Context()).Name; got != brand.Default.Name {
		t.Errorf("before Forget: %s", got)
	}
	r.Forget()
	if got := r.Now(t.Context()); got.Name != "Polnoch" || got.Version != 1 {
		t.Errorf("after Forget: %+v", got)
	}
	if save(t, pool, 0, "Utro", noon) {
		t.Error("a version was saved twice")
	}
	if got, err := brand.Newest(t.Context(), pool); err != nil || got.Name != "Polnoch" {
		t.Errorf("after a refused save: %+v, %v", got, err)
	}
	var none *brand.Reader
	if got := none.Now(t.Context()); got != brand.Default {
		t.Errorf("without a reader: %+v", got)
	}
}

func TestNameOfAMomentIsTheSameForAll(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	save(t, pool, 0, "First", noon)
	late := brand.NewReader(pool) // has not seen the second name yet
	at := func(r *brand.Reader, after time.Duration) string {
		t.Helper()
		b, err := r.At(t.Context(), noon.Add(after))
		if err != nil {
			t.Fatal(err)
		}
		return b.Name
	}
	for _, after := range []time.Duration{-time.Hour, 0, time.Hour} {
		if got := at(late, after); got != "First" {
			t.Errorf("%s after noon: %s", after, got)
		}
	}
	save(t, pool, 1, "Second", noon.Add(time.Hour))
	soon := brand.NewReader(pool)
	if a, b := at(late, time.Hour+30*time.Second), at(soon, time.Hour+30*time.Second); a != "First" || b != a {
		t.Errorf("half a minute after the change: %s and %s", a, b)
	}
	late.Forget()
	if a, b := at(late, 2*time.Hour), at(soon, 2*time.Hour); a != "Second" || b != a {
		t.Errorf("an hour after the change: %s and %s", a, b)
	}
	if got := at(late, time.Minute); got != "First" {
		t.Errorf("long ago: %s", got)
	}
}

func TestNameSurvivesAnOutageOfTheDatabase(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	save(t, pool, 0, "First", noon)
	r := brand.NewReader(pool)
	r.Now(t.Context())
	pool.Close()
	r.Forget()
	if got := r.Now(t.Context()).Name; got != "First" {
		t.Errorf("got %s", got)
	}
	if _, err := r.At(t.Context(), noon); err == nil {
		t.Error("an invoice gets a name that may be old")
	}
}
