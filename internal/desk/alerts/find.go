package alerts

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/desk"
	"larek/internal/desk/deskdb"
	"larek/internal/desk/queue"
	"larek/internal/pg"
	"larek/internal/salesstats"
	"larek/internal/staff"
)

const (
	// findEvery is how often facts are looked for: what one time finds is one message.
	findEvery = 15 * time.Second
	// queuePage is how many rows of the queue are read at once.
	queuePage = 1000
	// downFor is how long a supplier has to be away.
	downFor = 5 * time.Minute
	// forgetAfter is how long a fact that is gone is remembered: one that is back by then is
	// not told again.
	forgetAfter = 30 * time.Minute
	// reportWithin is how long after its hour a report is still sent.
	reportWithin = 3 * time.Hour
)

// fact is something people are alerted to: a row of the queue, a supplier, the books.
type fact struct {
	kind   Kind
	source string
	id     int64
}

// RunFind looks for facts until ctx ends.
func (s *Service) RunFind(ctx context.Context, leases *pg.Leases) {
	leases.Every(ctx, "alerts", findEvery, func() {
		if err := s.Find(ctx); err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "alerts not found", "error", err)
		}
	})
}

// Find records what has begun since the last time, and queues one message to each person and
// channel about all of it. What a person must not be disturbed with now is recorded later, if
// it still lasts then. All of it is one transaction: an alert is never without its message.
func (s *Service) Find(ctx context.Context) error {
	facts, err := s.facts(ctx)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.Desk.Pool(), func(tx pgx.Tx) error {
		q := deskdb.New(tx)
		if err := q.LockAlerts(ctx); err != nil {
			return fmt.Errorf("lock alerts: %w", err)
		}
		if err := s.keep(ctx, q, facts); err != nil {
			return err
		}
		now := s.Desk.Now()
		people, err := q.AlertedPeople(ctx, now.Add(-desk.Awake))
		if err != nil {
			return fmt.Errorf("people to alert: %w", err)
		}
		for _, p := range people {
			if err := s.tell(ctx, q, p); err != nil {
				return err
			}
		}
		return nil
	})
}

// facts reads what people are alerted to now.
func (s *Service) facts(ctx context.Context) (map[fact]bool, error) {
	facts, now := map[fact]bool{}, s.Desk.Now()
	for after := (queue.Place{}); ; {
		page, err := s.Queue.List(ctx, queue.Filter{}, after, queuePage)
		if err != nil {
			return nil, err
		}
		for _, i := range page {
			facts[fact{kindOf(i.Kind), string(i.Kind), i.ID}] = true
			if i.DueAt.Before(now) {
				facts[fact{Late, string(i.Kind), i.ID}] = true
			}
			after = queue.Place{DueAt: i.DueAt, Kind: i.Kind, ID: i.ID}
		}
		if len(page) < queuePage {
			break
		}
	}
	q := deskdb.New(s.Desk.Pool())
	down, err := q.SuppliersDown(ctx, now.Add(-downFor))
	if err != nil {
		return nil, fmt.Errorf("suppliers that do not answer: %w", err)
	}
	for _, id := range down {
		facts[fact{Supplier, "down", id}] = true
	}
	balance, err := q.BooksBalance(ctx)
	if err != nil {
		return nil, fmt.Errorf("do the books balance: %w", err)
	}
	if !balance {
		facts[fact{Books, "books", 0}] = true
	}
	return facts, nil
}

// kindOf returns the kind of alert about a row of the queue.
func kindOf(k desk.Kind) Kind {
	switch k {
	case desk.KindStockLow:
		return Stock
	case desk.KindMoneyLow:
		return Supplier
	case desk.KindMethod:
		return Method
	}
	return Row
}

