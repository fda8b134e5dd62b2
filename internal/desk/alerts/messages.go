package alerts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/desk/deskdb"
	"larek/internal/email"
	"larek/internal/problem"
	"larek/internal/staff"
)

// What a message is about. Persisted: do not change the values.
const (
	aboutAlerts = "alerts"
	aboutReport = "report"
	aboutTest   = "test"
)

// The states in which a message ends. Persisted: do not change the values.
const (
	sent    = "sent"
	givenUp = "given_up"
	dropped = "dropped" // the person may not see it any more, or has no address
)

// Note is a message as a channel sends it.
type Note struct {
	// ID is the same when the message is sent again.
	ID    string
	Title string
	Lines []Line
	// Foot says why the person gets it.
	Foot string
	// Path is where it leads, below the console's address.
	Path string
}

// Line is a name with its number.
type Line struct{ Name, Value string }

// Recipient is who a message is for.
type Recipient struct {
	StaffID int64
	Email   string
}

// Sender sends messages by one channel. It returns ErrRefused if the message was certainly not
// delivered, ErrNowhere if the person has no address; after any other error it may have been.
type Sender interface {
	Send(ctx context.Context, to Recipient, n Note) error
}

var (
	// ErrRefused is the only error after which a message is sent again.
	ErrRefused = errors.New("alerts: refused")
	// ErrNowhere means that there is nowhere to send to.
	ErrNowhere = errors.New("alerts: no address")
)

const (
	pollInterval = 2 * time.Second
	sendTimeout  = time.Minute
	// unknownTimeout is after how long a message with an unknown outcome is abandoned.
	unknownTimeout = 10 * time.Minute
	// retryWindow is how long a refused message is sent again: later it is no news.
	retryWindow = 6 * time.Hour
	// keepFor is how long messages are kept.
	keepFor = 30 * 24 * time.Hour
)

// backOff holds the delays after the first, second, … refusal; the last one repeats.
var backOff = []time.Duration{30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute}

// RunSend sends messages until ctx ends. Several workers may run it.
func (s *Service) RunSend(ctx context.Context) {
	for {
		if err := s.SendDue(ctx); err != nil && ctx.Err() == nil {
			s.Log.ErrorContext(ctx, "send messages to staff failed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pollInterval):
		}
	}
}

// SendDue sends all messages that are due.
func (s *Service) SendDue(ctx context.Context) error {
	q, now := deskdb.New(s.Desk.Pool()), s.Desk.Now()
	abandoned, err := q.AbandonMessages(ctx, now)
	if err != nil {
		return fmt.Errorf("abandon messages with unknown outcome: %w", err)
	}
	for _, id := range abandoned {
		s.Log.WarnContext(ctx, "message to staff abandoned: delivery unknown", "message_id", id)
	}
	for ctx.Err() == nil {
		m, err := q.ClaimMessage(ctx, deskdb.ClaimMessageParams{Now: now, GiveUpAt: now.Add(unknownTimeout)})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("claim a message: %w", err)
		}
		if err := s.send(context.WithoutCancel(ctx), q, m); err != nil {
			return err
		}
	}
	return nil
}

// send sends one message. One that was begun is finished even if the worker stops.
func (s *Service) send(ctx context.Context, q *deskdb.Queries, m deskdb.ClaimMessageRow) error {
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	to, n, err := s.compose(ctx, q, m)
	if err != nil { // nothing was sent
		return errors.Join(err, s.reschedule(ctx, q, m))
	}
	sender := s.Senders[Channel(m.Channel)]
	if n == nil || sender == nil {
		return s.end(ctx, q, m.ID, dropped)
	}
	switch err := sender.Send(ctx, to, *n); {
	case err == nil:
		return s.end(ctx, q, m.ID, sent)
	case errors.Is(err, ErrNowhere):
		return s.end(ctx, q, m.ID, dropped)
	case errors.Is(err, ErrRefused):
		s.Log.WarnContext(ctx, "message to staff refused", "message_id", m.ID, "channel", m.Channel, "attempt", m.Tries, "error", err)
		return s.reschedule(ctx, q, m)
	default:
		s.Log.WarnContext(ctx, "delivery of a message to staff unknown", "message_id", m.ID, "channel", m.Channel, "error", err)
		return nil
	}
}

func (s *Service) end(ctx context.Context, q *deskdb.Queries, id int64, state string) error {
	p := deskdb.EndMessageParams{ID: id, State: state}
	if state == sent {
		p.SentAt = new(s.Desk.Now())
	}
	if err := q.EndMessage(ctx, p); err != nil {
		return fmt.Errorf("end message %d: %w", id, err)
	}
	return nil
}

