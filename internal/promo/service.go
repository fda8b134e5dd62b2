// Package promo stores promo codes, the code active on each account, and the
// redemptions of codes by orders.
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

// Service reads promo codes and records redemptions.
type Service struct {
	pool *pgxpool.Pool
	q    *promodb.Queries
}

// NewService returns a Service that uses pool. It needs the primary: a replica
// may lag behind.
func NewService(pool *pgxpool.Pool) *Service { return &Service{pool: pool, q: promodb.New(pool)} }

// Find returns the code as a buyer entered it, or ErrNotFound.
func (s *Service) Find(ctx context.Context, text string) (Code, error) {
	return found(s.q.FindCode(ctx, NormalizeCode(text)))
}

// Get returns the code with an ID, or ErrNotFound.
func (s *Service) Get(ctx context.Context, db Querier, id int64) (Code, error) {
	return found(promodb.New(db).GetCode(ctx, id))
}

// CheckInput is an intended redemption. OrderID is 0 if there is no order yet.
type CheckInput struct {
	GameID, GiftID *int64
	Buyer          Buyer
	OrderID        int64
	Now            time.Time
}

// Check evaluates a code with the data in db. It reserves nothing. Orders of a
// guest's address count only if the address is proven, which Reserve requires
// for some codes; until then all guests get the same result.
func (s *Service) Check(ctx context.Context, db Querier, c Code, a CheckInput) (percent int, err error) {
	email := a.Buyer.address()
	params := promodb.EligibilityParams{Buyer: a.Buyer.digest(), Address: a.Buyer.addressDigest(), OrderID: a.OrderID, UserID: a.Buyer.UserID, PromoCodeID: c.ID}
	if email != "" {
		params.Email = &email
	}
	r, err := promodb.New(db).Eligibility(ctx, params)
	if err != nil {
		return 0, fmt.Errorf("read promo eligibility: %w", err)
	}
	return Evaluate(c, Eligibility{
		Now: a.Now, GameID: a.GameID, GiftID: a.GiftID, Buyer: a.Buyer,
		BoughtBefore: r.BoughtBefore, BuyerRedemptions: int(r.Uses), Exhausted: r.UsedUp,
	})
}

// Preview returns the code if this buyer could use it for some goods. It
// changes nothing.
func (s *Service) Preview(ctx context.Context, text string, who Buyer, now time.Time) (Code, error) {
	c, err := s.Find(ctx, text)
	if err != nil {
		return Code{}, err
	}
	_, err = s.Check(ctx, s.pool, c, CheckInput{Buyer: who, Now: now})
	return c, err
}

// Activate sets the account's active code, replacing the previous one.
func (s *Service) Activate(ctx context.Context, userID int64, text string, now time.Time) (Code, error) {
	c, err := s.Preview(ctx, text, Buyer{UserID: &userID}, now)
	if err != nil {
		return Code{}, err
	}
	err = s.q.SetActive(ctx, promodb.SetActiveParams{UserID: userID, PromoCodeID: c.ID, Since: now})
	if err != nil {
		return Code{}, fmt.Errorf("activate promo code: %w", err)
	}
	return c, nil
}

// Deactivate clears the account's active code, if any.
func (s *Service) Deactivate(ctx context.Context, userID int64) error {
	if err := s.q.DeleteActive(ctx, userID); err != nil {
		return fmt.Errorf("deactivate promo code: %w", err)
	}
	return nil
}

// Active returns the account's active code, or nil. The code may have expired
// since.
func (s *Service) Active(ctx context.Context, db Querier, userID int64) (*Code, error) {
	return optional(found(promodb.New(db).ActiveCode(ctx, userID)))
}

// ByID returns a code.
func (s *Service) ByID(ctx context.Context, id int64) (Code, error) {
	return found(s.q.GetCode(ctx, id))
}

// ActiveOf returns the code that an account holds, or nil.
func (s *Service) ActiveOf(ctx context.Context, userID int64) (*Code, error) {
	return optional(found(s.q.ActiveCode(ctx, userID)))
}

// Welcome returns the current welcome code for guests, or nil.
func (s *Service) Welcome(ctx context.Context, now time.Time) (*Code, error) {
	return optional(found(s.q.CurrentCode(ctx, promodb.CurrentCodeParams{Kind: KindWelcome, Now: now})))
}

func found(row promodb.PromoCode, err error) (Code, error) {
	if errors.Is(err, pgx.ErrNoRows) {
		return Code{}, ErrNotFound
	}
	if err != nil {
		return Code{}, fmt.Errorf("read promo code: %w", err)
	}
	return Code(row), nil
}

func optional(c Code, err error) (*Code, error) {
	if errors.Is(err, ErrNotFound) {
		return nil, nil //nolint:nilnil // no code is a valid result
	}
	if err != nil {
		return nil, err
	}
	return &c, nil
}
