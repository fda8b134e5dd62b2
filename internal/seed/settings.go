package seed

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"larek/internal/catalog"
	"larek/internal/promo"
)

// codesPerProduct is the number of redeem codes loaded for each product.
const codesPerProduct = 500

func (s *seeder) seedSettings(ctx context.Context) error {
	if _, err := s.tx.Exec(ctx, `insert into steam_settings (commission, min_amount, max_amount) values (9, 50, 15000)`); err != nil {
		return err
	}
	_, err := s.tx.Exec(ctx, `insert into standoff_settings (need_refund, is_surplus_enabled, skin_name, skin_picture, market_fee)
		values (false, true, $1, $2, 0.2)`, "AKR «Ночная смена»", s.images.add("skin"))
	return err
}

func (s *seeder) seedPromoCodes(ctx context.Context) error {
	var rows [][]any
	for i, p := range s.data.Promo {
		goods := promo.GoodsAll
		var gameID, giftID *int64
		if p.Game != "" {
			id, ok := s.gameIDs[p.Game]
			if !ok {
				return fmt.Errorf("promo code %s: no game %q", p.Code, p.Game)
			}
			goods, gameID = promo.GoodsGames, &id
		}
		if p.Gift != "" {
			at := slices.IndexFunc(s.gifts, func(g soldGift) bool { return g.title == p.Gift })
			if at < 0 {
				return fmt.Errorf("promo code %s: no gift %q", p.Code, p.Gift)
			}
			goods, giftID = promo.GoodsGifts, &s.gifts[at].id
		}
		rows = append(rows, []any{
			int64(i + 1), p.Code, p.Kind, p.Percent, goods, gameID, giftID, s.daysAgo(7), s.daysAgo(-p.ValidDays),
			p.TotalLimit, p.PerBuyerLimit, p.FirstOrderOnly, s.daysAgo(7),
		})
	}
	return s.copyRows(ctx, "promo_codes", []string{
		"id", "code", "kind", "percent", "goods", "game_id", "gift_id", "valid_from", "valid_until",
		"total_limit", "per_buyer_limit", "first_order_only", "created",
	}, rows)
}

// seedStock loads fake redeem codes.
func (s *seeder) seedStock(ctx context.Context) error {
	if s.opt.Stock == nil {
		return nil
	}
	rng := rand.New(rand.NewPCG(2026, 15)) //nolint:gosec // the data must be reproducible
	for _, p := range s.products {
		if p.kind != catalog.KindPUBG {
			continue
		}
		codes := make([]string, codesPerProduct)
		for i := range codes {
			codes[i] = fakeCode(rng)
		}
		if _, _, err := s.opt.Stock.LoadTx(ctx, s.tx, p.id, codes); err != nil {
			return err
		}
	}
	return nil
}

func fakeCode(rng *rand.Rand) string {
	const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	b := make([]byte, 18)
	for i := range b {
		b[i] = letters[rng.IntN(len(letters))]
	}
	return string(b)
}
