package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/order/orderdb"
	"larek/internal/problem"
)

// Details is where an order goes, as far as it is to be changed: nil keeps.
type Details struct {
	Email                 *string
	SteamAccountID        *string
	GameAccountID         *string
	MoogoldUserID         *string
	MoogoldServer         *int64
	MoogoldServerCustomID *string
}

// SetDetails changes where an order goes. It does not ask whether it may.
func (s *Service) SetDetails(ctx context.Context, tx pgx.Tx, o *Order, d Details) error {
	detail := o.Detail
	set(&detail.SteamAccountID, d.SteamAccountID)
	set(&detail.GameAccountID, d.GameAccountID)
	set(&detail.MoogoldUserID, d.MoogoldUserID)
	if d.MoogoldServerCustomID != nil {
		detail.MoogoldServerCustomID = new(*d.MoogoldServerCustomID)
	}
	if d.MoogoldServer != nil {
		detail.MoogoldServer = d.MoogoldServer
	}
	if err := detail.tidy(o.Kind, "moogold_user_id"); err != nil {
		return err
	}
	if d.SteamAccountID != nil || d.GameAccountID != nil || d.MoogoldUserID != nil || d.MoogoldServer != nil || d.MoogoldServerCustomID != nil {
		detail.AccountName = nil // the name that was checked belongs to the account of before
	}
	if o.Kind == Supply {
		if err := s.nameServer(ctx, tx, o, &detail); err != nil {
			return err
		}
	}
	next := *o
	next.Detail = detail
	if d.Email != nil {
		next.Email = d.Email
	}
	return s.saveDetail(ctx, tx, o, next)
}

// SetDetail writes what only one kind of order has.
func (s *Service) SetDetail(ctx context.Context, tx pgx.Tx, o *Order, d Detail) error {
	next := *o
	next.Detail = d
	return s.saveDetail(ctx, tx, o, next)
}

// SetEmail writes where to reach the buyer.
func (s *Service) SetEmail(ctx context.Context, tx pgx.Tx, o *Order, email string) error {
	if err := s.q.WithTx(tx).SetEmail(ctx, orderdb.SetEmailParams{ID: o.ID, Email: email}); err != nil {
		return fmt.Errorf("set e-mail of order %d: %w", o.ID, err)
	}
	o.Email = &email
	return nil
}

// SetRefundTo writes where money goes for goods that are not coming.
func (s *Service) SetRefundTo(ctx context.Context, tx pgx.Tx, o *Order, to string) error {
	if err := s.q.WithTx(tx).SetRefundTo(ctx, orderdb.SetRefundToParams{ID: o.ID, RefundTo: to}); err != nil {
		return fmt.Errorf("set refund of order %d: %w", o.ID, err)
	}
	o.RefundTo = to
	return nil
}

func (s *Service) saveDetail(ctx context.Context, tx pgx.Tx, o *Order, next Order) error {
	text, err := json.Marshal(next.Detail)
	if err != nil {
		return fmt.Errorf("detail of order %d: %w", o.ID, err)
	}
	if err := s.q.WithTx(tx).SetDetail(ctx, orderdb.SetDetailParams{ID: o.ID, Email: next.Email, Detail: text}); err != nil {
		return fmt.Errorf("set detail of order %d: %w", o.ID, err)
	}
	*o = next
	return nil
}

// nameServer checks the server against the game's.
func (s *Service) nameServer(ctx context.Context, tx pgx.Tx, o *Order, d *Detail) error {
	r, err := s.q.WithTx(tx).ServerOfGame(ctx, orderdb.ServerOfGameParams{GameID: *o.GameID, ServerID: d.MoogoldServer})
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrUnavailable
	}
	if err != nil {
		return fmt.Errorf("server of order %d: %w", o.ID, err)
	}
	if fields := judgeServer(serverRules{r.IsServerNeeded, r.IsServerEnum, r.ID != nil}, *d, "moogold_"); fields != nil {
		return problem.InvalidFields(fields...)
	}
	d.MoogoldServerName = r.Name
	return nil
}

func set(to *string, from *string) {
	if from != nil {
		*to = *from
	}
}
