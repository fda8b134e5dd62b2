package desk

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/order"
)

// Blocking is whom the shop does not sell to any more.
type Blocking struct {
	What  string // account, email, player
	Words string // what a barred account reads
}

// Block stops selling to the account, the address or the player of an order.
func (o *Operations) Block(ctx context.Context, a Act, b Blocking) (Done, error) {
	return o.act(ctx, ActionBlock, a, b, func(ctx context.Context, tx pgx.Tx, s *orderState) (_ effect, err error) {
		e := effect{message: "Больше не продаём.", after: map[string]any{"blocked": b.What}}
		switch player := s.order.Detail.Player(); {
		case b.What == string(order.BlockAccount) && s.order.UserID != nil:
			err = o.Accounts.BanTx(ctx, tx, *s.order.UserID, b.Words)
		case b.What == string(order.BlockEmail) && s.order.Email != nil:
			err = o.Orders.Block(ctx, tx, order.BlockEmail, *s.order.Email, a.Reason.Text, a.Actor.ID)
		case b.What == string(order.BlockPlayer) && player != "":
			err = o.Orders.Block(ctx, tx, order.BlockPlayer, player, a.Reason.Text, a.Actor.ID)
		default:
			err = field("what", "Этого у заказа нет.")
		}
		if err != nil {
			return effect{}, err
		}
		if s.order.Status == order.Paid || s.order.Status == order.Sending {
			_, err = o.Flow.Delivery.Gate(ctx, tx, s.order)
		}
		return e, err
	})
}

// Unblock sells to the account, the address or the player of an order again.
func (o *Operations) Unblock(ctx context.Context, a Act, what order.BlockKind) (Done, error) {
	return o.act(ctx, ActionUnblock, a, what, func(ctx context.Context, tx pgx.Tx, s *orderState) (effect, error) {
		e := effect{message: "Снова продаём.", after: map[string]any{"unblocked": what}}
		if !slices.Contains(s.blocks, what) {
			return effect{}, order.ErrBlockUnchanged
		}
		switch what {
		case order.BlockAccount:
			return e, o.Accounts.UnbanTx(ctx, tx, *s.order.UserID)
		case order.BlockEmail:
			return e, o.Orders.Unblock(ctx, tx, what, *s.order.Email, a.Actor.ID)
		default:
			return e, o.Orders.Unblock(ctx, tx, what, s.order.Detail.Player(), a.Actor.ID)
		}
	})
}
