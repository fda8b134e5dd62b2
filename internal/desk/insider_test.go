package desk_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/finance"
	"larek/internal/desk/orders"
	"larek/internal/desk/refunds"
	"larek/internal/money"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/problem"
	"larek/internal/promo"
	"larek/internal/publicid"
	"larek/internal/settlement"
	"larek/internal/staff"
)

// insiderSteps is how many steps the person of each role makes; INSIDER_STEPS is for more.
const insiderSteps = 2000

// TestOneInsiderTakesNoMoreThanTheLimits lets one person of each role do whatever the role
// allows, in any order and several things at once. By the record of the other side the
// money and goods that left, at cost, never exceed the limits and equal what was counted,
// and every step has its audit row. INSIDER_SEED plays another plan.
func TestOneInsiderTakesNoMoreThanTheLimits(t *testing.T) {
	t.Parallel()
	number := func(name string, otherwise int) int {
		if text := os.Getenv(name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		return otherwise
	}
	seed, steps := number("INSIDER_SEED", 26), number("INSIDER_STEPS", insiderSteps)
	for _, role := range []string{"operator", "senior", "catalog", "finance", "admin"} {
		t.Run(role, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t)
			i := &insider{office: o, who: o.hire(role), did: map[string]int{}}
			i.open()
			var wg sync.WaitGroup
			for worker := range uint64(4) {
				random := rand.New(rand.NewPCG(uint64(seed), worker)) //nolint:gosec // a run must repeat
				wg.Go(func() {
					for range steps / 4 {
						i.step(random)
					}
				})
			}
			wg.Wait()
			i.check()
			t.Logf("seed %d, %d steps: %v", seed, steps, i.did)
		})
	}
}

// insider is one person with a grudge, and the shop they work in.
type insider struct {
	*office
	who staff.Actor

	mu     sync.Mutex
	did    map[string]int // steps that succeeded, by name of the action
	orders []int64        // delivered, of 100 rubles each
	users  []int64
	coded  []int64 // delivered orders of a code each; codes are sold for 100 and were loaded for a kopeck
	held   []int64 // wait for somebody to deliver by hand what an offer delivers for 50
	losses []int64 // differences of 60 rubles each
	goods  []int64 // products sold for 100 and bought for 80; prices of the first ten change
	grants []int64
}

func (i *insider) open() {
	i.t.Helper()
	pgtest.Exec(i.t, i.pool, `update offers set cost = 50, cost_currency = 'RUB' where id = $1`, i.offer)
	batch := i.freeCodes(200, "0.01")
	var file strings.Builder // of codes that can be opened
	for range 60 {
		fmt.Fprintln(&file, publicid.New())
	}
	if _, err := i.loadCodes(i.admin, file.String(), 60); err != nil {
		i.t.Fatal(err)
	}
	for range 20 {
		i.orders = append(i.orders, i.deliveredOrder())
		held, _ := i.heldOrder()
		i.held = append(i.held, held)
		i.goods = append(i.goods, i.priced(nil))
		user := factory.User(i.t, i.pool, nil)
		i.users = append(i.users, user)
		id := factory.Order(i.t, i.pool, factory.With{"game_id": i.game, "kind": "pubg", "status": "done", "user_id": user})
		factory.Payment(i.t, i.pool, factory.PaymentAttempt(i.t, i.pool, id, factory.With{"status": "paid"}))
		line := factory.Line(i.t, i.pool, id, factory.With{"product_id": i.office.coded, "title": "60 UC", "quantity": 1, "unit_price": 100, "status": "completed"})
		pgtest.Exec(i.t, i.pool, `insert into codes (product_id, sealed, key_id, fingerprint, state, line_id, given_at, batch_id) values ($1, 'x', 't', $2, 'given', $3, $4, $5)`,
			i.office.coded, publicid.New().String(), line, noon, batch)
		i.coded = append(i.coded, id)
	}
	file.Reset()
	file.WriteString("Тип операции;Идентификатор платежа;Номер заказа;Дата и время операции;Сумма операции;Сумма комиссии;Валюта\n")
	for n := range 40 {
		fmt.Fprintf(&file, "Чарджбэк;%d;1-1-x%d;14.11.2026 12:20:00;60,00;0,00;RUB\n", 900+n, n)
	}
	registry := settlement.File{Party: "tbank", Day: time.Date(2026, 11, 14, 0, 0, 0, 0, time.UTC), Name: "r.csv", Body: []byte(file.String())}
	act := desk.Command{Actor: i.admin, Key: newKey(), Reason: audit.Reason{Code: "other", Text: "сверка"}}
	if _, err := i.finance().LoadFile(i.t.Context(), act, registry); err != nil {
		i.t.Fatal(err)
	}
	i.losses = pgtest.All[int64](i.t, i.pool, `select id from settlement_differences where state = 'open'`)
}

