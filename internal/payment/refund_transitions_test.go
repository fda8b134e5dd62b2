package payment

import (
	"strings"
	"testing"

	"larek/internal/pg/pgtest"
)

// TestDatabaseHasTheSameTransitions compares the table with what the database allows,
// pair by pair.
func TestDatabaseHasTheSameTransitions(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	body := pgtest.One[string](t, pool, `select pg_get_functiondef('check_refund_status'::regproc)`)
	if !pgtest.One[bool](t, pool, `select exists (select from pg_trigger where tgname = 'refunds_status_move_check' and tgenabled = 'O')`) {
		t.Fatal("the trigger is not attached")
	}
	for _, from := range refundTransitions {
		for _, to := range refundTransitions {
			if from.from == to.from {
				continue
			}
			pair := "('" + string(from.from) + "', '" + string(to.from) + "')"
			if got, want := strings.Contains(body, pair), from.from.CanTransitionTo(to.from); got != want {
				t.Errorf("%s becomes %s: the database says %v, the table %v", from.from, to.from, got, want)
			}
		}
	}
}
