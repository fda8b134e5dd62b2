package ledger

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/db"
	"larek/internal/money"
	"larek/internal/pg/pgtest"
)

// apply runs a migration on a database that has its schema already: what it carries over is data.
func apply(t *testing.T, pool *pgxpool.Pool, name string) {
	t.Helper()
	text, err := db.Migrations.ReadFile("migrations/" + name)
	if err != nil {
		t.Fatal(err)
	}
	up, _, _ := strings.Cut(string(text), "-- +goose Down")
	pgtest.Exec(t, pgtest.Owner(t, pool), "begin;"+up+";commit")
}

const carried = `select coalesce(string_agg(concat_ws(' ', p.account, p.currency, p.amount::numeric(14, 2)), ', ' order by p.currency, p.account), '')
	from ledger_groups g join ledger_postings p on p.group_id = g.id where g.reason = 'carried'`

// TestLossesOfBeforeAreCarriedOver moves what an account of before has by entries, in each currency, once.
func TestLossesOfBeforeAreCarriedOver(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	for i, p := range []Posting{{"losses", money.Of(70_00, "RUB")}, {"losses", money.Of(-20_00, "RUB")}, {"losses", money.Of(600_00, "KZT")}} {
		if err := post(t, s, Entry{Reason: "outside", Ref: string(rune('a' + i)), Postings: []Posting{p, {Provider("tbank"), p.Amount.Neg()}}}); err != nil {
			t.Fatal(err)
		}
	}
	const want = "chargebacks KZT 600.00, losses KZT -600.00, chargebacks RUB 50.00, losses RUB -50.00"
	for range 2 {
		apply(t, pool, "0231_ledger_chargebacks.sql")
		if got := pgtest.One[string](t, pool, carried); got != want {
			t.Errorf("carried over %s, want %s", got, want)
		}
	}
	if h, err := s.Verify(t.Context()); err != nil || h.Err() != nil {
		t.Error(h.Err(), err)
	}
}
