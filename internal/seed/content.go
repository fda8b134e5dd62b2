package seed

import (
	"context"
	"fmt"

	"larek/internal/brand"
	"larek/internal/content"
	"larek/internal/money"
	"larek/internal/opening"
	"larek/internal/picture"
)

// seedBrand names the shop again. The table is only ever added to, so the names it had stay.
func (s *seeder) seedBrand(ctx context.Context) error {
	now, err := brand.Newest(ctx, s.tx)
	if err != nil {
		return err
	}
	want := brand.Brand{Version: now.Version, Name: s.data.Brand.Name, Latin: s.data.Brand.Latin, Line: s.data.Brand.Line, Created: s.opt.Now}
	if now.Created = s.opt.Now; now == want {
		return nil
	}
	_, err = brand.Save(ctx, s.tx, want, nil)
	return err
}

// openShop lets the demo sell.
func (s *seeder) openShop(ctx context.Context) error {
	now, err := opening.Newest(ctx, s.tx)
	if err != nil || now.State == opening.Open {
		return err
	}
	_, err = opening.Save(ctx, s.tx, opening.Status{Version: now.Version, State: opening.Open, Created: s.opt.Now}, nil)
	return err
}

func (s *seeder) seedContent(ctx context.Context) error {
	var articles, contacts, faq, banners [][]any
	for _, a := range s.data.Articles {
		articles = append(articles, []any{a.Slug, a.Header, content.CleanHTML(a.Text)})
	}
	for i, c := range s.data.Contacts {
		contacts = append(contacts, []any{int64(i + 1), c.CompanyName, c.Address, c.INN, c.CompanyID, c.Extra, i + 1})
	}
	for _, g := range s.data.Games {
		for i, q := range s.data.FAQ[g.Key] {
			faq = append(faq, []any{int64(len(faq) + 1), s.gameIDs[g.Key], q.Text, q.Answer, i + 1})
		}
	}
	for _, place := range []string{"games", "gifts"} {
		for i, b := range s.data.Banners[place] {
			row, err := s.bannerRow(int64(len(banners)+1), place, i+1, b)
			if err != nil {
				return err
			}
			banners = append(banners, row)
		}
	}
	if _, err := s.tx.CopyFrom(ctx, []string{"articles"}, []string{"slug", "header", "text"}, rowsOf(articles)); err != nil {
		return err
	}
	if err := s.copyRows(ctx, "contacts", []string{"id", "company_name", "address", "inn", "company_id", "extra", "position"}, contacts); err != nil {
		return err
	}
	if err := s.copyRows(ctx, "faq_items", []string{"id", "game_id", "text", "answer", "position"}, faq); err != nil {
		return err
	}
	return s.copyRows(ctx, "banners", []string{
		"id", "place", "title", "description", "background_desktop", "background_tablet", "background_mobile",
		"foreground_desktop", "foreground_tablet", "foreground_mobile", "game_id", "gift_id", "position",
	}, banners)
}

func (s *seeder) bannerRow(id int64, place string, position int, b bannerData) ([]any, error) {
	draw := func(layer, size string) picture.Key { return s.images.add("banners/%s-%s-%s", b.Key, layer, size) }
	var gameID, giftID *int64
	switch {
	case b.Game != "":
		game, ok := s.gameIDs[b.Game]
		if !ok {
			return nil, fmt.Errorf("banner %s: no game %q", b.Key, b.Game)
		}
		gameID = &game
	case b.GiftIndex != nil:
		giftID = new(s.gifts[*b.GiftIndex].id)
	}
	return []any{
		id, place, b.Title, b.Description,
		draw("background", "desktop"), draw("background", "tablet"), draw("background", "mobile"),
		draw("foreground", "desktop"), draw("foreground", "tablet"), draw("foreground", "mobile"),
		gameID, giftID, position,
	}, nil
}

func (s *seeder) seedCountries(ctx context.Context) error {
	var countries, rates, groups, methods [][]any
	known := map[string]bool{}
	for i, c := range s.data.Countries {
		countries = append(countries, []any{int64(i + 1), c.ISO, c.Name, s.images.add("flags/%s", c.ISO), c.Currency, i + 1})
		if !known[c.Currency] {
			known[c.Currency] = true
			rates = append(rates, []any{c.Currency, s.daysAgo(1), c.Rate, "seed"})
		}
		for _, g := range c.Groups {
			groupID := int64(len(groups) + 1)
			groups = append(groups, []any{groupID, int64(i + 1), g.Name, g.ShortName, g.Order})
			for j, m := range g.Methods {
				methods = append(methods, []any{
					int64(len(methods) + 1), groupID, m.Name, m.Title, money.Percent(m.Fee), money.RUB(m.FixFee), money.RUB(m.MinAmount),
					s.images.add("methods/%s", m.Icon), list(m.Currencies), list(m.RequiredFields), m.IsActive, m.IsSecondary,
					m.CanRetrievePaymentData, j + 1,
				})
			}
		}
	}
	if err := s.copyRows(ctx, "countries", []string{"id", "iso", "name", "flag", "currency", "position"}, countries); err != nil {
		return err
	}
	for _, r := range rates {
		if _, err := s.tx.Exec(ctx, `insert into currency_rates (currency, set_at, rate, source) values ($1, $2, $3::text::numeric, $4)`, r...); err != nil {
			return err
		}
	}
	if err := s.copyRows(ctx, "method_groups", []string{"id", "country_id", "name", "short_name", "position"}, groups); err != nil {
		return err
	}
	return s.copyRows(ctx, "payment_methods", []string{
		"id", "group_id", "name", "title", "fee", "fix_fee", "min_amount", "icon", "currencies", "required_fields",
		"is_active", "is_secondary", "can_retrieve_payment_data", "position",
	}, methods)
}
