package content

import (
	"context"
	"strconv"
	"strings"
	"time"

	"larek/internal/content/contentdb"
	"larek/internal/picture"
	"larek/internal/problem"
)

// BannerDraft is a banner as an editor saves it. Its place never changes.
type BannerDraft struct {
	Place             Placement   `json:"place"`
	Heading           string      `json:"heading"`
	Description       string      `json:"description"`
	BackgroundDesktop picture.Key `json:"background_desktop"`
	BackgroundTablet  picture.Key `json:"background_tablet"`
	BackgroundMobile  picture.Key `json:"background_mobile"`
	ForegroundDesktop picture.Key `json:"foreground_desktop"`
	ForegroundTablet  picture.Key `json:"foreground_tablet"`
	ForegroundMobile  picture.Key `json:"foreground_mobile"`
	GameID            *int64      `json:"game_id"`
	GiftID            *int64      `json:"gift_id"`
	ShownFrom         *time.Time  `json:"shown_from"`
	ShownUntil        *time.Time  `json:"shown_until"`
	IsActive          bool        `json:"is_active"`
}

// Kind implements Piece.
func (d BannerDraft) Kind() Kind { return KindBanner }

// Title implements Piece.
func (d BannerDraft) Title() string { return d.Heading }

// Text implements Piece.
func (d BannerDraft) Text() string { return d.Description }

func (d BannerDraft) checked(ctx context.Context, q *contentdb.Queries) (Piece, []problem.Field, error) {
	var b bounds
	d.Heading, d.Description = strings.TrimSpace(d.Heading), strings.TrimSpace(d.Description)
	b.need("title", d.Heading, 100)
	b.need("description", d.Description, 300)
	if d.ShownFrom != nil && d.ShownUntil != nil && !d.ShownUntil.After(*d.ShownFrom) {
		b.add("shown_until", "too_small", "Конец должен быть позже начала.")
	}
	if d.Place == PlacementGames && d.GiftID != nil {
		b.add("gift_id", "wrong_value", "Баннер среди игр ведёт на игру.")
	}
	if d.Place == PlacementGifts && d.GameID != nil {
		b.add("game_id", "wrong_value", "Баннер среди подарков ведёт на подарок.")
	}
	if len(b) > 0 || !d.IsActive || d.GameID == nil && d.GiftID == nil {
		return d, b, nil
	}
	sold, err := q.TargetIsSold(ctx, contentdb.TargetIsSoldParams{GameID: d.GameID, GiftID: d.GiftID})
	if err == nil && !sold {
		name := map[bool]string{true: "game_id", false: "gift_id"}[d.GameID != nil]
		b.add(name, "unknown", "Этого сейчас нет в продаже. Выберите другое или выключите баннер.")
	}
	return d, b, err
}

// isDue reports whether now is in the time the banner is for.
func (d BannerDraft) isDue(now time.Time) bool {
	return (d.ShownFrom == nil || !d.ShownFrom.After(now)) && (d.ShownUntil == nil || d.ShownUntil.After(now))
}

func (d BannerDraft) lock(ctx context.Context, q *contentdb.Queries, object string) (Piece, int32, error) {
	r, err := q.LockBanner(ctx, number(object))
	return BannerDraft{
		Place: Placement(r.Place), Heading: r.Title, Description: r.Description,
		BackgroundDesktop: r.BackgroundDesktop, BackgroundTablet: r.BackgroundTablet, BackgroundMobile: r.BackgroundMobile,
		ForegroundDesktop: r.ForegroundDesktop, ForegroundTablet: r.ForegroundTablet, ForegroundMobile: r.ForegroundMobile,
		GameID: r.GameID, GiftID: r.GiftID, ShownFrom: r.ShownFrom, ShownUntil: r.ShownUntil, IsActive: r.IsActive,
	}, r.Version, err
}

func (d BannerDraft) insert(ctx context.Context, q *contentdb.Queries, e *Editor) (string, error) {
	id, err := q.InsertBanner(ctx, contentdb.InsertBannerParams{
		Place: string(d.Place), Title: d.Heading, Description: d.Description,
		BackgroundDesktop: d.BackgroundDesktop, BackgroundTablet: d.BackgroundTablet, BackgroundMobile: d.BackgroundMobile,
		ForegroundDesktop: d.ForegroundDesktop, ForegroundTablet: d.ForegroundTablet, ForegroundMobile: d.ForegroundMobile,
		GameID: d.GameID, GiftID: d.GiftID, ShownFrom: d.ShownFrom, ShownUntil: d.ShownUntil, IsActive: d.IsActive, IsDue: d.isDue(e.clock()),
	})
	return strconv.FormatInt(id, 10), err
}

func (d BannerDraft) change(ctx context.Context, q *contentdb.Queries, e *Editor, object string) error {
	return q.ChangeBanner(ctx, contentdb.ChangeBannerParams{
		ID: number(object), Title: d.Heading, Description: d.Description,
		BackgroundDesktop: d.BackgroundDesktop, BackgroundTablet: d.BackgroundTablet, BackgroundMobile: d.BackgroundMobile,
		ForegroundDesktop: d.ForegroundDesktop, ForegroundTablet: d.ForegroundTablet, ForegroundMobile: d.ForegroundMobile,
		GameID: d.GameID, GiftID: d.GiftID, ShownFrom: d.ShownFrom, ShownUntil: d.ShownUntil, IsActive: d.IsActive, IsDue: d.isDue(e.clock()),
	})
}

// BannerRow is a banner in the editors' list.
type BannerRow struct{ contentdb.ListAllBannersRow }

// Banners lists all banners of a place in their order.
func (e *Editor) Banners(ctx context.Context, place Placement) ([]BannerRow, error) {
	rows, err := e.q.ListAllBanners(ctx, string(place))
	list := make([]BannerRow, len(rows))
	for i, r := range rows {
		list[i] = BannerRow{r}
	}
	return list, err
}

// State says in one word whether buyers see the banner, and why not.
func (r BannerRow) State(now time.Time) string {
	switch {
	case !r.IsActive:
		return "off"
	case r.ShownUntil != nil && !r.ShownUntil.After(now):
		return "ended"
	case r.ShownFrom != nil && r.ShownFrom.After(now):
		return "planned"
	case !r.IsTargetSold:
		return "unsold"
	}
	return "shown"
}
