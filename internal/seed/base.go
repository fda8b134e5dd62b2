package seed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/pg"
	"larek/internal/picture"
)

// ErrNotEmpty is returned if the shop has countries already.
var ErrNotEmpty = errors.New("seed: the shop has countries already, so its base data stays as it is")

// Base fills an empty shop with what every shop begins with: countries with their payment
// methods, rates until the central bank's arrive, settings of Steam and Standoff, and the
// articles, which name the owner's legal entity once it is entered. It sells nothing yet.
func Base(ctx context.Context, pool *pgxpool.Pool, pictures *picture.Store, now time.Time) error {
	data, err := readDemoData()
	if err != nil {
		return err
	}
	data.Contacts, data.Games, data.Banners = nil, nil, nil
	images := newImageSet(pictures)
	s := &seeder{data: data, images: images, opt: Options{Now: now}}
	return pg.InTx(ctx, pool, func(tx pgx.Tx) error {
		s.tx = tx
		if _, err := tx.Exec(ctx, `lock table countries in share row exclusive mode`); err != nil {
			return fmt.Errorf("seed base: %w", err)
		}
		var isFilled bool
		if err := tx.QueryRow(ctx, `select exists (select from countries)`).Scan(&isFilled); err != nil {
			return fmt.Errorf("seed base: %w", err)
		}
		if isFilled {
			return ErrNotEmpty
		}
		for _, fill := range []func(context.Context) error{s.seedCountries, s.seedContent, s.seedSettings} {
			if err := cmp.Or(images.missing, fill(ctx)); err != nil {
				return fmt.Errorf("seed base: %w", err)
			}
		}
		return images.save(ctx)
	})
}
