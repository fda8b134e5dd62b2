// Package seed fills an empty database with a believable shop, the same one
// every time. It is the only code besides the domains that writes their
// tables: it builds history, which no verb of a domain can do.
package seed

import (
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

// ErrRealShop is returned when the database holds orders that no seed made.
var ErrRealShop = errors.New("seed: this database has real orders; it is not going to be emptied")

// Options say how large a shop to make.
type Options struct {
	// Now is the moment the shop is seen at; orders and reviews lie before it.
	Now time.Time
	// Gifts and Orders are totals for a load-sized shop; fewer than the
	// believable shop has anyway means just that one.
	Gifts, Orders int
	// Stock takes made-up redeem codes; without it nothing can be delivered.
	Stock *delivery.Stock
	// Say hears of progress.
	Say func(format string, args ...any)
}

// seeder is one run.
type seeder struct {
	shop  *shop
	tx    pgx.Tx
	drawn *drawings
	rng   *rand.Rand
	opt   Options

	gameIDs    map[string]int64
	products   []soldProduct
	gifts      []soldGift
	loadLogos  []picture.Key
	users      int
	nextOrder  int64
	nextLine   int64
	nextReview int64
}

// Run empties the shop and fills it again, all or nothing. Pictures are kept
// first: they are named by content, so a failed run leaves only spare ones.
func Run(ctx context.Context, pool *pgxpool.Pool, pictures *picture.Store, opt Options) error {
	data, err := readShop()
	if err != nil {
		return err
	}
	if opt.Say == nil {
		opt.Say = func(string, ...any) {}
	}
	drawn := newDrawings(pictures)
	err = pg.InTx(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `set local statement_timeout = 0`); err != nil {
			return err
		}
		s := &seeder{shop: data, tx: tx, drawn: drawn, opt: opt, rng: rand.New(rand.NewPCG(2026, 11)), gameIDs: map[string]int64{}} //nolint:gosec // the same shop every time is the point
		for _, step := range []struct {
			name string
			do   func(context.Context) error
		}{
			{"empty", s.empty}, {"games", s.seedGames}, {"gifts", s.seedGifts}, {"content", s.seedContent},
			{"countries", s.seedCountries}, {"people", s.seedPeople}, {"orders", s.seedOrders},
			{"offers", s.seedOffers}, {"settings", s.seedSettings}, {"promo codes", s.seedPromoCodes}, {"stock", s.seedStock},
			{"load gifts", s.loadGifts}, {"load orders", s.loadOrders},
		} {
			started := time.Now()
			if err := step.do(ctx); err != nil {
				return fmt.Errorf("seed %s: %w", step.name, err)
			}
			opt.Say("%-12s %6d ms", step.name, time.Since(started).Milliseconds())
		}
		return drawn.keep(ctx)
	})
	if err != nil {
		return err
	}
	// Planner statistics: without them the first lists are slow.
	_, err = pool.Exec(ctx, `analyze`)
	return err
}

// empty removes what an earlier seed made, and refuses when a person has
// bought something since: seeded orders are marked.
func (s *seeder) empty(ctx context.Context) error {
	var real bool
	err := s.tx.QueryRow(ctx, `select exists (select from orders where not detail ? 'seeded')`).Scan(&real)
	if err != nil {
		return err
	}
	if real {
		return ErrRealShop
	}
	// History refuses to be rewritten. A shop of make-believe has none, so the
	// refusal rests within this transaction; nobody else sees it resting.
	for _, table := range appendOnly {
		if _, err := s.tx.Exec(ctx, `alter table `+table+` disable trigger `+table+`_append_only`); err != nil {
			return err
		}
	}
	if _, err := s.tx.Exec(ctx, `truncate `+strings.Join(filled, ", ")+` restart identity`); err != nil {
		return err
	}
	for _, table := range appendOnly {
		if _, err := s.tx.Exec(ctx, `alter table `+table+` enable trigger `+table+`_append_only`); err != nil {
			return err
		}
	}
	return nil
}

// filled is every table of a shop, named one by one: «cascade» would also
// empty a table somebody adds later and means to keep.
var filled = []string{
	"email_stops", "promo_proofs", "order_failing_steps", "order_reminders", "feedback", "order_events", "order_lines", "orders", "users",
	"banners", "faq_items", "articles", "contacts",
	"payment_methods", "method_groups", "currency_rates", "countries", "products", "game_servers", "games", "gifts", "search_words",
	"steam_settings", "standoff_settings", "promo_active", "promo_uses", "promo_slots", "promo_codes", "code_reveals", "codes",
	"refunds", "payments", "payment_notices", "payment_refusals", "payment_attempts", "currency_rules", "ledger_postings", "ledger_groups",
	"fiscal_receipts", "outside_refunds", "payment_tasks", "letters", "operator_tasks", "delivery_exchanges", "delivery_attempts", "code_marks", "delivery_units",
	"offers", "supplier_health", "unavailable_goods", "identities", "spent_refresh", "sessions", "email_changes", "consents", "order_proofs",
}

var appendOnly = []string{"order_events", "ledger_groups", "ledger_postings", "consents", "code_reveals"}

// copyRows loads rows with COPY.
func (s *seeder) copyRows(ctx context.Context, table string, columns []string, rows [][]any) error {
	_, err := s.tx.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows))
	if err != nil {
		return fmt.Errorf("%s: %w", table, err)
	}
	_, err = s.tx.Exec(ctx, `select setval(pg_get_serial_sequence($1, 'id'), (select coalesce(max(id), 0) + 1 from `+pgx.Identifier{table}.Sanitize()+`), false)
		where pg_get_serial_sequence($1, 'id') is not null`, table)
	return err
}
