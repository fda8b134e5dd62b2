package money_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/payment"
)

// refundBody is a refund of everything, sent at once.
func refundBody(version string) fields {
	return fields{"version": version, "reason": shoptest.Reason, "parts": []string{}, "amount": nil, "destination": "method", "force": false, "send": true}
}

// TestTwoOperatorsRefundOnce lets two operators refund the same order at once, one of
// them pressing twice, with browsers closed in the middle and worker processes killed, in
// any order: every time there is exactly one refund. Where a worker was killed before it
// called a provider without keys, a person sends the refund.
func TestTwoOperatorsRefundOnce(t *testing.T) {
	t.Parallel()
	const tries = 200
	s := openShop(t, tries)
	// The buyers keep their goods, and all of it is refunded in a day.
	s.AsOwner(`update staff_role_permissions set alone_limit = 1000000 where permission = 'refund.send'`)
	anna, boris := s.HireOperator("senior"), s.HireOperator("finance")
	ctx, done := context.WithTimeout(t.Context(), 10*time.Minute)
	defer done()
	var workers sync.WaitGroup
	workers.Go(func() { // beside the shop's own worker one that crashes
		for ctx.Err() == nil {
			kill := s.StartWorkerProcess()
			select {
			case <-ctx.Done():
			case <-time.After(time.Second + rand.N(4*time.Second)):
			}
			kill()
		}
	})
	attempts, buyers := make([]shoptest.Attempt, tries), make([]*shoptest.Buyer, tries)
	shoptest.Every(tries, 8, func(i int) {
		c := refundable[i%len(refundable)]
		b := s.order(fmt.Sprintf("both-%d", i), 1)
		attempts[i], buyers[i] = b.StartPayment(c.method), b
		s.Sandbox.Pay(attempts[i])
		b.WaitForStatus("done")
		s.pressAtOnce(ctx, b.ID, anna, boris)
	})
	done()
	workers.Wait()
	s.sendUnsent()
	for _, b := range buyers {
		b.WaitForEvent("refund.done", 1)
	}
	for _, a := range attempts {
		s.wantBack(a, money.Minor(a.Amount), 1)
	}
	if n := shoptest.One[int64](s.Shop, `select count(*) from refunds`); n != tries {
		t.Errorf("%d refunds, want %d", n, tries)
	}
	if n := shoptest.One[int64](s.Shop, `select count(*) from audit where action = 'order.refund'`); n != tries {
		t.Errorf("%d audit rows, want %d", n, tries)
	}
	s.sameMoney()
	s.wantBalance(ledger.Chargebacks(), 0)
}

// sendUnsent waits until nothing is left but refunds of a provider without keys whose call was
// never made, and lets a person send them after the shop has asked for long enough.
func (s *shop) sendUnsent() {
	s.T.Helper()
	const underWay = ` from refunds r join payments p on p.id = r.payment_id where r.status in ('pending', 'sent', 'unknown', 'refused')`
	s.Eventually(func() string {
		n := shoptest.One[int64](s.Shop, `select count(*)`+underWay+` and (p.provider <> 'payselection' or r.status not in ('sent', 'unknown') or r.sent_at > $1)`, s.Clock.Now().Add(-20*time.Second))
		return shoptest.FailUnless(n == 0, "%d refunds are under way", n)
	})
	left := shoptest.All[struct{ ID, OrderID int64 }](s.Shop, `select r.id, r.order_id`+underWay)
	s.AdvanceClock(6 * time.Hour)
	who := s.HireOperator("finance") // the others' sessions have ended
	for _, r := range left {
		if err := s.Activities().SendRefund(s.T.Context(), r.ID); err != nil {
			s.T.Error(err)
		}
		if shoptest.One[string](s.Shop, `select status from refunds where id = $1`, r.ID) == "manual" { // else it was made after all
			who.Resolve(who.WaitForQueue("refund", r.OrderID), "retry", nil)
		}
	}
}

