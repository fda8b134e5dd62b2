// Package email queues, renders and sends the emails to buyers. Its table is
// called letters.
package email

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"larek/internal/brand"
	"larek/internal/clock"
	"larek/internal/email/emaildb"
	"larek/internal/money"
	"larek/internal/pubsub"
)

// Kind is the subject of an email. An order has at most one email of each
// kind, except OrderLink.
type Kind string

// The kinds. Persisted: do not change the values.
const (
	Short           Kind = "payment_short"    // a part came and goes back
	Declined        Kind = "payment_declined" // nothing was charged
	Expired         Kind = "payment_expired"  // nothing was charged
	Late            Kind = "payment_late"     // it came too late and goes back
	Paid            Kind = "paid"
	Delivered       Kind = "delivered"
	DetailsNeeded   Kind = "details_needed"
	DetailsReminder Kind = "details_reminder"
	Refunded        Kind = "refunded"
	OrderLink       Kind = "order_link" // sent each time a guest requests it
)

// The kinds that are about an address, sent at once and not queued. Persisted too.
const (
	AddressConfirm  Kind = "confirm"
	AddressChanging Kind = "changing"
	AddressChanged  Kind = "changed"
	DiscountCode    Kind = "proof"
)

// AllKinds lists what buyers get, in the order editors see it.
var AllKinds = append(slices.Clone(Kinds), AddressConfirm, AddressChanging, AddressChanged, DiscountCode)

// Kinds lists the kinds about orders.
var Kinds = []Kind{Paid, Delivered, DetailsNeeded, DetailsReminder, Refunded, Short, Declined, Expired, Late, OrderLink}

// delays are how long after its cause an email waits. By then another may say
// more: a buyer pays again after a refusal, and codes are delivered in seconds.
var delays = map[Kind]time.Duration{Paid: time.Minute, Declined: 10 * time.Minute, Expired: 10 * time.Minute}

// Sender sends an email. It returns ErrRefused if the email was certainly not
// delivered; after any other error it may have been.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// ErrRefused is the only error after which an email is sent again.
var ErrRefused = errors.New("email: refused")

const (
	// pollInterval is how often the queue is read.
	pollInterval = 2 * time.Second
	// maxConcurrentSends bounds how many emails are sent at once.
	maxConcurrentSends = 4
	// sendTimeout bounds one SMTP session.
	sendTimeout = time.Minute
	// unknownTimeout is after how long an email with an unknown outcome is abandoned.
	unknownTimeout = 10 * time.Minute
	// retryWindow is how long a refused email is retried.
	retryWindow = 24 * time.Hour
)

// backOff holds the delays after the first, second, … refusal; the last one
// repeats.
var backOff = []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour}

// Service stores and sends emails.
type Service struct {
	pool   *pgxpool.Pool
	q      *emaildb.Queries
	sender Sender
	clock  clock.Clock
	log    *slog.Logger
	origin string
	// proof creates the secret in a guest's email; see SetProver.
	proof func(ctx context.Context, orderID int64, email string) (string, error)
	queue pubsub.QueueAnnouncer
	brand *brand.Reader
}

// NewService returns a Service that sends through sender. origin is the shop's
// public address, for links.
func NewService(pool *pgxpool.Pool, sender Sender, clock clock.Clock, log *slog.Logger, origin string) *Service {
	return &Service{pool: pool, q: emaildb.New(pool), sender: sender, clock: clock, log: log, origin: origin}
}

// SetProver sets the function that creates a one-time proof of the address for
// emails about guests' orders. The proof is created when the email is
// rendered, and its plain text is stored nowhere else.
func (s *Service) SetProver(proof func(ctx context.Context, orderID int64, email string) (string, error)) {
	s.proof = proof
}

// SetBrand sets what the shop is called.
func (s *Service) SetBrand(r *brand.Reader) { s.brand = r }

// SetQueue sets who is notified of emails that were given up.
func (s *Service) SetQueue(q pubsub.QueueAnnouncer) { s.queue = q }

// EnqueueAgain queues an email that may be sent many times. It does nothing if
// one is already queued.
func (s *Service) EnqueueAgain(ctx context.Context, orderID int64, kind Kind) error {
	err := s.q.RequeueLetter(ctx, emaildb.RequeueLetterParams{OrderID: orderID, Event: string(kind), Now: s.clock()})
	if err != nil {
		return fmt.Errorf("enqueue %s e-mail of order %d: %w", kind, orderID, err)
	}
	return nil
}

// Enqueue queues emails in the caller's transaction. It is idempotent per order and
// kind.
func (s *Service) Enqueue(ctx context.Context, tx pgx.Tx, orderID int64, kinds ...Kind) error {
	now := s.clock()
	p := emaildb.InsertLettersParams{OrderID: orderID, Now: now}
	for _, k := range kinds {
		p.Events, p.Due = append(p.Events, string(k)), append(p.Due, now.Add(delays[k]))
	}
	if err := emaildb.New(tx).InsertLetters(ctx, p); err != nil {
		return fmt.Errorf("enqueue e-mails %v of order %d: %w", kinds, orderID, err)
	}
	return nil
}

// Run sends emails until ctx ends. Several instances may run it.
func (s *Service) Run(ctx context.Context) {
	for {
		if _, err := s.SendDue(ctx); err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "send e-mails failed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pollInterval):
		}
	}
}

