package promo

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/problem"
	"larek/internal/promo/promodb"
)

// targetProblem names the game or gift that does not exist.
func targetProblem(err error) error {
	switch {
	case pg.Violates(err, "promo_codes_game_id_fkey"):
		return problem.InvalidFields(problem.Field{Name: "game_id", Code: "wrong_value", Detail: "Такой игры нет."})
	case pg.Violates(err, "promo_codes_gift_id_fkey"):
		return problem.InvalidFields(problem.Field{Name: "gift_id", Code: "wrong_value", Detail: "Такого подарка нет."})
	}
	return fmt.Errorf("insert promo codes: %w", err)
}

// Campaign is a code with what it has cost and brought.
type Campaign struct {
	Code
	Target string // the game's or gift's title
	Budget *money.RUB
	// Held is what orders hold of the budget, paid or not.
	Held money.RUB
	// Of paid orders: how many, what was taken off, what was paid for goods.
	Uses              int64
	Discount, Revenue money.RUB
}

// States of a code by the time and the operators' switch.
const (
	StateActive  = "active"
	StatePlanned = "planned"
	StateEnded   = "ended"
	StateStopped = "stopped"
)

// State says whether the code works now.
func (c Code) State(now time.Time) string {
	switch {
	case !c.IsActive:
		return StateStopped
	case c.ValidUntil != nil && !now.Before(*c.ValidUntil):
		return StateEnded
	case now.Before(c.ValidFrom):
		return StatePlanned
	}
	return StateActive
}

// CampaignFilter selects codes of the list. Without a batch and a text it has those that
// are of neither a batch nor one buyer.
type CampaignFilter struct {
	State   string
	BatchID int64
	Text    string // exact
}

// Campaigns returns up to limit codes with a smaller ID than before, newest first; zero
// begins with the newest.
func (s *Service) Campaigns(ctx context.Context, f CampaignFilter, before int64, limit int, now time.Time) ([]Campaign, error) {
	var ids []int64
	var err error
	page := int32(limit) //nolint:gosec // a page
	switch {
	case f.Text != "":
		var c Code
		if c, err = s.Find(ctx, f.Text); errors.Is(err, ErrNotFound) {
			return nil, nil
		}
		ids = []int64{c.ID}
	case f.BatchID != 0:
		ids, err = s.q.BatchCodeIDs(ctx, promodb.BatchCodeIDsParams{BatchID: f.BatchID, Before: orMax(before), PageLimit: page})
	default:
		ids, err = s.q.CampaignIDs(ctx, promodb.CampaignIDsParams{State: f.State, Now: now, Before: orMax(before), PageLimit: page})
	}
	if err != nil {
		return nil, fmt.Errorf("list promo codes: %w", err)
	}
	return s.campaigns(ctx, ids)
}

func (s *Service) campaigns(ctx context.Context, ids []int64) ([]Campaign, error) {
	rows, err := s.q.Campaigns(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read promo codes: %w", err)
	}
	list := make([]Campaign, len(rows))
	for i, r := range rows {
		list[i] = Campaign{Code: Code(r.PromoCode), Target: r.Target, Budget: r.Budget, Held: r.Held, Uses: r.Uses, Discount: r.Discount, Revenue: r.Revenue}
	}
	return list, nil
}

// Campaign returns one code, and how many unpaid orders hold it now, 99 at most.
func (s *Service) Campaign(ctx context.Context, id int64) (Campaign, int, error) {
	list, err := s.campaigns(ctx, []int64{id})
	if err != nil {
		return Campaign{}, 0, err
	}
	if len(list) == 0 {
		return Campaign{}, 0, ErrNoCode
	}
	n, err := s.q.ReservedNow(ctx, id)
	if err != nil {
		return Campaign{}, 0, fmt.Errorf("count reservations of promo code %d: %w", id, err)
	}
	return list[0], int(n), nil
}

// Use is an order that used a code, holds it, or held it.
type Use struct {
	OrderID        int64
	State          string
	ReservedAt     time.Time
	Discount, Paid money.RUB
	Status         string
}

// Uses returns up to limit uses of a code by orders before one, newest first.
func (s *Service) Uses(ctx context.Context, id, before int64, limit int) ([]Use, error) {
	rows, err := s.q.UsesOf(ctx, promodb.UsesOfParams{PromoCodeID: id, Before: orMax(before), PageLimit: int32(limit)}) //nolint:gosec // a page
	if err != nil {
		return nil, fmt.Errorf("list uses of promo code %d: %w", id, err)
	}
	list := make([]Use, len(rows))
	for i, r := range rows {
		list[i] = Use(r)
	}
	return list, nil
}

// Batch is many codes that were made together.
type Batch struct {
	ID                  int64
	Title               string
	Created             time.Time
	Author              string
	Percent             int16
	ValidUntil          *time.Time
	Codes, Active, Uses int64
	Discount, Revenue   money.RUB
}

// Batches returns up to limit batches before one, newest first.
func (s *Service) Batches(ctx context.Context, before int64, limit int) ([]Batch, error) {
	rows, err := s.q.Batches(ctx, promodb.BatchesParams{Before: orMax(before), PageLimit: int32(limit)}) //nolint:gosec // a page
	if err != nil {
		return nil, fmt.Errorf("list promo batches: %w", err)
	}
	list := make([]Batch, len(rows))
	for i, r := range rows {
		list[i] = Batch(r)
	}
	return list, nil
}

// BatchTexts returns the texts of all codes of a batch.
func (s *Service) BatchTexts(ctx context.Context, id int64) ([]string, error) {
	texts, err := s.q.BatchTexts(ctx, &id)
	if err != nil {
		return nil, fmt.Errorf("read promo batch %d: %w", id, err)
	}
	if len(texts) == 0 {
		return nil, ErrNoBatch
	}
	return texts, nil
}

// DraftProblems returns what is wrong with a draft, also that its text is taken.
func (s *Service) DraftProblems(ctx context.Context, d Draft, now time.Time) ([]problem.Field, error) {
	list := d.Problems(now)
	if _, err := s.Find(ctx, d.Text); !errors.Is(err, ErrNotFound) {
		return append(list, errTaken), err
	}
	return list, nil
}

// Loss is an article that a draft would sell below its cost.
type Loss struct {
	Title       string
	Price, Cost money.RUB
}

// Losses returns the largest five losses of a draft, and how many there are.
func (s *Service) Losses(ctx context.Context, db Querier, d Draft) ([]Loss, int, error) {
	rows, err := promodb.New(db).BelowCost(ctx, promodb.BelowCostParams{Percent: int32(d.Percent), Goods: d.Goods, GameID: d.GameID, GiftID: d.GiftID})
	if err != nil {
		return nil, 0, fmt.Errorf("read losses of a promo code: %w", err)
	}
	list, total := make([]Loss, len(rows)), 0
	for i, r := range rows {
		list[i], total = Loss{Title: r.Title, Price: r.Price, Cost: r.Cost}, int(r.Total)
	}
	return list, total, nil
}

func orMax(before int64) int64 {
	if before == 0 {
		return math.MaxInt64
	}
	return before
}
