package delivery_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/delivery"
	"larek/internal/money"
	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/moogold"
	"larek/internal/sandbox/nsgifts"
	"larek/internal/sandbox/rokky"
)

func TestWrongIDIsCorrectedAndDelivered(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	// The supplier's check is unavailable when the order is created, so the mistake
	// is found only after payment.
	s.Sandbox.Command("/faults", fields{"operation": "check", "kind": "error_500", "percent": 100})
	b := s.supply(wrongID, 1)
	if status, code := b.CorrectDetails(fields{"moogold_user_id": wrongID}); status != http.StatusOK {
		t.Errorf("changing details before payment: got %d %s, want 200", status, code)
	}
	a := b.PayByCard()
	b.WaitForLineStatus("incorrect-details")
	if p := b.Page(); p.Status != "sending" || p.Progress.DetailsDeadline == nil || time.Until(*p.Progress.DetailsDeadline) < 71*time.Hour {
		t.Errorf("the page does not ask for other details: %+v", p)
	}
	if status, code := b.CorrectDetails(fields{"moogold_user_id": "77404"}); status != http.StatusOK { // still wrong
		t.Fatalf("correction: %d %s", status, code)
	}
	b.WaitForEvent("details.needed", 2)
	if status, code := b.CorrectDetails(fields{"moogold_user_id": goodID}); status != http.StatusOK {
		t.Fatalf("correction: got %d %s, want 200", status, code)
	}
	b.WaitForStatus("done")
	b.WaitForEvent("details.corrected", 2)
	if status, _ := b.CorrectDetails(fields{"moogold_user_id": "1"}); status != http.StatusConflict {
		t.Errorf("details of a delivered order changed: got %d, want 409", status)
	}
	s.wantDelivered(moogold.Name, 1)
	s.Sandbox.ExpectMoney(a, a.Amount, 0)
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
	s.Sandbox.Command("/faults", fields{"operation": "check", "kind": "error_500", "percent": 100})
	b := s.supply(wrongID, 2)
	a := b.PayByCard()
	b.WaitForLineStatus("incorrect-details")
	s.AdvanceClock(71 * time.Hour)
	if p := b.Page(); p.Status != "sending" {
		t.Errorf("given up too early: got %s, want sending", p.Status)
	} else if want := (shoptest.Paid{Amount: a.Amount, Currency: "RUB"}); p.Paid == nil || *p.Paid != want {
		t.Errorf("the page of a paid order shows %+v, want %+v", p.Paid, want)
	}
	s.AdvanceClock(2 * time.Hour)
	b.WaitForStatus("failed")
	b.WaitForEvent("refund.done", 1)
	if status, _ := b.CorrectDetails(fields{"moogold_user_id": goodID}); status != http.StatusConflict {
		t.Errorf("corrected after the end: got %d, want 409", status)
	}
	s.Sandbox.ExpectMoney(a, a.Amount, a.Amount)
	want := shoptest.Paid{Amount: a.Amount, Currency: "RUB", Refunded: a.Amount}
	if p := b.Page(); p.Paid == nil || *p.Paid != want {
		t.Errorf("the page of a refunded order shows %+v, want %+v", p.Paid, want)
	}
	s.wantDelivered(moogold.Name, 0)
	s.Audit()
}

func TestSteamTopUp(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	b := s.Order("steam", "", fields{"amount": "1000.00", "steam_account_id": "gamer_one"})
	a := b.PayByCard()
	b.WaitForStatus("done")
	s.wantDelivered(nsgifts.Name, 1)
	for _, h := range s.Sandbox.Record().Delivered {
		if h.Account != "gamer_one" {
			t.Errorf("the money went to another account: %+v", h)
		}
	}
	s.Sandbox.ExpectMoney(a, a.Amount, 0)
	s.Audit()
}

