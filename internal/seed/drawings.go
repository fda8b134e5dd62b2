package seed

import (
	"context"

	"golang.org/x/sync/errgroup"

	"larek/internal/picture"
)

// drawings collects pictures while rows are made, and keeps them in one go.
type drawings struct {
	store  *picture.Store
	master map[picture.Key][]byte
}

func newDrawings(store *picture.Store) *drawings {
	return &drawings{store: store, master: map[picture.Key][]byte{}}
}

// add names a picture; it is stored by keep.
func (d *drawings) add(svg []byte) picture.Key {
	k := picture.KeyOf(svg)
	d.master[k] = svg
	return k
}

func (d *drawings) keep(ctx context.Context) error {
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
