package store

import (
	"context"
	"net/url"
	"strconv"
)

// The contract's bounds: no list is walked deeper.
const (
	defaultLimit = 24
	maxOffset    = 2_400
	maxPage      = 500
)

// window is the part of a list a caller asked for, and how to ask for the
// parts beside it.
type window struct {
	limit, offset int
	link          func(offset int) *string
}

// byOffset reads limit and offset.
func byOffset(ctx context.Context, limit, offset *int) window {
	w := window{limit: or(limit, defaultLimit), offset: or(offset, 0)}
	w.link = func(offset int) *string {
		if offset > maxOffset {
			return nil
		}
		return linkWith(ctx, map[string]int{"limit": w.limit, "offset": offset})
	}
	return w
}

// byPage reads page, counted from one, and page_size.
func byPage(ctx context.Context, page, size *int) window {
	w := window{limit: or(size, defaultLimit)}
	w.offset = (or(page, 1) - 1) * w.limit
	w.link = func(offset int) *string {
		number := offset/w.limit + 1
		if number > maxPage {
			return nil
		}
		return linkWith(ctx, map[string]int{"page": number, "page_size": w.limit})
	}
	return w
}

func (w window) next(count int64) *string {
	if int64(w.offset+w.limit) >= count {
		return nil
	}
	return w.link(w.offset + w.limit)
}

func (w window) previous() *string {
	if w.offset == 0 {
		return nil
	}
	return w.link(max(0, w.offset-w.limit))
}

// sql gives the bounds as the database wants them; the contract keeps them small.
func (w window) sql() (limit, offset int32) { return int32(w.limit), int32(w.offset) } //nolint:gosec // bounded by the contract

// linkWith is the address of this request with other numbers in it.
func linkWith(ctx context.Context, numbers map[string]int) *string {
	u := requestOf(ctx).URL
	q := u.Query()
	for name, n := range numbers {
		q.Set(name, strconv.Itoa(n))
	}
	link := (&url.URL{Path: u.Path, RawQuery: q.Encode()}).String()
	return &link
}

func or(p *int, def int) int {
	if p == nil {
		return def
	}
	return *p
}
