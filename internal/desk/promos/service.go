// Package promos makes promo codes and changes their terms.
package promos

import (
	"larek/internal/desk"
	"larek/internal/promo"
)

// Service makes and changes promo codes.
type Service struct {
	Desk   *desk.Desk
	Promos *promo.Service
}
