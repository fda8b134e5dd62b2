package payment

import (
	"strings"
	"testing"

	"larek/internal/pg/pgtest"
)

// TestDatabaseKnowsTheSameMoves compares the table with what the database lets
// happen, pair by pair.
func TestDatabaseKnowsTheSameMoves(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	var body string
	if err := pool.QueryRow(t.Context(), `select pg_get_functiondef('check_refund_status'::regproc)`).Scan(&body); err != nil {
		t.Fatal(err)
	}
	var attached bool
	if err := pool.QueryRow(t.Context(), `select exists (select from pg_trigger where tgname = 'refunds_status_move_check' and tgenabled = 'O')`).Scan(&attached); err != nil || !attached {
		t.Fatalf("the trigger is attached: %v (%v)", attached, err)
	}
	for _, from := range refundMoves {
		for _, to := range refundMoves {
			if from.from == to.from {
				continue
			}
			pair := "('" + string(from.from) + "', '" + string(to.from) + "')"
			if got, want := strings.Contains(body, pair), from.from.CanBecome(to.from); got != want {
				t.Errorf("%s becomes %s: the database says %v, the table %v", from.from, to.from, got, want)
			}
		}
	}
}
