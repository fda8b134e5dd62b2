// Package catalog stores what the shop sells: games with their products, and
// gifts.
package catalog

import (
	"larek/internal/catalog/catalogdb"
	"larek/internal/problem"
)

// The kinds of games; a product is of its game's kind.
const (
	KindGame     = "game"
	KindPUBG     = "pubg"
	KindStandoff = "standoff"
	KindSteam    = "steam"
	KindSupply   = "supply"
)

// The read models below are the rows of their queries, so that a column is named in
// queries.sql alone.

// GameItem is a game in a list.
type GameItem = catalogdb.ListGamesRow

// Game is a game with the data of its page.
type Game struct {
	GameItem
	Products []Product
	Servers  []Server
}

// ShortGame is a game as part of another entity.
type ShortGame = catalogdb.ShortGamesRow

// Server is a game server of a supply game.
type Server = catalogdb.GameServersRow

// Product is a product of a game. AmountUc is of PUBG, Gold of Standoff alone.
type Product = catalogdb.ListProductsRow

// Gift is an activation key or edition for one region, in a list.
type Gift = catalogdb.ListGiftsRow

// GiftDetail is a gift with the data of its page.
type GiftDetail = catalogdb.GetGiftRow

// Page is a part of a list. Count is the length of the whole list, up to
// SearchDepth for text searches.
type Page[T any] struct {
	Count int64
	Items []T
}

// Errors shown to the buyer.
var (
	ErrGameNotFound    = problem.New(problem.NotFound, "game.not_found", "Такой игры нет на витрине.")
	ErrProductNotFound = problem.New(problem.NotFound, "product.not_found", "Такого товара нет на витрине.")
	ErrGiftNotFound    = problem.New(problem.NotFound, "gift.not_found", "Такого подарка нет на витрине.")
)
