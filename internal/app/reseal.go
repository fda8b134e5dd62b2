package app

import (
	"context"
	"slices"

	"larek/internal/account"
	"larek/internal/delivery"
	"larek/internal/provideraccount"
	"larek/internal/seal/reseal"
	"larek/internal/staff"
)

// sealedColumns are all columns that the code keys seal.
var sealedColumns = slices.Concat(delivery.SealedColumns, account.SealedColumns, staff.SealedColumns, provideraccount.SealedColumns)

// KeyUse is how many values a key has sealed in one place.
type KeyUse struct {
	Place, Key string
	Values     int64
	IsCurrent  bool
}

// KeyUses returns the use of every key: in the columns, and by histories of running
// workflows.
func (s *Services) KeyUses(ctx context.Context) ([]KeyUse, error) {
	var uses []KeyUse
	for _, c := range sealedColumns {
		counts, err := reseal.Count(ctx, s.in.Write, c)
		if err != nil {
			return nil, err
		}
		uses = append(uses, usesOf(c.Table, counts, s.in.Keys.Ring.Current())...)
	}
	flows, err := s.in.Engine.KeysInUse(ctx)
	return append(uses, usesOf("workflows", flows, s.in.Keys.Flow.Current())...), err
}

func usesOf(place string, counts map[string]int64, current string) []KeyUse {
	var uses []KeyUse
	for key, n := range counts {
		uses = append(uses, KeyUse{Place: place, Key: key, Values: n, IsCurrent: key == current})
	}
	slices.SortFunc(uses, func(a, b KeyUse) int { return int(b.Values - a.Values) })
	return uses
}

// Reseal seals all values with the current code key, and asks running workflows to
// continue with the current flow key. It reports each place when it is done with it.
// Repeating it changes nothing more.
func (s *Services) Reseal(ctx context.Context, done func(place string, values int64) error) error {
	for _, c := range sealedColumns {
		n, err := reseal.Run(ctx, s.in.Write, s.in.Keys.Ring, c)
		if err != nil {
			return err
		}
		if err := done(c.Table, n); err != nil {
			return err
		}
	}
	n, err := s.in.Engine.Renew(ctx)
	if err != nil {
		return err
	}
	return done("workflows", int64(n))
}
