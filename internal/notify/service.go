// Package notify owns the letters buyers get about their orders.
package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"larek/internal/clock"
	"larek/internal/money"
	"larek/internal/notify/notifydb"
)

// Event is what a letter is about; an order has at most one letter of each.
type Event string

// The events.
const (
	Paid            Event = "paid"
	Delivered       Event = "delivered"
	DetailsNeeded   Event = "details_needed"
	DetailsReminder Event = "details_reminder"
	Refunded        Event = "refunded"
	OrderLink       Event = "order_link" // sent whenever a guest asks for it
)

// Events lists them all.
var Events = []Event{Paid, Delivered, DetailsNeeded, DetailsReminder, Refunded, OrderLink}

// Sender hands a letter to the world. It says ErrRefused when the letter
// certainly went nowhere; after any other error it may have arrived.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// ErrRefused is the one failure after which a letter is sent again.
var ErrRefused = errors.New("notify: refused")

const (
	// pause is between looks at an empty queue.
	pause = 2 * time.Second
	// senders is how many letters are on their way at once.
	senders = 4
	// sendLimit bounds one conversation with the mail server.
	sendLimit = time.Minute
	// silence is how long a letter nobody knows the fate of stays open.
	silence = 10 * time.Minute
	// lifetime is how long a refused letter is tried.
	lifetime = 24 * time.Hour
)

// backOff is the wait after the first, second… refusal; the last one repeats.
var backOff = []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour}

// Service keeps and sends letters.
type Service struct {
	pool   *pgxpool.Pool
	q      *notifydb.Queries
	sender Sender
	clock  clock.Clock
	log    *slog.Logger
	origin string
	// proof makes the secret a guest's letter carries; see ProveBy.
	proof func(ctx context.Context, orderID int64, email string) (string, error)
}

// NewService sends through sender. Origin is the shop's public address, for
// the links in letters.
func NewService(pool *pgxpool.Pool, sender Sender, clock clock.Clock, log *slog.Logger, origin string) *Service {
	return &Service{pool: pool, q: notifydb.New(pool), sender: sender, clock: clock, log: log, origin: origin}
}

// ProveBy makes letters about guests' orders carry a one-time proof of their
// e-mail. It is made while the letter is written and is kept nowhere but there.
func (s *Service) ProveBy(proof func(ctx context.Context, orderID int64, email string) (string, error)) {
	s.proof = proof
}

// QueueAgain asks for a letter that may be sent many times. One that is on its
// way is not sent twice.
func (s *Service) QueueAgain(ctx context.Context, orderID int64, event Event) error {
	err := s.q.QueueLetterAgain(ctx, notifydb.QueueLetterAgainParams{OrderID: orderID, Event: string(event), Now: s.clock()})
	if err != nil {
		return fmt.Errorf("queue the %s letter of order %d: %w", event, orderID, err)
	}
	return nil
}

// Queue asks for a letter, within the transaction of what it is about. Asked
// again it does nothing.
func (s *Service) Queue(ctx context.Context, tx pgx.Tx, orderID int64, event Event) error {
	err := notifydb.New(tx).QueueLetter(ctx, notifydb.QueueLetterParams{OrderID: orderID, Event: string(event), Now: s.clock()})
	if err != nil {
		return fmt.Errorf("queue the %s letter of order %d: %w", event, orderID, err)
	}
	return nil
}

