package order_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/pg"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/publicid"
)

func TestParallelChangesKeepTotalsConsistent(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	p := place(t, s, pool)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			err := inOrder(t, pool, p.ID, func(ctx context.Context, tx pgx.Tx, o *order.Order) error {
				return s.ChangeLines(ctx, tx, o, []order.LineInput{{ID: p.Lines[0].ID, Quantity: int32(1 + i%9)}})
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	o, err := s.ByID(t.Context(), p.ID)
	if err != nil || o.Total != order.Total(o.Lines) || o.Total != money.RUB(9900)*money.RUB(o.Lines[0].Quantity) {
		t.Errorf("total does not match the lines: %+v, %v", o, err)
	}
	if events, err := s.Events(t.Context(), p.ID, 0); err != nil || len(events) != 21 {
		t.Errorf("got %d events, %v, want 21", len(events), err)
	}
}

// tryLock returns the error of locking an order for a change or a payment.
func tryLock(t *testing.T, pool *pgxpool.Pool, lock func(context.Context, pgx.Tx, int64, order.Owner) (*order.Order, error), id int64, who order.Owner) error {
	t.Helper()
	return pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		_, err := lock(t.Context(), tx, id, who)
		return err
	})
}

func TestViewerDependsOnOwnership(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	factory.User(t, pool, factory.With{"id": 7})
	factory.User(t, pool, factory.With{"id": 8})
	guest := publicid.New()
	ofGuest, err := s.Create(t.Context(), pool, order.CreateInput{Kind: order.PUBG, Guest: &guest, Email: new("a@b.test"), Lines: []order.LineInput{{ID: 1, Quantity: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	ofUser, err := s.Create(t.Context(), pool, order.CreateInput{Kind: order.PUBG, UserID: new(int64(7)), Guest: &guest, Lines: []order.LineInput{{ID: 1, Quantity: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range []struct {
		id     int64
		who    order.Owner
		viewer order.Viewer
		change error // error of a change
	}{
		{ofGuest.ID, order.Owner{}, order.NoAccess, order.ErrNotFound},
		{ofGuest.ID, order.Owner{Guest: &guest}, order.ByBrowser, nil},
		{ofGuest.ID, order.Owner{Guest: new(publicid.New())}, order.NoAccess, order.ErrNotFound},
		{ofGuest.ID, order.Owner{Hash: &ofGuest.Hash}, order.ByLink, order.ErrOwnerOnly},
		{ofGuest.ID, order.Owner{Hash: &ofUser.Hash}, order.NoAccess, order.ErrNotFound},
		{ofGuest.ID, order.Owner{UserID: new(int64(7))}, order.NoAccess, order.ErrNotFound},
		{ofUser.ID, order.Owner{UserID: new(int64(7))}, order.ByAccount, nil},
		{ofUser.ID, order.Owner{UserID: new(int64(8))}, order.NoAccess, order.ErrNotFound},
		{ofUser.ID, order.Owner{UserID: new(int64(8)), Hash: &ofUser.Hash}, order.ByLink, order.ErrOwnerOnly},
		{ofUser.ID, order.Owner{Guest: &guest}, order.NoAccess, order.ErrNotFound}, // the browser of a signed-in buyer has no access
		{ofUser.ID, order.Owner{Hash: &ofUser.Hash, Guest: &guest}, order.ByLink, order.ErrOwnerOnly},
		{ofUser.ID + 1000, order.Owner{UserID: new(int64(7))}, order.NoAccess, order.ErrNotFound},
	} {
		viewer, err := s.Viewer(t.Context(), row.id, row.who)
		if err != nil || viewer != row.viewer {
			t.Errorf("row %d: got viewer %s, %v, want %s", i, viewer, err, row.viewer)
		}
		_, owned := s.GetForOwner(t.Context(), row.id, row.who)
		locked := tryLock(t, pool, order.LockForOwner, row.id, row.who)
		for _, got := range []error{owned, locked} {
			if !errors.Is(got, row.change) {
				t.Errorf("row %d: changing: got %v, want %v", i, got, row.change)
			}
		}
		var reading error
		if row.viewer == order.NoAccess {
			reading = order.ErrNotFound
		}
		_, read := s.Readable(t.Context(), row.id, row.who)
		payable := tryLock(t, pool, func(ctx context.Context, tx pgx.Tx, id int64, who order.Owner) (*order.Order, error) {
			o, _, err := order.LockPayable(ctx, tx, id, who)
			return o, err
		}, row.id, row.who)
		for _, got := range []error{read, payable} {
			if !errors.Is(got, reading) {
				t.Errorf("row %d: reading and paying: got %v, want %v", i, got, reading)
			}
		}
	}
}
