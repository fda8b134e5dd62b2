package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

// SkipNumbers moves the numbers of all tables ahead, so that none which rows had before
// a restore lost them is given to another row: providers, suppliers and buyers
// remember them. It returns how many sequences there are. The pool signs in as the owner.
func SkipNumbers(ctx context.Context, pool *pgxpool.Pool, by int64) (sequences int, err error) {
	err = pool.QueryRow(ctx, `select count(setval(c.oid::regclass, coalesce(s.last_value, 1) + $1))
		from pg_sequences s join pg_class c on c.relname = s.sequencename and c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
		where s.schemaname = 'public' and s.max_value > coalesce(s.last_value, 1) + $1`, by).Scan(&sequences)
	if err != nil {
		return 0, fmt.Errorf("skip numbers: %w", err)
	}
	return sequences, nil
}
