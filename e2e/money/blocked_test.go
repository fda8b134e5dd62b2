package money_test

import (
	"net/http"
	"testing"

	"github.com/jackc/pgx/v5"

	"larek/e2e/shoptest"
	"larek/internal/order"
	"larek/internal/seal"
)

// block blocks the address of a buyer as the console does.
func (s *shop) block(address string) {
	s.T.Helper()
	admin := s.HireOperator("admin")
	err := pgx.BeginFunc(s.T.Context(), s.Pool, func(tx pgx.Tx) error {
		return s.Services().Orders.Block(s.T.Context(), tx, order.BlockEmail, address, "краденая карта", admin.ID)
	})
	if err != nil {
		s.T.Fatal(err)
	}
}

// A buyer is blocked while the payment is under way: a person decides what becomes of it.
func TestPaymentOfABlockedBuyerIsHeld(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"refund", "resume"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			s := openShop(t, 1)
			b := s.order("stolen-card", 1)
			a := b.StartPayment("payselection")
			s.block("stolen-card@example.test")
			s.Sandbox.Pay(a)
			b.WaitForEvent("delivery.paused", 1)
			if p := b.Page(); p.Status != "paid" {
				t.Errorf("the order is %s, want paid", p.Status)
			}
			b.WantCodes(0)
			anna := s.HireOperator("senior")
			row := anna.WaitForQueue("paused", b.ID)
			s.NotifyWorkflow(b.ID) // nothing but a person releases it
			anna.Resolve(row, way, nil)
			if way == "resume" {
				b.WaitForStatus("done")
				b.WantCodes(1)
				s.Sandbox.ExpectMoney(a, a.Amount, 0)
			} else {
				b.WaitForStatus("failed")
				b.WaitForEvent("refund.done", 1)
				b.WantCodes(0)
				s.Sandbox.ExpectMoney(a, a.Amount, a.Amount)
				if n := s.freeCodes(); n != 1 {
					t.Errorf("%d codes are free, want 1", n)
				}
			}
			anna.WantNotInQueue(b.ID)
			s.Audit()
		})
	}
}

// A free order of a blocked buyer is held too, and costs nothing to end.
func TestFreeOrderOfABlockedBuyerIsHeld(t *testing.T) {
	t.Parallel()
	s := stocked(shoptest.OpenWithoutWorker(t, seal.NewKey()), 1)
	s.promo("DAROM", 100, 1)
	b := s.order("free-thief", 1)
	s.usesCode(b, "DAROM")
	if _, status, code := b.TryPayment("free"); status != http.StatusOK {
		t.Fatalf("free: %d %s", status, code)
	}
	s.block("free-thief@example.test")
	s.StartWorker()
	anna := s.HireOperator("senior")
	anna.Resolve(anna.WaitForQueue("paused", b.ID), "refund", nil)
	b.WaitForStatus("failed")
	b.WantCodes(0)
	if n := shoptest.One[int64](s.Shop, `select count(*) from refunds where order_id = $1`, b.ID); n != 0 {
		t.Errorf("%d refunds of a free order", n)
	}
	s.Audit()
}
