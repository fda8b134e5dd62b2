package catalog

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/catalog/catalogdb"
)

// SearchDepth is how many matches of a text search are counted and ordered. A
// search with more matches uses the first ones.
const SearchDepth = 1_000

// NewestFirst is the default ordering.
const NewestFirst = "-created"

// GiftFilter filters and orders the list of gifts. Nil fields do not filter.
type GiftFilter struct {
	Type, Region                       *string
	IsDiscounted, IsMain, IsOldClassic *bool
	Search, TitleExact, TitlePart      *string
	Ordering                           string // a value of the contract's enum; "" is NewestFirst
	Limit, Offset                      int32
}

// Gifts lists active gifts.
func (s *Service) Gifts(ctx context.Context, f GiftFilter) (Page[Gift], error) {
	if f.Ordering == "" {
		f.Ordering = NewestFirst
	}
	if f.Search != nil || f.TitleExact != nil || f.TitlePart != nil {
		return s.findGifts(ctx, f)
	}
	count, err := s.q.CountGiftsByFacet(ctx, catalogdb.CountGiftsByFacetParams{
		Type: f.Type, Region: f.Region, IsDiscounted: f.IsDiscounted, IsMain: f.IsMain, IsOldClassic: f.IsOldClassic,
	})
	if err != nil {
		return Page[Gift]{}, fmt.Errorf("count gifts: %w", err)
	}
	rows, err := s.q.ListGifts(ctx, catalogdb.ListGiftsParams{
		Type: f.Type, Region: f.Region, IsDiscounted: f.IsDiscounted, IsMain: f.IsMain, IsOldClassic: f.IsOldClassic,
		Ordering: f.Ordering, PageLimit: f.Limit, PageOffset: f.Offset,
	})
	if err != nil {
		return Page[Gift]{}, fmt.Errorf("list gifts: %w", err)
	}
	return Page[Gift]{Count: count, Items: rows}, nil
}

// findGifts lists gifts by text.
func (s *Service) findGifts(ctx context.Context, f GiftFilter) (Page[Gift], error) {
	query, err := s.giftQuery(ctx, f)
	if err != nil {
		return Page[Gift]{}, err
	}
	find := catalogdb.SearchGiftsParams{
		Query: query, TitleExact: f.TitleExact, TitlePart: likePattern(f.TitlePart), Depth: SearchDepth,
		Ordering: f.Ordering, PageLimit: f.Limit, PageOffset: f.Offset,
	}
	if f.Offset >= SearchDepth {
		return s.emptyPage(ctx, find)
	}
	rows, err := s.q.SearchGifts(ctx, find)
	if err == nil && len(rows) == 0 && f.Offset > 0 {
		return s.emptyPage(ctx, find)
	}
	if err != nil {
		return Page[Gift]{}, fmt.Errorf("search gifts: %w", err)
	}
	page := Page[Gift]{Items: make([]Gift, len(rows))}
	for i, r := range rows {
		page.Count = r.Total
		page.Items[i] = Gift{
			ID: r.ID, Title: r.Title, Type: r.Type, Region: r.Region, Price: r.Price,
			DiscountPercent: r.DiscountPercent, FinalPrice: r.FinalPrice, Logo: r.Logo,
		}
	}
	return page, nil
}

// emptyPage returns a page without items behind the end of the list. The total
// is read from the first row.
func (s *Service) emptyPage(ctx context.Context, find catalogdb.SearchGiftsParams) (Page[Gift], error) {
	find.PageLimit, find.PageOffset = 1, 0
	page := Page[Gift]{Items: []Gift{}}
	first, err := s.q.SearchGifts(ctx, find)
	if err != nil {
		return page, fmt.Errorf("count found gifts: %w", err)
	}
	if len(first) > 0 {
		page.Count = first[0].Total
	}
	return page, nil
}

// giftQuery builds a text search query of all filters. The index contains the
// filters as words such as "region=ru".
func (s *Service) giftQuery(ctx context.Context, f GiftFilter) (string, error) {
	var all []string
	if f.Search != nil {
		words, err := s.textQuery(ctx, *f.Search)
		if err != nil {
			return "", err
		}
		all = append(all, "("+words+")")
	}
	if f.TitleExact != nil {
		words, err := s.titleQuery(ctx, *f.TitleExact, true)
		if err != nil {
			return "", err
		}
		all = append(all, "("+words+")")
	}
	if f.TitlePart != nil {
		words, err := s.titleQuery(ctx, *f.TitlePart, false)
		if err != nil {
			return "", err
		}
		all = append(all, "("+words+")")
	}
	for name, value := range map[string]*string{
		"type": f.Type, "region": f.Region,
		"is_discounted": flag(f.IsDiscounted), "is_main": flag(f.IsMain), "is_old_classic": flag(f.IsOldClassic),
	} {
		if value != nil {
			all = append(all, "'"+name+"="+*value+"'")
		}
	}
	return strings.Join(all, " & "), nil
}

func flag(b *bool) *string {
	if b == nil {
		return nil
	}
	return new(strconv.FormatBool(*b))
}

// Gift returns an active gift.
func (s *Service) Gift(ctx context.Context, id int64) (GiftDetail, error) {
	r, err := s.q.GetGift(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return GiftDetail{}, ErrGiftNotFound
	}
	if err != nil {
		return GiftDetail{}, fmt.Errorf("read gift %d: %w", id, err)
	}
	return r, nil
}

// GiftsByID returns the existing gifts among ids, by ID.
func (s *Service) GiftsByID(ctx context.Context, ids []int64) (map[int64]Gift, error) {
	rows, err := s.q.GiftsByID(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read gifts: %w", err)
	}
	gifts := make(map[int64]Gift, len(rows))
	for _, r := range rows {
		gifts[r.ID] = Gift(r)
	}
	return gifts, nil
}
