package main

import (
	"context"
	"fmt"
)

type keysStatusCommand struct{}

// Run lists the keys in use. An old key may be removed from the settings once it is not
// in the list.
func (*keysStatusCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		uses, err := s.KeyUses(ctx)
		if err != nil {
			return err
		}
		old := int64(0)
		for _, u := range uses {
			state := "current"
			if !u.IsCurrent {
				state = "old"
				old += u.Values
			}
			_, _ = fmt.Fprintf(sh.out, "%-15s %-12s %9d  %s\n", u.Place, u.Key, u.Values, state)
		}
		_, err = fmt.Fprintf(sh.out, "%d values need an old key\n", old)
		return err
	})
}

type keysResealCommand struct{}

// Run seals values in batches while the shop runs. An interrupted run is continued by
// the next.
func (*keysResealCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		return s.Reseal(ctx, func(place string, values int64) error {
			word := "sealed again"
			if place == "workflows" {
				word = "asked to continue with the current key"
			}
			_, err := fmt.Fprintf(sh.out, "%-15s %9d  %s\n", place, values, word)
			return err
		})
	})
}
