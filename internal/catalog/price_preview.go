package catalog

import (
	"context"
	"strings"

	"larek/internal/money"
)

// PriceWish is a line of a table an operator typed, pasted or loaded: a product by its
// number or its title, or a gift by its number, and a price as text.
type PriceWish struct {
	ProductID *int64
	GiftID    *int64
	Title     string
	Text      string
}

// Results of lines that name no price of a product.
const (
	PriceUnknown  PriceVerdict = "not_found"
	PriceUnclear  PriceVerdict = "unclear"
	PriceRepeated PriceVerdict = "repeated"
)

// PricePreview is what would become of one line.
type PricePreview struct {
	Wish    PriceWish
	Row     *PriceRow // nil if the product was not found
	Price   money.RUB // zero if the text is no price
	Verdict PriceVerdict
	Words   string
}

// Preview says what would become of a table of prices; it changes nothing. Titles are
// looked up in one game, or everywhere if it is nil.
func (s *Prices) Preview(ctx context.Context, gameID *int64, wishes []PriceWish, mayLose bool) ([]PricePreview, error) {
	named, err := s.Named(ctx, gameID, titlesOf(wishes))
	if err != nil {
		return nil, err
	}
	list, all := make([]PricePreview, len(wishes)), []Goods{}
	for i, w := range wishes {
		list[i].Wish = w
		if found := named[nameOf(w.Title)]; w.isNamed() && len(found) == 1 {
			list[i].Wish.ProductID = &found[0]
		}
		if g := list[i].Wish.goods(); g != (Goods{}) {
			all = append(all, g)
		}
	}
	rows, err := s.ByGoods(ctx, s.pool, all)
	if err != nil {
		return nil, err
	}
	seen := map[Goods]bool{}
	for i := range list {
		list[i].judge(rows, named, seen, mayLose)
	}
	return list, nil
}

// isNamed reports whether a wish has no number, so that its title counts.
func (w PriceWish) isNamed() bool { return w.ProductID == nil && w.GiftID == nil }

func (w PriceWish) goods() Goods {
	switch {
	case w.GiftID != nil:
		return Goods{GiftID: *w.GiftID}
	case w.ProductID != nil:
		return Goods{ProductID: *w.ProductID}
	}
	return Goods{}
}

func (p *PricePreview) judge(rows map[Goods]PriceRow, named map[string][]int64, seen map[Goods]bool, mayLose bool) {
	if r, known := rows[p.Wish.goods()]; known {
		p.Row = &r
	}
	price, isPrice := ParsePrice(p.Wish.Text)
	switch {
	case p.Row == nil && p.Wish.isNamed() && len(named[nameOf(p.Wish.Title)]) > 1:
		p.Verdict, p.Words = PriceUnclear, "Так называются товары нескольких игр. Выберите игру и вставьте снова."
	case p.Row == nil:
		p.Verdict, p.Words = PriceUnknown, "Такого товара нет."
	case !isPrice:
		p.Verdict, p.Words = PriceUnclear, "Это не цена. Напишите сумму: 1299 или 1 299,50."
	case seen[GoodsOf(*p.Row)]:
		p.Verdict, p.Words = PriceRepeated, "Этот товар уже есть выше."
	default:
		seen[GoodsOf(*p.Row)] = true
		p.Price = price
		p.Verdict, p.Words = CheckPrice(*p.Row, price, mayLose)
	}
}

func nameOf(title string) string { return strings.ToLower(strings.Join(strings.Fields(title), " ")) }

func titlesOf(wishes []PriceWish) []string {
	names := []string{}
	for _, w := range wishes {
		if w.isNamed() && w.Title != "" {
			names = append(names, nameOf(w.Title))
		}
	}
	return names
}
