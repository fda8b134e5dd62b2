// Package desk runs the actions of operators. Do checks the permission, returns the first
// result to a repeated request, and commits the change together with its audit row. The
// actions are in the packages below, by subject.
package desk

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/audit"
	"larek/internal/clock"
	"larek/internal/desk/deskdb"
	"larek/internal/pg"
	"larek/internal/problem"
	"larek/internal/publicid"
	"larek/internal/staff"
)

// Problems of any action.
var (
	ErrKeyReused = problem.New(problem.Conflict, "desk.key_reused", "С этим ключом уже сделали другое действие. Обновите страницу и повторите.")
	errKey       = problem.InvalidFields(problem.Field{Name: "Idempotency-Key", Code: "wrong_format", Detail: "Неверный формат."})
)

// Desk runs the actions of operators.
type Desk struct {
	pool  *pgxpool.Pool
	q     *deskdb.Queries
	audit *audit.Service
	clock clock.Clock
}

// New returns a Desk.
func New(pool *pgxpool.Pool, log *audit.Service, now clock.Clock) *Desk {
	return &Desk{pool: pool, q: deskdb.New(pool), audit: log, clock: now}
}

// Pool returns the connections that actions use.
func (d *Desk) Pool() *pgxpool.Pool { return d.pool }

// Now returns the time.
func (d *Desk) Now() time.Time { return d.clock() }

// RecordShop writes the audit row of an action that the shop takes without a person.
func (d *Desk) RecordShop(ctx context.Context, tx pgx.Tx, e audit.Entry) (int64, error) {
	e.Actor = theShop
	return d.audit.Record(ctx, tx, e)
}

// Action describes a request of an operator.
type Action struct {
	Actor      staff.Actor
	Permission staff.Permission
	Name       string // such as order.refund
	Key        string // the request's Idempotency-Key
	Object     audit.Object
	OrderID    int64 // zero: not about an order
	Reason     audit.Reason
	Batch      *publicid.ID
	// Input has the other parameters. Only their digest is stored; Do refuses the same key with another digest.
	Input any
}

// Outcome describes the effect of a handler.
type Outcome struct {
	// Before and After become JSON in the audit; no secrets.
	Before, After any
	// Result becomes JSON that is stored and returned again for the same key; no secrets.
	Result any
	// Object replaces the action's object, for one that was just made.
	Object *audit.Object
	// OrderID replaces the action's order, for actions that find it themselves.
	OrderID int64
	// Actor is the person the action has created, if the caller was not one yet.
	Actor *staff.Person
	// AfterCommit is a best-effort notification: the sweeper covers lost ones.
	AfterCommit func(context.Context)
}

// Result is the stored result of an action.
type Result struct {
	Body     json.RawMessage
	Replayed bool // the action was made by an earlier request
}

// Handler makes a change in a transaction. It calls nothing but the database.
type Handler func(ctx context.Context, tx pgx.Tx) (Outcome, error)

// Do checks the permission, runs the handler and writes its audit row in one transaction,
// then notifies. A repeated request gets the first result. If the handler fails, nothing is
// kept and the key can be used again. Above the person's limit Do records a request that a
// second person approves.
func (d *Desk) Do(ctx context.Context, a Action, run Handler) (Result, error) {
	if err := a.Actor.Need(a.Permission); err != nil {
		return Result{}, err
	}
	key, err := ParseKey(a.Key)
	if err != nil {
		return Result{}, err
	}
	sum, err := a.digest()
	if err != nil {
		return Result{}, err
	}
	var answer Result
	var done Outcome
	err = pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		q := d.q.WithTx(tx)
		n, err := q.TakeKey(ctx, deskdb.TakeKeyParams{StaffID: a.Actor.ID, Key: key, Action: a.Name, Digest: sum, At: d.clock()})
		if err != nil {
			return fmt.Errorf("take key: %w", err)
		}
		if n == 0 {
			answer, err = replay(ctx, q, a, key, sum)
			return err
		}
		if done, err = run(ctx, tx); err != nil {
			return err
		}
		if answer.Body, err = json.Marshal(done.Result); err != nil {
			return fmt.Errorf("answer of %s: %w", a.Name, err)
		}
		if _, err = d.audit.Record(ctx, tx, a.entry(done)); err != nil {
			return err
		}
		return q.StoreAnswer(ctx, deskdb.StoreAnswerParams{StaffID: a.Actor.ID, Key: key, Answer: answer.Body})
	})
	if above, is := errors.AsType[*aboveLimit](err); is {
		return Result{}, d.requestApproval(ctx, a, above)
	}
	if err != nil {
		return Result{}, err
	}
	if done.AfterCommit != nil {
		done.AfterCommit(ctx)
	}
	return answer, nil
}

