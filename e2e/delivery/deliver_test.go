package delivery_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/delivery"
	"larek/internal/money"
	"larek/internal/sandbox"
)

func TestWrongIDIsCorrectedAndDelivered(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	// The supplier's check is away when the order is made, so the mistake is
	// found only after payment.
	s.Box.Must("/faults", fields{"operation": "check", "kind": "error_500", "percent": 100})
	b := s.supply(wrongID, 1)
	if status, code := b.Corrects(fields{"moogold_user_id": wrongID}); status != http.StatusOK {
		t.Errorf("changing details before payment: %d %s", status, code)
	}
	a := b.Pays()
	b.AwaitsLine("incorrect-details")
	if p := b.Page(); p.Status != "sending" || p.Progress.DetailsDeadline == nil || time.Until(*p.Progress.DetailsDeadline) < 71*time.Hour {
		t.Errorf("the page does not ask for other details: %+v", p)
	}
	if status, code := b.Corrects(fields{"moogold_user_id": "77404"}); status != http.StatusOK { // still wrong
		t.Fatalf("correction: %d %s", status, code)
	}
	b.Hears("details.needed", 2)
	if status, code := b.Corrects(fields{"moogold_user_id": goodID}); status != http.StatusOK {
		t.Fatalf("correction: %d %s", status, code)
	}
	b.Awaits("done")
	b.Hears("details.corrected", 2)
	if status, _ := b.Corrects(fields{"moogold_user_id": "1"}); status != http.StatusConflict {
		t.Errorf("details of a delivered order changed: %d", status)
	}
	s.wantHanded(sandbox.MooGold, 1)
	s.Box.WantMoney(a, a.Amount, 0)
	s.Audit()
}

func TestAccountIsCheckedBeforePayment(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	b := s.supply(goodID, 1)
	if p := b.Page(); p.AccountName == nil || !strings.HasPrefix(*p.AccountName, "Игрок-") {
		t.Errorf("the player's name is not shown: %+v", p)
	}
	for kind, body := range map[string]fields{
		"supply_channel": {"products": []fields{{"product_id": s.packs[0], "quantity": 1}}, "supply_channel_user_id": wrongID},
		"steam":          {"amount": "500.00", "steam_account_id": "noone_at_all"},
	} {
		if status, code := b.Call(http.MethodPost, "/api/orders/"+kind+"/", body, nil); status != http.StatusUnprocessableEntity && status != http.StatusBadRequest {
			t.Errorf("%s for an account that does not exist: %d %s", kind, status, code)
		}
	}
}

func TestNobodyCorrectsAndTheMoneyGoesBack(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	s.Box.Must("/faults", fields{"operation": "check", "kind": "error_500", "percent": 100})
	b := s.supply(wrongID, 2)
	a := b.Pays()
	b.AwaitsLine("incorrect-details")
	s.PutForward(71 * time.Hour)
	if p := b.Page(); p.Status != "sending" {
		t.Errorf("given up too early: %s", p.Status)
	}
	s.PutForward(2 * time.Hour)
	b.Awaits("failed")
	b.Hears("refund.done", 1)
	if status, _ := b.Corrects(fields{"moogold_user_id": goodID}); status != http.StatusConflict {
		t.Errorf("corrected after the end: %d", status)
	}
	s.Box.WantMoney(a, a.Amount, a.Amount)
	s.wantHanded(sandbox.MooGold, 0)
	s.Audit()
}

func TestSteamTopUp(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	b := s.Order("steam", "", fields{"amount": "1000.00", "steam_account_id": "gamer_one"})
	a := b.Pays()
	b.Awaits("done")
	s.wantHanded(sandbox.NSGifts, 1)
	for _, h := range s.Box.Record().Handed {
		if h.Account != "gamer_one" {
			t.Errorf("the money went to another account: %+v", h)
		}
	}
	s.Box.WantMoney(a, a.Amount, 0)
	s.Audit()
}

