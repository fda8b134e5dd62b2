package promo

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/pg"
	"larek/internal/problem"
	"larek/internal/promo/promodb"
	"larek/internal/publicid"
)

// LoyaltyRule says which buyers get a personal code, and what the code gives.
type LoyaltyRule struct {
	MinOrders, Days    int
	Percent, ValidDays int
}

// ErrNoOffer is returned if operators have no loyalty offer running.
var ErrNoOffer = problem.New(problem.Conflict, "promo.no_offer", "Сейчас личных промокодов за покупки нет.")

// ErrClaimed is returned if the code of this period was already used.
var ErrClaimed = problem.New(problem.Conflict, "promo.claimed", "Промокод за недавние покупки вы уже использовали. Новый можно получить через 30 дней после прошлого.")

// ErrTooFewOrders is returned with the numbers of the rule in its detail.
var ErrTooFewOrders = problem.New(problem.Conflict, "promo.too_few_orders", "Для личного промокода пока не хватает доставленных заказов.")

// LoyaltyRule returns the current rule: the active code of the kind "recent"
// sets the percentage, the rest is fixed. It returns ErrNoOffer if there is
// none.
func (s *Service) LoyaltyRule(ctx context.Context, now time.Time) (LoyaltyRule, error) {
	c, err := found(s.q.CurrentCode(ctx, promodb.CurrentCodeParams{Kind: KindRecent, Now: now}))
	if errors.Is(err, ErrNotFound) {
		return LoyaltyRule{}, ErrNoOffer
	}
	if err != nil {
		return LoyaltyRule{}, err
	}
	return LoyaltyRule{MinOrders: 3, Days: 30, Percent: int(c.Percent), ValidDays: 30}, nil
}

// ClaimLoyaltyCode returns a personal code for a buyer with enough delivered
// orders, one per period of the rule. Until it is used, repeated calls return
// the same code.
func (s *Service) ClaimLoyaltyCode(ctx context.Context, userID int64, rule LoyaltyRule, now time.Time) (Code, error) {
	var c Code
	err := pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		q, since := promodb.New(tx), now.AddDate(0, 0, -rule.Days)
		if err := q.LockBuyer(ctx, userID); err != nil {
			return err
		}
		last, err := q.LastPersonalCode(ctx, promodb.LastPersonalCodeParams{UserID: &userID, Since: since})
		switch {
		case err == nil && last.Used:
			return ErrClaimed
		case err == nil:
			c = Code(last.PromoCode)
			return nil
		case !errors.Is(err, pgx.ErrNoRows):
			return err
		}
		n, err := q.DeliveredSince(ctx, promodb.DeliveredSinceParams{UserID: &userID, Since: since})
		if err != nil {
			return err
		}
		if n < int64(rule.MinOrders) {
			refusal := *ErrTooFewOrders
			refusal.Detail = fmt.Sprintf("Личный промокод даём за доставленные заказы: нужно %d за последние %d дней, у вас %d.", rule.MinOrders, rule.Days, n)
			return &refusal
		}
		row, err := q.InsertPersonalCode(ctx, promodb.InsertPersonalCodeParams{
			Code: personalCode(), Percent: int16(rule.Percent), UserID: &userID, Now: now, ValidUntil: new(now.AddDate(0, 0, rule.ValidDays)), //nolint:gosec // a percent
		})
		c = Code(row)
		return err
	})
	if err != nil {
		return Code{}, fmt.Errorf("claim loyalty code: %w", err)
	}
	return c, nil
}

// personalCode returns the text of a loyalty code.
func personalCode() string { return randomText("MOY") }

// randomText returns a random text of 60 bits: short enough to type and too
// long to guess.
func randomText(prefix string) string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails since Go 1.24
	return prefix + "-" + strings.ToUpper(publicid.Encode(b[:])[:12])
}
