package seed

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
)

// batchSize bounds the rows of one COPY.
const batchSize = 200_000

// loadGifts adds generated gifts up to the requested number.
func (s *seeder) loadGifts(ctx context.Context) error {
	have := len(s.data.Gifts)
	if s.opt.Gifts <= have {
		return nil
	}
	return s.unindexed(ctx, []string{"gifts"}, func() error {
		for from := have; from < s.opt.Gifts; from += batchSize {
			to := min(from+batchSize, s.opt.Gifts)
			rows := pgx.CopyFromSlice(to-from, func(i int) ([]any, error) {
				n := from + i
				return giftRow(int64(n+1), s.loadGift(), s.loadLogos[n%len(s.loadLogos)], s.opt.Now.Add(-time.Duration(n)*time.Minute)), nil
			})
			if _, err := s.tx.CopyFrom(ctx, pgx.Identifier{"gifts"}, giftColumns, rows); err != nil {
				return err
			}
		}
		_, err := s.tx.Exec(ctx, `select setval(pg_get_serial_sequence('gifts', 'id'), $1)`, s.opt.Gifts)
		return err
	})
}

var (
	giftTypes   = []string{"game", "game", "dlc", "edition"}
	giftRegions = []string{"asia", "ch", "cis", "eu", "kr", "latam", "middle_east", "pl", "row", "ru", "ru_cis", "tr", "us", "world"}
)

// loadGift returns a generated gift. Its properties are distributed as in a
// large catalogue: a quarter discounted, one in twenty a classic, few on the
// main page.
func (s *seeder) loadGift() giftData {
	w := &s.data.Words
	adjectives, nouns := w.AdjectivesM, w.NounsM
	if s.rng.IntN(2) == 0 {
		adjectives, nouns = w.AdjectivesF, w.NounsF
	}
	pick := func(words []string) string { return words[s.rng.IntN(len(words))] }
	g := giftData{
		Title:  capital(pick(adjectives)) + " " + pick(nouns) + " " + pick(w.Places) + ": " + pick(w.Suffixes),
		Type:   pick(giftTypes),
		Region: pick(giftRegions),
		Price:  amount(money.RUB(9900 + 100*s.rng.IntN(6000))),
		Tags:   []string{pick(nouns)},
	}
	g.Description = "Ключ активации: " + g.Title + "."
	if s.rng.IntN(4) == 0 {
		g.DiscountPercent = 5 * (1 + s.rng.IntN(15))
	}
	g.IsOldClassic = s.rng.IntN(20) == 0
	g.IsMain = s.rng.IntN(2000) == 0
	return g
}

// loadOrders adds delivered orders up to the requested number, one per second
// into the past.
func (s *seeder) loadOrders(ctx context.Context) error {
	have := int(s.nextOrder)
	if s.opt.Complete || s.opt.Orders <= have {
		return nil
	}
	start := s.opt.Now.Add(-90 * 24 * time.Hour)
	return s.unindexed(ctx, []string{"order_lines", "orders"}, func() error {
		for from := have; from < s.opt.Orders; from += batchSize {
			n := min(from+batchSize, s.opt.Orders) - from
			made := make([]pastOrder, n)
			for i := range made {
				made[i] = s.anyOrder(start.Add(-time.Duration(from+i) * time.Second))
			}
			if _, err := s.tx.CopyFrom(ctx, pgx.Identifier{"orders"}, orderColumns,
				pgx.CopyFromSlice(n, func(i int) ([]any, error) { return made[i].order, nil })); err != nil {
				return err
			}
			if _, err := s.tx.CopyFrom(ctx, pgx.Identifier{"order_lines"}, lineColumns,
				pgx.CopyFromSlice(n, func(i int) ([]any, error) { return made[i].line, nil })); err != nil {
				return err
			}
		}
		for _, table := range []string{"orders", "order_lines"} {
			if _, err := s.tx.Exec(ctx, `select setval(pg_get_serial_sequence($1, 'id'), $2)`, table, s.nextOrder); err != nil {
				return err
			}
		}
		return nil
	})
}

// unindexed drops the secondary indexes and foreign keys of the tables, runs
// fill and creates them again: building an index over ten million rows takes
// seconds, maintaining it row by row an hour.
func (s *seeder) unindexed(ctx context.Context, tables []string, fill func() error) error {
	// Deferred foreign keys of the inserted rows must be checked first.
	if _, err := s.tx.Exec(ctx, `set constraints all immediate`); err != nil {
		return err
	}
	rows, err := s.tx.Query(ctx, `
		select format('alter table %s drop constraint %I', conrelid::regclass, conname),
			format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
		from pg_constraint where contype = 'f' and conrelid = any($1::text[]::regclass[])
		union all
		select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
		from pg_index i where indrelid = any($1::text[]::regclass[])
			and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))`, tables)
	if err != nil {
		return err
	}
	type pair struct{ Drop, Make string }
	pairs, err := pgx.CollectRows(rows, pgx.RowToStructByPos[pair])
	if err != nil {
		return err
	}
	for _, p := range pairs {
		if _, err := s.tx.Exec(ctx, p.Drop); err != nil {
			return fmt.Errorf("%s: %w", p.Drop, err)
		}
	}
	if err := fill(); err != nil {
		return err
	}
	if _, err := s.tx.Exec(ctx, `set local maintenance_work_mem = '1GB'`); err != nil {
		return err
	}
	for _, p := range pairs {
		started := time.Now()
		if _, err := s.tx.Exec(ctx, p.Make); err != nil {
			return fmt.Errorf("%s: %w", p.Make, err)
		}
		if took := time.Since(started); took > time.Second {
			s.opt.Progress("  %.60s… %d ms", p.Make, took.Milliseconds())
		}
	}
	return nil
}

func capital(word string) string {
	r, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(r)) + strings.ToLower(word[size:])
}
