package order_test

import (
	"context"
	"errors"
	"fmt"
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
		id  int64
		who order.Owner
		may bool
	}{
		{ofGuest.ID, order.Owner{}, false},
		{ofGuest.ID, order.Owner{Guest: &guest}, true},
		{ofGuest.ID, order.Owner{Guest: new(ident.NewHash())}, false},
		{ofGuest.ID, order.Owner{Hash: &ofGuest.Hash}, true},
		{ofGuest.ID, order.Owner{Hash: &ofUser.Hash}, false},
		{ofGuest.ID, order.Owner{UserID: new(int64(7))}, false},
		{ofUser.ID, order.Owner{UserID: new(int64(7))}, true},
		{ofUser.ID, order.Owner{UserID: new(int64(8))}, false},
		{ofUser.ID, order.Owner{Guest: &guest}, false}, // the browser is not the account
		{ofUser.ID, order.Owner{Hash: &ofUser.Hash}, true},
	} {
		_, err := s.Owned(t.Context(), row.id, row.who)
		locked := inTx(t, pool, func(ctx context.Context, tx pgx.Tx) error {
			_, err := s.LockOwned(ctx, tx, row.id, row.who)
			return err
		})
		if row.may != (err == nil) || row.may != (locked == nil) || !row.may && !(errors.Is(err, order.ErrNotFound) && errors.Is(locked, order.ErrNotFound)) {
			t.Error(fmt.Sprint("row ", i), err, locked)
		}
	}
}
