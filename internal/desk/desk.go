// Package desk is where operators act. Every action goes through Do: the permission
// is checked, a repeated request is answered as before, and the change and its audit
// row are committed together.
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

// Pool is where actions are made.
func (d *Desk) Pool() *pgxpool.Pool { return d.pool }

// Action is what an operator wants to do.
type Action struct {
	Actor      staff.Actor
	Permission staff.Permission
	Name       string // such as order.refund
	Key        string // the request's Idempotency-Key
	Object     audit.Object
	OrderID    int64 // zero: not about an order
	Reason     audit.Reason
	Batch      *publicid.ID
	// Input is what was asked for besides: the same key with another input is
	// refused. It is kept as a digest only.
	Input any
}

// Outcome is what a verb has done.
type Outcome struct {
	// Before and After become JSON in the audit; no secrets.
	Before, After any
	// Answer becomes JSON that is stored and given again for the same key; no secrets.
	Answer any
	// Object replaces the action's object, for one that was just made.
	Object *audit.Object
	// OrderID replaces the action's order, for one that the action has found.
	OrderID int64
	// Actor is the person the action has made, if the caller was none before.
	Actor *staff.Person
	// Tell runs after the commit; it may be lost, so something else must notice too.
	Tell func(context.Context)
}

// Answer is the stored answer to an action.
type Answer struct {
	Body     json.RawMessage
	Replayed bool // the action was made by an earlier request
}

// Verb makes a change in a transaction. It must not call anything but the database.
type Verb func(ctx context.Context, tx pgx.Tx) (Outcome, error)

// Do checks the permission and runs the verb and its audit row in one transaction, then
// notifies. A repeated request gets its first answer. If the verb fails, nothing is kept
// and the key can be used again. A verb above the person's limit becomes a request that a
// second person approves.
func (d *Desk) Do(ctx context.Context, a Action, verb Verb) (Answer, error) {
	if err := a.Actor.Need(a.Permission); err != nil {
		return Answer{}, err
	}
	key, err := parseKey(a.Key)
	if err != nil {
		return Answer{}, err
	}
	sum, err := a.digest()
	if err != nil {
		return Answer{}, err
	}
	var answer Answer
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
		if done, err = verb(ctx, tx); err != nil {
			return err
		}
		if answer.Body, err = json.Marshal(done.Answer); err != nil {
			return fmt.Errorf("answer of %s: %w", a.Name, err)
		}
		if _, err = d.audit.Record(ctx, tx, a.entry(done)); err != nil {
			return err
		}
		return q.StoreAnswer(ctx, deskdb.StoreAnswerParams{StaffID: a.Actor.ID, Key: key, Answer: answer.Body})
	})
	if above, is := errors.AsType[*aboveLimit](err); is {
		return Answer{}, d.ask(ctx, a, above)
	}
	if err != nil {
		return Answer{}, err
	}
	if done.Tell != nil {
		done.Tell(ctx)
	}
	return answer, nil
}

// Enter runs a verb of a person who is signing in: there is no permission and no key
// yet, but its audit row is committed with it all the same.
func (d *Desk) Enter(ctx context.Context, a Action, verb Verb) error {
	return pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		done, err := verb(ctx, tx)
		if err != nil {
			return err
		}
		_, err = d.audit.Record(ctx, tx, a.entry(done))
		return err
	})
}

func replay(ctx context.Context, q *deskdb.Queries, a Action, key publicid.ID, sum []byte) (Answer, error) {
	r, err := q.ReadRequest(ctx, deskdb.ReadRequestParams{StaffID: a.Actor.ID, Key: key})
	if err != nil {
		return Answer{}, fmt.Errorf("read request: %w", err)
	}
	if r.Action != a.Name || !bytes.Equal(r.Digest, sum) {
		return Answer{}, ErrKeyReused
	}
	return Answer{Body: r.Answer, Replayed: true}, nil
}

// digest returns a digest of what is asked for.
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

// parseKey parses the uuid a client made.
func parseKey(text string) (publicid.ID, error) {
	b, err := hex.DecodeString(strings.ReplaceAll(text, "-", ""))
	if err != nil || len(b) != len(publicid.ID{}) {
		return publicid.ID{}, errKey
	}
	return publicid.ID(b), nil
}

// Decode returns the answer of an action, first or replayed.
func Decode[T any](a Answer, err error) (T, error) {
	var v T
	if err != nil {
		return v, err
	}
	if err := json.Unmarshal(a.Body, &v); err != nil {
		return v, fmt.Errorf("stored answer: %w", err)
	}
	return v, nil
}

// keyTTL is how long an answer is kept: far longer than a page is left open.
const keyTTL = 7 * 24 * time.Hour

// DeleteOldAnswers forgets answers that will not be asked for again.
func (d *Desk) DeleteOldAnswers(ctx context.Context) error {
	if _, err := d.q.DeleteOldRequests(ctx, d.clock().Add(-keyTTL)); err != nil {
		return fmt.Errorf("delete old answers: %w", err)
	}
	return nil
}