func TestGiftShowsItsKeyOnItsPageOnly(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	b := s.Order("rokky", "", fields{"gift": s.gift})
	a := b.Pays()
	b.Awaits("done")
	p := b.Page()
	if p.Code == nil || len(strings.Split(*p.Code, "-")) != 3 {
		t.Fatalf("no key on the page: %+v", p)
	}
	if other := b.PageWithoutCodes(); other.Code != nil {
		t.Error("the key is shown by a call that should not")
	}
	if plain := shoptest.One[int64](s.Shop, `select count(*) from delivery_exchanges where request || response like '%' || $1 || '%'`, *p.Code); plain != 0 {
		t.Error("the key is kept in the clear")
	}
	s.wantHanded(sandbox.Rokky, 1)
	s.Box.WantMoney(a, a.Amount, 0)
	s.Audit()
}

// standoff orders two kinds of packs of gold: one lot all the same.
func (s *shop) standoff() *shoptest.Buyer {
	s.T.Helper()
	return s.Order("standoff", "", fields{"game_account_id": "player-77", "products": []fields{
		{"product_id": s.golds[0], "quantity": 2}, {"product_id": s.golds[1], "quantity": 1},
	}})
}

// serve is the operator: takes the task of an order and closes it.
func (s *shop) serve(b *shoptest.Buyer, done bool) {
	s.T.Helper()
	ctx, queue := s.T.Context(), s.Checkout.Dispatch
	var id int64
	s.Eventually(func() string {
		tasks, err := queue.Tasks(ctx)
		if err != nil {
			s.T.Fatal(err)
		}
		found := 0
		for _, task := range tasks {
			if task.OrderID == b.ID {
				id = task.ID
				found++
			}
		}
		return shoptest.Unless(found == 1, "order %d has %d tasks", b.ID, found)
	})
	if err := queue.Take(ctx, id, "anna"); err != nil {
		s.T.Fatal(err)
	}
	// Nobody tells the flow: as when the engine is away at this moment.
	if _, err := queue.Finish(ctx, delivery.Closing{Task: id, Who: "anna", Done: done, Words: "lot 4711"}); err != nil {
		s.T.Fatal(err)
	}
}

func TestStandoffIsServedFromTheQueue(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	good, bad := s.standoff(), s.standoff()
	paid, back := good.Pays(), bad.Pays()
	for _, b := range []*shoptest.Buyer{good, bad} {
		b.AwaitsLine("sending")
		if p := b.Page(); p.Lot == nil || p.Lot.Price == "" {
			t.Errorf("no lot to put up: %+v", p)
		}
	}
	s.serve(good, true)
	s.serve(bad, false)
	good.Awaits("done")
	bad.Awaits("failed")
	bad.Hears("refund.done", 2) // line by line
	s.Box.WantMoney(paid, paid.Amount, 0)
	s.Box.WantMoney(back, back.Amount, back.Amount)
	s.Audit()
}

func TestSecondSupplierDeliversWhenTheFirstIsDown(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	s.Box.Supplier(sandbox.MooGold, fields{"down": true})
	b := s.supply(goodID, 3)
	a := b.Pays()
	b.Awaits("done")
	s.wantHanded(sandbox.MooGold, 0)
	s.wantHanded(sandbox.GamesDrop, 3)
	s.Box.WantMoney(a, a.Amount, 0)
	s.Audit()
}

func TestNobodyDeliversAndTheMoneyGoesBackTheWayItCame(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	s.sellNo(sandbox.MooGold, s.packs[0])
	s.sellNo(sandbox.GamesDrop, s.packs[0])
	b := s.supply(goodID, 2)
	a := b.Pays()
	b.Awaits("failed")
	b.Hears("refund.done", 1)
	if p := b.Page(); p.RejectReason == nil || p.Lines[0].Status != "refunded" {
		t.Errorf("the page does not say what happened: %+v", p)
	}
	s.Box.WantMoney(a, a.Amount, a.Amount)
	s.Audit()
}

