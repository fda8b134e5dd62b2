package salesstats

import (
	"context"
	"fmt"
	"slices"
	"time"

	"larek/internal/salesstats/salesstatsdb"
)

// Totals are the sums of everything over a time.
type Totals struct {
	Sums
	Waits Waits
}

// Hour is the turnover of an hour, and how many orders were paid in it.
type Hour struct {
	At time.Time
	Sum
}

// GroupRow is a game or a method in a table of the first screen.
type GroupRow struct {
	Row
	Waits Waits
}

// Home compares a period up to now with an earlier one up to the same minute: today with the same weekday, the last
// days with as many before.
type Home struct {
	Since, Until, BeforeSince, BeforeUntil time.Time
	Now, Before                            Totals
	// Hours and BeforeHours are there for one day only.
	Hours, BeforeHours []Hour
	Methods, Games     []GroupRow
	KnownUntil         *time.Time
	HasAny             bool // reports whether any order was ever paid
}

// Home returns the figures of the last days, today included.
func (s *Service) Home(ctx context.Context, days int) (*Home, error) {
	now := s.clock().Truncate(time.Minute)
	back := days
	if days == 1 {
		back = 7 // days of the week differ from each other
	}
	h := &Home{Since: midnight(now).AddDate(0, 0, 1-days), Until: now}
	h.BeforeSince, h.BeforeUntil = h.Since.AddDate(0, 0, -back), now.AddDate(0, 0, -back)
	for _, part := range []func(context.Context, *Home) error{s.readTotals, s.readHours, s.readGroups, s.readState} {
		if err := part(ctx, h); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// Day returns the sums of a whole day, named by its date.
func (s *Service) Day(ctx context.Context, day time.Time) (Totals, error) {
	since := midnightOf(day)
	return s.totals(ctx, since, since.AddDate(0, 0, 1))
}

func (s *Service) readTotals(ctx context.Context, h *Home) (err error) {
	if h.Now, err = s.totals(ctx, h.Since, h.Until); err == nil {
		h.Before, err = s.totals(ctx, h.BeforeSince, h.BeforeUntil)
	}
	return err
}

// totals adds whole days, and the minutes of the last one.
func (s *Service) totals(ctx context.Context, since, until time.Time) (Totals, error) {
	q, t, last := salesstatsdb.New(s.read), Totals{Waits: Waits{}}, midnight(until)
	for _, part := range []salesstatsdb.SumsParams{
		{Grain: "day", Dimension: "all", Since: since, Until: last},
		{Grain: "minute", Dimension: "all", Since: last, Until: until},
	} {
		sums, err := q.Sums(ctx, part)
		if err != nil {
			return t, fmt.Errorf("sums of all: %w", err)
		}
		for _, r := range sums {
			t.add(r.Measure, r.Currency, r.TenThousandths, r.N)
		}
		waits, err := q.Waits(ctx, salesstatsdb.WaitsParams(part))
		if err != nil {
			return t, fmt.Errorf("waits of all: %w", err)
		}
		for _, r := range waits {
			t.Waits.add(r.Bucket, r.N)
		}
	}
	return t, nil
}

func (s *Service) readHours(ctx context.Context, h *Home) (err error) {
	if midnight(h.Until).After(h.Since) {
		return nil
	}
	if h.Hours, err = s.hourly(ctx, h.Since, h.Until); err == nil {
		h.BeforeHours, err = s.hourly(ctx, h.BeforeSince, h.BeforeSince.AddDate(0, 0, 1))
	}
	return err
}

func (s *Service) hourly(ctx context.Context, since, until time.Time) ([]Hour, error) {
	rows, err := salesstatsdb.New(s.read).Hourly(ctx, salesstatsdb.HourlyParams{Since: since, Until: until, Measure: string(Turnover)})
	if err != nil {
		return nil, fmt.Errorf("turnover by hour: %w", err)
	}
	var hours []Hour // hours without sales are there too
	for at := since; at.Before(until); at = at.Add(time.Hour) {
		hours = append(hours, Hour{At: at})
	}
	for _, r := range rows {
		if i := int(r.Hour.Sub(since) / time.Hour); i >= 0 && i < len(hours) {
			hours[i].Sum = Sum{r.TenThousandths, r.N}
		}
	}
	return hours, nil
}

func (s *Service) readGroups(ctx context.Context, h *Home) (err error) {
	if h.Methods, err = s.groups(ctx, h, ByMethod); err == nil {
		h.Games, err = s.groups(ctx, h, ByGame)
	}
	return err
}

// groups returns the games or methods of a time, the largest turnover first. It reads
// whole hours, and whole days if there are several.
func (s *Service) groups(ctx context.Context, h *Home, by Dimension) ([]GroupRow, error) {
	grain := "hour"
	if midnight(h.Until).After(h.Since) {
		grain = "day"
	}
	q, byKey := salesstatsdb.New(s.read), map[string]*GroupRow{}
	row := func(key string) *GroupRow {
		if byKey[key] == nil {
			byKey[key] = &GroupRow{Row: Row{Key: key}, Waits: Waits{}}
		}
		return byKey[key]
	}
	now := salesstatsdb.SumsParams{Grain: grain, Dimension: string(by), Since: h.Since, Until: h.Until}
	before := salesstatsdb.SumsParams{Grain: grain, Dimension: string(by), Since: h.BeforeSince, Until: h.BeforeUntil}
	for i, part := range []salesstatsdb.SumsParams{now, before} {
		sums, err := q.Sums(ctx, part)
		if err != nil {
			return nil, fmt.Errorf("sums by %s: %w", by, err)
		}
		for _, r := range sums {
			if of := row(r.Key); i == 0 {
				of.Now.add(r.Measure, r.Currency, r.TenThousandths, r.N)
			} else {
				of.Before.add(r.Measure, r.Currency, r.TenThousandths, r.N)
			}
		}
	}
	if by == ByGame {
		waits, err := q.Waits(ctx, salesstatsdb.WaitsParams(now))
		if err != nil {
			return nil, fmt.Errorf("waits by game: %w", err)
		}
		for _, r := range waits {
			row(r.Key).Waits.add(r.Bucket, r.N)
		}
	}
	return s.sorted(ctx, by, byKey)
}

func (s *Service) sorted(ctx context.Context, by Dimension, byKey map[string]*GroupRow) ([]GroupRow, error) {
	var rows []GroupRow
	var keys []string
	for key, r := range byKey {
		if key != "" {
			rows, keys = append(rows, *r), append(keys, key)
		}
	}
	titles, err := s.titles(ctx, by, keys)
	if err != nil {
		return nil, fmt.Errorf("titles by %s: %w", by, err)
	}
	for i := range rows {
		rows[i].Title = titles[rows[i].Key]
	}
	slices.SortFunc(rows, func(a, b GroupRow) int {
		if x, y := a.Now.Of[Turnover].TenThousandths, b.Now.Of[Turnover].TenThousandths; x != y {
			return map[bool]int{true: -1, false: 1}[x > y]
		}
		return map[bool]int{true: -1, false: 1}[a.Key < b.Key]
	})
	return rows, nil
}

func (s *Service) readState(ctx context.Context, h *Home) (err error) {
	if h.KnownUntil, err = s.KnownUntil(ctx); err != nil {
		return err
	}
	if h.HasAny, err = salesstatsdb.New(s.read).HasAny(ctx); err != nil {
		return fmt.Errorf("any figures: %w", err)
	}
	return nil
}
