package seed

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"larek/internal/archive"
)

// completeSQL is what makes complete orders: once, for each step, and at the end.
//
//go:embed complete/*.sql
var completeSQL embed.FS

// ErrComplete is returned if complete orders are to be made where orders were paid.
var ErrComplete = errors.New("seed: complete orders are made in a database without payments only")

// ShiftEmail is the address of the person who did what only people do (complete/once.sql).
const ShiftEmail = "demo-shift@example.test"

const (
	// years is over how many years complete orders are spread unless Days says otherwise.
	years = 3
	// completeStep is how many orders one transaction makes.
	completeStep = 20_000
	// fillers is how many connections work at a time.
	fillers = 3
	// minutesKept must be what salesstats keeps of its sums by minute.
	minutesKept = 65 * 24 * time.Hour
)

// filling is one run that makes complete orders.
type filling struct {
	pool   *pgxpool.Pool
	opt    Options
	values *strings.Replacer // what stands for {names} in completeSQL
}

// refuseComplete returns ErrComplete if the database has a payment or an entry of the books.
func refuseComplete(ctx context.Context, pool *pgxpool.Pool) error {
	var has bool
	err := pool.QueryRow(ctx, `select exists (select from payment_attempts) or exists (select from ledger_groups)`).Scan(&has)
	if err == nil && has {
		err = ErrComplete
	}
	return err
}

// fillComplete makes complete orders in a shop without orders. If it fails, the orders
// are removed again.
func (s *seeder) fillComplete(ctx context.Context, pool *pgxpool.Pool) error {
	f := &filling{pool: pool, opt: s.opt}
	if err := f.prepare(ctx, s.data.Reviews); err != nil {
		return err
	}
	if err := archive.EnsureMonths(ctx, pool, s.opt.start(), s.opt.Now); err != nil {
		return err
	}
	bare, err := stripTables(ctx, pool)
	if err != nil {
		return err
	}
	if err := f.run(ctx, bare); err != nil {
		undo := context.WithoutCancel(ctx)
		_, failed := pool.Exec(undo, `set statement_timeout = 0; drop schema if exists seeding cascade; truncate `+strings.Join(completeTables, ", "))
		return errors.Join(err, failed, bare.restore(undo, pool, s.opt.Progress))
	}
	return nil
}

func (f *filling) run(ctx context.Context, bare *bareTables) error {
	took := f.watch()
	if err := f.exec(ctx, "once.sql"); err != nil {
		return err
	}
	times := "years.sql"
	if f.opt.Days > 0 {
		times = "days.sql"
	}
	if err := f.exec(ctx, times); err != nil {
		return err
	}
	took("prepared")
	if err := f.steps(ctx); err != nil {
		return err
	}
	took("orders")
	if f.opt.Days > 0 {
		if err := f.exec(ctx, "shop.sql"); err != nil {
			return err
		}
	}
	if err := f.exec(ctx, "end.sql"); err != nil {
		return err
	}
	took("sums")
	if err := bare.restore(ctx, f.pool, f.opt.Progress); err != nil {
		return err
	}
	took("indexes")
	return nil
}

// watch returns what reports how long each part took.
func (f *filling) watch() func(string) {
	since := time.Now()
	return func(what string) {
		f.opt.Progress("%-12s %6d ms", what, time.Since(since).Milliseconds())
		since = time.Now()
	}
}

