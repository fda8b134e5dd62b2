package money_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/payment"
)

// outside waits until the shop knows that so much left without it.
func (s *shop) outside(b *shoptest.Buyer, want string) {
	s.T.Helper()
	s.Eventually(func() string {
		got := shoptest.One[string](s.Shop, `select coalesce(sum(amount), 0)::text from outside_refunds where order_id = $1`, b.ID)
		return shoptest.FailUnless(got == want, "%s left outside, want %s", got, want)
	})
}

func TestRefundInTheCabinetIsBookedAndShown(t *testing.T) {
	t.Parallel()
	s := openShop(t, 4)
	var lost money.Minor
	for _, c := range refundable {
		for _, part := range []money.Minor{0, 100_00} {
			b, a := s.delivered("cabinet-"+c.provider, c.method)
			command, want := fields{}, money.Minor(a.Amount)
			if part > 0 {
				command["amount"], want = part, part
			}
			s.Sandbox.Do("refund", a, command)
			b.WaitForEvent("refund.outside", 1)
			s.outside(b, want.String())
			lost += want
			if b.Status() != "done" {
				t.Errorf("the order is %s, want done", b.Status())
			}
		}
	}
	s.sameMoney()
	s.wantBalance(ledger.Chargebacks(), lost)
	tasks, err := s.Services().Payments.Tasks.Open(t.Context())
	if err != nil || len(tasks) != 4 {
		t.Fatalf("%d tasks (%v), want 4", len(tasks), err)
	}
	for _, task := range tasks {
		if err := s.Services().Payments.Tasks.CloseTask(t.Context(), s.Pool, task.ID, "anna", "клиент просил в банке"); err != nil {
			t.Error(err)
		}
		if err := s.Services().Payments.Tasks.CloseTask(t.Context(), s.Pool, task.ID, "boris", "ещё раз"); !errors.Is(err, payment.ErrTaskNotFound) {
			t.Errorf("closing it again: %v, want ErrNoTask", err)
		}
	}
	s.Audit()
}

// A webhook about a refund changes nothing while its provider cannot be asked, and is not lost:
// once the provider answers, the refund is booked.
func TestRefundWebhookWaitsUntilItsProviderAnswers(t *testing.T) {
	t.Parallel()
	s := openShop(t, 4)
	for _, c := range refundable {
		for _, part := range []money.Minor{0, 100_00} {
			b, a := s.delivered("unreachable-"+c.provider, c.method)
			s.Sandbox.Command("/faults", fields{"provider": c.provider, "operation": "status", "kind": "error_500", "percent": 100})
			command, want := fields{}, money.Minor(a.Amount)
			if part > 0 {
				command["amount"], want = part, part
			}
			s.Sandbox.Do("refund", a, command)
			s.Eventually(func() string {
				n := shoptest.One[int64](s.Shop, `select count(*) from payment_notices n join attempt_checks k on k.attempt_id = n.attempt_id
					where n.order_id = $1 and n.kind = 'refunded' and n.confirmed_at is null and k.failures > 0`, b.ID)
				return shoptest.FailUnless(n == 1, "%d webhooks wait for %s", n, c.provider)
			})
			s.outside(b, "0")
			s.Sandbox.Control(http.MethodDelete, "/faults", nil, nil)
			s.AdvanceClock(15 * time.Minute)
			b.WaitForEvent("refund.outside", 1)
			s.outside(b, want.String())
		}
	}
	s.sameMoney()
	s.Audit()
}

func TestRefundInTheCabinetIsFoundByAsking(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	for _, c := range refundable {
		b, a := s.delivered("silent-"+c.provider, c.method)
		s.Sandbox.Do("refund", a, fields{"webhook": "lose"})
		s.AskAgain(a)
		b.WaitForEvent("refund.outside", 1)
		s.outside(b, a.Amount.String())
	}
	s.sameMoney()
	s.Audit()
}

// A payment that its provider reports as void or reversed after the goods were delivered has
// left.
func TestVoidedPaymentIsMoneyThatLeft(t *testing.T) {
	t.Parallel()
	s := openShop(t, 4)
	var lost money.Minor
	for _, c := range refundable {
		for _, webhook := range []string{"send", "lose"} {
			b, a := s.delivered("voided-"+webhook+c.provider, c.method)
			s.Sandbox.Do("void", a, fields{"webhook": webhook})
			if webhook == "lose" {
				s.AskAgain(a)
			}
			b.WaitForEvent("refund.outside", 1)
			s.outside(b, a.Amount.String())
			lost += money.Minor(a.Amount)
			if b.Status() != "done" {
				t.Errorf("the order is %s, want done", b.Status())
			}
		}
	}
	s.sameMoney()
	s.wantBalance(ledger.Chargebacks(), lost)
	if tasks, err := s.Services().Payments.Tasks.Open(t.Context()); err != nil || len(tasks) != 4 {
		t.Errorf("%d tasks (%v), want 4", len(tasks), err)
	}
	s.Audit()
}

