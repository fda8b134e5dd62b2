package catalog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/catalog/catalogdb"
	"larek/internal/money"
	"larek/internal/problem"
)

// Problems of rules.
var (
	errRuleStale = problem.New(problem.Conflict, "price.rule_stale", "Правило тем временем изменили. Посмотрите ещё раз и повторите.")
	// ErrStepEnded is the problem of a rule's price that waits no more, or has become another.
	ErrStepEnded = problem.New(problem.Conflict, "price.step_ended", "Эту цену уже решили, или закупка снова изменилась. Обновите страницу.")
)

// PriceRule makes the prices of a game of what its products cost.
type PriceRule struct {
	Percent  money.Percent `json:"percent"` // over the cost
	Ending   int16         `json:"ending"`  // kopecks a price ends in: 0 or 90
	Floor    money.RUB     `json:"floor"`
	IsActive bool          `json:"active"`
}

// SavedRule is the rule of a game with who has set it.
type SavedRule = catalogdb.PriceRuleRow

// Price returns the lowest price with the rule's ending that leaves the percentage over the
// cost after the discount, and is not below the floor.
func (r PriceRule) Price(cost money.RUB, discountPercent int16) money.RUB {
	over := int64(cost) * int64(money.Whole+r.Percent)
	left := int64(money.Whole - money.Percents(int(discountPercent)))
	least := money.RUB((over + left - 1) / left)
	least = max(least, r.Floor, 1)
	price := least/100*100 + money.RUB(r.Ending)
	if price < least {
		price += 100
	}
	return price
}

// Rule returns the rule of a game, nil if it has none.
func (s *Prices) Rule(ctx context.Context, gameID int64) (*SavedRule, error) {
	r, err := catalogdb.New(s.pool).PriceRule(ctx, gameID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // there is no rule
	}
	if err != nil {
		return nil, fmt.Errorf("price rule of game %d: %w", gameID, err)
	}
	return &r, nil
}

// SetRule sets the rule of a game. Version is that of the rule it replaces, zero if there
// was none. Prices follow within seconds, in a transaction of their own.
func (s *Prices) SetRule(ctx context.Context, tx pgx.Tx, gameID int64, version int32, r PriceRule, staffID int64) error {
	q := catalogdb.New(tx)
	if _, err := readGame(ctx, q, gameID); err != nil {
		return err
	}
	if version == 0 {
		n, err := q.InsertPriceRule(ctx, catalogdb.InsertPriceRuleParams{
			GameID: gameID, Percent: r.Percent, Ending: r.Ending, Floor: r.Floor, IsActive: r.IsActive, ChangedAt: s.clock(), ChangedBy: staffID,
		})
		if err == nil && n == 0 {
			return errRuleStale
		}
		return wrapRule(gameID, err)
	}
	seen, err := q.LockPriceRule(ctx, gameID)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && seen != version {
		return errRuleStale
	}
	if err != nil {
		return wrapRule(gameID, err)
	}
	return wrapRule(gameID, q.UpdatePriceRule(ctx, catalogdb.UpdatePriceRuleParams{
		GameID: gameID, Percent: r.Percent, Ending: r.Ending, Floor: r.Floor, IsActive: r.IsActive, ChangedAt: s.clock(), ChangedBy: staffID,
	}))
}

func wrapRule(gameID int64, err error) error {
	if err != nil {
		return fmt.Errorf("price rule of game %d: %w", gameID, err)
	}
	return nil
}

// RuledGames returns the games whose prices follow a rule.
func (s *Prices) RuledGames(ctx context.Context) ([]int64, error) {
	ids, err := catalogdb.New(s.pool).RuledGames(ctx)
	if err != nil {
		return nil, fmt.Errorf("games with a price rule: %w", err)
	}
	return ids, nil
}

// WaitingPrice is a price of a rule that waits for a person.
type WaitingPrice = catalogdb.WaitingStepsRow

// Waiting returns the prices of rules that wait for a person, oldest first.
func (s *Prices) Waiting(ctx context.Context) ([]WaitingPrice, error) {
	rows, err := catalogdb.New(s.pool).WaitingSteps(ctx)
	if err != nil {
		return nil, fmt.Errorf("prices that wait: %w", err)
	}
	return rows, nil
}

