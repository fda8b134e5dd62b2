package order_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"larek/internal/ident"
	"larek/internal/money"
	"larek/internal/order"
)

func TestParallelChangesLeaveAnOrderThatAddsUp(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	p := place(t, s, pool)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			err := inTx(t, pool, func(ctx context.Context, tx pgx.Tx) error {
				o, err := s.Lock(ctx, tx, p.ID)
				if err != nil {
					return err
				}
				return s.ChangeLines(ctx, tx, o, []order.Wanted{{ID: p.Lines[0].ID, Quantity: int32(1 + i%9)}})
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	o, err := s.ByID(t.Context(), p.ID)
	if err != nil || o.Total != order.Total(o.Lines) || o.Total != money.RUB(9900)*money.RUB(o.Lines[0].Quantity) {
		t.Errorf("%+v, %v", o, err)
	}
	if events, err := s.Events(t.Context(), p.ID, 0); err != nil || len(events) != 21 {
		t.Errorf("%d events, %v", len(events), err)
	}
}

func TestOwnershipIsAskedOfTheDatabase(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	if _, err := pool.Exec(t.Context(), `insert into users (id, nickname, created) values (7, 'Кот', now()), (8, 'Пёс', now())`); err != nil {
		t.Fatal(err)
	}
	guest := ident.NewHash()
	ofGuest, err := s.Create(t.Context(), pool, order.New{Kind: order.PUBG, Guest: &guest, Email: new("a@b.test"), Lines: []order.Wanted{{ID: 1, Quantity: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	ofUser, err := s.Create(t.Context(), pool, order.New{Kind: order.PUBG, UserID: new(int64(7)), Guest: &guest, Lines: []order.Wanted{{ID: 1, Quantity: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range []struct {
		id     int64
		who    order.Owner
		viewer order.Viewer
		change error // why it may not be changed
	}{
		{ofGuest.ID, order.Owner{}, order.Nobody, order.ErrNotFound},
		{ofGuest.ID, order.Owner{Guest: &guest}, order.ByBrowser, nil},
		{ofGuest.ID, order.Owner{Guest: new(ident.NewHash())}, order.Nobody, order.ErrNotFound},
		{ofGuest.ID, order.Owner{Hash: &ofGuest.Hash}, order.ByLink, order.ErrOwnerOnly},
		{ofGuest.ID, order.Owner{Hash: &ofUser.Hash}, order.Nobody, order.ErrNotFound},
		{ofGuest.ID, order.Owner{UserID: new(int64(7))}, order.Nobody, order.ErrNotFound},
		{ofUser.ID, order.Owner{UserID: new(int64(7))}, order.ByAccount, nil},
		{ofUser.ID, order.Owner{UserID: new(int64(8))}, order.Nobody, order.ErrNotFound},
		{ofUser.ID, order.Owner{UserID: new(int64(8)), Hash: &ofUser.Hash}, order.ByLink, order.ErrOwnerOnly},
		{ofUser.ID, order.Owner{Guest: &guest}, order.Nobody, order.ErrNotFound}, // the browser is not the account
		{ofUser.ID, order.Owner{Hash: &ofUser.Hash, Guest: &guest}, order.ByLink, order.ErrOwnerOnly},
		{ofUser.ID + 1000, order.Owner{UserID: new(int64(7))}, order.Nobody, order.ErrNotFound},
	} {
		viewer, err := s.Viewer(t.Context(), row.id, row.who)
		if err != nil || viewer != row.viewer {
			t.Errorf("row %d: got viewer %s, %v, want %s", i, viewer, err, row.viewer)
		}
		_, owned := s.Owned(t.Context(), row.id, row.who)
		locked := inTx(t, pool, func(ctx context.Context, tx pgx.Tx) error {
			_, err := s.LockOwned(ctx, tx, row.id, row.who)
			return err
		})
		for _, got := range []error{owned, locked} {
			if !errors.Is(got, row.change) {
				t.Errorf("row %d: changing: got %v, want %v", i, got, row.change)
			}
		}
		var reading error
		if row.viewer == order.Nobody {
			reading = order.ErrNotFound
		}
		_, read := s.Readable(t.Context(), row.id, row.who)
		payable := inTx(t, pool, func(ctx context.Context, tx pgx.Tx) error {
			_, err := s.LockPayable(ctx, tx, row.id, row.who)
			return err
		})
		for _, got := range []error{read, payable} {
			if !errors.Is(got, reading) {
				t.Errorf("row %d: reading and paying: got %v, want %v", i, got, reading)
			}
		}
	}
}