func (s *Service) reschedule(ctx context.Context, q *deskdb.Queries, m deskdb.ClaimMessageRow) error {
	next := s.Desk.Now().Add(backOff[min(int(m.Tries), len(backOff))-1])
	if next.After(m.Created.Add(retryWindow)) {
		return s.end(ctx, q, m.ID, givenUp)
	}
	if err := q.RescheduleMessage(ctx, deskdb.RescheduleMessageParams{ID: m.ID, NextTryAt: next}); err != nil {
		return fmt.Errorf("reschedule message %d: %w", m.ID, err)
	}
	return nil
}

// compose writes a message for what its person may see now. It returns no note if that is
// nothing.
func (s *Service) compose(ctx context.Context, q *deskdb.Queries, m deskdb.ClaimMessageRow) (Recipient, *Note, error) {
	p, err := q.MessagePerson(ctx, m.StaffID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Recipient{}, nil, nil
	}
	if err != nil {
		return Recipient{}, nil, fmt.Errorf("person of message %d: %w", m.ID, err)
	}
	who, to := actorOf(m.StaffID, p.Permissions), Recipient{StaffID: m.StaffID, Email: p.Email}
	var n *Note
	switch m.Kind {
	case aboutAlerts:
		n, err = s.alertNote(ctx, q, m.ID, who)
	case aboutReport:
		n, err = s.report(ctx, *m.Day, who)
	case aboutTest:
		n = &Note{Title: "Пробное уведомление", Lines: []Line{{"Уведомления", "доходят"}}, Path: settingsPath}
	}
	if n != nil {
		n.ID, n.Foot = "staff."+strconv.FormatInt(m.ID, 10), footOfAlerts
	}
	return to, n, err
}

const (
	settingsPath = "/account"
	footOfAlerts = "Что присылать и когда, выбирают в консоли: «Мои сессии и ключи», «Уведомления»."
)

func (s *Service) alertNote(ctx context.Context, q *deskdb.Queries, message int64, who staff.Actor) (*Note, error) {
	facts, err := q.MessageFacts(ctx, message)
	if err != nil {
		return nil, fmt.Errorf("facts of message %d: %w", message, err)
	}
	counts := map[Kind]int64{}
	for _, f := range facts {
		if Kind(f.Kind).tells(f.Source, who) {
			counts[Kind(f.Kind)] += f.N
		}
	}
	return noteOf(counts), nil
}

// noteOf writes what has begun, by kind. It returns nil if nothing has.
func noteOf(counts map[Kind]int64) *Note {
	var told []Kind
	for _, k := range Kinds {
		if counts[k] > 0 {
			told = append(told, k)
		}
	}
	if len(told) == 0 {
		return nil
	}
	n := &Note{Title: "Магазину нужен человек", Path: kinds[told[0]].path}
	if len(told) == 1 {
		n.Title = kinds[told[0]].title
	}
	for _, k := range told {
		n.Lines = append(n.Lines, Line{kinds[k].title, strconv.FormatInt(counts[k], 10)})
	}
	return n
}

// Test queues a message by each channel, so that a person sees whether it comes.
func (s *Service) Test(ctx context.Context, tx pgx.Tx, who staff.Actor, channel Channel) error {
	if s.Senders[channel] == nil {
		return errNoChannel
	}
	_, err := deskdb.New(tx).QueueMessage(ctx, deskdb.QueueMessageParams{StaffID: who.ID, Channel: string(channel), Kind: aboutTest, Now: s.Desk.Now()})
	if err != nil {
		return fmt.Errorf("queue a test: %w", err)
	}
	return nil
}

var errNoChannel = problem.New(problem.Conflict, "alerts.no_channel", "Этот способ в магазине не настроен.")

// DeleteOld deletes messages of long ago.
func (s *Service) DeleteOld(ctx context.Context) error {
	if err := deskdb.New(s.Desk.Pool()).DeleteOldMessages(ctx, s.Desk.Now().Add(-keepFor)); err != nil {
		return fmt.Errorf("delete old messages to staff: %w", err)
	}
	return nil
}

// ByEmail sends messages by email.
type ByEmail struct{ Emails *email.Service }

// Send implements Sender.
func (e ByEmail) Send(ctx context.Context, to Recipient, n Note) error {
	l := email.StaffLetter{ID: n.ID, To: to.Email, Subject: n.Title, Button: "Открыть консоль", Path: "/console" + n.Path, Foot: n.Foot}
	for _, line := range n.Lines {
		l.Rows = append(l.Rows, email.StaffRow(line))
	}
	err := e.Emails.SendToStaff(ctx, l)
	if errors.Is(err, email.ErrRefused) {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return err
}

func yesNo(is bool) string { return cmp.Or(map[bool]string{true: "да"}[is], "нет") }
