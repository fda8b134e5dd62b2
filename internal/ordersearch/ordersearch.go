// Package ordersearch finds orders, customers and fiscal receipts for the console, and reads one
// order with everything recorded about it.
package ordersearch

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/brand"
	"larek/internal/clock"
	"larek/internal/ordersearch/ordersearchdb"
	"larek/internal/problem"
	"larek/internal/seal"
)

// timeLimit bounds one read: a search that takes longer must not hold a connection that orders
// need.
const timeLimit = 2 * time.Second

// ErrTooBroad is returned for a read that was cut off.
var ErrTooBroad = problem.New(problem.Unavailable, "report.too_broad", "Слишком много заказов, чтобы просмотреть их сразу. Сузьте даты.")

// Config configures a Service.
type Config struct {
	// Pool plans every statement with its actual values (pg.ReadOnly) and reads the
	// primary: an operator who has just acted must see it.
	Pool *pgxpool.Pool
	// Known keeps its plans (pg.ReadWrite), for statements that always have one good
	// plan: planning them each time would take longer than running them. nil: Pool.
	Known *pgxpool.Pool
	// Codes recognises a code by its fingerprint, Phones a phone by its digest.
	Codes, Phones seal.Key
	// Sign signs the summary of an order's facts.
	Sign  func(text string) string
	Brand *brand.Reader
	Clock clock.Clock
}

// Service searches orders.
type Service struct {
	Config
	q     *ordersearchdb.Queries // plans with the actual values
	known *ordersearchdb.Queries
}

// NewService returns a Service.
func NewService(c Config) *Service {
	if c.Known == nil {
		c.Known = c.Pool
	}
	return &Service{Config: c, q: ordersearchdb.New(c.Pool), known: ordersearchdb.New(c.Known)}
}

// bounded returns a context that ends after timeLimit.
func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, timeLimit, ErrTooBroad)
}

// cutOff returns ErrTooBroad if a read failed because its time was up.
func cutOff(ctx context.Context, err error) error {
	if err != nil && errors.Is(context.Cause(ctx), ErrTooBroad) {
		return ErrTooBroad
	}
	return err
}
