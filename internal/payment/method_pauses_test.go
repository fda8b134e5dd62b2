package payment_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"larek/internal/clock"
	"larek/internal/payment"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/pg/pgtest/plans"
)

func TestFailsFarBelowLastWeek(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		state                            payment.MethodState
		paid, tries, weekPaid, weekTries int32
		wantFails, wantDecided           bool
	}{
		"less than a third":          {"", 4, 20, 14, 20, true, true},
		"just a third":               {"", 4, 20, 12, 20, false, true},
		"as bad as always":           {"", 1, 20, 2, 20, false, true},
		"few attempts":               {"", 0, 14, 20, 20, false, false},
		"few attempts a week ago":    {"", 0, 20, 14, 14, false, false},
		"few are enough when trying": {payment.MethodTrying, 0, 5, 20, 20, true, true},
		"nothing was paid last week": {"", 0, 20, 0, 20, false, true},
	} {
		r := payment.MethodRate{State: string(c.state), Paid: c.paid, Tries: c.tries, WeekPaid: c.weekPaid, WeekTries: c.weekTries}
		if fails, decided := payment.Fails(r); fails != c.wantFails || decided != c.wantDecided {
			t.Errorf("%s: got %t %t", name, fails, decided)
		}
	}
}

// TestRatesAreReadByTheirIndex reads how methods do among many attempts.
func TestRatesAreReadByTheirIndex(t *testing.T) {
	t.Parallel()
	url := pgtest.Clone(t, pgtest.Template{Name: "methods", Stamp: "1", Fill: func(ctx context.Context, url string) error {
		conn, err := pgx.Connect(ctx, url)
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close(ctx) }()
		return factory.FillOrders(ctx, conn, 8_000)
	}})
	sent, err := plans.Record(t.Context(), pgtest.OpenPool(t, url, pg.ReadWrite))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(sent.Close)
	s := payment.New(payment.Config{Write: sent.Pool, Clock: clock.System}).Methods
	if _, err := s.MethodRates(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.MethodHealth(t.Context(), "RU"); err != nil {
		t.Fatal(err)
	}
	read := map[string]bool{}
	for _, q := range sent.Take() {
		read[q.Name()] = true
		plan, err := sent.Explain(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if len(plan.Scans) > 0 {
			t.Errorf("%s reads all of %v", q.Name(), plan.Scans)
		}
	}
	if !read["MethodRates"] || !read["MethodHealth"] {
		t.Errorf("recorded %v", read)
	}
}
