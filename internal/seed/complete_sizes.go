package seed

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// reportSizes reports how large each table became, with its indexes.
func reportSizes(ctx context.Context, pool *pgxpool.Pool, orders int, progress func(string, ...any)) error {
	// What is kept by month has its size in its months.
	rows, err := pool.Query(ctx, `select t, (select reltuples::bigint from pg_class where oid = t::regclass), sum(pg_table_size(p.relid))::bigint, sum(pg_indexes_size(p.relid))::bigint
		from unnest($1::text[]) t cross join lateral (select t::regclass as relid union select relid from pg_partition_tree(t::regclass)) p
		group by t order by sum(pg_total_relation_size(p.relid)) desc`, append([]string{"users"}, completeTables...))
	if err != nil {
		return fmt.Errorf("seed: sizes: %w", err)
	}
	progress("%-24s %12s %10s %10s %16s", "table", "rows", "MB", "index MB", "bytes per order")
	var table string
	var count, data, index, allRows, allData, allIndex int64
	show := func(name string, count, data, index int64) {
		progress("%-24s %12d %10d %10d %16d", name, count, data>>20, index>>20, (data+index)/int64(orders))
	}
	_, err = pgx.ForEachRow(rows, []any{&table, &count, &data, &index}, func() error {
		allRows, allData, allIndex = allRows+count, allData+data, allIndex+index
		if count > 0 {
			show(table, count, data, index)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("seed: sizes: %w", err)
	}
	show("all", allRows, allData, allIndex)
	return nil
}
