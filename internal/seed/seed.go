// Package seed fills a database with demo data, the same every time. It is the
// only code besides the domains that writes their tables, because it creates
// past orders, which the domains cannot.
package seed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/delivery"
	"larek/internal/pg"
	"larek/internal/picture"
)

// ErrRealShop is returned if the database contains orders that were not seeded.
var ErrRealShop = errors.New("seed: the database contains real orders and is not emptied")

// Options sets the size of the demo data.
type Options struct {
	// Now is the current time; orders and reviews are before it.
	Now time.Time
	// Gifts and Orders are totals for load tests. Smaller values than the plain
	// demo data has are ignored.
	Gifts, Orders int
	// Complete makes Orders complete ones, with everything the shop records of an order,
	// instead of past orders without a history. Seed makes them others.
	Complete bool
	Seed     int64
	// Days is over how many days complete orders are spread, with the rhythm of days and
	// weeks, as in a shop to show; 0 spreads them over years, as for measurements.
	Days int
	// Stock receives fake redeem codes; without it no codes can be delivered.
	Stock *delivery.Stock
	// Progress receives progress messages.
	Progress func(format string, args ...any)
}

// start returns when the first complete order was made.
func (o Options) start() time.Time {
	if o.Days > 0 {
		return o.Now.AddDate(0, 0, -o.Days)
	}
	return o.Now.AddDate(-years, 0, 0)
}

// seeder is the state of one run.
type seeder struct {
	data   *demoData
	tx     pgx.Tx
	images *imageSet
	rng    *rand.Rand
	opt    Options

	gameIDs    map[string]int64
	products   []soldProduct
	gifts      []soldGift
	loadLogos  []picture.Key
	users      int
	nextOrder  int64
	nextLine   int64
	nextReview int64
}

// Run empties the database and fills it again in one transaction. Pictures are
// stored first; they are addressed by content, so a failed run only leaves
// unused ones.
func Run(ctx context.Context, pool *pgxpool.Pool, pictures *picture.Store, opt Options) error {
	data, err := readDemoData()
	if err != nil {
		return err
	}
	if opt.Progress == nil {
		opt.Progress = func(string, ...any) {}
	}
	if opt.Complete {
		if err := refuseComplete(ctx, pool); err != nil {
			return err
		}
	}
	images := newImageSet(pictures)
	s := &seeder{data: data, images: images, opt: opt, rng: rand.New(rand.NewPCG(2026, 11)), gameIDs: map[string]int64{}} //nolint:gosec // the data must be reproducible
	err = pg.InTx(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `set local statement_timeout = 0`); err != nil {
			return err
		}
		s.tx = tx
		for _, step := range []struct {
			name string
			do   func(context.Context) error
		}{
			{"empty", s.empty}, {"brand", s.seedBrand}, {"opening", s.openShop}, {"games", s.seedGames}, {"gifts", s.seedGifts}, {"content", s.seedContent},
			{"countries", s.seedCountries}, {"people", s.seedPeople}, {"orders", s.seedOrders},
			{"offers", s.seedOffers}, {"settings", s.seedSettings}, {"promo codes", s.seedPromoCodes}, {"stock", s.seedStock},
			{"load gifts", s.loadGifts}, {"load orders", s.loadOrders},
		} {
			started := time.Now()
			err := step.do(ctx)
			if err = cmp.Or(images.missing, err); err != nil {
				return fmt.Errorf("seed %s: %w", step.name, err)
			}
			opt.Progress("%-12s %6d ms", step.name, time.Since(started).Milliseconds())
		}
		return images.save(ctx)
	})
	if err != nil {
		return err
	}
	if opt.Complete {
		if err := s.fillComplete(ctx, pool); err != nil {
			return err
		}
	}
	// Without planner statistics the first lists are slow.
	if _, err = pool.Exec(ctx, `set statement_timeout = 0; analyze`); err != nil || !opt.Complete {
		return err
	}
	return reportSizes(ctx, pool, opt.Orders, opt.Progress)
}

// empty deletes demo data. It returns ErrRealShop if there is an order without
// the mark of seeded orders.
func (s *seeder) empty(ctx context.Context) error {
	var real bool
	err := s.tx.QueryRow(ctx, `select exists (select from orders where not detail ? 'seeded')`).Scan(&real)
	if err != nil {
		return err
	}
	if real {
		return ErrRealShop
	}
	// Triggers forbid changes of append-only tables. They are disabled within
	// this transaction only.
	for _, table := range appendOnly {
		if _, err := s.tx.Exec(ctx, `alter table `+table+` disable trigger `+table+`_append_only`); err != nil {
			return err
		}
	}
	if _, err := s.tx.Exec(ctx, `truncate `+strings.Join(seededTables, ", ")+` restart identity`); err != nil {
		return err
	}
	for _, table := range appendOnly {
		if _, err := s.tx.Exec(ctx, `alter table `+table+` enable trigger `+table+`_append_only`); err != nil {
			return err
		}
	}
	return nil
}

// seededTables lists the tables to empty by name: "cascade" would also empty a
// table added later.
var seededTables = []string{
	"email_stops", "promo_proofs", "order_failing_steps", "order_reminders", "feedback", "order_events", "order_lines", "orders", "users",
	"banners", "faq_items", "article_plans", "articles", "contacts", "content_versions", "method_switches", "method_pauses",
	"payment_methods", "method_groups", "currency_rates", "countries", "products", "game_servers", "games", "gifts", "search_words",
	"steam_settings", "standoff_settings", "promo_active", "promo_uses", "promo_slots", "promo_budgets", "promo_totals", "promo_codes", "promo_batches", "code_reveals", "codes",
	"refunds", "payments", "payment_notices", "payment_refusals", "attempt_checks", "payment_attempts", "currency_rules", "ledger_checkpoint_sums", "ledger_checkpoints", "ledger_postings", "ledger_revaluations", "ledger_groups", "ledger_unsummed", "ledger_daily", "figures", "figures_products", "figures_waits", "figures_pending", "user_notes", "user_erasures", "settlement_differences", "settlement_rows", "settlement_imports",
	"fiscal_receipts", "outside_refunds", "disputes", "payment_tasks", "letters", "operator_tasks", "delivery_exchanges", "delivery_attempts", "code_marks", "delivery_units",
	"offers", "supplier_health", "unavailable_goods", "identities", "spent_refresh", "sessions", "email_changes", "consents", "order_proofs",
	"delivery_pauses", "delivery_holds", "delivery_pictures", "code_replacements", "code_complaints", "refund_grant_lines", "refund_grants", "queue_claims", "order_notes", "staff_takings",
	"showing_plans", "price_settings", "price_import_lines", "price_imports", "price_rule_steps", "price_rules", "price_changes", "price_batches", "code_batches", "supplier_switches",
}

var appendOnly = []string{"order_events", "ledger_groups", "ledger_postings", "ledger_checkpoints", "ledger_checkpoint_sums", "consents", "code_reveals", "order_notes", "refund_grant_lines", "staff_takings"}

// copyRows inserts rows with COPY and advances the sequence of the table.
func (s *seeder) copyRows(ctx context.Context, table string, columns []string, rows [][]any) error {
	_, err := s.tx.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows))
	if err != nil {
		return fmt.Errorf("copy into %s: %w", table, err)
	}
	_, err = s.tx.Exec(ctx, `select setval(pg_get_serial_sequence($1, 'id'), (select coalesce(max(id), 0) + 1 from `+pgx.Identifier{table}.Sanitize()+`), false)
		where pg_get_serial_sequence($1, 'id') is not null`, table)
	return err
}
