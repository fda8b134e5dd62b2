package store

import (
	"context"
	"net/url"
	"strconv"
	"strings"
)

// Lists are bounded in depth: a page beyond the bound is empty and costs no query.
const (
	defaultLimit = 24
	maxOffset    = 2_400
	maxPage      = 500
)

// window is the part of a list a caller requested, with the links to its
// neighbours.
type window struct {
	limit, offset int
	deepest       int // the largest offset that is read
	link          func(offset int) *string
}

// byOffset reads limit and offset.
func byOffset(ctx context.Context, limit, offset *int) window {
	w := window{limit: or(limit, defaultLimit), offset: or(offset, 0), deepest: maxOffset}
	w.link = func(offset int) *string {
		return linkWith(ctx, map[string]int{"limit": w.limit, "offset": offset})
	}
	return w
}

// byPage reads page, counted from one, and page_size.
func byPage(ctx context.Context, page, size *int) window {
	w := window{limit: or(size, defaultLimit)}
	w.deepest = (maxPage - 1) * w.limit
	w.offset = (min(or(page, 1), maxPage+1) - 1) * w.limit
	w.link = func(offset int) *string {
		return linkWith(ctx, map[string]int{"page": offset/w.limit + 1, "page_size": w.limit})
	}
	return w
}

func (w window) next(count int64) *string {
	next := w.offset + w.limit
	if w.isTooDeep() || next > w.deepest || int64(next) >= count {
		return nil
	}
	return w.link(next)
}

func (w window) previous() *string {
	if w.offset == 0 {
		return nil
	}
	return w.link(min(max(0, w.offset-w.limit), w.deepest))
}

func (w window) isTooDeep() bool { return w.offset > w.deepest }

// sql returns limit and offset for the query. A page beyond the bound gets limit 0,
// which the database answers without reading.
func (w window) sql() (limit, offset int32) {
	if w.isTooDeep() {
		return 0, int32(w.deepest) //nolint:gosec // a small number
	}
	return int32(w.limit), int32(w.offset) //nolint:gosec // bounded above
}

// linkWith returns the address of this request with other numbers in it.
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

// some returns nil for an empty text: a form sends its empty fields too.
func some(text *string) *string {
	if text == nil || strings.TrimSpace(*text) == "" {
		return nil
	}
	return text
}

// each maps a list. The result is never nil, because JSON distinguishes null from
// an empty list.
func each[From, To any](list []From, f func(From) To) []To {
	out := make([]To, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}

// ids returns the ids that are not nil.
func ids[T any](list []T, id func(T) *int64) []int64 {
	out := []int64{}
	for _, v := range list {
		if p := id(v); p != nil {
			out = append(out, *p)
		}
	}
	return out
}

// text converts a string type of the contract to a plain string.
func text[T ~string](p *T) *string {
	if p == nil {
		return nil
	}
	return new(string(*p))
}

func deref[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
