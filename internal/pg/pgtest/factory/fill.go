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

// fillStep is how many orders one statement makes.
const fillStep = 20_000

// FillOrders fills an empty database of a test with n orders of every kind and status over
// the last two years, unfinished ones among them, and with what a list reads of them. They
// are not complete; seed makes complete orders.
func FillOrders(ctx context.Context, conn *pgx.Conn, n int) error {
	first, each, found := strings.Cut(fillSQL, "-- Each step.\n")
	if !found {
		return fmt.Errorf("fill.sql has no steps")
	}
	of := []string{"{n}", strconv.Itoa(n), "{users}", strconv.Itoa(max(2000, n/20))}
	if _, err := conn.Exec(ctx, "set statement_timeout = 0; set synchronous_commit = off; "+strings.NewReplacer(of...).Replace(first)); err != nil {
		return fmt.Errorf("fill the catalogue: %w", err)
	}
	for from := 1; from <= n; from += fillStep {
		step := strings.NewReplacer(append(of, "{from}", strconv.Itoa(from), "{to}", strconv.Itoa(min(n, from+fillStep-1)))...).Replace(each)
		if _, err := conn.Exec(ctx, step); err != nil {
			return fmt.Errorf("fill orders from %d: %w", from, err)
		}
	}
	if _, err := conn.Exec(ctx, numberOnSQL); err != nil {
		return fmt.Errorf("set the next numbers: %w", err)
	}
	// Vacuum takes no row for visible to all whose commit is not on disk yet, and plans depend on
	// that: the commit of analyze brings those before it to the disk.
	for _, step := range []string{"set synchronous_commit = on", "analyze", "vacuum"} {
		if _, err := conn.Exec(ctx, step); err != nil {
			return fmt.Errorf("%s: %w", step, err)
		}
	}
	return nil
}

// filled are the tables that fill.sql fills step by step.
const filled = `{orders,order_lines,order_events,payment_attempts,payment_notices,payments,delivery_units,delivery_attempts,delivery_exchanges,` +
	`operator_tasks,letters,ledger_groups,ledger_postings,promo_uses,refunds}`

// numberOnSQL lets identity columns go on after the numbers that were given.
const numberOnSQL = `
do $$
declare t text; top bigint;
begin
	foreach t in array '` + filled + `'::text[] loop
		continue when not exists (select from pg_attribute where attrelid = t::regclass and attname = 'id');
		execute format('select max(id) from %I', t) into top;
		if top is not null then perform setval(pg_get_serial_sequence(t, 'id'), top); end if;
	end loop;
end $$`
