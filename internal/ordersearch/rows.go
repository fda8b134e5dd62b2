package ordersearch

import (
	"context"
	"fmt"

	"larek/internal/ordersearch/ordersearchdb"
	"larek/internal/picture"
)

// rows returns what the list shows of some orders, newest first.
func (s *Service) rows(ctx context.Context, ids []int64) ([]Row, error) {
	if len(ids) == 0 {
		return []Row{}, nil
	}
	read, err := s.known.OrderRows(ctx, ordersearchdb.OrderRowsParams{Ids: ids, Now: s.Clock()})
	if err != nil {
		return nil, fmt.Errorf("read orders of a list: %w", err)
	}
	rows := make([]Row, len(read))
	for i, r := range read {
		rows[i] = toRow(r)
	}
	return rows, nil
}

func toRow(r ordersearchdb.OrderRowsRow) Row {
	row := Row{
		ID: r.ID, Hash: r.Hash, Kind: r.Kind, Status: r.Status, Created: r.Created, DoneAt: r.DoneAt, Goods: r.Goods,
		Line: r.LineTitle, FirstQuantity: int(r.FirstQuantity), Lines: int(r.Lines), IsGuest: r.UserID == nil, UserID: r.UserID,
		Player: r.Player, Server: r.Server, Sum: max(0, r.Total-r.Discount),
		Units:      UnitCounts{Total: int(r.Quantity), Delivered: int(r.Delivered), Stuck: int(r.Stuck), Returned: int(r.Returned)},
		NextAction: r.NextAction, DueAt: r.DueAt, Promo: r.Promo, Method: r.Method, Provider: r.Provider, Currency: r.Currency, Country: r.Country,
	}
	if r.Email != nil {
		row.Email = *r.Email
	}
	if r.OwnerID != 0 {
		row.Owner = &Owner{ID: r.OwnerID, Name: r.OwnerName}
	}
	if r.Logo != "" {
		row.Logo = new(picture.Key(r.Logo))
	}
	return row
}

// MaxCount is the largest count that is shown: more is "99+".
const MaxCount = 99

// Count is how many orders a filter shows, as far as it was counted.
type Count struct {
	Orders int
	IsMore bool // there are more, or there may be
}

// Count counts the orders of a filter up to MaxCount. It looks at no more orders than
// a page does.
func (s *Service) Count(ctx context.Context, f Filter) (Count, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	found, err := s.collect(ctx, f, whole, MaxCount+1)
	if err != nil {
		return Count{}, cutOff(ctx, err)
	}
	return Count{Orders: min(len(found.ids), MaxCount), IsMore: found.isShort || len(found.ids) > MaxCount}, nil
}
