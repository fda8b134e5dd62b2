package main

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"larek/internal/app"
	"larek/internal/clock"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

// TestDoctorNamesOrdersThatAreOverAndOwe checks that doctor fails on a finished
// order with an open balance, and names the order.
func TestDoctorNamesOrdersThatAreOverAndOwe(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	services, err := app.Build(app.NewConfig(), &app.Infra{
		Read: pool, Write: pool, Clock: clock.System, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := checkMoney(t.Context(), services); err != nil {
		t.Fatalf("an empty shop: %v", err)
	}
	gift := factory.Gift(t, pool, nil)
	for id, status := range map[int64]string{71: "done", 72: "failed", 73: "paid", 74: "done"} {
		factory.Order(t, pool, factory.With{"id": id, "status": status, "gift_id": gift})
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
	post(ledger.Delivered{Net: 100_00}.Entry("4", 74)) // has no open balance
	err = checkMoney(t.Context(), services)
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