func TestGiftShowsItsKeyOnItsPageOnly(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	b := s.Order("rokky", "", fields{"gift": s.gift})
	a := b.PayByCard()
	b.WaitForStatus("done")
	p := b.Page()
	if p.Code == nil || len(strings.Split(*p.Code, "-")) != 3 {
		t.Fatalf("no key on the page: %+v", p)
	}
	if other := b.PageWithoutCodes(); other.Code != nil {
		t.Error("the key is shown by a call that should not")
	}
	if plain := shoptest.One[int64](s.Shop, `select count(*) from delivery_exchanges where request || response like '%' || $1 || '%'`, *p.Code); plain != 0 {
		t.Error("the key is stored in the clear")
	}
	s.wantDelivered(rokky.Name, 1)
	s.Sandbox.ExpectMoney(a, a.Amount, 0)
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
	ctx, queue := s.T.Context(), s.Services().Dispatch
	var id int64
	s.Eventually(func() string {
		tasks, err := delivery.OpenTasks(ctx, s.Pool)
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
		return shoptest.FailUnless(found == 1, "order %d has %d tasks", b.ID, found)
	})
	if _, err := queue.ClaimTask(ctx, s.Pool, id, "anna"); err != nil {
		s.T.Fatal(err)
	}
	// The workflow is not notified: as when the engine is unavailable at this
	// moment.
	if _, err := queue.CloseTask(ctx, delivery.Closing{Task: id, Who: "anna", Done: done, Words: "lot 4711"}); err != nil {
		s.T.Fatal(err)
	}
}

func TestStandoffIsServedFromTheQueue(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	good, bad := s.standoff(), s.standoff()
	paid, back := good.PayByCard(), bad.PayByCard()
	for _, b := range []*shoptest.Buyer{good, bad} {
		b.WaitForLineStatus("sending")
		if p := b.Page(); p.Lot == nil || p.Lot.Price == "" {
			t.Errorf("no lot to put up: %+v", p)
		}
	}
	s.serve(good, true)
	s.serve(bad, false)
	good.WaitForStatus("done")
	bad.WaitForStatus("failed")
	bad.WaitForEvent("refund.done", 2) // line by line
	s.Sandbox.ExpectMoney(paid, paid.Amount, 0)
	s.Sandbox.ExpectMoney(back, back.Amount, back.Amount)
	s.Audit()
}

func TestSecondSupplierDeliversWhenTheFirstIsDown(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	s.Sandbox.Supplier(moogold.Name, fields{"down": true})
	b := s.supply(goodID, 3)
	a := b.PayByCard()
	b.WaitForStatus("done")
	s.wantDelivered(moogold.Name, 0)
	s.wantDelivered(gamesdrop.Name, 3)
	s.Sandbox.ExpectMoney(a, a.Amount, 0)
	s.Audit()
}

func TestNobodyDeliversAndTheMoneyGoesBackTheWayItCame(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	s.sellNowhere(s.packs[0])
	b := s.supply(goodID, 2)
	a := b.PayByCard()
	b.WaitForStatus("failed")
	b.WaitForEvent("refund.done", 1)
	if p := b.Page(); p.RejectReason == nil || p.Lines[0].Status != "refunded" {
		t.Errorf("the page does not say what happened: %+v", p)
	}
	s.Sandbox.ExpectMoney(a, a.Amount, a.Amount)
	s.Audit()
}

