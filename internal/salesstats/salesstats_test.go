package salesstats_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/salesstats"
)

// noon is a time of the tests: Saturday, 14 November, 12:34 in Moscow.
var noon = time.Date(2026, 11, 14, 12, 34, 0, 0, salesstats.Moscow)

type books struct {
	*salesstats.Service
	t    *testing.T
	pool *pgxpool.Pool
	r    *rand.Rand
	refs int
}

func open(t *testing.T) *books {
	t.Helper()
	pool := pgtest.New(t)
	return &books{
		Service: salesstats.NewService(pool, pool, func() time.Time { return noon }), t: t, pool: pool,
		r: rand.New(rand.NewPCG(5, 6)), //nolint:gosec // repeatable
	}
}

// post books an entry: pairs of an account and an amount of hundredths.
func (b *books) post(reason, ref string, order any, at time.Time, pairs ...any) {
	b.t.Helper()
	var accounts, currencies []string
	var amounts []int64
	for i := 0; i < len(pairs); i += 2 {
		account, currency, has := strings.Cut(pairs[i].(string), " ")
		if !has {
			currency = "RUB"
		}
		accounts, currencies, amounts = append(accounts, account), append(currencies, currency), append(amounts, int64(pairs[i+1].(int)))
	}
	pgtest.Exec(b.t, b.pool, `with g as (insert into ledger_groups (reason, ref, order_id, at) values ($1, $2, $3, $4) returning id)
		insert into ledger_postings (group_id, account, currency, amount)
		select g.id, a.account, a.currency, a.amount / 100.0 from g, unnest($5::text[], $6::text[], $7::bigint[]) a (account, currency, amount) where a.amount <> 0`,
		reason, ref, order, at, accounts, currencies, amounts)
}

func (b *books) ref() string { b.refs++; return strconv.Itoa(b.refs) }

// sell makes an order with one line that is paid at a time, and delivered if wait is
// not zero. It returns the order and the line.
func (b *books) sell(with factory.With, method, supplier string, at time.Time, wait time.Duration, price, fee, discount, cost int) (order, line int64) {
	b.t.Helper()
	product := with["product"]
	delete(with, "product")
	with["status"], with["created"] = "done", at
	order = factory.Order(b.t, b.pool, with)
	line = factory.Line(b.t, b.pool, order, factory.With{"product_id": product})
	factory.PaymentAttempt(b.t, b.pool, order, factory.With{"method": method, "country": "RU", "status": "paid", "created": at})
	b.post("payment", b.ref(), order, at, "provider:tbank", price-discount+fee, "orders", discount-price, "fees", -fee)
	pgtest.Exec(b.t, b.pool, `insert into order_events (order_id, at, event, status) values ($1, $2, 'payment.received', 'paid')`, order, at)
	if wait == 0 {
		return order, line
	}
	done := at.Add(wait)
	unit := pgtest.One[int64](b.t, b.pool, `insert into delivery_units (order_id, line_id, n, state, supplier, delivered_at) values ($1, $2, 1, 'delivered', $3, $4) returning id`, order, line, supplier, done)
	b.post("cost", fmt.Sprint("unit-", unit), order, done, "supplier:"+supplier+" USD", -2, "exchange USD", 2, "exchange", -cost-5, "cost", cost+5)
	b.post("cost", fmt.Sprint("unit-", unit, "-1"), order, done, "supplier:"+supplier+" USD", 1, "exchange USD", -1, "exchange", 5, "cost", -5) // a correction
	b.post("delivery", strconv.FormatInt(line, 10), order, done, "orders", price-discount, "discounts", discount, "revenue", -price)
	pgtest.Exec(b.t, b.pool, `insert into order_events (order_id, at, event, status) values ($1, $2, 'order.done', 'done')`, order, done)
	return order, line
}

