// Package feature has the switches of code that is new enough to be wrong. A switch is a row
// with an owner, a reason and the day by which it is removed.
package feature

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/feature/featuredb"
)

// Name is a switch that code asks.
type Name string

// DeliverWithPayment delivers codes in the transaction that accepts their payment (ADR 0025).
const DeliverWithPayment Name = "deliver_with_payment"

// Names returns all switches that code asks: each has a row, and each row is one of them.
func Names() []Name { return []Name{DeliverWithPayment} }

// ErrUnknown means that there is no such switch.
var ErrUnknown = errors.New("no such feature")

// Feature is a switch as it is stored.
type Feature = featuredb.Feature

// Switches answers from what it read last: a change is seen by the next reading.
type Switches struct {
	pool *pgxpool.Pool
	on   atomic.Pointer[map[Name]bool]
}

// NewSwitches returns switches that were not read yet.
func NewSwitches(pool *pgxpool.Pool) *Switches { return &Switches{pool: pool} }

// IsOn reports whether a feature is on. One that was not read, or has no row, is off: then the
// code does what it did before.
func (s *Switches) IsOn(name Name) bool {
	if s == nil {
		return false
	}
	on := s.on.Load()
	return on != nil && (*on)[name]
}

// Read reads all switches. If it fails, they stay as they were.
func (s *Switches) Read(ctx context.Context) error {
	if s == nil {
		return nil
	}
	rows, err := s.List(ctx)
	if err != nil {
		return err
	}
	on := make(map[Name]bool, len(rows))
	for _, r := range rows {
		on[Name(r.Name)] = r.IsOn
	}
	s.on.Store(&on)
	return nil
}

// List returns all switches.
func (s *Switches) List(ctx context.Context) ([]Feature, error) {
	rows, err := featuredb.New(s.pool).ListFeatures(ctx)
	if err != nil {
		return nil, fmt.Errorf("read features: %w", err)
	}
	return rows, nil
}

// Set switches a feature on or off. The caller writes the audit.
func Set(ctx context.Context, tx pgx.Tx, name Name, on bool, who string, now time.Time) error {
	n, err := featuredb.New(tx).SetFeature(ctx, featuredb.SetFeatureParams{Name: string(name), IsOn: on, Who: who, Now: now})
	if err != nil {
		return fmt.Errorf("set feature %s: %w", name, err)
	}
	if n == 0 {
		return fmt.Errorf("%w: %s", ErrUnknown, name)
	}
	return nil
}

// Ended returns the features whose day has passed: their switches have to be removed.
func Ended(all []Feature, now time.Time) (names []string) {
	for _, f := range all {
		if now.After(f.EndsOn.AddDate(0, 0, 1)) {
			names = append(names, f.Name)
		}
	}
	return names
}
