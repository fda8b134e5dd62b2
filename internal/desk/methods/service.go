// Package methods changes methods of payment and pauses those that fail.
package methods

import (
	"larek/internal/desk"
	"larek/internal/payment"
)

// Service changes methods of payment.
type Service struct {
	Desk    *desk.Desk
	Methods *payment.Methods
	Notify  desk.Notifier
}
