package factory

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
)

// noPicture is a valid key of a picture that is not stored.
const noPicture = "00000000000000000000000000"

// Game inserts a game of kind supply.
func Game(t testing.TB, pool *pgxpool.Pool, with With) int64 {
	t.Helper()
	return insert(t, pool, "games", With{
		"kind": "supply", "title": unique("Игра "), "detail_title": "", "detail_description": "", "logo": noPicture,
		"product_preview_name": "", "product_preview_icon": noPicture, "position": 1, "created": clock.System(),
	}, with)
}

// Product inserts a product of a game that costs 100 rubles. Its kind must be
// the game's.
func Product(t testing.TB, pool *pgxpool.Pool, game int64, with With) int64 {
	t.Helper()
	row := With{"game_id": game, "kind": "supply", "title": unique("60 "), "price": 100, "picture": noPicture, "position": 1}
	switch with["kind"] {
	case "pubg":
		row["amount_uc"] = 60
	case "standoff":
		row["gold"] = 100
	}
	return insert(t, pool, "products", row, with)
}

// Gift inserts a gift that costs 100 rubles.
func Gift(t testing.TB, pool *pgxpool.Pool, with With) int64 {
	t.Helper()
	return insert(t, pool, "gifts", With{
		"title": "Подарок", "type": "game", "region": "ru", "price": 100, "logo": noPicture, "description": "", "created": clock.System(),
	}, with)
}

// Offer inserts an offer of a supplier for a product.
func Offer(t testing.TB, pool *pgxpool.Pool, product int64, with With) int64 {
	t.Helper()
	return insert(t, pool, "offers", With{
		"product_id": product, "supplier": "moogold", "sku": unique("sku-"), "cost": 1, "cost_currency": "USD", "priority": 1,
	}, with)
}

// Code inserts a free code of a product.
func Code(t testing.TB, pool *pgxpool.Pool, product int64, with With) int64 {
	t.Helper()
	row := With{"product_id": product, "sealed": []byte("sealed"), "key_id": "k1", "fingerprint": []byte(unique(""))}
	if with["state"] == "given" {
		row["given_at"] = clock.System()
	}
	return insert(t, pool, "codes", row, with)
}

// PromoCode inserts a code of 10 percent for everything, valid from now on.
func PromoCode(t testing.TB, pool *pgxpool.Pool, with With) int64 {
	t.Helper()
	now := clock.System()
	return insert(t, pool, "promo_codes", With{
		"code": strings.ToUpper(unique("CODE")), "kind": "public", "percent": 10, "goods": "all", "valid_from": now, "created": now,
	}, with)
}
