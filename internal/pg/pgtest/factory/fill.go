package factory

import (
	"context"
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

//go:embed fill.sql
var fillSQL string

// FillOrders fills an empty database with n orders of every kind and status over the
// last two years, and with what the shop records about them, in steps of some
// thousand.
func FillOrders(ctx context.Context, conn *pgx.Conn, n int) error {
	const step = 20_000
	first, each, found := strings.Cut(fillSQL, "-- Each step.\n")
	if !found {
		return fmt.Errorf("fill.sql has no steps")
	}
	if _, err := conn.Exec(ctx, "set statement_timeout = 0; set synchronous_commit = off; "+first); err != nil {
		return fmt.Errorf("fill the catalogue: %w", err)
	}
	for from := 1; from <= n; from += step {
		sql := strings.NewReplacer(
			"{from}", strconv.Itoa(from), "{to}", strconv.Itoa(min(n, from+step-1)), "{n}", strconv.Itoa(n),
		).Replace(each)
		if _, err := conn.Exec(ctx, sql); err != nil {
			return fmt.Errorf("fill orders from %d on: %w", from, err)
		}
	}
	_, err := conn.Exec(ctx, "vacuum analyze")
	return err
}
