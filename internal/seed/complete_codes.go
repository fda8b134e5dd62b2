package seed

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// sealCodes seals a code for each unit of the step that is delivered as one: from our
// stock, or by the supplier of gifts.
func (f *filling) sealCodes(ctx context.Context, tx pgx.Tx) error {
	rows, err := tx.Query(ctx, `select id, n, kind, upper(left(md5(code || n), 18)) as text from filling, generate_series(1, delivered) n
		where is_paid and kind in ('pubg', 'rokky') order by id, n`)
	if err != nil {
		return fmt.Errorf("read what is delivered as codes: %w", err)
	}
	type given struct {
		ID   int64
		N    int
		Kind string
		Text string
	}
	codes, err := pgx.CollectRows(rows, pgx.RowToStructByPos[given])
	if err != nil {
		return fmt.Errorf("read what is delivered as codes: %w", err)
	}
	_, err = tx.CopyFrom(ctx, pgx.Identifier{"sealed"}, []string{"order_id", "n", "mark", "key_id", "sealed"}, pgx.CopyFromSlice(len(codes), func(i int) ([]any, error) {
		c := codes[i]
		if c.Kind == "pubg" {
			mark, keyID, sealed := f.opt.Stock.SealCode(c.Text)
			return []any{c.ID, c.N, mark, keyID, sealed}, nil
		}
		mark, keyID, sealed := f.opt.Stock.SealUnitCode(c.ID*unitsOfOrder+int64(c.N)-1, giftKey(c.Text))
		return []any{c.ID, c.N, mark, keyID, sealed}, nil
	}))
	if err != nil {
		return fmt.Errorf("write sealed codes: %w", err)
	}
	return nil
}

// unitsOfOrder is how far the numbers of units of two orders are apart (orders.sql).
const unitsOfOrder = 4

// giftKey returns a key as gifts have it: three groups of five.
func giftKey(text string) string {
	return strings.Join([]string{text[:5], text[5:10], text[10:15]}, "-")
}
