package ordersearch

import (
	"context"
	"fmt"
	"strings"
	"time"

	"larek/internal/ordersearch/ordersearchdb"
)

// rows returns what the list shows of some orders, newest first.
func (s *Service) rows(ctx context.Context, ids []int64) ([]Row, error) {
	if len(ids) == 0 {
		return []Row{}, nil
	}
	rows, err := s.known.OrderRows(ctx, ordersearchdb.OrderRowsParams{Ids: ids, Now: s.Clock()})
	if err != nil {
		return nil, fmt.Errorf("read orders of a list: %w", err)
	}
	return rows, nil
}

// MaxCount is the largest count that is shown: more is "99+".
const MaxCount = 99

// Count is the number of orders of a filter, as far as it was counted.
type Count struct {
	Orders int
	IsMore bool // there are more, or there may be
}

// Count counts the orders of a filter up to MaxCount. It scans no more orders than a page does.
func (s *Service) Count(ctx context.Context, f Filter) (Count, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	found, err := s.collect(ctx, f, whole, MaxCount+1)
	if err != nil {
		return Count{}, cutOff(ctx, err)
	}
	return Count{Orders: min(len(found.ids), MaxCount), IsMore: found.isShort || len(found.ids) > MaxCount}, nil
}

// Place is a place in a list: what comes after it, towards older or newer rows. The caller encodes it as a signed
// cursor bound to the filter.
type Place struct {
	Newer bool       `json:"n,omitempty"`
	ID    int64      `json:"i"`
	Kind  string     `json:"k,omitempty"` // of a fact
	At    *time.Time `json:"a,omitempty"` // of a fact: facts have no common number
}

const hidden = "***"

// MaskEmail hides the middle of the name in an address: "d***v@box.example".
func MaskEmail(address string) string {
	name, host, found := strings.Cut(address, "@")
	if !found || name == "" {
		return maskMiddle(address, 1)
	}
	return maskMiddle(name, 1) + "@" + host
}

// MaskPlayer hides the middle of a player's ID or login: "71***36". The ends let an operator recognise what the buyer
// reads out.
func MaskPlayer(player string) string { return maskMiddle(player, 2) }

// maskMiddle leaves ends characters at both ends, and of short texts fewer.
func maskMiddle(s string, ends int) string {
	r := []rune(s)
	switch {
	case len(r) == 0:
		return ""
	case len(r) > 3*ends:
		return string(r[:ends]) + hidden + string(r[len(r)-ends:])
	case len(r) > ends:
		return string(r[:1]) + hidden
	default:
		return hidden
	}
}

// lower returns a text as the indexes have it.
func lower(s string) string { return strings.ToLower(s) }
