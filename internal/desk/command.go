package desk

import (
	"cmp"
	"context"
	"strconv"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/money"
	"larek/internal/publicid"
	"larek/internal/staff"
)

// Command holds the parameters that all actions share. It is about an order unless OrderID is zero.
type Command struct {
	Actor   staff.Actor
	Key     string
	OrderID int64
	Version string // of the order as the operator saw it; empty if the operator did not open it
	Reason  audit.Reason
	Batch   *publicid.ID
}

// ReasonText returns the text of a reason, or its code if it has no text. The audit keeps both.
func ReasonText(r audit.Reason) string { return cmp.Or(r.Text, r.Code) }

// Done is the result of an action.
type Done struct {
	Name    string `json:"name"`
	OrderID *int64 `json:"order_id"`
	ID      *int64 `json:"id"`
	Version string `json:"version"`
	Message string `json:"message"`
}

// On returns the action of the command on an object that is not an order.
func (a Command) On(object audit.Object, name string, p staff.Permission, input any) Action {
	return Action{Actor: a.Actor, Permission: p, Name: name, Key: a.Key, Object: object, Reason: a.Reason, Input: input}
}

// OnOrder returns the action of the command on its order.
func (a Command) OnOrder(name string, p staff.Permission, input any) Action {
	x := a.On(audit.Object{Kind: "order", ID: FormatID(a.OrderID)}, name, p, []any{a.Version, input})
	x.OrderID, x.Batch = a.OrderID, a.Batch
	return x
}

// LedgerRef returns the reference of the command in the books. It is unique, because a
// person uses a key for one action only.
func (a Command) LedgerRef() string { return FormatID(a.Actor.ID) + ":" + a.Key }

// StaffRef returns the name of the operator in the tables of the domains.
func (a Command) StaffRef() string { return "staff:" + FormatID(a.Actor.ID) }

// FormatID returns an ID as text.
func FormatID(id int64) string { return strconv.FormatInt(id, 10) }

// Allowed reports whether a person may run an action now.
type Allowed struct {
	Name    string
	Allowed bool
	Reason  string           // why not
	Needs   staff.Permission // that the person lacks
	Limit   *money.RUB       // the largest sum the person may act on alone
}

// Saved is the result of a change that has no order.
type Saved struct {
	ID      int64  `json:"id"`
	Message string `json:"message"`
}

// GameObject returns a game as the object of an action.
func GameObject(id int64) *audit.Object { return &audit.Object{Kind: "game", ID: FormatID(id)} }

// ProductObject returns a product as the object of an action.
func ProductObject(id int64) *audit.Object { return &audit.Object{Kind: "product", ID: FormatID(id)} }

// ChangeGoods runs a change of what is sold and notifies the storefront.
func ChangeGoods(ctx context.Context, d *Desk, n Notifier, a Action, do Handler) (Saved, error) {
	return Decode[Saved](d.Do(ctx, a, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		done, err := do(ctx, tx)
		notify := done.AfterCommit
		done.AfterCommit = func(ctx context.Context) {
			n.Data(ctx)
			if notify != nil {
				notify(ctx)
			}
		}
		return done, err
	}))
}
