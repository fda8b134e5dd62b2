package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/catalog"
)

type benchCase struct {
	name   string
	filter catalog.GiftFilter
}

var orderings = []string{
	"price", "-price", "title", "-title", "created", "-created", "discount_percent", "-discount_percent",
}

// cases are every filter by itself and combined, under every order, the
// deepest page, and searches from the commonest word to one that does not exist.
func cases() []benchCase {
	yes, no := true, false
	filters := []benchCase{
		{"everything", catalog.GiftFilter{}},
		{"type=dlc", catalog.GiftFilter{Type: new("dlc")}},
		{"region=ru", catalog.GiftFilter{Region: new("ru")}},
		{"is_discounted", catalog.GiftFilter{IsDiscounted: &yes}},
		{"not is_discounted", catalog.GiftFilter{IsDiscounted: &no}},
		{"is_main", catalog.GiftFilter{IsMain: &yes}},
		{"is_old_classic", catalog.GiftFilter{IsOldClassic: &yes}},
		{"type region", catalog.GiftFilter{Type: new("edition"), Region: new("tr")}},
		{"type is_discounted", catalog.GiftFilter{Type: new("game"), IsDiscounted: &yes}},
		{"type is_old_classic", catalog.GiftFilter{Type: new("dlc"), IsOldClassic: &yes}},
		{"is_discounted is_old_classic", catalog.GiftFilter{IsDiscounted: &yes, IsOldClassic: &yes}},
		{"region is_main", catalog.GiftFilter{Region: new("pl"), IsMain: &yes}},
		{"region type is_discounted", catalog.GiftFilter{Region: new("us"), Type: new("dlc"), IsDiscounted: &yes}},
		{"region type is_discounted is_old_classic", catalog.GiftFilter{Region: new("kr"), Type: new("edition"), IsDiscounted: &yes, IsOldClassic: &yes}},
		{"all five", catalog.GiftFilter{Region: new("kr"), Type: new("edition"), IsDiscounted: &yes, IsOldClassic: &yes, IsMain: &yes}},
		{"search: one word", catalog.GiftFilter{Search: new("замок")}},
		{"search: two words", catalog.GiftFilter{Search: new("звёздный замок")}},
		{"search: a beginning", catalog.GiftFilter{Search: new("ноч")}},
		{"search: one letter", catalog.GiftFilter{Search: new("с")}},
		{"search: a typo", catalog.GiftFilter{Search: new("звездный зомак")}},
		{"search: unknown", catalog.GiftFilter{Search: new("йцукенгшщз")}},
		{"search region type", catalog.GiftFilter{Search: new("начало"), Region: new("ru"), Type: new("game")}},
		{"title_icontains: common", catalog.GiftFilter{TitlePart: new("начало")}},
		{"title_icontains: rare", catalog.GiftFilter{TitlePart: new("Звёздный странник")}},
		{"title_icontains: unknown", catalog.GiftFilter{TitlePart: new("щъщъ")}},
		{"title_exact", catalog.GiftFilter{TitleExact: new("Звёздный странник")}},
	}
	var all []benchCase
	for _, f := range filters {
		for _, ordering := range orderings {
			c := f
			c.name = fmt.Sprintf("%s by %s", f.name, ordering)
			c.filter.Ordering, c.filter.Limit = ordering, 24
			all = append(all, c)
		}
		deep := f
		deep.name += ", the deepest page"
		deep.filter.Limit, deep.filter.Offset = 24, 2_400
		all = append(all, deep)
	}
	for _, region := range strings.Fields("asia ch cis eu kr latam middle_east pl row ru_cis tr us world") {
		all = append(all, benchCase{"region=" + region, catalog.GiftFilter{Region: &region, Limit: 24}})
	}
	return all
}

// query is one statement the service sent.
type query struct {
	name string
	sql  string
	args []any
}

// recorder remembers the last statement of each name, to be explained.
type recorder struct{ seen map[string]query }

func (r *recorder) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	if rest, ok := strings.CutPrefix(q.SQL, "-- name: "); ok {
		name, _, _ := strings.Cut(rest, " ")
		if r.seen == nil {
			r.seen = map[string]query{}
		}
		_, body, _ := strings.Cut(q.SQL, "\n")
		r.seen[name] = query{name: name, sql: body, args: q.Args}
	}
	return ctx
}

func (r *recorder) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (r *recorder) take() []query {
	var all []query
	for _, q := range r.seen {
		all = append(all, q)
	}
	r.seen = nil
	return all
}
