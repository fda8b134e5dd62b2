package salesstats

import (
	"context"
	"fmt"

	"larek/internal/salesstats/salesstatsdb"
)

// setTitles names the rows of games, products, methods and countries; suppliers and
// days are named by the console.
func (s *Service) setTitles(ctx context.Context, by Dimension, rows []Row) error {
	keys := make([]string, len(rows))
	for i := range rows {
		keys[i] = rows[i].Key
	}
	titles, err := s.titles(ctx, by, keys)
	if err != nil {
		return fmt.Errorf("titles by %s: %w", by, err)
	}
	for i := range rows {
		rows[i].Title = titles[rows[i].Key]
	}
	return nil
}

func (s *Service) titles(ctx context.Context, by Dimension, keys []string) (map[string]string, error) {
	q, titles := salesstatsdb.New(s.read), map[string]string{}
	switch by {
	case ByGame:
		rows, err := q.GameTitles(ctx, keys)
		for _, r := range rows {
			titles[r.Key] = r.Title
		}
		return titles, err
	case ByProduct:
		rows, err := q.ProductTitles(ctx, keys)
		for _, r := range rows {
			titles[r.Key] = r.Title
		}
		return titles, err
	case ByMethod:
		rows, err := q.MethodTitles(ctx, keys)
		for _, r := range rows {
			titles[r.Key] = r.Title
		}
		return titles, err
	case ByCountry:
		rows, err := q.CountryTitles(ctx, keys)
		for _, r := range rows {
			titles[r.Key] = r.Title
		}
		return titles, err
	default:
		return titles, nil
	}
}
