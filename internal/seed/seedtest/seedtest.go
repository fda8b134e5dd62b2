// Package seedtest fills databases of tests with the demo shop.
package seedtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"time"

	"gocloud.dev/blob/memblob"

	"larek/db"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/picture"
	"larek/internal/seed"
)

// Template returns the demo shop without codes as it is at a time. It is filled again
// when its data changes.
func Template(name string, at time.Time) pgtest.Template {
	h := sha256.New()
	_ = fs.WalkDir(db.Seed, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			b, _ := fs.ReadFile(db.Seed, path)
			_, _ = h.Write(b)
		}
		return err
	})
	return pgtest.Template{Name: name, Stamp: hex.EncodeToString(h.Sum(nil)), Fill: func(ctx context.Context, url string) error {
		pool, err := pg.Open(ctx, url, pg.ReadWrite)
		if err != nil {
			return err
		}
		defer pool.Close()
		bucket := memblob.OpenBucket(nil)
		defer func() { _ = bucket.Close() }()
		return seed.Run(ctx, pool, picture.NewStore(bucket, 1), seed.Options{Now: at})
	}}
}
