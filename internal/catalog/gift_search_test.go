package catalog_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"larek/internal/catalog"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/plans"
)

// manyGifts has «ночь» in the titles of 18 000 gifts and «замок» in those of 2 000.
var manyGifts = pgtest.Template{Name: "many_gifts", Stamp: "1", Fill: func(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, `insert into gifts (id, title, type, region, price, logo, description, created)
		select n, case when n % 10 = 0 then 'Замок ' else 'Ночь ' end || n, 'game', case when n % 3 = 0 then 'ru' else 'eu' end, 100,
			'00000000000000000000000000', '', now() - n * interval '1 second' from generate_series(1, 20000) n`)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, `vacuum analyze gifts`)
	return err
}}

// TestWideSearchCollectsASixteenth searches for a word of nearly every gift: the text index
// collects all it finds before the first row, so only that of a sixteenth is read. A search
// that finds little there reads the index of all.
func TestWideSearchCollectsASixteenth(t *testing.T) {
	t.Parallel()
	sent, err := plans.Record(t.Context(), pgtest.OpenPool(t, pgtest.Clone(t, manyGifts), pg.ReadOnly))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(sent.Close)
	s := catalog.NewService(sent.Pool)
	for text, c := range map[string]struct {
		region *string
		count  int64
		found  map[string]int
	}{
		"ноч":      {count: 1000, found: map[string]int{"gifts_search_sample_idx": 1000}}, // of 1 000 in the sample
		"ночь":     {region: new("ru"), count: 1000, found: map[string]int{"gifts_search_sample_idx": 333, "gifts_search_idx": 6000}},
		"замок":    {count: 1000, found: map[string]int{"gifts_search_sample_idx": 250, "gifts_search_idx": 2000}},
		"замок 70": {count: 1, found: map[string]int{"gifts_search_sample_idx": 0, "gifts_search_idx": 1}},
		"ночь 70":  {count: 0, found: map[string]int{"gifts_search_sample_idx": 0, "gifts_search_idx": 0}},
	} {
		page, err := s.Gifts(t.Context(), catalog.GiftFilter{Search: &text, Region: c.region, Limit: 500})
		if err != nil {
			t.Fatal(err)
		}
		if page.Count != c.count {
			t.Errorf("%q: %d gifts, want %d", text, page.Count, c.count)
		}
		for _, q := range sent.Take() {
			if q.Name() != "SearchGifts" {
				continue
			}
			plan, err := sent.Explain(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			if !maps.Equal(plan.Found, c.found) {
				t.Errorf("%q: the indexes gave %v, want %v", text, plan.Found, c.found)
			}
		}
	}
}

// TestPagesOfAWideSearchAreOneList turns the pages of a wide and of a narrow search: they are
// in order, no gift comes twice, and all of them match.
func TestPagesOfAWideSearchAreOneList(t *testing.T) {
	t.Parallel()
	s := catalog.NewService(pgtest.OpenPool(t, pgtest.Clone(t, manyGifts), pg.ReadOnly))
	for _, text := range []string{"ночь", "замок"} {
		var ids []int64
		for offset := int32(0); offset < catalog.SearchDepth; offset += 250 {
			page, err := s.Gifts(t.Context(), catalog.GiftFilter{Search: &text, Limit: 250, Offset: offset})
			if err != nil || page.Count != catalog.SearchDepth || len(page.Items) != 250 {
				t.Fatalf("%s from %d: %d of %d, %v", text, offset, len(page.Items), page.Count, err)
			}
			for _, g := range page.Items {
				if want := map[bool]string{true: "замок", false: "ночь"}[g.ID%10 == 0]; want != text {
					t.Errorf("%s found %s", text, g.Title)
				}
				ids = append(ids, g.ID)
			}
		}
		if !slices.IsSorted(ids) || len(slices.Compact(ids)) != catalog.SearchDepth { // the newest is the first
			t.Errorf("%s: the pages are out of order or overlap", text)
		}
	}
}
