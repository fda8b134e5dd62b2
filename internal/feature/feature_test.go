package feature_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/feature"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
)

// Rows and code have the same switches, and none is older than its last day.
func TestEverySwitchIsAskedAndHasNotEnded(t *testing.T) {
	t.Parallel()
	all, err := feature.NewSwitches(pgtest.New(t)).List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var rows []feature.Name
	for _, f := range all {
		rows = append(rows, feature.Name(f.Name))
	}
	if names := feature.Names(); !slices.Equal(rows, names) {
		t.Errorf("rows are %v, the code asks %v", rows, names)
	}
	if ended := feature.Ended(all, time.Now()); len(ended) > 0 {
		t.Errorf("%v have ended: remove the switch and one of its ways (internal/feature/README.md)", ended)
	}
}

func TestASwitchEndsAfterItsLastDay(t *testing.T) {
	t.Parallel()
	last := time.Date(2027, 5, 31, 0, 0, 0, 0, time.UTC)
	all := []feature.Feature{{Name: "one", EndsOn: last}}
	if got := feature.Ended(all, last.Add(23*time.Hour)); len(got) != 0 {
		t.Errorf("on its last day: %v have ended", got)
	}
	if got := feature.Ended(all, last.Add(25*time.Hour)); !slices.Equal(got, []string{"one"}) {
		t.Errorf("a day later: %v have ended", got)
	}
}

func TestSwitchesAreOffUntilTheyAreRead(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	s := feature.NewSwitches(pool)
	if s.IsOn(feature.DeliverWithPayment) {
		t.Error("on before it was read")
	}
	set := func(on bool, name feature.Name) error {
		return pg.InTx(t.Context(), pool, func(tx pgx.Tx) error { return feature.Set(t.Context(), tx, name, on, "anna", time.Now()) })
	}
	for _, on := range []bool{true, false, true} {
		if err := errors.Join(set(on, feature.DeliverWithPayment), s.Read(t.Context())); err != nil {
			t.Fatal(err)
		}
		if s.IsOn(feature.DeliverWithPayment) != on {
			t.Errorf("set to %t and read as %t", on, !on)
		}
	}
	if err := set(true, "unknown"); !errors.Is(err, feature.ErrUnknown) {
		t.Errorf("an unknown one: %v", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := s.Read(stopped); err == nil || !s.IsOn(feature.DeliverWithPayment) {
		t.Errorf("a reading that fails: %v, on is %t, want an error and the last reading", err, s.IsOn(feature.DeliverWithPayment))
	}
}
