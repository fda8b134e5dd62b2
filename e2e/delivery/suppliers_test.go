package delivery_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/catalog"
	"larek/internal/delivery"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/moogold"
	"larek/internal/sandbox/nsgifts"
)

var both = []string{moogold.Name, gamesdrop.Name}

func (s *shop) each(rule fields) {
	s.T.Helper()
	for _, name := range both {
		s.Sandbox.Supplier(name, rule)
	}
}

func TestAPriceUpOnePercentIsDelivered(t *testing.T) {
	t.Parallel()
	for name, rule := range map[string]fields{
		"in the lists too":       {"price_up_percent": 1},
		"only when it is bought": {"order_price_up_percent": 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openShop(t)
			s.quick()
			s.each(rule)
			b := s.supply(goodID, 1)
			a := b.PayByCard()
			b.WaitForStatus("done")
			s.wantDelivered(moogold.Name, 1)
			s.Sandbox.ExpectMoney(a, a.Amount, 0)
			s.Audit()
		})
	}
}

// TestWhatNobodyCanServeIsHeldAndNotSold checks that paid orders wait with a
// deadline shown, that no other buyer can pay for the same goods, and that both end
// by themselves.
func TestWhatNobodyCanServeIsHeldAndNotSold(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ bad, good fields }{
		"no money left there": {fields{"balance": "0"}, fields{"balance": "1000000"}},
		"suppliers are down":  {fields{"down": true}, fields{"down": false}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openShop(t)
			s.CheckSuppliers()
			s.quick()
			s.each(tc.bad)
			late, b := s.supply(goodID, 1), s.supply(goodID, 1)
			a := b.PayByCard()
			b.WaitForEvent("delivery.held", 1)
			p := b.Page()
			if p.Progress.HeldUntil == nil || p.Progress.HeldUntil.Sub(s.Clock.Now()).Round(time.Minute) != 30*time.Minute {
				t.Errorf("held until %v, want in half an hour", p.Progress.HeldUntil)
			}
			if p.Status != "sending" {
				t.Errorf("the order is %s, want sending", p.Status)
			}
			s.wantListed(s.packs[0], false)
			if _, status, code := late.TryPayment("payselection"); status != http.StatusConflict || code != "products.unavailable" {
				t.Errorf("payment of a second order: %d %s, want 409 products.unavailable", status, code)
			}
			if n := shoptest.One[int64](s.Shop, `select count(*) from payment_attempts where order_id = $1 and status = 'open'`, late.ID); n != 0 {
				t.Errorf("%d open payments of an order that cannot be served, want none", n)
			}
			s.each(tc.good)
			b.WaitForStatus("done")
			s.wantListed(s.packs[0], true)
			if _, status, code := late.TryPayment("payselection"); status != http.StatusOK {
				t.Errorf("payment once it is sold again: %d %s, want 200", status, code)
			}
			s.wantDelivered(moogold.Name, 1)
			s.Sandbox.ExpectMoney(a, a.Amount, 0)
		})
	}
}

// wantListed waits until the catalogue shows it, as an API does that has just read
// its version.
func (s *shop) wantListed(pack int64, want bool) {
	s.T.Helper()
	game := shoptest.One[int64](s.Shop, `select game_id from products where id = $1`, pack)
	goods := catalog.NewService(s.Pool)
	s.Eventually(func() string {
		page, err := goods.Game(s.T.Context(), game)
		if err != nil {
			s.T.Fatal(err)
		}
		for _, p := range page.Products {
			if p.ID == pack {
				return shoptest.FailUnless(p.IsActive == want, "pack %d is sold: %v, want %v", pack, p.IsActive, want)
			}
		}
		return "the pack is not in the catalogue"
	})
}

func TestAHoldEndsInMoneyBack(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	s.each(fields{"balance": "0"})
	b := s.supply(goodID, 2)
	a := b.PayByCard()
	b.WaitForEvent("delivery.held", 1)
	s.Eventually(func() string { // each unit by itself: the deadline of one that comes later is later
		if n := shoptest.One[int64](s.Shop, `select count(*) from delivery_units where held_until is not null`); n != 2 {
			return fmt.Sprintf("%d units are held, want 2", n)
		}
		return ""
	})
	s.AdvanceClock(29 * time.Minute)
	if got := b.Status(); got != "sending" {
		t.Errorf("given up too early: got %s, want sending", got)
	}
	s.AdvanceClock(2 * time.Minute)
	b.WaitForStatus("failed")
	b.WaitForEvent("refund.done", 1)
	b.WaitForEvent("delivery.held", 1)
	s.Sandbox.ExpectMoney(a, a.Amount, a.Amount)
	s.wantDelivered(moogold.Name, 0)
	s.Audit()
}