func one[T any](random *rand.Rand, list []T) T { return list[random.IntN(len(list))] }

// step runs a random action of the person. A refusal must be a problem, not an internal error.
func (i *insider) step(random *rand.Rand) {
	steps := i.steps(random)
	name := one(random, slices.Sorted(maps.Keys(steps)))
	err := steps[name]()
	if _, is := errors.AsType[*problem.Error](err); err != nil && !is {
		i.t.Errorf("%s: %v", name, err)
	}
	if err == nil {
		i.mu.Lock()
		i.did[name]++
		i.mu.Unlock()
	}
}

func (i *insider) act(order int64) desk.Command {
	return desk.Command{Actor: i.who, Key: newKey(), OrderID: order, Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}
}

// steps are named as their audit rows.
func (i *insider) steps(random *rand.Rand) map[string]func() error {
	sum := rubles(int64(1 + random.IntN(400_00)))
	all := i.stepsOfOrders(random, sum)
	maps.Copy(all, i.stepsOfGoods(random, sum))
	maps.Copy(all, i.stepsOfFinance(random, sum))
	return all
}

func (i *insider) stepsOfOrders(random *rand.Rand, sum money.RUB) map[string]func() error {
	ctx := i.t.Context()
	return map[string]func() error{
		"order.goodwill":  func() error { return i.apologise(i.who, one(random, i.orders), min(sum, rubles(100_00))) },
		"customer.credit": func() error { return i.credit(i.who, one(random, i.users), sum) },
		"order.replace_code": func() error {
			id := one(random, i.coded)
			code := pgtest.One[int64](i.t, i.pool, `select c.id from codes c join order_lines l on l.id = c.line_id where l.order_id = $1 and c.state = 'given' limit 1`, id)
			_, err := i.do.OrderActions.ReplaceCode(ctx, i.act(id), orders.Replacement{CodeID: code})
			return err
		},
		"order.refund": func() error {
			w := refunds.Request{Amount: new(money.Minor(1 + random.IntN(100_00))), Destination: one(random, []string{"method", "balance"}), Send: random.IntN(2) == 0}
			g, err := i.do.Refunds.GrantRefund(ctx, i.act(one(random, i.orders)), w)
			if err == nil && g.State == "granted" {
				i.mu.Lock()
				i.grants = append(i.grants, g.ID)
				i.mu.Unlock()
			}
			return err
		},
		"refund.send": func() error {
			i.mu.Lock()
			grants := slices.Clone(i.grants)
			i.mu.Unlock()
			if len(grants) == 0 {
				return desk.ErrSecondPerson
			}
			_, err := i.do.Refunds.SendGrant(ctx, i.act(0), one(random, grants))
			return err
		},
		"order.deliver": func() error {
			_, err := i.do.OrderActions.Deliver(ctx, i.act(one(random, i.held)), orders.Delivery{Proof: "пополнил вручную", Cost: &delivery.Cost{TenThousandths: int64(1+random.IntN(150)) * 1_0000, Currency: "RUB"}})
			return err
		},
	}
}

func (i *insider) stepsOfGoods(random *rand.Rand, sum money.RUB) map[string]func() error {
	return map[string]func() error{
		"promo.create": func() error {
			d := promo.Draft{Text: "P" + strings.ToUpper(publicid.New().String()[:12]), Kind: promo.KindPublic, Percent: int16(1 + random.IntN(100)), Goods: promo.GoodsAll, PerBuyerLimit: 1}
			if random.IntN(2) == 0 {
				d.TotalLimit = new(int32(3))
			}
			_, err := i.createPromo(i.who, d)
			return err
		},
		"price.change": func() error {
			id := one(random, i.goods[:10])
			version := pgtest.One[int32](i.t, i.pool, `select price_version from products where id = $1`, id)
			done, err := i.changePrices(i.who, nil, catalog.NewPrice{ProductID: id, Price: rubles(int64(1 + random.IntN(200_00))), Version: version})
			if err == nil && done.Saved == 0 {
				return desk.ErrSecondPerson // refused by row
			}
			return err
		},
		"stock.load": func() error { // for as little as one likes
			b := delivery.NewBatch{ProductID: i.office.coded, Text: []byte(publicid.New().String()), Expected: 1, Source: "test", UnitCost: new(rubles(1))}
			_, err := i.do.Supply.LoadCodes(i.t.Context(), i.act(0), b)
			return err
		},
		"stock.reveal": func() error {
			free := pgtest.All[int64](i.t, i.pool, `select id from codes where state = 'free' and sealed <> 'x'`)
			if len(free) == 0 {
				return desk.ErrSecondPerson
			}
			_, err := i.do.Supply.RevealCode(i.t.Context(), i.act(0), one(random, free))
			return err
		},
		"stock.void": func() error {
			free := pgtest.All[int64](i.t, i.pool, `select id from codes where state = 'free' and batch_id is not null`)
			if len(free) == 0 {
				return desk.ErrSecondPerson
			}
			_, err := i.do.Supply.VoidCode(i.t.Context(), i.act(0), one(random, free))
			return err
		},
		"offer.add": func() error {
			_, err := i.do.Supply.AddOffer(i.t.Context(), i.act(0), delivery.NewOffer{ProductID: one(random, i.goods[10:]), Supplier: "operator", SKU: newKey(), Priority: 1, Cost: &sum})
			return err
		},
	}
}

