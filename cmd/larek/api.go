package main

import (
	"context"

	"larek/internal/app"
)

type apiCommand struct{}

// Run serves until ctx ends, then finishes the requests under way.
func (*apiCommand) Run(ctx context.Context, sh *cli) error {
	blobs := func(in *app.Infra, cfg *app.Config) error { return in.OpenBlobs(ctx, cfg) }
	return runShop(ctx, sh, "larek-api", func(s *shop) error {
		api, err := s.NewAPI(ctx, app.APIOptions{Limits: s.NewLimits()})
		if err != nil {
			return err
		}
		return api.Run(ctx)
	}, blobs, (*app.Infra).OpenCounts)
}
