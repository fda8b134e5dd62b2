package promo

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/ident"
	"larek/internal/pg"
	"larek/internal/problem"
	"larek/internal/promo/promodb"
)

// Rule is what earns a personal code, and what the code then gives.
type Rule struct {
	MinOrders, Days    int
	Percent, ValidDays int
}

// ErrNoOffer: operators have no such offer running.
var ErrNoOffer = problem.New(problem.Conflict, "promo.no_offer", "Сейчас личных промокодов за покупки нет.")

// ErrClaimed: this period's code was given and used.
var ErrClaimed = problem.New(problem.Conflict, "promo.claimed", "Промокод за недавние покупки вы уже использовали. Новый можно получить через 30 дней после прошлого.")

// ErrTooFewOrders is refined with the numbers of the rule.
var ErrTooFewOrders = problem.New(problem.Conflict, "promo.too_few_orders", "Для личного промокода пока не хватает доставленных заказов.")

// RecentRule is the rule operators have set: a code of the kind «recent»
// gives the percent, the rest is the shop's custom.
func (s *Service) RecentRule(ctx context.Context, now time.Time) (Rule, error) {
	c, err := found(s.q.CurrentCode(ctx, promodb.CurrentCodeParams{Kind: KindRecent, Now: now}))
	if errors.Is(err, ErrNotFound) {
		return Rule{}, ErrNoOffer
	}
	if err != nil {
		return Rule{}, err
	}
	return Rule{MinOrders: 3, Days: 30, Percent: int(c.Percent), ValidDays: 30}, nil
}

// ClaimRecent gives a buyer with enough delivered orders a code of their own,
// one per period of the rule: asking again shows the same one until it is used.
func (s *Service) ClaimRecent(ctx context.Context, userID int64, rule Rule, now time.Time) (Code, error) {
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
		return Code{}, fmt.Errorf("personal promo code: %w", err)
	}
	return c, nil
}

// personalCode is short enough to type and, with 60 random bits, too long to guess.
func personalCode() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails since Go 1.24
	return "MOY-" + strings.ToUpper(ident.Encode(b[:])[:12])
}