// pressAtOnce lets both operators press the button with what they saw, in any order,
// until one refund is granted.
func (s *shop) pressAtOnce(ctx context.Context, orderID int64, anna, boris *shoptest.Operator) {
	version, path := anna.Version(orderID), fmt.Sprintf("orders/%d/refunds/", orderID)
	keys := map[*shoptest.Operator]string{anna: shoptest.NewKey(), boris: shoptest.NewKey()}
	pressers := []*shoptest.Operator{anna, anna, boris}
	rand.Shuffle(len(pressers), func(i, j int) { pressers[i], pressers[j] = pressers[j], pressers[i] })
	closed := rand.IntN(len(pressers) + 2) // sometimes none
	var wg sync.WaitGroup
	for i, who := range pressers {
		wg.Go(func() {
			ctx, stop := context.WithCancel(ctx)
			defer stop()
			if i == closed {
				time.AfterFunc(time.Duration(rand.IntN(20))*time.Millisecond, stop)
			}
			status, code := who.Press(ctx, keys[who], http.MethodPost, path, refundBody(version), nil)
			if status != http.StatusOK && status != http.StatusConflict && i != closed {
				s.T.Errorf("order %d: got %d %s, want 200 or 409", orderID, status, code)
			}
		})
	}
	wg.Wait()
	// The browser that was closed may have been the only one in time: its owner presses
	// again.
	if n := shoptest.One[int64](s.Shop, `select count(*) from refund_grants where order_id = $1`, orderID); n == 0 {
		if status, code := anna.Press(ctx, keys[anna], http.MethodPost, path, refundBody(version), nil); status != http.StatusOK {
			s.T.Errorf("order %d, pressed again: got %d %s, want 200", orderID, status, code)
		}
	}
}

func TestSecondPersonSendsAboveTheLimit(t *testing.T) {
	t.Parallel()
	s := openShop(t, 5)
	b := s.order("large", 5)
	a := b.StartPayment("payselection")
	s.Sandbox.Pay(a)
	b.WaitForStatus("done")
	s.Exec(`update staff_role_permissions set alone_limit = 100 where permission = 'refund.send'`)
	anna, boris, vera := s.HireOperator("senior"), s.HireOperator("senior"), s.HireOperator("operator")
	var grant struct {
		ID          int64  `json:"id"`
		State       string `json:"state"`
		NeedsSecond bool   `json:"needs_second"`
	}
	path := fmt.Sprintf("orders/%d/refunds/", b.ID)
	if status, code := anna.Call(http.MethodPost, path, refundBody(anna.Version(b.ID)), &grant); status != http.StatusOK || grant.State != "granted" || !grant.NeedsSecond {
		t.Fatalf("grant: got %d %s %+v, want one that waits", status, code, grant)
	}
	send := fmt.Sprintf("refund_grants/%d/send/", grant.ID)
	for who, want := range map[*shoptest.Operator]string{anna: "desk.second_person", vera: "console.forbidden"} {
		if status, code := who.Call(http.MethodPost, send, fields{"reason": shoptest.Reason}, nil); status == http.StatusOK || code != want {
			t.Errorf("got %d %s, want %s", status, code, want)
		}
	}
	// Nor does the database let the same person send it.
	_, err := s.Pool.Exec(t.Context(), `update refund_grants set state = 'sent', decided_by = granted_by, decided_at = now(), alone_limit = 100 where id = $1`, grant.ID)
	if err == nil {
		t.Error("the same person sent it by SQL")
	}
	if got := s.Sandbox.Total(a); got.Refunds != 0 {
		t.Errorf("%d refunds before the second person, want none", got.Refunds)
	}
	if status, code := boris.Call(http.MethodPost, send, fields{"reason": shoptest.Reason}, nil); status != http.StatusOK {
		t.Fatalf("the second person: got %d %s, want 200", status, code)
	}
	b.WaitForEvent("refund.done", 1)
	s.wantBack(a, money.Minor(a.Amount), 1)
	s.sameMoney()
	s.Audit()
}

