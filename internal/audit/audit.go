// Package audit keeps what operators did: who, what, to which object, before and
// after, and why. A row is written in the transaction that makes the action true,
// is never changed, and is sealed into a chain that shows if it was.
package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/audit/auditdb"
	"larek/internal/clock"
	"larek/internal/publicid"
	"larek/internal/seal"
)

// Service records and reads what was done.
type Service struct {
	pool  *pgxpool.Pool
	q     *auditdb.Queries
	keys  seal.Succession
	clock clock.Clock
}

// NewService returns a Service. The keys seal the chain; they must not be stored with
// the rows.
func NewService(pool *pgxpool.Pool, keys seal.Succession, now clock.Clock) *Service {
	return &Service{pool: pool, q: auditdb.New(pool), keys: keys, clock: now}
}

// Object is what an action is about, such as an order or a role.
type Object struct {
	Kind string
	ID   string
}

// Reason is why an action was made.
type Reason struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// Entry is one action.
type Entry struct {
	StaffID    int64 // zero: the shop itself or its command line
	Actor      string
	Session    *publicid.ID
	Permission string
	Action     string
	Object     Object
	OrderID    int64 // zero: the action is not about an order
	Reason     Reason
	// Before and After are what changed, as JSON. They hold no secret, no code and
	// no personal data.
	Before, After any
	Batch         *publicid.ID
	RequestID     string
	Address       string
}

// Record writes an action in the transaction that makes it true, and returns the
// number of its row.
func (s *Service) Record(ctx context.Context, tx pgx.Tx, e Entry) (int64, error) {
	before, err := encode(e.Before)
	if err != nil {
		return 0, fmt.Errorf("audit %s: before: %w", e.Action, err)
	}
	after, err := encode(e.After)
	if err != nil {
		return 0, fmt.Errorf("audit %s: after: %w", e.Action, err)
	}
	id, err := s.q.WithTx(tx).InsertAudit(ctx, auditdb.InsertAuditParams{
		At: s.clock().Truncate(time.Microsecond), StaffID: optional(e.StaffID), Actor: e.Actor, Session: e.Session, Permission: e.Permission,
		Action: e.Action, ObjectKind: e.Object.Kind, ObjectID: e.Object.ID, OrderID: optional(e.OrderID),
		ReasonCode: e.Reason.Code, ReasonText: e.Reason.Text, Before: before, After: after, Batch: e.Batch,
		RequestID: e.RequestID, Address: e.Address,
	})
	if err != nil {
		return 0, fmt.Errorf("audit %s: %w", e.Action, err)
	}
	return id, nil
}

func optional(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

// secretWords are parts of names whose values are never written down.
var secretWords = []string{"password", "secret", "token", "totp", "otp", "credential", "recovery", "cookie", "digest", "email", "phone", "player_id"}

// encode returns v as JSON, or nothing for nil. It refuses names of secrets: a verb
// that would write one must fail in its first test and not in production.
func encode(v any) ([]byte, error) {
	if v == nil {
		return nil, nil
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var tree any
	if err := json.Unmarshal(raw, &tree); err != nil {
		return nil, err
	}
	if name := findSecret(tree); name != "" {
		return nil, fmt.Errorf("the field %s may hold a secret or personal data", name)
	}
	return raw, nil
}

func findSecret(v any) string {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			if isSecret(name) {
				return name
			}
			if found := findSecret(value); found != "" {
				return found
			}
		}
	case []any:
		for _, value := range v {
			if found := findSecret(value); found != "" {
				return found
			}
		}
	}
	return ""
}

// isSecret reports whether a field of this name may hold something secret. The text
// of a sold code is called code or codes; reason_code and the like are not.
func isSecret(name string) bool {
	name = strings.ToLower(name)
	return name == "code" || name == "codes" ||
		slices.ContainsFunc(secretWords, func(word string) bool { return strings.Contains(name, word) })
}
