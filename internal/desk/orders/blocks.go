package orders

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/desk"
	"larek/internal/order"
)

// Blocking selects the person the shop stops selling to.
type Blocking struct {
	What  string // account, email, player
	Words string // the message for the blocked account
}

// Block stops selling to the account, the address or the player of an order.
func (o *Service) Block(ctx context.Context, a desk.Command, b Blocking) (desk.Done, error) {
	return o.Guard.run(ctx, ActionBlock, a, b, func(ctx context.Context, tx pgx.Tx, s *State) (_ Effect, err error) {
		e := Effect{Message: "Больше не продаём.", After: map[string]any{"blocked": b.What}}
		switch player := s.Order.Detail.Player(); {
		case b.What == string(order.BlockAccount) && s.Order.UserID != nil:
			err = o.Accounts.BanTx(ctx, tx, *s.Order.UserID, b.Words)
		case b.What == string(order.BlockEmail) && s.Order.Email != nil:
			err = o.Orders.Block(ctx, tx, order.BlockEmail, *s.Order.Email, a.Reason.Text, a.Actor.ID)
		case b.What == string(order.BlockPlayer) && player != "":
			err = o.Orders.Block(ctx, tx, order.BlockPlayer, player, a.Reason.Text, a.Actor.ID)
		default:
			err = desk.Invalid("what", "Этого у заказа нет.")
		}
		if err != nil {
			return Effect{}, err
		}
		if s.Order.Status == order.Paid || s.Order.Status == order.Sending {
			_, err = o.DeliverySteps.Gate(ctx, tx, s.Order)
		}
		return e, err
	})
}

// Unblock sells to the account, the address or the player of an order again.
func (o *Service) Unblock(ctx context.Context, a desk.Command, what order.BlockKind) (desk.Done, error) {
	return o.Guard.run(ctx, ActionUnblock, a, what, func(ctx context.Context, tx pgx.Tx, s *State) (Effect, error) {
		e := Effect{Message: "Снова продаём.", After: map[string]any{"unblocked": what}}
		if !slices.Contains(s.blocks, what) {
			return Effect{}, order.ErrBlockUnchanged
		}
		switch what {
		case order.BlockAccount:
			return e, o.Accounts.UnbanTx(ctx, tx, *s.Order.UserID)
		case order.BlockEmail:
			return e, o.Orders.Unblock(ctx, tx, what, *s.Order.Email, a.Actor.ID)
		default:
			return e, o.Orders.Unblock(ctx, tx, what, s.Order.Detail.Player(), a.Actor.ID)
		}
	})
}
