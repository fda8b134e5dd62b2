package settings

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/catalog"
	"larek/internal/delivery"
	"larek/internal/desk/deskdb"
	"larek/internal/feedback"
	"larek/internal/money"
	"larek/internal/payment"
)

// stamp says which version a person replaces, and when.
type stamp struct {
	version int32
	at      time.Time
	by      int64
}

// definition says what an area has and which domain writes it. The database checks the
// same bounds.
type definition struct {
	name, title string
	settings    []Setting
	check       func(map[string]money.RUB) error
	write       func(context.Context, pgx.Tx, map[string]money.RUB, stamp) (bool, error)
}

// Bounds of the time in which an operator ends a row of the queue, in minutes: five minutes
// and ten days.
const (
	leastMinutes = 5_00
	mostMinutes  = 14_400_00
)

var areas = []definition{
	{
		name: "steam", title: "Steam",
		settings: []Setting{
			{Key: "commission", Unit: "percent", Most: 50_00, Costly: "down", title: "комиссия, %"},
			{Key: "min_amount", Unit: "rubles", Least: 1_00, Most: 100_000_00},
			{Key: "max_amount", Unit: "rubles", Least: 1_00, Most: 100_000_00, Costly: "up", title: "наибольшая сумма, ₽"},
		},
		check: func(v map[string]money.RUB) error {
			if v["min_amount"] > v["max_amount"] {
				return wrong("max_amount", "Наибольшая сумма меньше наименьшей.")
			}
			return nil
		},
		write: func(ctx context.Context, tx pgx.Tx, v map[string]money.RUB, s stamp) (bool, error) {
			return catalog.ChangeSteam(ctx, tx, catalog.SteamChange{
				Commission: money.Percent(v["commission"]), MinAmount: v["min_amount"], MaxAmount: v["max_amount"], Version: s.version, ChangedAt: s.at, ChangedBy: s.by,
			})
		},
	},
	{
		name: "standoff", title: "Standoff 2",
		settings: []Setting{
			{Key: "market_fee", Unit: "percent", Most: 90_00, Costly: "up", title: "комиссия рынка, %"},
			{Key: "surplus", Unit: "switch", Most: 1_00},
		},
		write: func(ctx context.Context, tx pgx.Tx, v map[string]money.RUB, s stamp) (bool, error) {
			return catalog.ChangeStandoff(ctx, tx, catalog.StandoffChange{
				MarketFeeHundredths: int64(v["market_fee"]), IsSurplusEnabled: v["surplus"] != 0, Version: s.version, ChangedAt: s.at, ChangedBy: s.by,
			})
		},
	},
	{
		name: "delivery", title: "Закупка",
		settings: []Setting{
			{Key: "cost_limit", Unit: "percent", Most: 100_00, Costly: "up", title: "рост закупки без человека, %"},
			{Key: "min_margin", Unit: "percent", Most: 90_00, Costly: "down", title: "наименьшая доля магазина, %"},
			{Key: "hold_minutes", Unit: "minutes", Least: 1_00, Most: 1440_00},
			{Key: "prepaid_days", Unit: "days", Most: 365_00},
		},
		write: func(ctx context.Context, tx pgx.Tx, v map[string]money.RUB, s stamp) (bool, error) {
			return delivery.ChangeSettings(ctx, tx, delivery.Change{
				CostLimitPercent: whole(v["cost_limit"]), MinMarginPercent: v["min_margin"], HoldMinutes: whole(v["hold_minutes"]), PrepaidDays: whole(v["prepaid_days"]),
				Version: s.version, ChangedAt: s.at, ChangedBy: s.by,
			})
		},
	},
	{
		// Longer, and an old price is honoured longer.
		name: "payments", title: "Оплата", settings: []Setting{{Key: "late_hours", Unit: "hours", Least: 1_00, Most: 720_00, Costly: "up", title: "платёж после конца счёта, ч"}},
		write: func(ctx context.Context, tx pgx.Tx, v map[string]money.RUB, s stamp) (bool, error) {
			return payment.ChangeSettings(ctx, tx, payment.Change{LateHours: whole(v["late_hours"]), Version: s.version, ChangedAt: s.at, ChangedBy: s.by})
		},
	},
	{
		name: "reviews", title: "Отзывы", settings: []Setting{{Key: "publish_from", Unit: "stars", Least: 1_00, Most: 6_00}},
		write: func(ctx context.Context, tx pgx.Tx, v map[string]money.RUB, s stamp) (bool, error) {
			return feedback.ChangeSettings(ctx, tx, feedback.Change{PublishFrom: whole(v["publish_from"]), Version: s.version, ChangedAt: s.at, ChangedBy: s.by})
		},
	},
	{
		name: "queue", title: "Сроки очереди",
		settings: []Setting{
			minutes("code_minutes"), minutes("refund_minutes"), minutes("unmatched_minutes"), minutes("review_minutes"),
			minutes("difference_minutes"), minutes("cost_minutes"), minutes("price_minutes"), minutes("letter_minutes"),
		},
		write: func(ctx context.Context, tx pgx.Tx, v map[string]money.RUB, s stamp) (bool, error) {
			n, err := deskdb.New(tx).ChangeQueueSettings(ctx, deskdb.ChangeQueueSettingsParams{
				CodeMinutes: whole(v["code_minutes"]), RefundMinutes: whole(v["refund_minutes"]), UnmatchedMinutes: whole(v["unmatched_minutes"]),
				ReviewMinutes: whole(v["review_minutes"]), DifferenceMinutes: whole(v["difference_minutes"]), CostMinutes: whole(v["cost_minutes"]),
				PriceMinutes: whole(v["price_minutes"]), LetterMinutes: whole(v["letter_minutes"]), Version: s.version, ChangedAt: s.at, ChangedBy: s.by,
			})
			return n == 1, err
		},
	},
}

func minutes(key string) Setting {
	return Setting{Key: key, Unit: "minutes", Least: leastMinutes, Most: mostMinutes}
}

// whole returns a value that has no hundredths.
func whole(v money.RUB) int32 { return int32(v / 100) }
