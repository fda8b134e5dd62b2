package seed

import (
	"context"
	"fmt"
	"io/fs"

	"golang.org/x/sync/errgroup"

	"larek/db"
	"larek/internal/picture"
)

// giftCovers and avatars are the numbers of pictures in db/seed/pictures; more gifts and
// buyers than that share them.
const (
	giftCovers = 330
	avatars    = 64
)

// imageSet collects pictures while rows are built, and stores them together.
type imageSet struct {
	store   *picture.Store
	master  map[picture.Key][]byte
	missing error // the first picture that has no file
}

func newImageSet(store *picture.Store) *imageSet {
	return &imageSet{store: store, master: map[picture.Key][]byte{}}
}

// add returns the key of a picture in db/seed/pictures; save stores it.
func (d *imageSet) add(name string, args ...any) picture.Key {
	svg, err := fs.ReadFile(db.Seed, "seed/pictures/"+fmt.Sprintf(name, args...)+".svg")
	if err != nil && d.missing == nil {
		d.missing = err
	}
	k := picture.KeyOf(svg)
	d.master[k] = svg
	return k
}

func (d *imageSet) save(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(8)
	for _, svg := range d.master {
		g.Go(func() error {
			_, err := d.store.Put(ctx, svg)
			return err
		})
	}
	return g.Wait()
}