func TestNobodyDeliversAndTheMoneyGoesToTheBalance(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	s.sellNowhere(s.packs[0])
	user := shoptest.One[int64](s.Shop, `select min(id) from users`)
	token := s.Tokens.IssueServiceToken(user, s.Clock.Now())
	b := s.supplyAs(token, goodID, 1)
	s.Exec(`update orders set refund_to = 'balance' where id = $1`, b.ID)
	a := b.PayByCard()
	b.WaitForStatus("failed")
	b.WaitForEvent("refund.done", 1)
	if has, err := s.Services().Ledger.CustomerBalance(t.Context(), user); err != nil || money.Minor(has) != a.Amount {
		t.Errorf("%s on the balance (%v), want %s", has, err, a.Amount)
	}
	s.Sandbox.ExpectMoney(a, a.Amount, 0)
	// It can be spent, and what is paid from the balance is refunded there.
	again := s.supplyAs(token, goodID, 1)
	if status, code := again.Call(http.MethodPost, "/api/payments/balance/", fields{"order_id": again.ID, "currency": "RUB"}, nil); status != http.StatusOK {
		t.Fatalf("balance: got %d %s, want 200", status, code)
	}
	again.WaitForStatus("failed")
	again.WaitForEvent("refund.done", 1)
	if has, err := s.Services().Ledger.CustomerBalance(t.Context(), user); err != nil || money.Minor(has) != a.Amount {
		t.Errorf("%s on the balance (%v) after all, want %s", has, err, a.Amount)
	}
	s.Audit()
}

// TestTwoRefundsOfOnePayment checks that two refunds at once are distinguished:
// providers report only what is left of a payment.
func TestTwoRefundsOfOnePayment(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	s.sellNowhere(s.packs[0], s.packs[1])
	s.Sandbox.Command("/faults", fields{"operation": "refund", "kind": "timeout_after_accept", "percent": 50, "slow_ms": 100})
	var buyers []*shoptest.Buyer
	var paid []shoptest.Attempt
	for i := range 12 {
		b := s.supply(goodID, 1+i%2, 3)
		buyers, paid = append(buyers, b), append(paid, b.PayByCard())
	}
	for i, b := range buyers {
		b.WaitForStatus("failed")
		b.WaitForEvent("refund.done", 2)
		s.Sandbox.ExpectMoney(paid[i], paid[i].Amount, paid[i].Amount)
	}
	s.Audit()
}

func TestPartOfAnOrderIsDelivered(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	s.sellNowhere(s.packs[1])
	b := s.supply(goodID, 1, 1)
	a := b.PayByCard()
	b.WaitForStatus("done")
	b.WaitForEvent("refund.done", 1)
	for i, want := range []string{"completed", "refunded"} {
		if got := b.Page().Lines[i].Status; got != want {
			t.Errorf("line %d is %s, want %s", i, got, want)
		}
	}
	net := shoptest.One[money.Minor](s.Shop, `select quantity * unit_price - discount from order_lines where order_id = $1 order by id desc limit 1`, b.ID)
	fee := a.Amount - b.Total
	back := s.Sandbox.Total(a).Refunded
	if share := back - net; share < 0 || share > fee {
		t.Errorf("%s of %s was refunded for goods of %s of %s", back, a.Amount, net, b.Total)
	}
	s.wantDelivered(moogold.Name, 1)
	s.Audit()
}

func TestOneUnitOfThreeFails(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.Sandbox.Supplier(moogold.Name, fields{"processing_ms": -1})
	s.sellNo(gamesdrop.Name, s.packs[0])
	b := s.supply(goodID, 3)
	a := b.PayByCard()
	var keys []string
	s.Eventually(func() string {
		keys = shoptest.One[[]string](s.Shop, `select coalesce(array_agg(key order by key), '{}') from delivery_attempts where state = 'pending'`)
		return shoptest.FailUnless(len(keys) == 3, "%d orders at the supplier", len(keys))
	})
	for i, key := range keys {
		s.Sandbox.Command("/supply", fields{"supplier": moogold.Name, "key": key, "action": []string{"deliver", "refuse", "deliver"}[i]})
	}
	b.WaitForStatus("done")
	b.WaitForEvent("refund.done", 1)
	if l := b.Page().Lines[0]; l.Status != "completed" {
		t.Errorf("the line is %s", l.Status)
	}
	if back := s.Sandbox.Total(a).Refunded; back != third(a.Amount) {
		t.Errorf("got %s of %s refunded, want %s", back, a.Amount, third(a.Amount))
	}
	s.wantDelivered(moogold.Name, 2)
	s.Audit()
}
