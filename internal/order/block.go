package order

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/order/orderdb"
	"larek/internal/problem"
	"larek/internal/spelling"
)

// ErrBlocked is returned to a buyer the shop does not sell to.
var ErrBlocked = problem.New(problem.Forbidden, "order.blocked", "Этот заказ мы принять не можем. Напишите нам, если считаете это ошибкой.")

// ErrBlockUnchanged is returned if the block exists already, or does not exist.
var ErrBlockUnchanged = problem.New(problem.Conflict, "order.block_unchanged", "Так уже и есть.")

// BlockKind is what is blocked. The values are stored.
type BlockKind string

// Kinds of blocks.
const (
	BlockEmail  BlockKind = "email"
	BlockPlayer BlockKind = "player"
	// BlockAccount is a barred account, which has a table of its own.
	BlockAccount BlockKind = "account"
)

// key returns what is blocked as it is stored and compared.
func (k BlockKind) key(value string) string {
	if k == BlockPlayer {
		return spelling.PlayerKey(value)
	}
	return spelling.Fold(value)
}

// Blocks returns what of an order the shop sells nothing to.
func Blocks(ctx context.Context, tx pgx.Tx, o *Order) ([]BlockKind, error) {
	p := orderdb.BlocksOfOrderParams{OrderID: o.ID, Player: BlockPlayer.key(o.Detail.Player())}
	if o.Email != nil {
		p.Email = BlockEmail.key(*o.Email)
	}
	rows, err := orderdb.New(tx).BlocksOfOrder(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("blocks of order %d: %w", o.ID, err)
	}
	kinds := make([]BlockKind, len(rows))
	for i, kind := range rows {
		kinds[i] = BlockKind(kind)
	}
	return kinds, nil
}

// Player returns the account goods are delivered to, or an empty text.
func (d DeliveryDetails) Player() string {
	for _, id := range []string{d.MoogoldUserID, d.GameAccountID, d.SteamAccountID} {
		if id != "" {
			return id
		}
	}
	return ""
}

// CheckBlocked returns ErrBlocked if the shop does not sell to the address or player.
func (s *Service) CheckBlocked(ctx context.Context, email *string, d DeliveryDetails) error {
	address := ""
	if email != nil {
		address = BlockEmail.key(*email)
	}
	blocked, err := s.q.IsBlocked(ctx, orderdb.IsBlockedParams{Email: address, Player: BlockPlayer.key(d.Player())})
	if err != nil {
		return fmt.Errorf("blocked buyers: %w", err)
	}
	if blocked {
		return ErrBlocked
	}
	return nil
}

// CheckOrderBlocked returns ErrBlocked if the shop does not sell to the account, address
// or player of an order. The caller holds the order's lock.
func CheckOrderBlocked(ctx context.Context, tx pgx.Tx, o *Order) error {
	blocks, err := Blocks(ctx, tx, o)
	if err == nil && len(blocks) > 0 {
		err = ErrBlocked
	}
	return err
}

// Block stops selling to an email address or a player.
func (s *Service) Block(ctx context.Context, tx pgx.Tx, kind BlockKind, value, reason string, staffID int64) error {
	n, err := orderdb.New(tx).BlockBuyer(ctx, orderdb.BlockBuyerParams{
		Kind: string(kind), Value: kind.key(value), Reason: reason, BlockedBy: staffID, BlockedAt: s.clock(),
	})
	return blockResult(n, err)
}

// Unblock sells to an email address or a player again.
func (s *Service) Unblock(ctx context.Context, tx pgx.Tx, kind BlockKind, value string, staffID int64) error {
	n, err := orderdb.New(tx).UnblockBuyer(ctx, orderdb.UnblockBuyerParams{Kind: string(kind), Value: kind.key(value), Now: s.clock(), LiftedBy: staffID})
	return blockResult(n, err)
}

func blockResult(n int64, err error) error {
	if err != nil {
		return fmt.Errorf("block a buyer: %w", err)
	}
	if n == 0 {
		return ErrBlockUnchanged
	}
	return nil
}