// Run sends letters until ctx ends. Several copies may run side by side.
func (s *Service) Run(ctx context.Context) {
	for {
		if _, err := s.SendDue(ctx); err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "letters wait", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// SendDue sends every letter whose time has come, and tells how many it tried.
func (s *Service) SendDue(ctx context.Context) (int, error) {
	lost, err := s.q.GiveUpSilent(ctx, new(s.clock()))
	if err != nil {
		return 0, fmt.Errorf("give up silent letters: %w", err)
	}
	for _, id := range lost {
		s.log.WarnContext(ctx, "letter given up: nobody knows whether it arrived", "letter", id)
	}
	tried := make([]int, senders)
	g, ctx := errgroup.WithContext(ctx)
	for i := range senders {
		g.Go(func() error {
			for ctx.Err() == nil {
				more, err := s.sendNext(ctx)
				if err != nil || !more {
					return err
				}
				tried[i]++
			}
			return nil
		})
	}
	err = g.Wait()
	n := 0
	for _, t := range tried {
		n += t
	}
	return n, err
}

// sendNext takes one letter and sends it; false when none is due. A letter
// that was begun is finished even while the process is being stopped.
func (s *Service) sendNext(ctx context.Context) (bool, error) {
	now := s.clock()
	l, err := s.q.TakeLetter(ctx, notifydb.TakeLetterParams{Now: &now, GiveUpAt: new(now.Add(silence))})
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("take a letter: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sendLimit)
	defer cancel()
	m, err := s.write(ctx, l.OrderID, Event(l.Event))
	if err != nil {
		// Our own fault, and nothing was sent: it is tried again.
		return true, errors.Join(err, s.later(ctx, l))
	}
	if m.To == "" {
		return true, s.giveUp(ctx, l.ID)
	}
	err = s.sender.Send(ctx, m)
	switch {
	case err == nil:
		if err := s.q.LetterSent(ctx, notifydb.LetterSentParams{ID: l.ID, SentAt: s.clock()}); err != nil {
			return true, fmt.Errorf("letter %d was sent, but: %w", l.ID, err)
		}
		return true, nil
	case errors.Is(err, ErrRefused):
		s.log.WarnContext(ctx, "letter refused", "letter", l.ID, "try", l.Tries, "error", err)
		return true, s.later(ctx, l)
	}
	s.log.WarnContext(ctx, "letter may have arrived", "letter", l.ID, "error", err)
	return true, nil
}

// later puts a letter that went nowhere back, or gives it up when it is too old.
func (s *Service) later(ctx context.Context, l notifydb.TakeLetterRow) error {
	now := s.clock()
	wait := backOff[min(int(l.Tries), len(backOff))-1]
	if now.Add(wait).After(l.Created.Add(lifetime)) {
		return s.giveUp(ctx, l.ID)
	}
	if err := s.q.LetterRefused(ctx, notifydb.LetterRefusedParams{ID: l.ID, NextTryAt: now.Add(wait)}); err != nil {
		return fmt.Errorf("put back letter %d: %w", l.ID, err)
	}
	return nil
}

func (s *Service) giveUp(ctx context.Context, id int64) error {
	if err := s.q.LetterGivenUp(ctx, id); err != nil {
		return fmt.Errorf("give up letter %d: %w", id, err)
	}
	return nil
}

// write reads the order as it is now and makes the letter.
func (s *Service) write(ctx context.Context, orderID int64, event Event) (Message, error) {
	r, err := s.q.LetterOrder(ctx, orderID)
	if err != nil {
		return Message{}, fmt.Errorf("order %d for a letter: %w", orderID, err)
	}
	lines, err := s.q.LetterLines(ctx, orderID)
	if err != nil {
		return Message{}, fmt.Errorf("lines of order %d for a letter: %w", orderID, err)
	}
	refunds, err := s.q.LetterRefunds(ctx, orderID)
	if err != nil {
		return Message{}, fmt.Errorf("refunds of order %d for a letter: %w", orderID, err)
	}
	o := Order{
		ID: r.ID, Hash: r.Hash, Email: r.Email, Game: r.Game, Fee: r.Fee,
		Paid:     Sum(money.Of(money.Minor(r.PaidHundredths), money.Currency(r.PaidCurrency))),
		IsGuests: r.IsGuests,
	}
	if o.IsGuests && s.proof != nil {
		if o.Proof, err = s.proof(ctx, orderID, o.Email); err != nil {
			return Message{}, err
		}
	}
	if event == OrderLink && o.Proof == "" {
		return Message{}, nil // an account's by now, or nowhere to write to
	}
	if r.NextAction != nil && *r.NextAction == "correct" {
		o.CorrectBy = r.DueAt
	}
	for _, l := range lines {
		o.Lines = append(o.Lines, Line(l))
	}
	for _, b := range refunds {
		o.Refunds = append(o.Refunds, Refund{Sum: Sum(money.Of(money.Minor(b.Hundredths), b.Currency)), ToBalance: b.ToBalance})
	}
	return Compose(&o, event, s.origin)
}

// host is the shop's name in letters' ids.
func host(origin string) string {
	u, err := url.Parse(origin)
	if err != nil || u.Hostname() == "" {
		return "larek.invalid"
	}
	return u.Hostname()
}