func TestPartOfADeliveredOrderIsRefundedByParts(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	b := s.order("parts", 2)
	a := b.StartPayment("tbank_sbp")
	s.Sandbox.Pay(a)
	b.WaitForStatus("done")
	anna := s.HireOperator("admin")
	path := fmt.Sprintf("orders/%d/refunds/", b.ID)
	part := func(amount money.Minor) (int, string) {
		body := refundBody(anna.Version(b.ID))
		body["amount"] = amount.String()
		return anna.Call(http.MethodPost, path, body, nil)
	}
	if status, code := part(150_00); status != http.StatusOK {
		t.Fatalf("a part: got %d %s, want 200", status, code)
	}
	b.WaitForEvent("refund.done", 1)
	if status, _ := part(money.Minor(a.Amount)); status != http.StatusBadRequest {
		t.Errorf("more than is left: got %d, want 400", status)
	}
	if status, code := part(money.Minor(a.Amount) - 150_00); status != http.StatusOK {
		t.Errorf("the rest: got %d %s, want 200", status, code)
	}
	b.WaitForEvent("refund.done", 2)
	s.wantBack(a, money.Minor(a.Amount), 2)
	s.sameMoney()
	s.Audit()
}

// The bank refuses a refund; an operator finds it in the queue and sends it again.
func TestRefusedRefundIsSolvedFromTheQueue(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b, a, _ := s.refusedExcess("refused", "payselection", "payselection")
	anna := s.HireOperator("finance")
	anna.Resolve(anna.WaitForQueue("refund", b.ID), "retry", nil)
	b.WaitForEvent("refund.done", 1)
	s.wantBack(a, 100_00, 1)
	anna.WantNotInQueue(b.ID)
	s.sameMoney()
	s.Audit()
}

// A refund that no call can make is paid by hand, with a reference.
func TestManualRefundIsSettledFromTheQueue(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b := s.order("by-hand", 1)
	a, _ := s.part(b)
	s.Sandbox.Do("refund", a, nil)
	anna := s.HireOperator("finance")
	row := anna.WaitForQueue("refund", b.ID)
	path := fmt.Sprintf("queue/refund/%d/resolve/", row.ID)
	if status, _ := anna.Call(http.MethodPost, path, fields{"way": "settle", "reason": shoptest.Reason}, nil); status != http.StatusBadRequest {
		t.Errorf("without a reference: got %d, want 400", status)
	}
	if status, _ := anna.Call(http.MethodPost, path, fields{"way": "settle", "reference": "Payin, операция 55", "reason": shoptest.Reason}, nil); status != http.StatusBadRequest {
		t.Errorf("without where the money came from: got %d, want 400", status)
	}
	anna.Resolve(row, "settle", fields{"reference": "Payin, операция 55", "paid_from": "provider"})
	b.WaitForEvent("refund.done", 1)
	anna.WantNotInQueue(b.ID)
	s.sameMoney()
}

// TestRefundPaidFromOurAccountLeavesThePaymentAlone: the buyer's card is closed, finance
// transfers the money from the bank account. The provider still has it, so that the next
// refund of the payment is made.
func TestRefundPaidFromOurAccountLeavesThePaymentAlone(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	b, a := s.delivered("closed-card", "payselection")
	s.Sandbox.Command("/faults", fields{"provider": "payselection", "operation": "refund", "kind": "refuse", "percent": 100})
	refund := func(amount money.Minor) {
		t.Helper()
		_, err := s.Operator().RefundAfterDelivery(t.Context(), payment.RefundRequestByOperator{OrderID: b.ID, Amount: amount, Why: amount.String(), Who: "anna"})
		if err != nil && !errors.Is(err, payment.ErrRefused) {
			t.Fatal(err)
		}
		s.NotifyWorkflow(b.ID)
	}
	refund(100_00)
	s.refundOf(b, payment.RefundManual)
	s.Sandbox.Control(http.MethodDelete, "/faults", nil, nil)
	anna := s.HireOperator("finance")
	anna.Resolve(anna.WaitForQueue("refund", b.ID), "settle", fields{"reference": "платёжное поручение 77", "paid_from": "bank"})
	s.wantBalance(ledger.Bank(), -100_00)
	s.wantBack(a, 0, 0)
	refund(50_00)
	b.WaitForEvent("refund.done", 2)
	s.wantBack(a, 50_00, 1)
	s.wantBalance(ledger.Bank(), -100_00)
	s.sameMoney()
}

