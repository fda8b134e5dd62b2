package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"larek/internal/ledger/ledgerdb"
	"larek/internal/money"
	"larek/internal/problem"
)

// Problems of what one person asks for and another decides.
var (
	ErrNoRequest    = problem.New(problem.NotFound, "books.no_request", "Такого запроса нет: его уже разобрали.")
	ErrOwnRequest   = problem.New(problem.Conflict, "books.second_person", "Подтвердить должен другой человек.")
	ErrAlreadyAsked = problem.New(problem.Conflict, "books.already_asked", "Закрыть этот месяц уже попросили.")
	errUnbalanced   = problem.InvalidFields(problem.Field{Name: "postings", Code: "unbalanced", Detail: "Проводки должны сходиться в ноль в каждой валюте."})
	errAccount      = problem.InvalidFields(problem.Field{Name: "postings", Code: "wrong_value", Detail: "На такой счёт вручную не пишут."})
	errFuture       = problem.InvalidFields(problem.Field{Name: "day", Code: "wrong_value", Detail: "Этот день ещё не наступил."})
)

// Draft is an entry made by hand, before a second person approved it.
type Draft struct {
	Day      string         `json:"day"` // 2006-01-02
	Text     string         `json:"text"`
	Postings []DraftPosting `json:"postings"`
}

// DraftPosting is one posting of a draft.
type DraftPosting struct {
	Account  Account        `json:"account"`
	Currency money.Currency `json:"currency"`
	Amount   money.Minor    `json:"amount"`
}

// at returns when the entry is dated: noon of its day, or now if that is today.
func (d Draft) at(now time.Time) (*time.Time, error) {
	day, err := time.ParseInLocation(time.DateOnly, d.Day, Moscow)
	if err != nil || day.After(now) {
		return nil, errFuture
	}
	if day.Format(time.DateOnly) == now.In(Moscow).Format(time.DateOnly) {
		return nil, nil //nolint:nilnil // the entry is not dated by hand
	}
	return new(day.Add(12 * time.Hour)), nil
}

// check refuses a draft that cannot be booked.
func (d Draft) check(now time.Time) error {
	if _, err := d.at(now); err != nil {
		return err
	}
	total := map[money.Currency]money.Minor{}
	for _, p := range d.Postings {
		if !p.Account.canEnter() {
			return errAccount
		}
		total[p.Currency] += p.Amount
	}
	for _, sum := range total {
		if sum != 0 {
			return errUnbalanced
		}
	}
	if len(mergePostings(d.list())) < 2 {
		return errUnbalanced
	}
	return nil
}

func (d Draft) list() []Posting {
	list := make([]Posting, len(d.Postings))
	for i, p := range d.Postings {
		list[i] = Posting{p.Account, money.Of(p.Amount, p.Currency)}
	}
	return list
}

// Request is what one person asks for and another decides.
type Request = ledgerdb.OpenRequestsRow

// Requests returns what waits for a second person, oldest first.
func (s *Service) Requests(ctx context.Context) ([]Request, error) {
	return ledgerdb.New(s.pool).OpenRequests(ctx)
}

// AskToClose records that a person wants a month closed.
func AskToClose(ctx context.Context, tx pgx.Tx, month time.Time, who int64, reason string, now time.Time) (int64, error) {
	if err := canClose(ctx, tx, month, now); err != nil {
		return 0, err
	}
	id, err := ledgerdb.New(tx).InsertRequest(ctx, ledgerdb.InsertRequestParams{Kind: "close", Month: &month, Reason: reason, AskedBy: who, AskedAt: now})
	if p := (*pgconn.PgError)(nil); errors.As(err, &p) && p.ConstraintName == "ledger_requests_month_key" {
		return 0, ErrAlreadyAsked
	}
	return id, err
}

// AskToEnter records that a person wants an entry booked.
func AskToEnter(ctx context.Context, tx pgx.Tx, d Draft, who int64, reason string, now time.Time) (int64, error) {
	if err := d.check(now); err != nil {
		return 0, err
	}
	at, _ := d.at(now)
	if err := checkOpen(ctx, tx, at); err != nil {
		return 0, err
	}
	raw, err := json.Marshal(d)
	if err != nil {
		return 0, fmt.Errorf("draft: %w", err)
	}
	return ledgerdb.New(tx).InsertRequest(ctx, ledgerdb.InsertRequestParams{Kind: "entry", Entry: raw, Reason: reason, AskedBy: who, AskedAt: now})
}

