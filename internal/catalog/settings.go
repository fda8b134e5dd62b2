package catalog

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/catalog/catalogdb"
	"larek/internal/money"
	"larek/internal/picture"
	"larek/internal/problem"
)

// ErrNoSettings is returned if operators have not configured the game.
var ErrNoSettings = problem.New(problem.NotFound, "settings.not_found", "Эта игра ещё не настроена.")

// SteamSettings limits top-ups of a Steam wallet.
type SteamSettings struct {
	ID         int64
	Commission money.Percent // of the amount that does not reach the wallet
	MinAmount  money.RUB
	MaxAmount  money.RUB
}

// StandoffSettings describes the lot a buyer lists on the in-game market.
type StandoffSettings struct {
	NeedRefund       bool
	IsSurplusEnabled bool
	SkinName         string
	SkinPicture      *picture.Key
	MarketFee        money.Percent // the lot costs gold ÷ (1 − fee)
}

// SteamSettings returns the settings, or ErrNoSettings.
func (s *Service) SteamSettings(ctx context.Context) (SteamSettings, error) {
	r, err := s.q.SteamSettings(ctx)
	return SteamSettings(r), settingsError("steam", err)
}

// StandoffSettings returns the settings, or ErrNoSettings.
func (s *Service) StandoffSettings(ctx context.Context) (StandoffSettings, error) {
	r, err := s.q.StandoffSettings(ctx)
	return StandoffSettings{
		NeedRefund: r.NeedRefund, IsSurplusEnabled: r.IsSurplusEnabled, SkinName: r.SkinName, SkinPicture: r.SkinPicture,
		MarketFee: money.Percent(r.MarketFeeHundredths),
	}, settingsError("standoff", err)
}

// SteamChange and StandoffChange replace what operators decide about a game.
type (
	SteamChange    = catalogdb.ChangeSteamParams
	StandoffChange = catalogdb.ChangeStandoffParams
)

// ChangeSteam reports whether the settings still had the version and are replaced. Orders
// have the commission they were created with.
func ChangeSteam(ctx context.Context, tx pgx.Tx, c SteamChange) (bool, error) {
	n, err := catalogdb.New(tx).ChangeSteam(ctx, c)
	return n == 1, settingsError("steam", err)
}

// ChangeStandoff reports whether the settings still had the version and are replaced.
// Orders have the fee they were created with.
func ChangeStandoff(ctx context.Context, tx pgx.Tx, c StandoffChange) (bool, error) {
	n, err := catalogdb.New(tx).ChangeStandoff(ctx, c)
	return n == 1, settingsError("standoff", err)
}

func settingsError(game string, err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrNoSettings
	}
	if err != nil {
		return fmt.Errorf("settings of %s: %w", game, err)
	}
	return nil
}

// ProductsByID returns the existing products among ids, active or not, by ID.
func (s *Service) ProductsByID(ctx context.Context, ids []int64) (map[int64]Product, error) {
	rows, err := s.q.ProductsByID(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read products: %w", err)
	}
	products := make(map[int64]Product, len(rows))
	for _, r := range rows {
		products[r.ID] = Product(r)
	}
	return products, nil
}