// LockWaiting locks the price of a rule that waits for a person.
func (s *Prices) LockWaiting(ctx context.Context, tx pgx.Tx, productID int64) (WaitingPrice, error) {
	row, err := catalogdb.New(tx).LockWaitingStep(ctx, productID)
	if errors.Is(err, pgx.ErrNoRows) {
		return WaitingPrice{}, ErrStepEnded
	}
	if err != nil {
		return WaitingPrice{}, fmt.Errorf("price of a rule for product %d: %w", productID, err)
	}
	return WaitingPrice(row), nil
}

// EndStep ends the wait of a rule's price, which must be the one the person saw.
func (s *Prices) EndStep(ctx context.Context, tx pgx.Tx, productID int64, price money.RUB, approved bool) error {
	state := map[bool]string{true: "done", false: "declined"}[approved]
	n, err := catalogdb.New(tx).EndRuleStep(ctx, catalogdb.EndRuleStepParams{ProductID: productID, Price: price, State: state, At: s.clock()})
	if err != nil {
		return fmt.Errorf("price of a rule for product %d: %w", productID, err)
	}
	if n == 0 {
		return ErrStepEnded
	}
	return nil
}

// RuleDone is what a rule has done to the prices of its game.
type RuleDone struct {
	Batch   int64 // zero: no price was changed
	All     []PriceOutcome
	Waiting []int64 // products whose prices have come to wait for a person
}

// ApplyRule moves the prices of a game whose cost or rule has changed. A change of more
// than the largest step waits for a person.
func (s *Prices) ApplyRule(ctx context.Context, tx pgx.Tx, gameID int64) (RuleDone, error) {
	q := catalogdb.New(tx)
	saved, err := q.TakePriceRule(ctx, gameID)
	if errors.Is(err, pgx.ErrNoRows) {
		return RuleDone{}, nil
	}
	if err != nil {
		return RuleDone{}, wrapRule(gameID, err)
	}
	rows, err := s.unhandled(ctx, q, saved)
	if err != nil || len(rows) == 0 {
		return RuleDone{}, err
	}
	settings, err := s.Settings(ctx, tx)
	if err != nil {
		return RuleDone{}, err
	}
	rule := PriceRule{Percent: saved.Percent, Ending: saved.Ending, Floor: saved.Floor}
	var done RuleDone
	var list []NewPrice
	for _, r := range rows {
		price, state := rule.Price(r.Rubles, r.DiscountPercent), "done"
		switch step := PriceChangeShare(r.Price, price); {
		case price == r.Price:
		case step > settings.LargestStep || step < -settings.LargestStep:
			state = "waits"
			done.Waiting = append(done.Waiting, r.ID)
		default:
			list = append(list, NewPrice{ProductID: r.ID, Price: price, Version: r.PriceVersion})
		}
		err := q.PutRuleStep(ctx, catalogdb.PutRuleStepParams{
			ProductID: r.ID, RuleVersion: saved.Version, Cost: r.Rubles, Price: price, OldPrice: r.Price, State: state, At: s.clock().Truncate(time.Microsecond),
		})
		if err != nil {
			return RuleDone{}, wrapRule(gameID, err)
		}
	}
	if len(list) > 0 {
		done.Batch, done.All, err = s.Change(ctx, tx, PriceBatch{StaffID: saved.ChangedBy, ReasonCode: "rule"}, list)
	}
	return done, err
}

// unhandled returns the products whose cost or rule has changed since the rule acted.
func (s *Prices) unhandled(ctx context.Context, q *catalogdb.Queries, rule catalogdb.TakePriceRuleRow) ([]PriceRow, error) {
	steps, err := q.RuleSteps(ctx, rule.GameID)
	if err != nil {
		return nil, wrapRule(rule.GameID, err)
	}
	handled := map[int64]catalogdb.RuleStepsRow{}
	for _, step := range steps {
		handled[step.ProductID] = step
	}
	p := s.params(1000)
	p.GameID = &rule.GameID
	rows, err := q.PriceRows(ctx, p)
	if err != nil {
		return nil, wrapRule(rule.GameID, err)
	}
	var left []PriceRow
	for _, r := range rows {
		step, known := handled[r.ID]
		if r.HasCost && r.Rubles > 0 && (!known || step.Cost != r.Rubles || step.RuleVersion != rule.Version) {
			left = append(left, r)
		}
	}
	return left, nil
}