func TestChargebackIsBooked(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	b, a := s.delivered("charged-back", "payselection") // shows that less is left
	s.Sandbox.Do("chargeback", a, fields{"amount": money.Minor(200_00)})
	s.AskAgain(a)
	b.WaitForEvent("refund.outside", 1)

	silent, charged := s.delivered("charged-back-sbp", "tbank_sbp") // reports nothing: an operator does
	s.Sandbox.Do("chargeback", charged, nil)
	left := payment.Outside{OrderID: silent.ID, Kind: payment.Chargeback, Amount: money.Of(money.Minor(charged.Amount), "RUB"), RecordedBy: "anna", Proof: "реестр 17"}
	if err := s.Operator().RecordOutsideRefund(t.Context(), left); err != nil {
		t.Error(err)
	}
	if err := s.Operator().RecordOutsideRefund(t.Context(), left); !errors.Is(err, payment.ErrAlreadyRecorded) {
		t.Errorf("recorded again: %v, want ErrAlreadyRecorded", err)
	}
	silent.WaitForEvent("refund.chargeback", 1)
	if err := s.Operator().RecordOutsideRefund(t.Context(), payment.Outside{OrderID: silent.ID, Kind: payment.Chargeback, Amount: money.Of(1, "RUB"), RecordedBy: "anna", Proof: "реестр 18"}); !errors.Is(err, payment.ErrTooMuch) {
		t.Errorf("more than was paid: %v, want ErrTooMuch", err)
	}
	s.sameMoney()
	s.wantBalance(ledger.Chargebacks(), 200_00+money.Minor(charged.Amount))
	s.Audit()
}

func TestRefundInTheCabinetReducesOurs(t *testing.T) {
	t.Parallel()
	s := openShop(t, 4)
	for _, c := range refundable {
		for _, part := range []money.Minor{30_00, 100_00} {
			b, a, id := s.refusedExcess("reduced-"+c.provider, c.method, c.provider)
			s.Sandbox.Do("refund", a, fields{"amount": part})
			b.WaitForEvent("refund.outside", 1)
			err := s.Operator().RetryRefund(t.Context(), id, "anna")
			if part == 100_00 {
				s.refundOf(b, payment.RefundCovered)
				if !errors.Is(err, payment.ErrNotManual) {
					t.Errorf("%s: sending what is refunded already: %v, want ErrNotWaiting", c.provider, err)
				}
				s.wantBack(a, 100_00, 1)
				continue
			}
			if err != nil {
				t.Errorf("%s: sending the rest: %v", c.provider, err)
			}
			b.WaitForEvent("refund.done", 1)
			s.wantBack(a, 100_00, 2)
		}
	}
	s.sameMoney()
	s.wantBalance(ledger.Chargebacks(), 0)
	s.Audit()
}

// What was refunded before a refund was decided reduces it too, and a refund is not
// done because of a refund made elsewhere.
func TestRefundDecidedAfterTheCabinetsSendsTheRest(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	for _, c := range refundable {
		b, a := s.delivered("before-"+c.provider, c.method)
		s.Sandbox.Do("refund", a, fields{"amount": money.Minor(1_00)})
		b.WaitForEvent("refund.outside", 1)
		if _, err := s.Operator().RefundAfterDelivery(t.Context(), payment.RefundRequestByOperator{OrderID: b.ID, Amount: 40_00, Why: "брак", Who: "anna"}); err != nil {
			t.Errorf("%s: %v", c.provider, err)
		}
		b.WaitForEvent("refund.done", 1)
		s.wantBack(a, 40_00, 2)
	}
	s.sameMoney()
	s.wantBalance(ledger.Chargebacks(), 0)
	s.Audit()
}

// The bank may refund a payment before we know that it was made: nothing is delivered for it.
func TestRefundInTheCabinetThatOvertakesItsPayment(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	anna := s.HireOperator("senior")
	for _, c := range refundable {
		b := s.order("overtaken-"+c.provider, 1)
		a := b.StartPayment(c.method)
		s.Sandbox.Do("pay", a, fields{"webhook": "lose"})
		s.Sandbox.Do("refund", a, fields{})
		b.WaitForEvent("refund.outside", 1)
		s.outside(b, a.Amount.String())
		anna.Resolve(anna.WaitForQueue("paused", b.ID), "refund", nil)
		b.WaitForStatus("failed")
		b.WantCodes(0)
	}
	s.sameMoney()
	s.Audit()
	s.wantBalance(ledger.Chargebacks(), 0) // the refunds were covered
}