func TestChargebackIsSolvedFromTheQueue(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b, a := s.delivered("charged", "payselection")
	s.Sandbox.Do("chargeback", a, fields{"amount": money.Minor(200_00)})
	s.AskAgain(a) // as the next day's registry is a reason to
	anna, operator := s.HireOperator("finance"), s.HireOperator("operator")
	kind := shoptest.One[string](s.Shop, `select coalesce((select kind from payment_tasks where order_id = $1), 'outside_refund')`, b.ID)
	row := anna.WaitForQueue(kind, b.ID)
	if status, code := operator.Call(http.MethodPost, fmt.Sprintf("queue/%s/%d/resolve/", row.Kind, row.ID), fields{"way": "seen", "reason": shoptest.Reason}, nil); code != "console.forbidden" {
		t.Errorf("an operator: got %d %s, want console.forbidden", status, code)
	}
	anna.Resolve(row, "seen", fields{"text": "оспорили: номер 12"})
	anna.WantNotInQueue(b.ID)
	s.wantBalance(ledger.Chargebacks(), 200_00)
	s.sameMoney()
	s.Audit()
}

// Money with an unknown reference is found, matched with its order, and delivers it.
func TestUnmatchedMoneyIsSolvedFromTheQueue(t *testing.T) {
	t.Parallel()
	s := openShop(t, 3)
	anna := s.HireOperator("finance")
	stream := anna.Follow()
	var orders []*shoptest.Buyer
	var attempts []shoptest.Attempt
	for i := range 3 {
		b := s.order(fmt.Sprintf("lost-%d", i), 1)
		a := b.StartPayment("payselection")
		orders, attempts = append(orders, b), append(attempts, a)
		n := payment.Notice{
			DedupeKey: fmt.Sprintf("lost-%d", i), Kind: payment.NoticePaid, Reference: fmt.Sprintf("nobody-%d", i), ProviderID: fmt.Sprintf("lost-%d", i),
			Amount: money.Of(money.Minor(a.Amount), money.Ruble),
		}
		if _, err := s.Services().Payments.Inbox.RecordNotice(t.Context(), "payselection", payment.SourcePoll, n); err != nil {
			t.Fatal(err)
		}
	}
	rows := shoptest.All[int64](s.Shop, `select id from payment_notices where order_id is null order by id`)
	unmatched := func(i int) shoptest.QueueRow { return shoptest.QueueRow{Kind: "unmatched", ID: rows[i]} }
	told := map[string]bool{}
	s.Eventually(func() string { // it appears on open pages, although it has no order
		for len(stream) > 0 {
			told[<-stream] = true
		}
		for _, id := range rows {
			if want := fmt.Sprintf(`queue {"id":"unmatched:%d"}`, id); !told[want] {
				return "no event " + want
			}
		}
		return ""
	})
	anna.WaitForQueue("unmatched", 0)
	anna.Resolve(unmatched(0), "match", fields{"order_id": orders[0].ID})
	orders[0].WaitForStatus("done")
	orders[0].WantCodes(1)
	anna.Resolve(unmatched(1), "return", fields{"reference": "кабинет, 77"})
	anna.Resolve(unmatched(2), "keep", nil)
	kept := money.Minor(attempts[2].Amount)
	s.wantBalance(ledger.Unapplied(), -kept)
	s.wantBalance(ledger.Provider("payselection"), money.Minor(attempts[0].Amount)+kept)
	if n := shoptest.One[int64](s.Shop, `select count(*) from payment_notices where order_id is null and decision is null`); n != 0 {
		t.Errorf("%d notices still wait, want none", n)
	}
	if got := shoptest.All[int64](s.Shop, `select coalesce(order_id, 0) from audit where action = 'queue.resolve' order by id`); !slices.Equal(got, []int64{orders[0].ID, 0, 0}) {
		t.Errorf("orders of the audit rows: got %v, want that of the match", got)
	}
}