// Enter runs a handler for a person who is signing in, with its audit row in the same
// transaction. There is no permission and no key yet.
func (d *Desk) Enter(ctx context.Context, a Action, run Handler) error {
	return pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		done, err := run(ctx, tx)
		if err != nil {
			return err
		}
		_, err = d.audit.Record(ctx, tx, a.entry(done))
		return err
	})
}

func replay(ctx context.Context, q *deskdb.Queries, a Action, key publicid.ID, sum []byte) (Result, error) {
	r, err := q.ReadRequest(ctx, deskdb.ReadRequestParams{StaffID: a.Actor.ID, Key: key})
	if err != nil {
		return Result{}, fmt.Errorf("read request: %w", err)
	}
	if r.Action != a.Name || !bytes.Equal(r.Digest, sum) {
		return Result{}, ErrKeyReused
	}
	return Result{Body: r.Answer, Replayed: true}, nil
}

// digest identifies the request of an action.
func (a Action) digest() ([]byte, error) {
	raw, err := json.Marshal([]any{a.Name, a.Object.Kind, a.Object.ID, a.OrderID, a.Reason, a.Input})
	if err != nil {
		return nil, fmt.Errorf("input of %s: %w", a.Name, err)
	}
	sum := sha256.Sum256(raw)
	return sum[:], nil
}

func (a Action) entry(done Outcome) audit.Entry {
	object := a.Object
	if done.Object != nil {
		object = *done.Object
	}
	if done.OrderID != 0 {
		a.OrderID = done.OrderID
	}
	if done.Actor != nil {
		a.Actor.ID, a.Actor.Name = done.Actor.ID, done.Actor.Name
	}
	return audit.Entry{
		StaffID: a.Actor.ID, Actor: a.Actor.Name, Session: &a.Actor.Session, Permission: string(a.Permission), Action: a.Name,
		Object: object, OrderID: a.OrderID, Reason: a.Reason, Before: done.Before, After: done.After, Batch: a.Batch,
		RequestID: a.Actor.RequestID, Address: a.Actor.Address,
	}
}

// ParseKey parses the uuid a client made.
func ParseKey(text string) (publicid.ID, error) {
	b, err := hex.DecodeString(strings.ReplaceAll(text, "-", ""))
	if err != nil || len(b) != len(publicid.ID{}) {
		return publicid.ID{}, errKey
	}
	return publicid.ID(b), nil
}

// RowKey returns the key of the action on one row of a batch, so that repeating the batch
// repeats none of its actions.
func RowKey(batch publicid.ID, row int64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%x %d", batch[:], row))
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

// Decode returns the result of an action, first or replayed.
func Decode[T any](a Result, err error) (T, error) {
	var v T
	if err != nil {
		return v, err
	}
	if err := json.Unmarshal(a.Body, &v); err != nil {
		return v, fmt.Errorf("stored answer: %w", err)
	}
	return v, nil
}

// keyTTL is how long a result is kept, far longer than a page stays open.
const keyTTL = 7 * 24 * time.Hour

// DeleteOldAnswers deletes results that no page repeats any more.
func (d *Desk) DeleteOldAnswers(ctx context.Context) error {
	if _, err := d.q.DeleteOldRequests(ctx, d.clock().Add(-keyTTL)); err != nil {
		return fmt.Errorf("delete old answers: %w", err)
	}
	return nil
}

// Replay returns the result of a repeated request and true, or false for a new one.
func (d *Desk) Replay(ctx context.Context, a Action) (Result, bool, error) {
	if err := a.Actor.Need(a.Permission); err != nil {
		return Result{}, false, err
	}
	key, err := ParseKey(a.Key)
	if err != nil {
		return Result{}, false, err
	}
	sum, err := a.digest()
	if err != nil {
		return Result{}, false, err
	}
	answer, err := replay(ctx, d.q, a, key, sum)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && answer.Body == nil {
		return Result{}, false, nil
	}
	return answer, err == nil, err
}