func TestACostThatJumpedStopsTheSaleUntilItIsApproved(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	s.each(fields{"price_up_percent": 11})
	b := s.supply(goodID, 1)
	if err := s.Services().Sourcing.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, status, code := b.TryPayment("payselection"); status != http.StatusConflict || code != "products.unavailable" {
		t.Errorf("payment: %d %s, want 409 products.unavailable", status, code)
	}
	offer := shoptest.One[int64](s.Shop, `select id from offers where product_id = $1 and supplier = 'moogold'`, s.packs[0])
	if err := s.Services().Sourcing.ApproveCost(t.Context(), offer); err != nil {
		t.Fatal(err)
	}
	b.PayByCard()
	b.WaitForStatus("done")
	s.wantDelivered(moogold.Name, 1)
	s.Audit()
}

// TestASupplierSlowerThanAnyDeadlineIsNotForgotten checks a callback that arrives
// hours later, when an operator was asked too.
func TestASupplierSlowerThanAnyDeadlineIsNotForgotten(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	b, a, key := s.pending()
	task := s.slow(b)
	if _, err := s.Services().Dispatch.CloseTask(t.Context(), delivery.Closing{Task: task, Who: "op", Words: "поставщик молчит"}); err == nil {
		t.Error("an operator gave up what the supplier is still at")
	}
	s.AdvanceClock(5 * time.Hour)
	s.Sandbox.Command("/supply", fields{"supplier": moogold.Name, "key": key, "action": "deliver", "callback": "send"})
	b.WaitForStatus("done")
	s.wantDelivered(moogold.Name, 1)
	s.Sandbox.ExpectMoney(a, a.Amount, 0)
	s.Audit()
}

// slow waits until an operator was asked about an order whose supplier is slow.
func (s *shop) slow(b *shoptest.Buyer) (task int64) {
	s.T.Helper()
	s.AdvanceClock(21 * time.Minute)
	s.Eventually(func() string {
		task = shoptest.One[int64](s.Shop, `select coalesce(max(id), 0) from operator_tasks where order_id = $1 and state = 'open'`, b.ID)
		return shoptest.FailUnless(task > 0, "order %d has no task", b.ID)
	})
	return task
}

// TestAnOperatorHandsOverACode checks that the buyer gets a key an operator bought
// elsewhere, after the supplier refused, like any other key.
func TestAnOperatorHandsOverACode(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.Exec(`update offers set supplier = 'operator' where gift_id = $1`, s.gift)
	b, other := s.Order("rokky", "", fields{"gift": s.gift}), s.Order("rokky", "", fields{"gift": s.gift})
	tasks := map[*shoptest.Buyer]int64{}
	for _, one := range []*shoptest.Buyer{b, other} {
		one.PayByCard()
		s.Eventually(func() string {
			tasks[one] = shoptest.One[int64](s.Shop, `select coalesce(max(id), 0) from operator_tasks where order_id = $1`, one.ID)
			return shoptest.FailUnless(tasks[one] > 0, "no task")
		})
	}
	done := func(one *shoptest.Buyer, codes ...string) error {
		cost := delivery.Cost{TenThousandths: 3_5000, Currency: "USD"}
		_, err := s.Services().Dispatch.CloseTask(t.Context(), delivery.Closing{Task: tasks[one], Who: "anna", Done: true, Codes: codes, Cost: &cost})
		return err
	}
	for name, codes := range map[string][]string{"none": nil, "two": {"AAAA-1111", "AAAA-2222"}, "an empty one": {" "}} {
		if err := done(b, codes...); err == nil {
			t.Errorf("done with %s of the codes", name)
		}
	}
	if n := shoptest.One[int64](s.Shop, `select count(*) from operator_tasks where state = 'open'`); n != 2 {
		t.Errorf("%d tasks are open after refusals, want 2", n)
	}
	if err := done(b, " AAAA-BBBB-CCCC "); err != nil {
		t.Fatal(err)
	}
	if err := done(other, "AAAA-BBBB-CCCC"); err == nil {
		t.Error("one code was delivered twice")
	}
	b.WaitForStatus("done")
	p := b.Page()
	if p.Code == nil || *p.Code != "AAAA-BBBB-CCCC" {
		t.Errorf("code on the page: %v, want AAAA-BBBB-CCCC", p.Code)
	}
	if r := p.Progress.DeliveryReceipt; r == nil || strings.Contains(*r, "AAAA") {
		t.Errorf("receipt %v, want one without the code", r)
	}
	if n := shoptest.One[int64](s.Shop, `select count(*) from operator_tasks where state = 'done' and closed_by = 'anna' and coalesce(proof, '') = ''`); n != 1 {
		t.Errorf("%d tasks closed by anna, want 1", n)
	}
	s.wantSpent(delivery.Operator, "USD", 3_5000)
	if err := done(other, "DDDD-EEEE-FFFF"); err != nil {
		t.Fatal(err)
	}
	other.WaitForStatus("done")
	s.wantSpent(delivery.Operator, "USD", 7_0000)
	s.Audit()
}

