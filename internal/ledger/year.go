package ledger

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// Retained returns the account of what the shop has earned in the years that are closed, negative as
// all that is earned.
func Retained() Account { return "retained" }

// closeYear moves the result of a year to what is retained, by an entry dated at the end of December.
// In other months it does nothing. The next year begins with nothing earned or spent.
func (s *Service) closeYear(ctx context.Context, tx pgx.Tx, month time.Time) error {
	if month.Month() != time.December {
		return nil
	}
	last := month.AddDate(0, 1, -1)
	t, err := TrialBalance(ctx, tx, last, last)
	if err != nil {
		return err
	}
	e := bare("year", strconv.Itoa(month.Year()))
	e.At = new(endOf(last))
	for _, l := range t.Lines {
		if l.Account.isResult() && l.Closing() != 0 {
			e.Fine = append(e.Fine, FinePosting{l.Account, l.Currency, -l.Closing()}, FinePosting{Retained(), l.Currency, l.Closing()})
		}
	}
	if err := s.Post(ctx, tx, e.merged()); err != nil {
		return err
	}
	return sumUpIn(ctx, tx)
}
