package settlement

import (
	"context"
	"fmt"
	"slices"
	"time"

	"larek/internal/settlement/settlementdb"
)

// WholeDay is a day of all parties together.
type WholeDay struct {
	Day     time.Time
	Open    int32
	Missing []string // parties without a file
}

// State is green only if nothing is missing and every difference is explained.
func (d WholeDay) State() DayState {
	switch {
	case d.Open > 0:
		return Open
	case len(d.Missing) > 0:
		return Waiting
	}
	return Green
}

// WholeDays returns the days since to until. A file is needed of the bank, and of every
// provider and supplier that did something on the day.
func (s *Service) WholeDays(ctx context.Context, marks []DayMark, since, until time.Time) ([]WholeDay, error) {
	return wholeDays(ctx, settlementdb.New(s.pool), marks, since, until)
}

// Unfinished returns the days since to until that are not green, read in the caller's
// transaction.
func (s *Service) Unfinished(ctx context.Context, db settlementdb.DBTX, since, until time.Time) ([]WholeDay, error) {
	q := settlementdb.New(db)
	marks, err := q.Days(ctx, settlementdb.DaysParams{Since: since, Until: until})
	if err != nil {
		return nil, fmt.Errorf("days with files: %w", err)
	}
	list, err := wholeDays(ctx, q, marks, since, until)
	return slices.DeleteFunc(list, func(d WholeDay) bool { return d.State() == Green }), err
}

func wholeDays(ctx context.Context, q *settlementdb.Queries, marks []DayMark, since, until time.Time) ([]WholeDay, error) {
	providers, suppliers := Parties()
	busy, err := q.BusyDays(ctx, settlementdb.BusyDaysParams{Parties: append(providers, suppliers...), Since: since, Until: until})
	if err != nil {
		return nil, fmt.Errorf("days of parties: %w", err)
	}
	type cell struct{ party, day string }
	has, open, missing := map[cell]bool{}, map[string]int32{}, map[string][]string{}
	for _, m := range marks {
		day := m.Day.Format(time.DateOnly)
		has[cell{m.Party, day}] = true
		open[day] += m.Open
	}
	for _, b := range busy {
		if day := b.Day.Format(time.DateOnly); !has[cell{b.Party, day}] {
			missing[day] = append(missing[day], b.Party)
		}
	}
	var list []WholeDay
	for at := since; !at.After(until); at = at.AddDate(0, 0, 1) {
		day := at.Format(time.DateOnly)
		d := WholeDay{Day: at, Open: open[day], Missing: missing[day]}
		if !has[cell{Bank, day}] {
			d.Missing = append(d.Missing, Bank)
		}
		list = append(list, d)
	}
	return list, nil
}
