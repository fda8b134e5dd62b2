package exports

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/catalog"
	"larek/internal/exports/exportsdb"
	"larek/internal/staff"
)

// PricesFilter selects the rows of a file of prices: products, or gifts found by a text.
type PricesFilter struct {
	IsGifts bool    `json:"gifts,omitempty"`
	GameID  *int64  `json:"game,omitempty"`
	Words   *string `json:"words,omitempty"`
}

// pricePage is how many prices are read at a time.
const pricePage = 500

// RequestPrices records a request for a file of prices, which a Worker makes.
func (s *Service) RequestPrices(ctx context.Context, tx pgx.Tx, who staff.Actor, f PricesFilter) (int64, error) {
	return s.insert(ctx, tx, who, kindPrices, f, []string{})
}

// makePrices writes a file of prices in the format that can be loaded again. It leaves costs out, because not
// everybody who reads prices may see them.
func (x *Worker) makePrices(ctx context.Context, q *exportsdb.Queries, e exportsdb.LeaseExportRow) error {
	var f PricesFilter
	if err := json.Unmarshal(e.Filter, &f); err != nil {
		return fmt.Errorf("filter of export %d: %w", e.ID, err)
	}
	return x.storeTable(ctx, q, e, func(out *csv.Writer) (int64, error) {
		_ = out.Write(catalog.PriceFileTitles) // into memory
		rows := int64(0)
		for after := catalog.FirstPrice; rows < maxRows; {
			page, err := x.prices(ctx, f, after)
			if err != nil || len(page) == 0 {
				return rows, err
			}
			for _, r := range page {
				_ = out.Write(priceCells(r))
			}
			rows, after = rows+int64(len(page)), catalog.PlaceOf(page[len(page)-1])
			n, err := q.KeepExport(ctx, exportsdb.KeepExportParams{ID: e.ID, Tries: e.Tries, RowsDone: rows, Until: x.Exports.clock().Add(exportLease)})
			if err != nil {
				return rows, fmt.Errorf("progress of export %d: %w", e.ID, err)
			}
			if n == 0 {
				return rows, errTakenOver
			}
		}
		return rows, nil
	})
}

func (x *Worker) prices(ctx context.Context, f PricesFilter, after catalog.PricePlace) ([]catalog.PriceRow, error) {
	if f.IsGifts {
		return x.Prices.Gifts(ctx, f.Words, after.ID, pricePage)
	}
	return x.Prices.List(ctx, catalog.PriceFilter{GameID: f.GameID, Words: f.Words}, after, pricePage)
}

func priceCells(r catalog.PriceRow) []string {
	kind := catalog.ProductWord
	if catalog.GoodsOf(r).GiftID != 0 {
		kind = catalog.GiftWord
	}
	return []string{
		kind, strconv.FormatInt(r.ID, 10), plainCell(r.GameTitle), plainCell(r.Title), strings.Replace(r.Price.String(), ".", ",", 1),
		strconv.Itoa(int(r.DiscountPercent)), strings.Replace(r.FinalPrice.String(), ".", ",", 1),
	}
}
