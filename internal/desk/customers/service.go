// Package customers acts on the accounts of buyers: notes, blocks, balances and erasure.
package customers

import (
	"larek/internal/account"
	"larek/internal/desk"
	"larek/internal/ledger"
	"larek/internal/order"
)

// Service acts on accounts of buyers.
type Service struct {
	Desk     *desk.Desk
	Accounts *account.Service
	Sessions *account.Sessions
	Orders   *order.Service
	Ledger   *ledger.Service
	Notify   desk.Notifier
}