func (b *books) sum() {
	b.t.Helper()
	if err := b.SumUpAll(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// stored returns all sums as one text.
func (b *books) stored() string {
	b.t.Helper()
	return pgtest.One[string](b.t, b.pool, `select coalesce((select string_agg(f::text, E'\n' order by f::text) from figures f), '') || E'\n' || coalesce((select string_agg(p::text, E'\n' order by p::text) from figures_products p), '') || E'\n' || coalesce((select string_agg(w::text, E'\n' order by w::text) from figures_waits w), '')`)
}

// byLedger returns the profit of each day as the postings have it.
const byLedger = `select coalesce(string_agg(day || ' ' || profit, E'\n' order by day), '') from (
	select (g.at at time zone 'Europe/Moscow')::date as day, -sum(p.amount)::numeric(20, 4) as profit from ledger_groups g join ledger_postings p on p.group_id = g.id
	where p.currency = 'RUB' and p.account in ('revenue', 'fees', 'discounts', 'cost', 'acquiring', 'chargebacks', 'goodwill', 'writeoff') group by 1) x`

const byFigures = `select coalesce(string_agg(day || ' ' || profit, E'\n' order by day), '') from (
	select (at at time zone 'Europe/Moscow')::date as day, sum(amount)::numeric(20, 4) as profit from figures
	where grain = 'day' and dimension = $1 and currency = 'RUB' and measure not in ('turnover', 'returned', 'attempts') group by 1) x`

func TestSumsEqualTheBooksHoweverManyWorkersSum(t *testing.T) {
	t.Parallel()
	b := open(t)
	game, other := factory.Game(t, b.pool, nil), factory.Game(t, b.pool, nil)
	products := []int64{factory.Product(t, b.pool, game, nil), factory.Product(t, b.pool, other, nil)}
	done := make(chan struct{})
	var workers sync.WaitGroup
	for range 3 {
		workers.Go(func() {
			for {
				if err := b.SumUpAll(context.WithoutCancel(t.Context())); err != nil {
					t.Error(err)
					return
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	for i := range 60 {
		b.sellRandomly(i, []int64{game, other}, products)
	}
	close(done)
	workers.Wait()
	b.sum()
	want := pgtest.One[string](t, b.pool, byLedger)
	if len(strings.Split(want, "\n")) < 5 {
		t.Fatalf("the orders are of too few days:\n%s", want)
	}
	const byProducts = `select coalesce(string_agg(day || ' ' || profit, E'\n' order by day), '') from (
		select (day at time zone 'Europe/Moscow')::date as day, (sum(revenue + discounts + fees + cost + acquiring + refunds + chargebacks + goodwill + writeoffs + vat) / 10000)::numeric(20, 4) as profit
		from figures_products where currency = 'RUB' group by 1) x`
	if got := pgtest.One[string](t, b.pool, byProducts); got != want {
		t.Errorf("by product:\n%s\nwant\n%s", got, want)
	}
	for _, dimension := range []string{"all", "game", "supplier", "method", "country"} {
		if got := pgtest.One[string](t, b.pool, byFigures, dimension); got != want {
			t.Errorf("by %s:\n%s\nwant\n%s", dimension, got, want)
		}
	}
	before := b.stored()
	b.sum()
	if b.stored() != before {
		t.Error("summing again changed the sums")
	}
	if err := b.Rebuild(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after := b.stored(); after != before {
		t.Errorf("made again the sums are\n%s\nwant\n%s", after, before)
	}
	if n := pgtest.One[int64](t, b.pool, `select sum(n)::bigint from figures where grain = 'day' and dimension = 'all' and measure = 'turnover'`); n != 60 {
		t.Errorf("%d paid orders, want 60", n)
	}
}

// sellRandomly makes an order, and some of what may happen to it later.
func (b *books) sellRandomly(i int, games, products []int64) {
	b.t.Helper()
	at := noon.Add(-time.Duration(b.r.IntN(10*24*60)) * time.Minute)
	with := factory.With{"game_id": games[i%2], "product": products[i%2]}
	if i%5 == 4 {
		with = factory.With{"gift_id": factory.Gift(b.t, b.pool, nil)}
	}
	wait := time.Duration(b.r.IntN(4)) * time.Minute
	price := 100_00 + b.r.IntN(900_00)
	order, line := b.sell(with, []string{"tbank_sbp", "getpay"}[i%2], []string{"moogold", "nsgifts", "operator"}[i%3], at, wait, price, i%7*1_01, i%3*5_00, price*8/10)
	switch i % 6 {
	case 0: // returned, after the delivery or instead of it
		payment := factory.Payment(b.t, b.pool, pgtest.One[int64](b.t, b.pool, `select id from payment_attempts where order_id = $1`, order))
		refund := factory.Refund(b.t, b.pool, payment, factory.With{"reason": "after_delivery", "line_id": line})
		account := map[bool]string{true: "orders", false: "revenue"}[wait == 0]
		b.post("refund", strconv.FormatInt(refund, 10), order, noon, account, 50_00, "provider:tbank", -50_00)
	case 1:
		b.post("goodwill", b.ref(), order, at.Add(time.Hour), "goodwill", 30_00, "customer:1", -30_00)
	case 2:
		b.post("outside", b.ref(), order, noon, "chargebacks", 7_77, "provider:tbank", -7_77)
	case 4: // codes of the stock
		b.post("cost", fmt.Sprint("line-", line), order, noon, "cost", 11_00, "supplier:stock", -11_00)
	case 5: // one of them was replaced
		code := factory.Code(b.t, b.pool, products[i%2], nil)
		b.post("cost", fmt.Sprint("code-", code), order, noon, "cost", 12_00, "supplier:stock", -12_00)
	case 3:
		b.post("commission", b.ref(), nil, at, "acquiring", 3_33, "provider:tbank", -3_33)
	}
}

func TestALateFactIsInItsOwnHour(t *testing.T) {
	t.Parallel()
	b := open(t)
	game := factory.Game(t, b.pool, nil)
	old := noon.AddDate(0, 0, -3)
	order, line := b.sell(factory.With{"game_id": game, "product": factory.Product(t, b.pool, game, nil)}, "tbank_sbp", "moogold", old, time.Minute, 200_00, 0, 0, 150_00)
	b.sum()
	hours := `select string_agg(measure || ' ' || to_char(at at time zone 'Europe/Moscow', 'DD HH24:MI') || ' ' || amount::numeric(20, 2), ', ' order by measure, at)
		from figures where grain = 'hour' and dimension = 'game' and key = $1 and measure in ('revenue', 'refunds', 'vat')`
	if got := pgtest.One[string](t, b.pool, hours, strconv.FormatInt(game, 10)); got != "revenue 11 12:00 200.00" {
		t.Errorf("got %s", got)
	}
	payment := factory.Payment(t, b.pool, pgtest.One[int64](t, b.pool, `select id from payment_attempts where order_id = $1`, order))
	refund := factory.Refund(t, b.pool, payment, factory.With{"reason": "after_delivery", "line_id": line})
	b.post("refund", strconv.FormatInt(refund, 10), order, noon, "revenue", 200_00, "provider:tbank", -200_00)
	b.post("vat", fmt.Sprint("delivery-", line), order, old, "revenue", 36_07, "vat", -36_07)
	b.post("vat", fmt.Sprint("refund-", refund), order, noon, "revenue", -36_07, "vat", 36_07)
	b.sum()
	if got := pgtest.One[string](t, b.pool, hours, strconv.FormatInt(game, 10)); got != "refunds 14 12:00 -200.00, revenue 11 12:00 200.00, vat 11 12:00 -36.07, vat 14 12:00 36.07" {
		t.Errorf("got %s", got)
	}
}

func TestTodayIsComparedUpToTheSameMinute(t *testing.T) {
	t.Parallel()
	b := open(t)
	game := factory.Game(t, b.pool, factory.With{"title": "PUBG Mobile"})
	week := noon.AddDate(0, 0, -7)
	for _, sale := range []struct {
		at    time.Time
		wait  time.Duration
		price int
	}{
		{noon.Add(-time.Minute), 10 * time.Second, 300_00},
		{noon.Add(-2 * time.Hour), 20 * time.Second, 100_00},
		{noon.Add(-13 * time.Hour), 0, 999_00}, // yesterday
		{week.Add(-time.Minute), 40 * time.Second, 200_00},
		{week, time.Minute, 888_00}, // the same minute is not over
	} {
		b.sell(factory.With{"game_id": game}, "tbank_sbp", "moogold", sale.at, sale.wait, sale.price, 0, 0, sale.price*3/4)
	}
	factory.PaymentAttempt(t, b.pool, factory.Order(t, b.pool, factory.With{"game_id": game}), factory.With{"created": noon.Add(-time.Hour), "country": "RU"})
	b.sum()
	h, err := b.Home(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintln(h.Now.Of[salesstats.Turnover], h.Before.Of[salesstats.Turnover], h.Now.Margin(), h.Now.Waits.Orders(), h.Methods[0].Now.Of[salesstats.Attempts].N, h.HasAny, h.KnownUntil.Equal(noon))
	if want := "{4000000 2} {2000000 1} 1000000 2 3 true true\n"; got != want {
		t.Errorf("got %s want %s", got, want)
	}
	if p := h.Now.Waits.Percentile(0.5); p < 10*time.Second || p > 11*time.Second {
		t.Errorf("half were delivered within %s, want 10 s", p)
	}
	if p := h.Now.Waits.Percentile(0.95); p < 20*time.Second || p > 22*time.Second {
		t.Errorf("most were delivered within %s, want 20 s", p)
	}
	if len(h.Hours) != 13 || len(h.BeforeHours) != 24 || h.Hours[12].TenThousandths != 300_0000 || h.Hours[10].N != 1 || h.BeforeHours[12].TenThousandths != 1088_0000 {
		t.Errorf("by hour: %v, before: %v", h.Hours, h.BeforeHours)
	}
	if h.Games[0].Title != "PUBG Mobile" || h.Games[0].Now.Of[salesstats.Turnover].TenThousandths != 400_0000 {
		t.Errorf("games: %+v", h.Games)
	}
	days, err := b.Home(t.Context(), 7)
	if err != nil || days.Now.Of[salesstats.Turnover].TenThousandths != 1399_0000 || days.Before.Of[salesstats.Turnover].TenThousandths != 200_0000 || days.Hours != nil {
		t.Errorf("seven days: %v, before %v, %v", days.Now.Of, days.Before.Of, err)
	}
}

func TestProfitIsComparedWithAsManyDaysBefore(t *testing.T) {
	t.Parallel()
	b := open(t)
	game := factory.Game(t, b.pool, factory.With{"title": "Genshin Impact"})
	product := factory.Product(t, b.pool, game, factory.With{"title": "60 кристаллов"})
	b.sell(factory.With{"game_id": game, "product": product}, "tbank_sbp", "moogold", noon.AddDate(0, 0, -1), time.Minute, 100_00, 5_00, 10_00, 60_00)
	b.sell(factory.With{"game_id": game, "product": product}, "tbank_sbp", "moogold", noon.AddDate(0, 0, -3), time.Minute, 80_00, 0, 0, 50_00)
	b.post("commission", "tbank 13", nil, noon, "acquiring", 2_50, "provider:tbank", -2_50)
	b.post("cost", "9999", nil, noon, "supplier:moogold USD", -1_00, "cost USD", 1_00)
	b.sum()
	for by, want := range map[salesstats.Dimension][]string{
		salesstats.ByDay:      {"2026-11-14  -2.50 0.00", "2026-11-13  35.00 30.00"},
		salesstats.ByGame:     {fmt.Sprint(game, " Genshin Impact 35.00 30.00"), "  -2.50 0.00"},
		salesstats.ByProduct:  {fmt.Sprint(product, " 60 кристаллов · Genshin Impact 35.00 30.00"), "  -2.50 0.00"},
		salesstats.BySupplier: {"moogold  30.00 30.00", "  2.50 0.00"},
		salesstats.ByMethod:   {"tbank_sbp  35.00 30.00", "  -2.50 0.00"},
	} {
		rows, total, err := b.Profit(t.Context(), by, noon.AddDate(0, 0, -1), noon)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range rows {
			got = append(got, fmt.Sprintf("%s %s %.2f %.2f", r.Key, r.Title, float64(r.Now.Margin())/10000, float64(r.Before.Margin())/10000))
		}
		if !slices.Equal(got, want) {
			t.Errorf("by %s: got %q, want %q", by, got, want)
		}
		if total.Now.Margin() != 32_5000 || total.Now.NoRate["USD"] != -1_0000 {
			t.Errorf("by %s: margin %d, without a rate %v", by, total.Now.Margin(), total.Now.NoRate)
		}
	}
}

// TestProfitByProductIsThatByGame sells one product of each game. Profit by product is stored
// and read in another way than profit by game, and must be the same to the kopeck over every
// period: all measures, the number of orders, what has no rate, and the time before.
func TestProfitByProductIsThatByGame(t *testing.T) {
	t.Parallel()
	b := open(t)
	games := []int64{factory.Game(t, b.pool, nil), factory.Game(t, b.pool, nil)}
	products := []int64{factory.Product(t, b.pool, games[0], nil), factory.Product(t, b.pool, games[1], nil)}
	for i := range 60 {
		b.sellRandomly(i, games, products)
	}
	// The last second of a day and the first of the next, by the clock of Moscow.
	midnight := time.Date(2026, 11, 9, 0, 0, 0, 0, salesstats.Moscow)
	for _, at := range []time.Time{midnight.Add(-time.Second), midnight} {
		b.post("commission", b.ref(), nil, at, "acquiring", 1_11, "provider:tbank", -1_11)
		b.post("cost", b.ref(), nil, at, "supplier:moogold USD", -2_22, "cost USD", 2_22)
	}
	b.sum()
	gameOf := func(product string) string {
		for i, id := range products {
			if product == strconv.FormatInt(id, 10) {
				return strconv.FormatInt(games[i], 10)
			}
		}
		return strings.TrimRight(product, ":0123456789") // gift:7 is one of the gifts
	}
	same := func(game string) string { return game }
	for days := range 14 {
		for end := range 12 {
			until := noon.AddDate(0, 0, -end)
			since := until.AddDate(0, 0, -days)
			byProduct, total, err := b.Profit(t.Context(), salesstats.ByProduct, since, until)
			if err != nil {
				t.Fatal(err)
			}
			byGame, want, err := b.Profit(t.Context(), salesstats.ByGame, since, until)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := sumsText(byProduct, total, gameOf), sumsText(byGame, want, same); got != want {
				t.Fatalf("%d days until %s:\n%s\nwant\n%s", days+1, until.Format(time.DateOnly), got, want)
			}
		}
	}
}

// sumsText writes what is not zero in the rows of each key and in the total.
func sumsText(rows []salesstats.Row, total salesstats.Row, keyOf func(string) string) string {
	sums := map[string]int64{}
	for i, r := range append(rows, total) {
		key := keyOf(r.Key)
		if i == len(rows) {
			key = "total"
		}
		for when, of := range map[string]salesstats.Sums{"now": r.Now, "before": r.Before} {
			for _, m := range append([]salesstats.Measure{salesstats.Turnover}, salesstats.ProfitMeasures...) {
				sums[fmt.Sprint(key, " ", when, " ", m)] += of.Of[m].TenThousandths
			}
			sums[fmt.Sprint(key, " ", when, " orders")] += of.Of[salesstats.Turnover].N
			for currency, ten := range of.NoRate {
				sums[fmt.Sprint(key, " ", when, " ", currency)] += ten
			}
		}
	}
	var lines []string
	for name, sum := range sums {
		if sum != 0 {
			lines = append(lines, fmt.Sprint(name, " ", sum))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
