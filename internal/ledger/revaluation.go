package ledger

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger/ledgerdb"
	"larek/internal/money"
	"larek/internal/problem"
)

// Problems of revaluing.
var (
	ErrDayNotOver       = problem.New(problem.Conflict, "books.day_not_over", "День ещё не кончился: переоценивают на конец дня.")
	ErrRevaluedBefore   = problem.New(problem.Conflict, "books.revalued", "На этот или более поздний день уже переоценили.")
	ErrNothingToRevalue = problem.New(problem.Conflict, "books.nothing_to_revalue", "В другой валюте на этот день ничего нет.")
)

// errNoRate is the problem of a currency without a rate by a day.
func errNoRate(currency money.Currency) error {
	return problem.New(problem.Conflict, "books.no_rate", "Курса "+string(currency)+" на этот день нет.")
}

// Revaluation returns the account of what rates have added to money in another currency that is still
// there, or taken from it.
func Revaluation() Account { return "revaluation" }

// ExchangeResult returns the account of what was gained or lost on advances in another currency that
// are used up: they were paid for at one rate and booked as cost at another.
func ExchangeResult() Account { return "exchange_result" }

// WithAdvances sets whether advances to suppliers are revalued as money is. It returns s. By default
// they are not: an advance stays at the rate at which it was paid (ПБУ 3/2006, 9 and 10).
func (s *Service) WithAdvances(areRevalued bool) *Service {
	s.areAdvancesRevalued = areRevalued
	return s
}

// isRevalued reports whether a balance is valued at the rate of the day: money, what is to be returned
// to buyers, a debt to a supplier. An advance to a supplier is not, if it is not set so.
func (s *Service) isRevalued(l Turnover) bool {
	return l.Account.Group() != GroupSupply || s.areAdvancesRevalued || l.Closing() < 0
}

// Revalued is an account at the rate of a day.
type Revalued struct {
	Account        Account
	Currency       money.Currency
	TenThousandths int64
	Rate           money.Rate
	// Before is what the books have it for in rubles, After what it is worth at the rate.
	Before, After money.RUB
	// To is where the difference goes.
	To Account
}

// Gain is what the rate adds, negative for a loss.
func (r Revalued) Gain() money.RUB { return r.After - r.Before }

// Entry returns the entry of a day, dated at its end.
func (r Revalued) Entry(day time.Time) Entry {
	e := bare("revaluation", fmt.Sprintf("%s-%s-%s", r.Account, r.Currency, day.Format(time.DateOnly)), rubles(CurrencyExchange(), r.Gain()), rubles(r.To, -r.Gain()))
	e.At = new(endOf(day))
	return e
}

// rateScale makes a rate of kopecks and ten-thousandths of a currency.
const rateScale = 1e10

// endOf returns the last second of a day.
func endOf(day time.Time) time.Time { return midnight(day).AddDate(0, 0, 1).Add(-time.Second) }

// Revaluations returns what the shop has and owes in other currencies at the end of a day: money at
// its rate, advances at the average rate of what was paid for them. It is an error if that cannot be
// booked.
func (s *Service) Revaluations(ctx context.Context, db Querier, day, now time.Time) ([]Revalued, error) {
	if at := endOf(day); !at.Before(now) {
		return nil, ErrDayNotOver
	} else if err := checkOpen(ctx, db, &at); err != nil {
		return nil, err
	}
	trial, err := TrialBalance(ctx, db, day, day)
	if err != nil {
		return nil, err
	}
	last, err := ledgerdb.New(db).LastRevaluations(ctx)
	if err != nil {
		return nil, fmt.Errorf("last revaluations: %w", err)
	}
	var list []Revalued
	for _, l := range trial.Lines {
		switch group := l.Account.Group(); {
		case l.Currency == money.Ruble, group != GroupMoney && group != GroupSupply && l.Account != Unapplied():
			continue
		}
		r, err := s.revalue(ctx, ledgerdb.New(db), l, last, day)
		if err != nil {
			return nil, err
		}
		if r.TenThousandths != 0 || r.Before != 0 {
			list = append(list, r)
		}
	}
	if len(list) == 0 {
		return nil, ErrNothingToRevalue
	}
	return list, nil
}