// keep stores which facts last.
func (s *Service) keep(ctx context.Context, q *deskdb.Queries, facts map[fact]bool) error {
	now, known := s.Desk.Now(), map[fact]bool{}
	stored, err := q.AlertFacts(ctx)
	if err != nil {
		return fmt.Errorf("facts: %w", err)
	}
	gone, back := []int64{}, []int64{}
	for _, r := range stored {
		f := fact{Kind(r.Kind), r.Source, r.SourceID}
		known[f] = true
		switch {
		case facts[f] && r.IsGone:
			back = append(back, r.ID)
		case !facts[f] && !r.IsGone:
			gone = append(gone, r.ID)
		}
	}
	added := deskdb.AddAlertFactsParams{FoundAt: now, Kinds: []string{}, Sources: []string{}, SourceIds: []int64{}}
	for f := range facts {
		if !known[f] {
			added.Kinds, added.Sources, added.SourceIds = append(added.Kinds, string(f.kind)), append(added.Sources, f.source), append(added.SourceIds, f.id)
		}
	}
	if err := errors.Join(
		q.AddAlertFacts(ctx, added),
		q.SetFactsGone(ctx, deskdb.SetFactsGoneParams{Ids: back}),
		q.SetFactsGone(ctx, deskdb.SetFactsGoneParams{Ids: gone, GoneAt: &now}),
		q.DeleteGoneFacts(ctx, now.Add(-forgetAfter)),
	); err != nil {
		return fmt.Errorf("keep facts: %w", err)
	}
	return nil
}

// tell queues what one person has not been told.
func (s *Service) tell(ctx context.Context, q *deskdb.Queries, p deskdb.AlertedPeopleRow) error {
	now, who := s.Desk.Now(), actorOf(p.ID, p.Permissions)
	if err := s.tellReport(ctx, q, p, who); err != nil {
		return err
	}
	if isQuiet(p.QuietFrom, p.QuietUntil, now) || p.OnDutyOnly && !p.IsOnDuty {
		return nil
	}
	for channel, wanted := range map[Channel][]string{Email: p.Email, Push: p.Push} {
		if len(wanted) == 0 || s.Senders[channel] == nil {
			continue
		}
		fresh, err := q.FactsToTell(ctx, deskdb.FactsToTellParams{StaffID: p.ID, Channel: string(channel), Kinds: wanted})
		if err != nil {
			return fmt.Errorf("facts to tell: %w", err)
		}
		told := deskdb.RecordAlertsParams{StaffID: p.ID, Channel: string(channel)}
		for _, f := range fresh {
			if Kind(f.Kind).tells(f.Source, who) {
				told.FactIds = append(told.FactIds, f.ID)
			}
		}
		if len(told.FactIds) == 0 {
			continue
		}
		told.MessageID, err = q.QueueMessage(ctx, deskdb.QueueMessageParams{StaffID: p.ID, Channel: string(channel), Kind: aboutAlerts, Now: now})
		if err != nil {
			return fmt.Errorf("queue alerts: %w", err)
		}
		if err := q.RecordAlerts(ctx, told); err != nil {
			return fmt.Errorf("record alerts: %w", err)
		}
	}
	return nil
}

// tellReport queues the morning report, once a day.
func (s *Service) tellReport(ctx context.Context, q *deskdb.Queries, p deskdb.AlertedPeopleRow, who staff.Actor) error {
	if p.ReportHour == nil || !who.Can(staff.Home) || s.Senders[Email] == nil {
		return nil
	}
	now := s.Desk.Now().In(salesstats.Moscow)
	due := time.Date(now.Year(), now.Month(), now.Day(), int(*p.ReportHour), 0, 0, 0, salesstats.Moscow)
	if now.Before(due) || now.After(due.Add(reportWithin)) {
		return nil
	}
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	_, err := q.QueueMessage(ctx, deskdb.QueueMessageParams{StaffID: p.ID, Channel: string(Email), Kind: aboutReport, Day: &day, Now: now})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) { // queued already
		return fmt.Errorf("queue a report: %w", err)
	}
	return nil
}
