package catalog

import (
	"context"
	"strings"

	"larek/internal/money"
)

// PriceWish is a line of a table an operator typed or pasted: a product by its number or
// its title, and a price as text.
type PriceWish struct {
	ProductID *int64
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
	list, ids := make([]PricePreview, len(wishes)), []int64{}
	for i, w := range wishes {
		list[i].Wish = w
		if found := named[nameOf(w.Title)]; w.ProductID == nil && len(found) == 1 {
			list[i].Wish.ProductID = &found[0]
		}
		if id := list[i].Wish.ProductID; id != nil {
			ids = append(ids, *id)
		}
	}
	rows, err := s.ByID(ctx, s.pool, ids)
	if err != nil {
		return nil, err
	}
	seen := map[int64]bool{}
	for i := range list {
		list[i].judge(rows, named, seen, mayLose)
	}
	return list, nil
}

func (p *PricePreview) judge(rows map[int64]PriceRow, named map[string][]int64, seen map[int64]bool, mayLose bool) {
	if id := p.Wish.ProductID; id != nil {
		if r, known := rows[*id]; known {
			p.Row = &r
		}
	}
	price, isPrice := ParsePrice(p.Wish.Text)
	switch {
	case p.Row == nil && len(named[nameOf(p.Wish.Title)]) > 1:
		p.Verdict, p.Words = PriceUnclear, "Так называются товары нескольких игр. Выберите игру и вставьте снова."
	case p.Row == nil:
		p.Verdict, p.Words = PriceUnknown, "Такого товара нет."
	case !isPrice:
		p.Verdict, p.Words = PriceUnclear, "Это не цена. Напишите сумму: 1299 или 1 299,50."
	case seen[p.Row.ID]:
		p.Verdict, p.Words = PriceRepeated, "Этот товар уже есть выше."
	default:
		seen[p.Row.ID] = true
		p.Price = price
		p.Verdict, p.Words = JudgePrice(*p.Row, price, mayLose)
	}
}

func nameOf(title string) string { return strings.ToLower(strings.Join(strings.Fields(title), " ")) }

func titlesOf(wishes []PriceWish) []string {
	names := []string{}
	for _, w := range wishes {
		if w.ProductID == nil && w.Title != "" {
			names = append(names, nameOf(w.Title))
		}
	}
	return names
}
