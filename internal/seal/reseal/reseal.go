// Package reseal encrypts stored values again after the current key of a keyring has
// changed, so that the old key can be removed.
package reseal

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/seal"
)

// Column is where a domain stores sealed values. Its fields are parts of statements,
// never input.
type Column struct {
	Table, ID, Sealed, KeyID string
	About                    string // expression of type bytea: what the value is bound to
}

// batchSize bounds a statement, and so how long its rows are locked.
const batchSize = 500

// Count returns how many values of a column each key has sealed.
func Count(ctx context.Context, pool *pgxpool.Pool, c Column) (map[string]int64, error) {
	sql := fmt.Sprintf(`select %[2]s, count(*) from %[1]s where %[2]s is not null group by 1`, c.Table, c.KeyID)
	rows, err := pool.Query(ctx, sql)
	if err != nil {
		return nil, fmt.Errorf("count sealed %s: %w", c.Table, err)
	}
	counts := map[string]int64{}
	var (
		key string
		n   int64
	)
	_, err = pgx.ForEachRow(rows, []any{&key, &n}, func() error { counts[key] = n; return nil })
	if err != nil {
		return nil, fmt.Errorf("count sealed %s: %w", c.Table, err)
	}
	return counts, nil
}

// Run seals every value of a column that an old key of the ring has sealed with the
// current one, and returns how many. The shop may run meanwhile; a run that was
// interrupted is continued by the next.
func Run(ctx context.Context, pool *pgxpool.Pool, ring *seal.Keyring, c Column) (done int64, err error) {
	for after := int64(0); ; {
		batch, err := read(ctx, pool, ring, c, after)
		if err != nil || len(batch) == 0 {
			return done, err
		}
		n, err := write(ctx, pool, ring, c, batch)
		if err != nil {
			return done, err
		}
		done, after = done+n, batch[len(batch)-1].ID
	}
}

type value struct {
	ID            int64
	KeyID         string
	Sealed, About []byte
}

func read(ctx context.Context, pool *pgxpool.Pool, ring *seal.Keyring, c Column, after int64) ([]value, error) {
	sql := fmt.Sprintf(`select %[2]s, %[3]s, %[4]s, %[5]s from %[1]s where %[2]s > $1 and %[3]s = any ($2) order by %[2]s limit $3`,
		c.Table, c.ID, c.KeyID, c.Sealed, c.About)
	rows, err := pool.Query(ctx, sql, after, ring.Old(), batchSize)
	if err != nil {
		return nil, fmt.Errorf("read sealed %s: %w", c.Table, err)
	}
	batch, err := pgx.CollectRows(rows, pgx.RowToStructByPos[value])
	if err != nil {
		return nil, fmt.Errorf("read sealed %s: %w", c.Table, err)
	}
	return batch, nil
}

// write stores a batch. A value that has changed since it was read stays as it is.
func write(ctx context.Context, pool *pgxpool.Pool, ring *seal.Keyring, c Column, batch []value) (int64, error) {
	ids, before, after := make([]int64, len(batch)), make([][]byte, len(batch)), make([][]byte, len(batch))
	for i, v := range batch {
		plain, err := ring.Open(v.KeyID, v.Sealed, v.About)
		if err != nil {
			return 0, fmt.Errorf("%s %d: %w", c.Table, v.ID, err)
		}
		ids[i], before[i] = v.ID, v.Sealed
		_, after[i] = ring.Seal(plain, v.About)
	}
	sql := fmt.Sprintf(`update %[1]s t set %[3]s = v.after, %[4]s = $4
from unnest($1::bigint[], $2::bytea[], $3::bytea[]) as v (id, before, after)
where t.%[2]s = v.id and t.%[3]s = v.before`, c.Table, c.ID, c.Sealed, c.KeyID)
	tag, err := pool.Exec(ctx, sql, ids, before, after, ring.Current())
	if err != nil {
		return 0, fmt.Errorf("reseal %s: %w", c.Table, err)
	}
	return tag.RowsAffected(), nil
}