// wantSpent compares what was spent according to the books, in ten-thousandths.
func (s *shop) wantSpent(supplier string, currency money.Currency, want int64) {
	s.T.Helper()
	s.Eventually(func() string {
		got, err := ledger.FineBalance(s.T.Context(), s.Pool, ledger.Supplier(supplier), currency)
		if err != nil {
			s.T.Fatal(err)
		}
		return shoptest.FailUnless(-got == want, "spent %d at %s, want %d", -got, supplier, want)
	})
}

func TestAnOperatorsProofIsReadByTheBuyer(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	b := s.standoff()
	b.PayByCard()
	b.WaitForLineStatus("sending")
	s.serve(b, true)
	b.WaitForStatus("done")
	p := b.Page()
	if len(p.Progress.Proofs) != 1 || p.Progress.Proofs[0] != "lot 4711" {
		t.Errorf("proofs %q, want lot 4711", p.Progress.Proofs)
	}
	if r := p.Progress.DeliveryReceipt; r == nil || !strings.Contains(*r, "Подтверждение оператора: lot 4711") {
		t.Errorf("receipt %v, want the operator's words", r)
	}
	cost := shoptest.One[int64](s.Shop, `select (sum(f.cost * l.quantity) * 10000)::bigint from order_lines l join offers f on f.product_id = l.product_id where l.order_id = $1`, b.ID)
	s.wantSpent(delivery.Operator, "RUB", cost)
	s.Audit()
}

// slowSteam is a top-up of 5000 rubles so late that an operator is asked: its key and
// the operator's task.
func (s *shop) slowSteam() (b *shoptest.Buyer, key string, task int64) {
	s.T.Helper()
	s.Sandbox.Supplier(nsgifts.Name, fields{"processing_ms": -1})
	b = s.Order("steam", "", fields{"amount": "5000.00", "steam_account_id": "gamer_one"})
	b.PayByCard()
	key = s.keyOf(b)
	return b, key, s.slow(b)
}

// TestSteamCostIsWhatTheSupplierTook checks the cost of a task an operator closed
// though the supplier had delivered without an answer.
func TestSteamCostIsWhatTheSupplierTook(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	b, key, task := s.slowSteam()
	custom := shoptest.One[string](s.Shop, `select ref from delivery_attempts where key = $1`, key)
	s.Sandbox.Command("/supply", fields{"supplier": nsgifts.Name, "key": custom, "action": "deliver", "callback": "lose"})
	closed, err := s.Services().Dispatch.CloseTask(t.Context(), delivery.Closing{Task: task, Who: "op", Done: true, Words: "ok"})
	if err != nil || closed.BySupplier != nsgifts.Name {
		t.Fatalf("closed %+v, %v, want by %s", closed, err, nsgifts.Name)
	}
	s.NotifyWorkflow(b.ID)
	b.WaitForStatus("done")
	rubles, err := ledger.Balance(t.Context(), s.Pool, ledger.CostOfGoods(), money.Ruble)
	if err != nil || rubles.Minor < 4000_00 || rubles.Minor > 5000_00 {
		t.Errorf("it cost us %s rubles (%v), want most of 5000", rubles, err)
	}
	s.Audit()
}

// TestASteamTopUpByAnOperatorIsBookedInFull: sold by amount, so the offer's cost
// is of one dollar only.
func TestASteamTopUpByAnOperatorIsBookedInFull(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	b, _, task := s.slowSteam()
	_, err := s.Services().Dispatch.CloseTask(t.Context(), delivery.Closing{Task: task, Who: "op", Done: true, Words: "пополнили сами", Force: true})
	if err != nil {
		t.Fatal(err)
	}
	s.NotifyWorkflow(b.ID)
	b.WaitForStatus("done")
	rubles, err := ledger.Balance(t.Context(), s.Pool, ledger.CostOfGoods(), money.Ruble)
	if err != nil || rubles.Minor < 4000_00 || rubles.Minor > 5000_00 {
		t.Errorf("it cost us %s rubles (%v), want most of 5000", rubles, err)
	}
}

// TestASupplierThatExecutesAfterWeHungUp checks a first call that is carried out
// long after its caller gave up, while the supplier does not know the order yet.
func TestASupplierThatExecutesAfterWeHungUp(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	s.Sandbox.Command("/faults", fields{"provider": moogold.Name, "operation": "create", "kind": "slow", "slow_ms": 13000, "count": 1})
	b := s.supply(goodID, 1)
	a := b.PayByCard()
	b.WaitForStatus("done")
	s.wantDelivered(moogold.Name, 1)
	s.wantDelivered(gamesdrop.Name, 0)
	s.Sandbox.ExpectMoney(a, a.Amount, 0)
	s.Audit()
}