// prepare sets what the statements are about.
func (f *filling) prepare(ctx context.Context, reviews []reviewData) error {
	var users, promos, codes int64
	var usd string
	err := f.pool.QueryRow(ctx, `select (select coalesce(max(id), 0) from users), (select coalesce(max(id), 0) from promo_codes), (select coalesce(max(id), 0) from codes),
		coalesce((select rate::text from currency_rates where currency = 'USD' order by set_at desc limit 1), '80')`).Scan(&users, &promos, &codes, &usd)
	if err != nil {
		return fmt.Errorf("seed: read what is there: %w", err)
	}
	texts, stars := make([]string, len(reviews)), make([]string, len(reviews))
	for i, r := range reviews {
		texts[i], stars[i] = quote(r.Text), strconv.Itoa(r.Stars)
	}
	now := f.opt.Now.UTC().Truncate(time.Second)
	start, end := f.opt.start().UTC().Truncate(time.Second), now.Add(-2*time.Hour)
	days := int(end.Sub(start).Hours()/24) + 1
	stamp := func(t time.Time) string { return quote(t.Format(time.RFC3339)) + "::timestamptz" }
	n := f.opt.Orders
	f.values = strings.NewReplacer(
		"{n}", strconv.Itoa(n), "{seed}", strconv.FormatInt(f.opt.Seed, 10), "{now}", stamp(now), "{start}", stamp(start),
		"{span}", quote(strconv.Itoa(int(end.Sub(start).Seconds()))+" seconds"), "{first_day}", quote(start.Format(time.DateOnly)), "{minutes_from}", stamp(now.Add(-minutesKept)),
		"{users}", strconv.Itoa(max(500, n/20)), "{users_from}", strconv.FormatInt(users, 10), "{promos_from}", strconv.FormatInt(promos, 10), "{codes_from}", strconv.FormatInt(codes, 10),
		// Room for an order's own entries and for those of the days until the next order.
		"{stride}", strconv.Itoa(16+20*(2+2*days/n)), "{months}", strconv.Itoa(1+(days+30)/30), "{usd}", usd,
		"{reviews}", "array["+strings.Join(texts, ", ")+"]", "{stars}", "array["+strings.Join(stars, ", ")+"]",
		"{parties}", "array['tbank', 'payselection', 'payin', 'getpay', 'moogold', 'gamesdrop', 'nsgifts', 'rokky']",
	)
	return nil
}

func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

func (f *filling) sql(name string) (string, error) {
	raw, err := completeSQL.ReadFile("complete/" + name)
	return f.values.Replace(string(raw)), err
}

const unhurried = `set statement_timeout = 0; set synchronous_commit = off; set jit = off; set work_mem = '128MB'; set temp_buffers = '256MB'; set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 0`

// exec runs a file in one transaction.
func (f *filling) exec(ctx context.Context, name string) error {
	sql, err := f.sql(name)
	if err != nil {
		return err
	}
	return onConnection(ctx, f.pool, func(conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, "begin;\n"+sql+"\ncommit"); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	})
}

// steps makes the orders, on several connections.
func (f *filling) steps(ctx context.Context) error {
	next := make(chan int)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(next)
		for from := 1; from <= f.opt.Orders; from += completeStep {
			select {
			case next <- from:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for range fillers {
		group.Go(func() error {
			return onConnection(ctx, f.pool, func(conn *pgx.Conn) error {
				for from := range next {
					if err := f.step(ctx, conn, from); err != nil {
						return fmt.Errorf("orders from %d: %w", from, err)
					}
				}
				return nil
			})
		})
	}
	return group.Wait()
}

func (f *filling) step(ctx context.Context, conn *pgx.Conn, from int) error {
	bounds := strings.NewReplacer("{from}", strconv.Itoa(from), "{to}", strconv.Itoa(min(f.opt.Orders, from+completeStep-1)))
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		for _, name := range []string{"filling.sql", "", "orders.sql", "books.sql"} {
			if name == "" {
				if err := f.sealCodes(ctx, tx); err != nil {
					return err
				}
				continue
			}
			sql, err := f.sql(name)
			if err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, bounds.Replace(sql)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	})
}

// onConnection does something on a connection of its own that may take long.
func onConnection(ctx context.Context, pool *pgxpool.Pool, do func(*pgx.Conn) error) error {
	conn, err := pgx.ConnectConfig(ctx, pool.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, unhurried); err != nil {
		return err
	}
	return do(conn)
}
