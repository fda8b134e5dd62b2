// Package pricing changes prices: by hand, at a planned time, from a file, or by rules that follow costs.
package pricing

import (
	"larek/internal/catalog"
	"larek/internal/desk"
	"larek/internal/desk/catalogue"
)

// Service changes prices.
type Service struct {
	Desk   *desk.Desk
	Prices *catalog.Prices
	// Catalogue shows and hides goods at their time, in the same run as planned prices.
	Catalogue *catalogue.Service
	Notify    desk.Notifier
}