// Taking is value that a person wants to give away or write off above their limit.
type Taking struct {
	Door    string // the action by which it leaves
	Subject string // what it is about, for people; the approval is for nothing else
	Rubles  money.RUB
}

// approvedFor is how long an approved taking may be carried out.
const approvedFor = 24 * time.Hour

// AskToTake records a request to take more than a person may alone.
func AskToTake(ctx context.Context, tx pgx.Tx, t Taking, who int64, reason string, now time.Time) (int64, error) {
	return ledgerdb.New(tx).AskToTake(ctx, ledgerdb.AskToTakeParams{Door: t.Door, Subject: t.Subject, Rubles: t.Rubles, Reason: reason, AskedBy: who, AskedAt: now})
}

// ApprovedTaking returns and locks a request of the person that another one approved and
// nobody used, or 0.
func ApprovedTaking(ctx context.Context, tx pgx.Tx, t Taking, who int64, now time.Time) (int64, error) {
	id, err := ledgerdb.New(tx).ApprovedTaking(ctx, ledgerdb.ApprovedTakingParams{
		AskedBy: who, Door: t.Door, Subject: t.Subject, Rubles: t.Rubles, Since: now.Add(-approvedFor),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

// checkOpen refuses a date inside a closed month. The database refuses it again.
func checkOpen(ctx context.Context, db Querier, at *time.Time) error {
	if at == nil {
		return nil
	}
	last, err := ledgerdb.New(db).LastPeriod(ctx)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err == nil && !MonthOf(*at).After(last.Month) {
		return ErrMonthClosed
	}
	return err
}

// Decided is what became of a request.
type Decided struct {
	Kind    string
	Door    string // of a taking
	AskedBy int64
	Month   *time.Time
	Digest  []byte // of a month that was closed
}

// Decide approves or declines a request. Whoever made it cannot approve it, only withdraw
// it.
func (s *Service) Decide(ctx context.Context, tx pgx.Tx, id int64, approve bool, who int64, now time.Time, sign func(string) string) (Decided, error) {
	q := ledgerdb.New(tx)
	r, err := q.LockRequest(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && r.State != "open" {
		return Decided{}, ErrNoRequest
	}
	if err != nil {
		return Decided{}, fmt.Errorf("request %d: %w", id, err)
	}
	done, state := Decided{Kind: r.Kind, AskedBy: r.AskedBy, Month: r.Month}, "declined"
	if r.Door != nil {
		done.Door = *r.Door
	}
	if approve {
		state = "approved"
		if r.AskedBy == who {
			return Decided{}, ErrOwnRequest
		}
		switch r.Kind {
		case "close":
			done.Digest, err = s.Close(ctx, tx, *r.Month, r.AskedBy, who, now, sign)
		case "entry":
			err = s.enter(ctx, tx, id, r.Entry, now)
		}
		if err != nil {
			return Decided{}, err
		}
	}
	if err := q.DecideRequest(ctx, ledgerdb.DecideRequestParams{ID: id, State: state, DecidedBy: &who, DecidedAt: &now}); err != nil {
		return Decided{}, fmt.Errorf("decide request %d: %w", id, err)
	}
	return done, nil
}

// enter books a draft that was approved.
func (s *Service) enter(ctx context.Context, tx pgx.Tx, id int64, raw []byte, now time.Time) error {
	var d Draft
	if err := json.Unmarshal(raw, &d); err != nil {
		return fmt.Errorf("draft of request %d: %w", id, err)
	}
	if err := d.check(now); err != nil {
		return err
	}
	at, _ := d.at(now)
	if err := checkOpen(ctx, tx, at); err != nil {
		return err
	}
	e := bare("manual", strconv.FormatInt(id, 10), d.list()...)
	e.At = at
	return s.Post(ctx, tx, e)
}