func TestNobodyDeliversAndTheMoneyGoesToTheBalance(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	s.sellNo(sandbox.MooGold, s.packs[0])
	s.sellNo(sandbox.GamesDrop, s.packs[0])
	user := shoptest.One[int64](s.Shop, `select min(id) from users`)
	token := s.Tokens.Access(user, s.Clock.Now())
	b := s.supplyAs(token, goodID, 1)
	s.Exec(`update orders set refund_to = 'balance' where id = $1`, b.ID)
	a := b.Pays()
	b.Awaits("failed")
	b.Hears("refund.done", 1)
	if has, err := s.Checkout.Ledger.CustomerBalance(t.Context(), user); err != nil || money.Minor(has) != a.Amount {
		t.Errorf("%s on the balance (%v), want %s", has, err, a.Amount)
	}
	s.Box.WantMoney(a, a.Amount, 0)
	// It can be spent: and what is paid from the balance goes back there.
	again := s.supplyAs(token, goodID, 1)
	if status, code := again.Call(http.MethodPost, "/api/payments/balance/", fields{"order_id": again.ID, "currency": "RUB"}, nil); status != http.StatusOK {
		t.Fatalf("balance: %d %s", status, code)
	}
	again.Awaits("failed")
	again.Hears("refund.done", 1)
	if has, err := s.Checkout.Ledger.CustomerBalance(t.Context(), user); err != nil || money.Minor(has) != a.Amount {
		t.Errorf("%s on the balance (%v) after all, want %s", has, err, a.Amount)
	}
	s.Audit()
}

// TestTwoRefundsOfOnePayment: providers tell only what is left of a payment, so
// two refunds at once must not be taken for one another.
func TestTwoRefundsOfOnePayment(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	for _, name := range []string{sandbox.MooGold, sandbox.GamesDrop} {
		s.sellNo(name, s.packs[0], s.packs[1])
	}
	s.Box.Must("/faults", fields{"operation": "refund", "kind": "timeout_after_accept", "percent": 50, "slow_ms": 100})
	var buyers []*shoptest.Buyer
	var paid []shoptest.Attempt
	for i := range 12 {
		b := s.supply(goodID, 1+i%2, 3)
		buyers, paid = append(buyers, b), append(paid, b.Pays())
	}
	for i, b := range buyers {
		b.Awaits("failed")
		b.Hears("refund.done", 2)
		s.Box.WantMoney(paid[i], paid[i].Amount, paid[i].Amount)
	}
	s.Audit()
}

func TestPartOfAnOrderIsDelivered(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	s.sellNo(sandbox.MooGold, s.packs[1])
	s.sellNo(sandbox.GamesDrop, s.packs[1])
	b := s.supply(goodID, 1, 1)
	a := b.Pays()
	b.Awaits("done")
	b.Hears("refund.done", 1)
	for i, want := range []string{"completed", "refunded"} {
		if got := b.Page().Lines[i].Status; got != want {
			t.Errorf("line %d is %s, want %s", i, got, want)
		}
	}
	net := shoptest.One[money.Minor](s.Shop, `select quantity * unit_price - discount from order_lines where order_id = $1 order by id desc limit 1`, b.ID)
	fee := a.Amount - b.Total
	back := s.Box.Total(a).Refunded
	if share := back - net; share < 0 || share > fee {
		t.Errorf("%s of %s went back for goods of %s of %s", back, a.Amount, net, b.Total)
	}
	s.wantHanded(sandbox.MooGold, 1)
	s.Audit()
}

func TestOneUnitOfThreeFails(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.Box.Supplier(sandbox.MooGold, fields{"processing_ms": -1})
	s.sellNo(sandbox.GamesDrop, s.packs[0])
	b := s.supply(goodID, 3)
	a := b.Pays()
	var keys []string
	s.Eventually(func() string {
		keys = shoptest.One[[]string](s.Shop, `select coalesce(array_agg(key order by key), '{}') from delivery_attempts where state = 'pending'`)
		return shoptest.Unless(len(keys) == 3, "%d orders at the supplier", len(keys))
	})
	for i, key := range keys {
		s.Box.Must("/supply", fields{"supplier": sandbox.MooGold, "key": key, "action": []string{"deliver", "refuse", "deliver"}[i]})
	}
	b.Awaits("done")
	b.Hears("refund.done", 1)
	if l := b.Page().Lines[0]; l.Status != "completed" {
		t.Errorf("the line is %s", l.Status)
	}
	if back := s.Box.Total(a).Refunded; back != third(a.Amount) {
		t.Errorf("%s of %s went back, want %s", back, a.Amount, third(a.Amount))
	}
	s.wantHanded(sandbox.MooGold, 2)
	s.Audit()
}
