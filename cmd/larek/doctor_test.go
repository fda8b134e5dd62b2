package main

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"larek/internal/ident"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/picture"
)

// A shop in which an order that is over still owes something is not well, and
// the order is named.
func TestDoctorNamesOrdersThatAreOverAndOwe(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	cfg := config{DatabaseURL: pool.Config().ConnString()}
	if err := askMoney(t.Context(), cfg); err != nil {
		t.Fatalf("an empty shop: %v", err)
	}
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := pool.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	exec(`insert into gifts (id, title, type, region, price, logo, description, created) values (1, 'Подарок', 'game', 'ru', 100, $1, '', now())`, picture.KeyOf([]byte("<svg/>")))
	for id, status := range map[int64]string{71: "done", 72: "failed", 73: "paid", 74: "done"} {
		exec(`insert into orders (id, hash, kind, status, gift_id, total, created, done_at, next_action, due_at)
			values ($1, $2, 'rokky', $3, 1, 100, now(), case when $3 = 'done' then now() end, case when $3 = 'paid' then 'deliver' end, case when $3 = 'paid' then now() + interval '1 hour' end)`, id, ident.NewHash(), status)
	}
	books := ledger.NewService(pool)
	post := func(e ledger.Entry) {
		t.Helper()
		if err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error { return books.Post(t.Context(), tx, e) }); err != nil {
			t.Fatal(err)
		}
	}
	for id, ref := range map[int64]string{71: "1", 73: "3", 74: "4"} {
		post(ledger.PaymentReceived{Provider: "tbank", Charge: money.Of(100_00, "RUB"), Total: 100_00}.Entry(ref, id))
	}
	post(ledger.SurplusReceived{Provider: "tbank", Amount: money.Of(50_00, "RUB")}.Entry("2", 72))
	post(ledger.Delivered{Net: 100_00}.Entry("4", 74)) // owes nothing
	err := askMoney(t.Context(), cfg)
	if err == nil {
		t.Fatal("the doctor finds nothing wrong")
	}
	for text, want := range map[string]bool{
		"order 71 is over and still owes 100.00 RUB (orders)":   true,
		"order 72 is over and still owes 50.00 RUB (unapplied)": true,
		"order 73": false, // not over yet
		"order 74": false,
	} {
		if strings.Contains(err.Error(), text) != want {
			t.Errorf("the doctor says %q; names %q: want %v", err, text, want)
		}
	}
}
