package seed

import (
	"context"

	"golang.org/x/sync/errgroup"

	"larek/internal/picture"
)

// imageSet collects pictures while rows are built, and stores them together.
type imageSet struct {
	store  *picture.Store
	master map[picture.Key][]byte
}

func newImageSet(store *picture.Store) *imageSet {
	return &imageSet{store: store, master: map[picture.Key][]byte{}}
}

// add returns the key of a picture; save stores it.
func (d *imageSet) add(svg []byte) picture.Key {
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
