// Package catalogue edits what is sold: games, products and their pictures.
package catalogue

import (
	"larek/internal/catalog"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/picture"
)

// Service edits games and products.
type Service struct {
	Desk       *desk.Desk
	Assortment *catalog.Assortment
	Sourcing   *delivery.Sourcing
	Pictures   *picture.Store // nil without a store
	Notify     desk.Notifier
}
