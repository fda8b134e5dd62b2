package email

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/email/emaildb"
)

// ErrNoLetter is returned for an email that does not exist or does not wait.
var ErrNoLetter = errors.New("email: no such e-mail")

// Letter is an email about an order.
type Letter struct {
	ID    int64
	Kind  Kind
	State string // waiting, sending, sent, given_up
}

// Letters returns the emails of an order.
func (s *Service) Letters(ctx context.Context, db emaildb.DBTX, orderID int64) ([]Letter, error) {
	rows, err := emaildb.New(db).OrderLetters(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("e-mails of order %d: %w", orderID, err)
	}
	letters := make([]Letter, len(rows))
	for i, r := range rows {
		letters[i] = Letter{ID: r.ID, Kind: Kind(r.Event), State: r.State}
	}
	return letters, nil
}

// Resend queues an email of an order again, as an operator asked. It returns
// ErrNoLetter if the order never had one of this kind.
func (s *Service) Resend(ctx context.Context, tx pgx.Tx, orderID int64, kind Kind) error {
	letters, err := s.Letters(ctx, tx, orderID)
	if err != nil {
		return err
	}
	for _, l := range letters {
		if l.Kind != kind {
			continue
		}
		err := emaildb.New(tx).RequeueLetter(ctx, emaildb.RequeueLetterParams{OrderID: orderID, Event: string(kind), Now: s.clock()})
		if err != nil {
			return fmt.Errorf("resend %s e-mail of order %d: %w", kind, orderID, err)
		}
		return nil
	}
	return ErrNoLetter
}

// ResendLetter queues an email that was given up again and returns its order.
func (s *Service) ResendLetter(ctx context.Context, tx pgx.Tx, id int64) (orderID int64, err error) {
	l, err := emaildb.New(tx).LetterOfOrder(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && l.State != "given_up" {
		return 0, ErrNoLetter
	}
	if err != nil {
		return 0, fmt.Errorf("e-mail %d: %w", id, err)
	}
	return l.OrderID, s.Resend(ctx, tx, l.OrderID, Kind(l.Event))
}

// DismissLetter ends the wait for an operator of an email that was given up.
func (s *Service) DismissLetter(ctx context.Context, tx pgx.Tx, id int64) error {
	n, err := emaildb.New(tx).DismissLetter(ctx, emaildb.DismissLetterParams{ID: id, Now: s.clock()})
	if err != nil {
		return fmt.Errorf("dismiss e-mail %d: %w", id, err)
	}
	if n == 0 {
		return ErrNoLetter
	}
	return nil
}
