// Package promo owns promo codes: what each gives to whom, who has one
// switched on, and which orders hold a use of it.
package promo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/promo/promodb"
)

// Querier is a pool or a transaction.
type Querier = promodb.DBTX

// Service answers questions about codes and keeps their uses.
type Service struct {
	pool *pgxpool.Pool
	q    *promodb.Queries
}

// NewService needs the writing pool: a replica may not know a use yet.
func NewService(pool *pgxpool.Pool) *Service { return &Service{pool: pool, q: promodb.New(pool)} }

// Find reads a code the way people type it. ErrNotFound when there is none.
func (s *Service) Find(ctx context.Context, text string) (Code, error) {
	return found(s.q.FindCode(ctx, Normal(text)))
}

// Get reads the code with the id.
func (s *Service) Get(ctx context.Context, db Querier, id int64) (Code, error) {
	return found(promodb.New(db).GetCode(ctx, id))
}

// Asked is the use somebody has in mind. OrderID is 0 when there is no order.
type Asked struct {
	GameID, GiftID *int64
	Buyer          Buyer
	OrderID        int64
	Now            time.Time
}

// Check evaluates a code with the facts as they are in db. It claims nothing.
// What a guest's address has bought counts when they have proved that it is
// theirs, which Reserve insists on; until then everybody is answered alike.
func (s *Service) Check(ctx context.Context, db Querier, c Code, a Asked) (percent int, err error) {
	email := a.Buyer.address()
	ask := promodb.BuyerFactsParams{Buyer: a.Buyer.digest(), Address: a.Buyer.addressDigest(), OrderID: a.OrderID, UserID: a.Buyer.UserID, PromoCodeID: c.ID}
	if email != "" {
		ask.Email = &email
	}
	r, err := promodb.New(db).BuyerFacts(ctx, ask)
	if err != nil {
		return 0, fmt.Errorf("promo facts: %w", err)
	}
	return Evaluate(c, Facts{
		Now: a.Now, GameID: a.GameID, GiftID: a.GiftID, Buyer: a.Buyer,
		BoughtBefore: r.BoughtBefore, Uses: int(r.Uses), UsedUp: r.UsedUp,
	})
}

// Show tells what a code would give this buyer, whatever they buy.
func (s *Service) Show(ctx context.Context, text string, who Buyer, now time.Time) (Code, error) {
	c, err := s.Find(ctx, text)
	if err != nil {
		return Code{}, err
	}
	_, err = s.Check(ctx, s.pool, c, Asked{Buyer: who, Now: now})
	return c, err
}

// Activate switches a code on for the account; it replaces the one before.
func (s *Service) Activate(ctx context.Context, userID int64, text string, now time.Time) (Code, error) {
	c, err := s.Show(ctx, text, Buyer{UserID: &userID}, now)
	if err != nil {
		return Code{}, err
	}
	err = s.q.SetActive(ctx, promodb.SetActiveParams{UserID: userID, PromoCodeID: c.ID, Since: now})
	if err != nil {
		return Code{}, fmt.Errorf("activate promo code: %w", err)
	}
	return c, nil
}

// Deactivate switches the account's code off; none is fine too.
func (s *Service) Deactivate(ctx context.Context, userID int64) error {
	if err := s.q.DropActive(ctx, userID); err != nil {
		return fmt.Errorf("deactivate promo code: %w", err)
	}
	return nil
}

// Active is the account's code, or nil. It may have expired since.
func (s *Service) Active(ctx context.Context, db Querier, userID int64) (*Code, error) {
	return optional(found(promodb.New(db).ActiveCode(ctx, userID)))
}

// Welcome is the code guests are greeted with now, or nil.
func (s *Service) Welcome(ctx context.Context, now time.Time) (*Code, error) {
	return optional(found(s.q.CurrentCode(ctx, promodb.CurrentCodeParams{Kind: KindWelcome, Now: now})))
}

func found(row promodb.PromoCode, err error) (Code, error) {
	if errors.Is(err, pgx.ErrNoRows) {
		return Code{}, ErrNotFound
	}
	if err != nil {
		return Code{}, fmt.Errorf("promo code: %w", err)
	}
	return Code(row), nil
}

func optional(c Code, err error) (*Code, error) {
	if errors.Is(err, ErrNotFound) {
		return nil, nil //nolint:nilnil // no code is an answer
	}
	if err != nil {
		return nil, err
	}
	return &c, nil
}
