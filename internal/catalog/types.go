// Package catalog owns what the shop sells: games with their packs, and gifts.
package catalog

import (
	"time"

	"larek/internal/money"
	"larek/internal/picture"
)

// The kinds of games; a product is of its game's kind.
const (
	KindGame     = "game"
	KindPUBG     = "pubg"
	KindStandoff = "standoff"
	KindSteam    = "steam"
	KindSupply   = "supply"
)

// The fields of the types below stand in the order of the columns in
// queries.sql, so that a row becomes a value by conversion.

// GameItem is a game as lists show it.
type GameItem struct {
	ID                 int64
	Kind               string
	Title              string
	DetailTitle        string
	DetailDescription  string
	Logo               picture.Key
	Created            time.Time
	IsAuthRequired     bool
	IsActive           bool
	ProductPreviewName string
	ProductPreviewIcon picture.Key
	Tags               []string
	IsServerNeeded     bool
	IsServerEnum       bool
	DiscountPercent    int32
	PriceFrom          money.RUB // of the cheapest pack; 0 when there is none
}

// Game is a game with everything its page needs.
type Game struct {
	GameItem
	IDHint   string
	Products []Product
	Servers  []Server
}

// ShortGame is what other things show of a game.
type ShortGame struct {
	ID             int64
	Kind           string
	Title          string
	Logo           picture.Key
	IsActive       bool
	IsServerNeeded bool
	IsServerEnum   bool
}

// Server is a place of a supply game to deliver to.
type Server struct {
	ID   int64
	Code string
	Name string
}

// Product is a pack of a game.
type Product struct {
	ID              int64
	Kind            string
	Title           string
	Price           money.RUB
	DiscountPercent int16
	FinalPrice      money.RUB
	Picture         picture.Key
	MinQuantity     int32
	MaxQuantity     int32
	IsActive        bool
	AmountUc        *int32 // pubg
	Gold            *int32 // standoff
	GameID          int64
	GameTitle       string
}

// Gift is a key or a present of one region, as lists show it.
type Gift struct {
	ID              int64
	Title           string
	Type            string
	Region          string
	Price           money.RUB
	DiscountPercent int16
	FinalPrice      money.RUB
	Logo            picture.Key
}

// GiftDetail is a gift with everything its page needs.
type GiftDetail struct {
	Gift
	Description string
	Tags        []string
	Created     time.Time
}

// Page is a part of a list. Count is of the whole list, up to SearchDepth
// where text is searched.
type Page[T any] struct {
	Count int64
	Items []T
}