func (i *insider) stepsOfFinance(random *rand.Rand, sum money.RUB) map[string]func() error {
	ctx, f := i.t.Context(), i.finance()
	return map[string]func() error{
		"recon.resolve": func() error {
			_, err := f.ResolveDifference(ctx, i.act(0), one(random, i.losses), one(random, []settlement.Way{settlement.Book, settlement.WriteOff}), nil)
			return err
		},
		"recon.topup": func() error {
			_, err := f.RecordTopUp(ctx, i.act(0), "moogold", finance.TopUp{Number: newKey(), Paid: sum, TenThousandths: 100 * int64(random.IntN(int(sum))+1), Currency: "RUB"})
			return err
		},
		"customer.pay_out": func() error {
			_, err := i.do.Customers.PayOutCustomer(ctx, i.act(0), one(random, i.users), sum, "поручение "+newKey())
			return err
		},
		"books.approve": func() error { // one's own requests
			open := pgtest.All[int64](i.t, i.pool, `select id from ledger_requests where state = 'open'`)
			if len(open) == 0 {
				return desk.ErrSecondPerson
			}
			_, err := f.Decide(ctx, i.act(0), one(random, open), true)
			return err
		},
	}
}

// check compares what has left with the limits, with what was counted and with the audit.
func (i *insider) check() {
	i.t.Helper()
	kopecks := func(sql string) money.RUB {
		i.t.Helper()
		return rubles(pgtest.One[int64](i.t, i.pool, `select coalesce((`+sql+`), 0)::bigint`))
	}
	left := map[staff.Permission]money.RUB{
		staff.GoodwillGive: kopecks(`select sum(amount) * 100 from ledger_postings where account = 'goodwill'`) +
			kopecks(`select count(*) * 10000 from code_replacements`) +
			kopecks(`select count(*) * 10000 from code_reveals`) +
			kopecks(`select sum(greatest(0, cost - 50)) * 100 from delivery_units where state = 'delivered'`),
		staff.ReconWriteOff: kopecks(`select -sum(amount) * 100 from ledger_postings where account = 'provider:tbank'`) +
			kopecks(`select -sum(amount) * 100 from ledger_postings where account = 'bank'`) - kopecks(`select sum(amount) * 100 from ledger_postings where account = 'supplier:moogold'`),
		staff.CodeWriteOff: kopecks(`select count(*) * 10000 from codes where voided_by is not null`),
		staff.RefundSend:   kopecks(`select sum(rubles) * 100 from refund_grants where state = 'sent'`),
	}
	for p, sum := range left {
		if sum > i.who.Limit(p) {
			i.t.Errorf("%s took %s by %s, the limit is %s", i.who.Name, sum, p, i.who.Limit(p))
		}
		counted := rubles(pgtest.One[int64](i.t, i.pool, `select coalesce(sum(rubles) * 100, 0)::bigint from staff_takings where permission = $1`, string(p)))
		if p != staff.RefundSend && counted != sum {
			i.t.Errorf("by %s %s left and %s was counted", p, sum, counted)
		}
	}
	for what, sql := range map[string]string{
		"requests approved":      `select count(*) from ledger_requests where state = 'approved'`,
		"codes that are gifts":   `select count(*) from promo_codes where percent > 20`,
		"goods below cost":       `select count(*) from products where id = any($1) and price < 80`,
		"offers above the price": `select count(*) from offers f join products p on p.id = f.product_id where p.id = any($1) and f.supplier = 'operator' and f.is_active and f.cost > p.price`,
	} {
		args := []any{}
		if strings.Contains(sql, "$1") {
			args = append(args, i.goods)
		}
		if n := pgtest.One[int64](i.t, i.pool, sql, args...); n != 0 {
			i.t.Errorf("%s: %d, want none", what, n)
		}
	}
	for name, n := range i.did {
		if got := pgtest.One[int64](i.t, i.pool, `select count(*) from audit where staff_id = $1 and action = $2`, i.who.ID, name); got != int64(n) {
			i.t.Errorf("%s succeeded %d times and has %d audit rows", name, n, got)
		}
	}
	if extra := pgtest.All[string](i.t, i.pool, `select distinct action from audit where staff_id = $1`, i.who.ID); len(extra) > len(i.did)+1 {
		i.t.Errorf("the audit knows %v, the person did %v", extra, i.did)
	}
}
