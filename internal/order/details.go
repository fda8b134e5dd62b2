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

// DeliveryDetailsUpdate is a change of delivery details. A nil field is left
// unchanged.
type DeliveryDetailsUpdate struct {
	Email                 *string
	SteamAccountID        *string
	GameAccountID         *string
	MoogoldUserID         *string
	MoogoldServer         *int64
	MoogoldServerCustomID *string
}

// SetDetails validates and saves a change of delivery details. It returns ErrBlocked for
// an address or a player the shop does not sell to. The caller holds the order's lock
// and has checked that the order may be changed.
func SetDetails(ctx context.Context, tx pgx.Tx, o *Order, d DeliveryDetailsUpdate) error {
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
	if err := detail.normalize(o.Kind, "moogold_user_id"); err != nil {
		return err
	}
	if d.SteamAccountID != nil || d.GameAccountID != nil || d.MoogoldUserID != nil || d.MoogoldServer != nil || d.MoogoldServerCustomID != nil {
		detail.AccountName = nil // the checked name belongs to the previous account
	}
	if o.Kind == Supply {
		if err := nameServer(ctx, tx, o, &detail); err != nil {
			return err
		}
	}
	next := *o
	next.Detail = detail
	if d.Email != nil {
		next.Email = d.Email
	}
	if err := CheckOrderBlocked(ctx, tx, &next); err != nil {
		return err
	}
	return saveDetail(ctx, tx, o, next)
}

// SetDetail saves delivery details without validation.
func SetDetail(ctx context.Context, tx pgx.Tx, o *Order, d DeliveryDetails) error {
	next := *o
	next.Detail = d
	return saveDetail(ctx, tx, o, next)
}

// AccountEmail returns the address of the order's account, or "" if it has none.
func AccountEmail(ctx context.Context, tx pgx.Tx, o *Order) (string, error) {
	email, err := orderdb.New(tx).AccountEmail(ctx, o.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read the address of the account of order %d: %w", o.ID, err)
	}
	return *email, nil
}

// SetEmail saves the buyer's email address.
func SetEmail(ctx context.Context, tx pgx.Tx, o *Order, email string) error {
	if err := orderdb.New(tx).SetEmail(ctx, orderdb.SetEmailParams{ID: o.ID, Email: email}); err != nil {
		return fmt.Errorf("set e-mail of order %d: %w", o.ID, err)
	}
	o.Email = &email
	return nil
}

// SetRefundTo saves where the buyer wants refunds of undelivered goods.
func SetRefundTo(ctx context.Context, tx pgx.Tx, o *Order, to string) error {
	if err := orderdb.New(tx).SetRefundTo(ctx, orderdb.SetRefundToParams{ID: o.ID, RefundTo: to}); err != nil {
		return fmt.Errorf("set refund destination of order %d: %w", o.ID, err)
	}
	o.RefundTo = to
	return nil
}

func saveDetail(ctx context.Context, tx pgx.Tx, o *Order, next Order) error {
	text, err := json.Marshal(next.Detail)
	if err != nil {
		return fmt.Errorf("marshal details of order %d: %w", o.ID, err)
	}
	if err := orderdb.New(tx).SetDetail(ctx, orderdb.SetDetailParams{ID: o.ID, Email: next.Email, Detail: text}); err != nil {
		return fmt.Errorf("set details of order %d: %w", o.ID, err)
	}
	*o = next
	return nil
}

// nameServer validates the server against the game's servers and stores its
// name.
func nameServer(ctx context.Context, tx pgx.Tx, o *Order, d *DeliveryDetails) error {
	r, err := orderdb.New(tx).ServerOfGame(ctx, orderdb.ServerOfGameParams{GameID: *o.GameID, ServerID: d.MoogoldServer})
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrUnavailable
	}
	if err != nil {
		return fmt.Errorf("read server of order %d: %w", o.ID, err)
	}
	if fields := validateServer(serverRules{r.IsServerNeeded, r.IsServerEnum, r.ID != nil}, *d, "moogold_"); fields != nil {
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