// A code that does not work is replaced: the buyer sees the new one at once.
func TestLostCodeIsReplaced(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	b, a := s.delivered("lost-code", "payselection")
	before := b.Page().Lines[0].Codes
	code := shoptest.One[int64](s.Shop, `select c.id from codes c join order_lines l on l.id = c.line_id where l.order_id = $1`, b.ID)
	operator, anna := s.HireOperator("operator"), s.HireOperator("senior")
	body := fields{"version": anna.Version(b.ID), "reason": shoptest.Reason, "code_id": code, "is_unit": false, "new_code": nil}
	if status, refused := operator.Call(http.MethodPost, fmt.Sprintf("orders/%d/replace_code/", b.ID), body, nil); refused != "console.forbidden" {
		t.Errorf("an operator: got %d %s, want console.forbidden", status, refused)
	}
	anna.Act(b.ID, "replace_code", fields{"code_id": code, "is_unit": false, "new_code": nil})
	after := b.Page().Lines[0].Codes
	if len(before) != 1 || len(after) != 1 || before[0].Code == after[0].Code {
		t.Errorf("got %d codes, then %d; want another one", len(before), len(after))
	}
	if state := shoptest.One[string](s.Shop, `select state from codes where id = $1`, code); state != "void" {
		t.Errorf("the old code is %s, want void", state)
	}
	if got := shoptest.One[int64](s.Shop, `select count(*) from audit where action = 'order.replace_code'`); got != 1 {
		t.Errorf("%d audit rows, want 1", got)
	}
	s.wantBack(a, 0, 0)
	if free := s.freeCodes(); free != 0 {
		t.Errorf("%d codes are free, want none", free)
	}
}

// Codes with a known cost: sold, replaced and voided ones are in the books.
func TestCodesAreBookedAtTheirCost(t *testing.T) {
	t.Parallel()
	s := openShop(t, 3)
	senior, keeper := s.HireOperator("senior"), s.HireOperator("catalog")
	s.Exec(`with batch as (insert into code_batches (product_id, created, created_by, source, unit_cost, codes)
			select product_id, now(), (select min(id) from staff), '', 70.50, 3 from codes limit 1 returning id)
		update codes set batch_id = batch.id from batch`)
	b, _ := s.delivered("cost-of-codes", "payselection")
	code := shoptest.One[int64](s.Shop, `select c.id from codes c join order_lines l on l.id = c.line_id where l.order_id = $1`, b.ID)
	senior.Act(b.ID, "replace_code", fields{"code_id": code, "is_unit": false, "new_code": nil})
	free := shoptest.One[int64](s.Shop, `select id from codes where state = 'free'`)
	if status, refused := keeper.Call(http.MethodPost, fmt.Sprintf("stock/codes/%d/void/", free), fields{"reason": shoptest.Reason}, nil); status != http.StatusOK {
		t.Fatalf("void: got %d %s", status, refused)
	}
	got := shoptest.All[string](s.Shop, `select account || ' ' || sum(amount)::numeric(14, 2) from ledger_postings
		where account in ('cost', 'supplier:stock', 'writeoff') group by account order by account`)
	if want := []string{"cost 141.00", "supplier:stock -211.50", "writeoff 70.50"}; !slices.Equal(got, want) {
		t.Errorf("the books have %v, want %v", got, want)
	}
}