// SendDue sends all due emails and returns how many it tried.
func (s *Service) SendDue(ctx context.Context) (int, error) {
	abandoned, err := s.q.AbandonUnknown(ctx, new(s.clock()))
	if err != nil {
		return 0, fmt.Errorf("abandon e-mails with unknown outcome: %w", err)
	}
	for _, id := range abandoned {
		s.log.WarnContext(ctx, "e-mail abandoned: delivery unknown", "email_id", id)
		s.queue.Changed(ctx, "letter", id)
	}
	tried := make([]int, maxConcurrentSends)
	g, ctx := errgroup.WithContext(ctx)
	for i := range maxConcurrentSends {
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

// sendNext claims and sends one email. It returns false if none is due. A
// started email is finished even if ctx ends.
func (s *Service) sendNext(ctx context.Context) (bool, error) {
	now := s.clock()
	l, err := s.q.ClaimLetter(ctx, emaildb.ClaimLetterParams{Now: &now, GiveUpAt: new(now.Add(unknownTimeout))})
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("claim e-mail: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sendTimeout)
	defer cancel()
	m, err := s.render(ctx, l.OrderID, Kind(l.Event))
	if err != nil {
		// Nothing was sent, so it is retried.
		return true, errors.Join(err, s.reschedule(ctx, l))
	}
	if m.To == "" {
		return true, s.abandon(ctx, l.ID, new(s.clock()))
	}
	err = s.sender.Send(ctx, m)
	switch {
	case err == nil:
		if err := s.q.MarkLetterSent(ctx, emaildb.MarkLetterSentParams{ID: l.ID, SentAt: s.clock()}); err != nil {
			return true, fmt.Errorf("mark e-mail %d as sent: %w", l.ID, err)
		}
		return true, nil
	case errors.Is(err, ErrRefused):
		s.log.WarnContext(ctx, "e-mail refused", "email_id", l.ID, "attempt", l.Tries, "error", err)
		return true, s.reschedule(ctx, l)
	}
	s.log.WarnContext(ctx, "e-mail delivery unknown", "email_id", l.ID, "error", err)
	return true, nil
}

// reschedule schedules the next attempt for an email that was not delivered,
// or abandons it if it is too old.
func (s *Service) reschedule(ctx context.Context, l emaildb.ClaimLetterRow) error {
	now := s.clock()
	delay := backOff[min(int(l.Tries), len(backOff))-1]
	if now.Add(delay).After(l.Created.Add(retryWindow)) {
		return s.abandon(ctx, l.ID, nil)
	}
	if err := s.q.RescheduleLetter(ctx, emaildb.RescheduleLetterParams{ID: l.ID, NextTryAt: now.Add(delay)}); err != nil {
		return fmt.Errorf("reschedule e-mail %d: %w", l.ID, err)
	}
	return nil
}

// abandon gives up an email. An operator sees it unless it was dismissed.
func (s *Service) abandon(ctx context.Context, id int64, dismissed *time.Time) error {
	if err := s.q.AbandonLetter(ctx, emaildb.AbandonLetterParams{ID: id, DismissedAt: dismissed}); err != nil {
		return fmt.Errorf("abandon e-mail %d: %w", id, err)
	}
	if dismissed == nil {
		s.queue.Changed(ctx, "letter", id)
	}
	return nil
}

// render reads the order as it is now and renders the email.
func (s *Service) render(ctx context.Context, orderID int64, kind Kind) (Message, error) {
	r, err := s.q.LetterOrder(ctx, orderID)
	if err != nil {
		return Message{}, fmt.Errorf("read order %d for an e-mail: %w", orderID, err)
	}
	lines, err := s.q.LetterLines(ctx, orderID)
	if err != nil {
		return Message{}, fmt.Errorf("read lines of order %d for an e-mail: %w", orderID, err)
	}
	refunds, err := s.q.LetterRefunds(ctx, orderID)
	if err != nil {
		return Message{}, fmt.Errorf("read refunds of order %d for an e-mail: %w", orderID, err)
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
	if kind == OrderLink && o.Proof == "" {
		return Message{}, nil // claimed by an account, or without an address
	}
	if isOvertaken(kind, r.Status) {
		return Message{}, nil
	}
	if r.NextAction != nil && *r.NextAction == "correct" {
		o.CorrectBy = r.DueAt
	}
	unneeded, err := s.q.LetterUnneeded(ctx, orderID)
	if err != nil {
		return Message{}, fmt.Errorf("read payments of order %d for an e-mail: %w", orderID, err)
	}
	for _, p := range unneeded {
		o.Unneeded = append(o.Unneeded, Sum(money.Of(money.Minor(p.Hundredths), p.Currency)))
	}
	for _, l := range lines {
		o.Lines = append(o.Lines, Line(l))
	}
	for _, b := range refunds {
		o.Refunds = append(o.Refunds, Refund{Sum: Sum(money.Of(money.Minor(b.Hundredths), b.Currency)), To: b.Destination})
	}
	texts, err := s.texts(ctx, kind)
	if err != nil {
		return Message{}, err
	}
	return Compose(&o, kind, texts, s.look(ctx))
}

// isOvertaken reports whether the order has moved on since the email was queued, so
// that another one says more.
func isOvertaken(kind Kind, status string) bool {
	switch kind {
	case Declined, Expired:
		return status != "waiting_for_payment"
	case Paid:
		return status == "sent" || status == "done" || status == "failed"
	}
	return false
}

// host returns the host of origin, for Message-IDs.
func host(origin string) string {
	u, err := url.Parse(origin)
	if err != nil || u.Hostname() == "" {
		return "shop.invalid"
	}
	return u.Hostname()
}