// revalue returns one account at the end of a day.
func (s *Service) revalue(ctx context.Context, q *ledgerdb.Queries, l Turnover, last []ledgerdb.LastRevaluationsRow, day time.Time) (Revalued, error) {
	r := Revalued{Account: l.Account, Currency: l.Currency, TenThousandths: l.Closing(), To: Revaluation()}
	had := int64(0)
	legs := ledgerdb.RubleLegsParams{Account: string(l.Account), Currency: string(l.Currency), Until: midnight(day).AddDate(0, 0, 1)}
	for _, x := range last {
		if x.Account != legs.Account || x.Currency != legs.Currency {
			continue
		}
		if !x.Day.Before(day) {
			return r, ErrRevaluedBefore
		}
		r.Before, legs.Since, legs.MadeAt = money.RUB(x.Worth), midnight(x.Day).AddDate(0, 0, 1), x.MadeAt
		had = x.TenThousandths
	}
	added, err := q.RubleLegs(ctx, legs)
	if err != nil {
		return r, fmt.Errorf("ruble side of %s: %w", l.Account, err)
	}
	if !s.isRevalued(l) {
		r.To = ExchangeResult()
		worth, had := r.Before+money.RUB(added.Bought), had+added.TenThousandths
		r.Before += money.RUB(added.Hundredths)
		if r.After = r.Before; had > 0 {
			r.Rate, r.After = money.Rate(worth.Share(rateScale, had)), worth.Share(r.TenThousandths, had)
		}
		return r, nil
	}
	r.Before += money.RUB(added.Hundredths)
	text, err := q.RateOfDay(ctx, ledgerdb.RateOfDayParams{Currency: legs.Currency, Until: legs.Until})
	if errors.Is(err, pgx.ErrNoRows) {
		return r, errNoRate(l.Currency)
	}
	if err != nil {
		return r, fmt.Errorf("rate of %s: %w", l.Currency, err)
	}
	if r.Rate, err = money.ParseRate(text); err != nil {
		return r, err
	}
	r.After = r.Rate.Rubles(r.TenThousandths)
	return r, nil
}

// Revalue books what the rate of a day adds to each account, once.
func (s *Service) Revalue(ctx context.Context, tx pgx.Tx, day time.Time, who int64, now time.Time) ([]Revalued, error) {
	q := ledgerdb.New(tx)
	if err := q.LockRevaluations(ctx); err != nil {
		return nil, fmt.Errorf("lock revaluations: %w", err)
	}
	list, err := s.Revaluations(ctx, tx, day, now)
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		e := r.Entry(day)
		if err := s.Post(ctx, tx, e); err != nil {
			return nil, err
		}
		err := q.InsertRevaluation(ctx, ledgerdb.InsertRevaluationParams{
			Account: string(r.Account), Currency: string(r.Currency), Day: day, TenThousandths: r.TenThousandths, Rate: r.Rate.String(),
			KopecksBefore: int64(r.Before), KopecksNow: int64(r.After), Ref: e.Ref, MadeBy: who,
		})
		if err != nil {
			return nil, fmt.Errorf("keep revaluation %s: %w", e.Ref, err)
		}
	}
	return list, nil
}

// Worth returns what an amount of a currency was worth in rubles at a time; known is false
// if no rate is known.
func Worth(ctx context.Context, db Querier, tenThousandths int64, currency money.Currency, at time.Time) (worth money.RUB, known bool, err error) {
	if currency == money.Ruble {
		return money.OneToOne.Rubles(tenThousandths), true, nil
	}
	text, err := ledgerdb.New(db).RateOfDay(ctx, ledgerdb.RateOfDayParams{Currency: string(currency), Until: at})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("rate of %s: %w", currency, err)
	}
	rate, err := money.ParseRate(text)
	return rate.Rubles(tenThousandths), err == nil, err
}
