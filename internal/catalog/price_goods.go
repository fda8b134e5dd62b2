package catalog

import (
	"context"
	"fmt"

	"larek/internal/catalog/catalogdb"
	"larek/internal/problem"
)

// giftKind is the kind of a PriceRow that is a gift; products have those of their games.
const giftKind = "gift"

// Goods names what a price is of: a product or a gift, the other number is zero.
type Goods struct{ ProductID, GiftID int64 }

// GoodsOf returns what a row is.
func GoodsOf(r PriceRow) Goods {
	if r.Kind == giftKind {
		return Goods{GiftID: r.ID}
	}
	return Goods{ProductID: r.ID}
}

func (n NewPrice) goods() Goods { return Goods{ProductID: n.ProductID, GiftID: n.GiftID} }

// unknown is the row of goods that do not exist, and the problem they are.
func (g Goods) unknown() (PriceRow, *problem.Error) {
	if g.GiftID != 0 {
		return PriceRow{ID: g.GiftID, Kind: giftKind}, ErrGiftNotFound
	}
	return PriceRow{ID: g.ProductID}, ErrProductNotFound
}

// giftDepth is how many matches a search for gifts looks at.
const giftDepth = 1_000

// Gifts returns up to limit gifts after a number, in the order they were made. Words find
// at most a thousand of them.
func (s *Prices) Gifts(ctx context.Context, words *string, after int64, limit int) ([]PriceRow, error) {
	q := catalogdb.New(s.pool)
	page := int32(limit) //nolint:gosec // a page
	var ids []int64
	var err error
	if words == nil {
		ids, err = q.GiftIDs(ctx, catalogdb.GiftIDsParams{AfterID: after, PageLimit: page})
	} else {
		var query string
		if query, err = (&Service{q: q}).textQuery(ctx, *words); err != nil {
			return nil, err
		}
		ids, err = q.FoundGiftIDs(ctx, catalogdb.FoundGiftIDsParams{Query: query, Depth: giftDepth, AfterID: after, PageLimit: page})
	}
	if err != nil {
		return nil, fmt.Errorf("find gifts: %w", err)
	}
	return s.giftRows(ctx, s.pool, ids)
}

// giftRows returns gifts with their prices, by number.
func (s *Prices) giftRows(ctx context.Context, db Querier, ids []int64) ([]PriceRow, error) {
	now := s.clock()
	found, err := catalogdb.New(db).GiftPriceRows(ctx, catalogdb.GiftPriceRowsParams{Ids: ids, Now: now, Since: now.Add(-lowestFor)})
	if err != nil {
		return nil, fmt.Errorf("prices of gifts: %w", err)
	}
	rows := make([]PriceRow, len(found))
	for i, r := range found {
		rows[i] = PriceRow(r)
	}
	return rows, nil
}

// ByGoods returns products and gifts with their prices.
func (s *Prices) ByGoods(ctx context.Context, db Querier, all []Goods) (map[Goods]PriceRow, error) {
	products, gifts := apart(all)
	rows, err := s.productRows(ctx, db, products)
	if err == nil && len(gifts) > 0 {
		var more []PriceRow
		more, err = s.giftRows(ctx, db, gifts)
		rows = append(rows, more...)
	}
	if err != nil {
		return nil, err
	}
	found := make(map[Goods]PriceRow, len(rows))
	for _, r := range rows {
		found[GoodsOf(r)] = r
	}
	return found, nil
}

// apart returns the numbers of products and those of gifts.
func apart(all []Goods) (products, gifts []int64) {
	products, gifts = []int64{}, []int64{}
	for _, g := range all {
		if g.GiftID != 0 {
			gifts = append(gifts, g.GiftID)
		} else {
			products = append(products, g.ProductID)
		}
	}
	return products, gifts
}

func (s *Prices) giftHistory(ctx context.Context, giftID int64) ([]PriceHistoryRow, error) {
	rows, err := catalogdb.New(s.pool).GiftPriceHistory(ctx, giftID)
	if err != nil {
		return nil, fmt.Errorf("price history of gift %d: %w", giftID, err)
	}
	all := make([]PriceHistoryRow, len(rows))
	for i, r := range rows {
		all[i] = PriceHistoryRow(r)
	}
	return all, nil
}
