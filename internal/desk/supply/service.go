// Package supply switches suppliers, changes offers and keeps the stock of codes.
package supply

import (
	"larek/internal/catalog"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/ledger"
)

// Service changes suppliers, offers and the stock.
type Service struct {
	Desk       *desk.Desk
	Assortment *catalog.Assortment
	Stock      *delivery.Stock
	Sourcing   *delivery.Sourcing
	Ledger     *ledger.Service
	Notify     desk.Notifier
}
