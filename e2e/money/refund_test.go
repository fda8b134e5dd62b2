package money_test

import (
	"errors"
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

// refundable is every provider with a refund call.
var refundable = []struct{ method, provider string }{{"payselection", "payselection"}, {"tbank_sbp", "tbank"}}

// delivered is an order that was paid in full by the method and delivered.
func (s *shop) delivered(name, method string) (*shoptest.Buyer, shoptest.Attempt) {
	s.T.Helper()
	b := s.order(name, 1)
	a := b.StartPayment(method)
	s.Sandbox.Pay(a)
	b.WaitForStatus("done")
	return b, a
}

// excess pays 100 rubles too much: they are refunded, as a part of the payment.
func (s *shop) excess(name, method string) (*shoptest.Buyer, shoptest.Attempt) {
	s.T.Helper()
	b := s.order(name, 1)
	a := b.StartPayment(method)
	s.Sandbox.Do("other_amount", a, fields{"amount": a.Amount + 100_00})
	b.WaitForStatus("done")
	return b, a
}

// refusedExcess pays 100 rubles too much, which the provider refuses to refund until
// an operator asks.
func (s *shop) refusedExcess(name, method, provider string) (b *shoptest.Buyer, a shoptest.Attempt, refund int64) {
	s.T.Helper()
	s.Sandbox.Command("/faults", fields{"provider": provider, "operation": "refund", "kind": "refuse", "percent": 100})
	b, a = s.excess(name, method)
	refund = s.refundOf(b, payment.RefundManual)
	s.Sandbox.Control(http.MethodDelete, "/faults", nil, nil)
	return b, a, refund
}

// refundOf waits until the order's only refund has the status.
func (s *shop) refundOf(b *shoptest.Buyer, status payment.RefundStatus) int64 {
	s.T.Helper()
	var id int64
	s.Eventually(func() string {
		rows := shoptest.All[struct {
			ID     int64
			Status string
		}](s.Shop, `select id, status from refunds where order_id = $1 order by id`, b.ID)
		if len(rows) == 0 {
			return "no refund"
		}
		id = rows[0].ID
		return shoptest.FailUnless(rows[0].Status == string(status), "refund %d is %s, want %s", id, rows[0].Status, status)
	})
	return id
}

// sameMoney compares what every provider holds by its own record with our books.
func (s *shop) sameMoney() {
	s.T.Helper()
	s.Eventually(func() string {
		for _, a := range s.Sandbox.Record().Accounts {
			ours, err := ledger.Balance(s.T.Context(), s.Pool, ledger.Provider(a.Provider), money.Currency(a.Currency))
			if err != nil {
				s.T.Fatal(err)
			}
			if ours.Minor != a.Held {
				return a.Provider + " holds " + a.Held.String() + ", the ledger says " + ours.String()
			}
		}
		health, err := s.Services().Ledger.Verify(s.T.Context())
		if err != nil {
			s.T.Fatal(err)
		}
		if err := health.Err(); err != nil {
			return err.Error()
		}
		return ""
	})
}

func (s *shop) wantBalance(a ledger.Account, want money.Minor) {
	s.T.Helper()
	got, err := ledger.Balance(s.T.Context(), s.Pool, a, money.Ruble)
	if err != nil || got.Minor != want {
		s.T.Errorf("%s is %s (%v), want %s", a, got, err, want)
	}
}

// wantBack compares what was really refunded, and in how many refunds.
func (s *shop) wantBack(a shoptest.Attempt, want money.Minor, times int) {
	s.T.Helper()
	if got := s.Sandbox.Total(a); got.Refunded != want || got.Refunds != times {
		s.T.Errorf("%s refunded %s in %d refunds, want %s in %d", a.Provider, got.Refunded, got.Refunds, want, times)
	}
}

func TestRefundTheBankMakesAfterWeHungUpIsMadeOnce(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	for _, c := range refundable {
		s.Sandbox.Command("/faults", fields{"provider": c.provider, "operation": "refund", "kind": "slow", "slow_ms": 21_000, "count": 1})
	}
	var buyers []*shoptest.Buyer
	var attempts []shoptest.Attempt
	for _, c := range refundable {
		b, a := s.excess("slow-"+c.provider, c.method)
		buyers, attempts = append(buyers, b), append(attempts, a)
	}
	for i, b := range buyers {
		b.WaitForEvent("refund.done", 1)
		s.Eventually(func() string {
			n := s.Sandbox.Total(attempts[i]).Refunds
			return shoptest.FailUnless(n > 0, "%d refunds", n)
		})
		s.wantBack(attempts[i], 100_00, 1)
	}
	s.sameMoney()
	s.wantBalance(ledger.Chargebacks(), 0)
	s.Audit()
}

func TestNoticeThatOvertakesTheAnswerOfARefund(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	for _, c := range refundable {
		s.Sandbox.Command("/faults", fields{"provider": c.provider, "operation": "refund", "kind": "notice_first", "slow_ms": 1500, "count": 1})
		b, a := s.excess("overtaken-"+c.provider, c.method)
		b.WaitForEvent("refund.done", 1)
		s.wantBack(a, 100_00, 1)
	}
	s.sameMoney()
	s.Audit()
}

func TestStatusThatLagsBehindTheRefund(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	for _, c := range refundable {
		b, a := s.excess("lag-"+c.provider, c.method)
		b.WaitForEvent("refund.done", 1)
		s.Sandbox.Command("/status", fields{"provider": c.provider, "lag_ms": 3_600_000})
		if err := s.Activities().SendRefund(t.Context(), s.refundOf(b, payment.RefundDone)); err != nil {
			t.Errorf("looking at a refund that is done: %v", err)
		}
		s.AdvanceClock(2 * time.Minute) // the reconciler asks again
		s.wantBack(a, 100_00, 1)
	}
	s.sameMoney()
	s.wantBalance(ledger.Chargebacks(), 0)
}

// A worker that was killed leaves a refund that is written down as sent: the
// provider may have made it or not.
func TestRefundOfAKilledWorkerIsMadeOnce(t *testing.T) {
	t.Parallel()
	for _, made := range []bool{false, true} {
		s := openShop(t, 2)
		for _, c := range refundable {
			b, a, id := s.refusedExcess("killed-"+c.provider, c.method, c.provider)
			s.Exec(`update refunds set status = 'pending', next_try_at = $2 where id = $1`, id, s.Clock.Now())
			s.Exec(`update refunds set status = 'sent', sent_at = $2, next_try_at = $2 where id = $1`, id, s.Clock.Now())
			if made {
				s.callAsTheKilled(a, id)
			} else if err := s.Activities().SendRefund(t.Context(), id); err == nil {
				t.Errorf("%s: a refund that may be under way was taken up at once", c.provider)
			}
			s.AdvanceClock(2 * time.Minute)
			if !made && c.provider == "payselection" { // it has no keys: a person decides
				s.wantBack(a, 0, 0)
				s.decideUnknown(id)
			}
			// The shop's own worker may be sending it at this moment.
			if err := s.Activities().SendRefund(t.Context(), id); err != nil && !errors.Is(err, payment.ErrRefundUnderWay) {
				t.Errorf("%s, made %v: %v", c.provider, made, err)
			}
			s.refundOf(b, payment.RefundDone)
			s.wantBack(a, 100_00, 1)
		}
		s.sameMoney()
		s.wantBalance(ledger.Chargebacks(), 0)
	}
}

// decideUnknown waits until a person has to decide about a refund of unknown outcome, and
// sends it again.
func (s *shop) decideUnknown(id int64) {
	s.T.Helper()
	if err := s.Activities().SendRefund(s.T.Context(), id); !errors.Is(err, payment.ErrRefundUnderWay) {
		s.T.Errorf("a refund that may have been made: %v, want that it is only asked for", err)
	}
	s.AdvanceClock(6 * time.Hour)
	if err := s.Activities().SendRefund(s.T.Context(), id); err != nil {
		s.T.Errorf("hours later: %v, want that it waits for a person", err)
	}
	if err := s.Operator().RetryRefund(s.T.Context(), id, "anna"); err != nil {
		s.T.Error(err)
	}
}

// A part of a payment is returned in the cabinet while the outcome of our refund is unknown: a
// person is told to return only what is left.
func TestRefundOfUnknownOutcomeIsReducedByTheCabinet(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b, a, id := s.refusedExcess("cabinet", "payselection", "payselection")
	s.Exec(`update refunds set status = 'pending', next_try_at = $2 where id = $1`, id, s.Clock.Now())
	s.Exec(`update refunds set status = 'sent', sent_at = $2, next_try_at = $2 where id = $1`, id, s.Clock.Now())
	s.Sandbox.Do("refund", a, fields{"amount": "60.00", "webhook": "lose"})
	s.AdvanceClock(6 * time.Hour)
	if err := s.Activities().SendRefund(t.Context(), id); err != nil {
		t.Errorf("hours later: %v, want that it waits for a person", err)
	}
	type refund struct {
		Status          string
		Amount, Covered money.RUB
	}
	got := shoptest.All[refund](s.Shop, `select status, amount, covered from refunds where id = $1`, id)
	if want := []refund{{"manual", 100_00, 60_00}}; !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if err := s.Operator().RetryRefund(t.Context(), id, "anna"); err != nil {
		t.Error(err)
	}
	s.refundOf(b, payment.RefundDone)
	s.wantBack(a, 100_00, 2)
	s.sameMoney()
	s.wantBalance(ledger.Chargebacks(), 0)
}

// A provider without keys that carries out a call hours after it hung up makes one refund.
func TestRefundThatIsMadeHoursLaterIsMadeOnce(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b, a, id := s.refusedExcess("hours", "payselection", "payselection")
	s.Exec(`update refunds set status = 'pending', next_try_at = $2 where id = $1`, id, s.Clock.Now())
	s.Exec(`update refunds set status = 'sent', sent_at = $2, next_try_at = $2 where id = $1`, id, s.Clock.Now())
	s.AdvanceClock(3 * time.Hour)
	if err := s.Activities().SendRefund(t.Context(), id); !errors.Is(err, payment.ErrRefundUnderWay) {
		t.Errorf("three hours later: %v, want that it is only asked for", err)
	}
	s.wantBack(a, 0, 0)
	s.callAsTheKilled(a, id)
	if err := s.Activities().SendRefund(t.Context(), id); err != nil {
		t.Errorf("after it was made: %v", err)
	}
	b.WaitForEvent("refund.done", 1)
	s.wantBack(a, 100_00, 1)
	s.sameMoney()
	s.wantBalance(ledger.Chargebacks(), 0)
}

// callAsTheKilled makes the call of a refund's last round.
func (s *shop) callAsTheKilled(a shoptest.Attempt, refundID int64) {
	s.T.Helper()
	p, _ := s.Services().Payments.Providers.Provider(a.Provider)
	paid := money.Minor(a.Amount) + 100_00
	_, err := p.Refund(s.T.Context(), payment.RefundRequest{
		Key:        shoptest.One[string](s.Shop, `select concat_ws('-', 'refund', nonce, round) from refunds where id = $1`, refundID),
		Reference:  a.Reference,
		ProviderID: shoptest.One[string](s.Shop, `select provider_id from payments where attempt_id = $1`, a.ID),
		Amount:     money.Of(100_00, "RUB"), PaidAmount: paid, RemainingAfter: paid - 100_00,
	})
	if err != nil {
		s.T.Fatal(err)
	}
}

func TestManyWorkersMakeOneRefund(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	for _, c := range refundable {
		b, a, id := s.refusedExcess("crowd-"+c.provider, c.method, c.provider)
		var pressed sync.WaitGroup
		for range 8 {
			pressed.Go(func() { _ = s.Operator().RetryRefund(t.Context(), id, "anna") })
			pressed.Go(func() { _ = s.Activities().SendRefund(t.Context(), id) })
		}
		pressed.Wait()
		b.WaitForEvent("refund.done", 1)
		s.wantBack(a, 100_00, 1)
	}
	s.sameMoney()
}

func TestRefusedRefundWaitsForAnOperatorAndBlocksNothing(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	for _, c := range refundable {
		s.Sandbox.Command("/faults", fields{"provider": c.provider, "operation": "refund", "kind": "refuse", "percent": 100})
		b, a := s.excess("refused-"+c.provider, c.method)
		id := s.refundOf(b, payment.RefundManual)
		b.WaitForEvent("refund.manual", 1)
		s.wantBack(a, 0, 0)
		waiting, err := s.Services().Payments.Tasks.RefundsForOperators(t.Context())
		if err != nil || len(waiting) != 1 || waiting[0].ID != id || waiting[0].Left != money.Of(100_00, "RUB") || waiting[0].Note == "" {
			t.Errorf("the queue holds %+v (%v), want refund %d of 100.00 with a reason", waiting, err, id)
		}
		counted, err := s.Services().Payments.Tasks.OperatorBacklog(t.Context())
		if err != nil || counted.Manual != 1 {
			t.Errorf("waiting %+v (%v), want 1 manual refund", counted, err)
		}
		if err := s.Operator().RetryRefund(t.Context(), id, "anna"); err != nil {
			t.Errorf("a retry that is refused: %v", err)
		}
		s.refundOf(b, payment.RefundManual) // one try for one press
		s.Sandbox.Control(http.MethodDelete, "/faults", nil, nil)

		later, err := s.Operator().RefundAfterDelivery(t.Context(), payment.RefundRequestByOperator{OrderID: b.ID, Amount: 50_00, Why: "извинение", Who: "anna"})
		if err != nil || later == 0 {
			t.Errorf("a later refund of the same payment: %d, %v", later, err)
		}
		b.WaitForEvent("refund.done", 1)
		s.wantBack(a, 50_00, 1)
		if err := s.Operator().RetryRefund(t.Context(), id, "anna"); err != nil {
			t.Errorf("retry: %v", err)
		}
		b.WaitForEvent("refund.done", 2)
		if err := s.Operator().RetryRefund(t.Context(), id, "boris"); !errors.Is(err, payment.ErrNotManual) {
			t.Errorf("retry of what is done: %v, want ErrNotWaiting", err)
		}
		s.wantBack(a, 150_00, 2)
	}
	s.sameMoney()
	s.Audit()
}
