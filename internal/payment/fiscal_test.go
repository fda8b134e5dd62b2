package payment_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

// fiscalProviderStub is a provider that sends receipts and does nothing else.
type fiscalProviderStub struct {
	payment.Provider
	taxes payment.FiscalSettings
	back  []payment.RefundRequest
}

func (*fiscalProviderStub) Name() string { return "tbank" }
func (c *fiscalProviderStub) CreateInvoice(context.Context, payment.InvoiceRequest) (payment.OpenedInvoice, error) {
	return payment.OpenedInvoice{}, payment.ErrOutcomeUnknown
}

func (c *fiscalProviderStub) Refund(_ context.Context, r payment.RefundRequest) (payment.RefundResult, error) {
	c.back = append(c.back, r)
	return payment.RefundResult{ProviderID: "b"}, nil
}

func (c *fiscalProviderStub) SaleReceipt(in payment.InvoiceRequest) (json.RawMessage, error) {
	return written(c.taxes.SaleReceipt(in))
}

func (c *fiscalProviderStub) RefundReceipt(r payment.RefundRequest) (json.RawMessage, error) {
	return written(c.taxes.RefundReceipt(r))
}

func written(r *payment.FiscalReceipt, err error) (json.RawMessage, error) {
	if r == nil || err != nil {
		return nil, err
	}
	return json.Marshal(r)
}

func TestReceiptsAreSavedBeforeTheyAreSent(t *testing.T) {
	t.Parallel()
	ctx, pool := t.Context(), pgtest.New(t)
	c := &fiscalProviderStub{taxes: payment.FiscalSettings{System: "usn_income"}}
	s := payment.New(payment.Config{Write: pool, Connected: []payment.Provider{c}, VAT: "general", Clock: func() time.Time { return time.Unix(1_800_000_000, 0) }})
	game := factory.Game(t, pool, factory.With{"kind": "steam"})
	order := factory.Order(t, pool, factory.With{"kind": "steam", "status": "paid", "email": "buyer@example.test", "game_id": game, "total": 300})
	factory.Line(t, pool, order, factory.With{"title": "А", "quantity": 2})
	undelivered := factory.Line(t, pool, order, factory.With{"title": "Б"})
	attempt := factory.PaymentAttempt(t, pool, order, factory.With{"reference": "1-1-x", "status": "paid", "total": 300, "fee": 9.60, "amount": 309.60})
	refund := factory.Refund(t, pool, factory.Payment(t, pool, attempt), factory.With{
		"line_id": undelivered, "net": 100, "amount": 103.20, "reason": "undelivered", "status": "pending",
	})

	in := payment.InvoiceRequest{
		Created:   time.Date(2025, 12, 31, 20, 59, 59, 0, time.UTC), // the last second of 20 % in Moscow
		Reference: "1-1-x", Amount: money.Of(309_60, "RUB"), Email: "buyer@example.test",
		Lines: []payment.InvoiceLine{{Title: "А", Quantity: 2, Sum: 200_00}, {Title: "Б", Quantity: 1, Sum: 109_60}},
	}
	for range 2 { // the response is lost and the call repeated
		if _, err := s.Attempts.CreateInvoice(ctx, &payment.Attempt{Provider: "tbank"}, in); !errors.Is(err, payment.ErrOutcomeUnknown) {
			t.Fatal(err)
		}
	}
	for range 2 {
		var r *payment.Refund
		pgtest.InTx(t, pool, func(ctx context.Context, tx pgx.Tx) (err error) {
			r, err = payment.LockRefund(ctx, tx, refund)
			return err
		})
		if o, err := s.Refunds.SendRefund(ctx, r); err != nil || o.Status != payment.RefundDone {
			t.Fatalf("%+v, %v", o, err)
		}
	}
	if len(c.back) != 2 || c.back[0].Email != "buyer@example.test" || c.back[0].Lines[0] != (payment.InvoiceLine{Title: "Б", Quantity: 1, Sum: 103_20}) {
		t.Errorf("%+v", c.back)
	}
	saved := pgtest.One[string](t, pool, `select string_agg(concat_ws(' ', kind, attempt_id, refund_id, body->>'Total', body->>'VATRate', vat, jsonb_array_length(body->'Items')), '; ' order by id)
		from fiscal_receipts`)
	if want := "sale 1 309.60 vat20 vat20 2; refund 1 103.20 vat20 vat20 1"; saved != want {
		t.Errorf("saved receipts: got %q, want %q", saved, want)
	}
}

// The receipt of a refund has the amount that is sent: what was refunded in the
// provider's cabinet has its receipt already.
func TestRefundPartlyCoveredOutsideIsSentWithTheReceiptOfTheRest(t *testing.T) {
	t.Parallel()
	ctx, pool := t.Context(), pgtest.New(t)
	c := &fiscalProviderStub{taxes: payment.FiscalSettings{System: "usn_income"}}
	s := payment.New(payment.Config{Write: pool, Connected: []payment.Provider{c}, Clock: func() time.Time { return time.Unix(1_800_000_000, 0) }})
	game := factory.Game(t, pool, factory.With{"kind": "steam"})
	for name, with := range map[string]factory.With{
		"А":                 {"reason": "undelivered", "net": 100},
		"Остаток по заказу": {"reason": "late"},
	} {
		order := factory.Order(t, pool, factory.With{"kind": "steam", "status": "paid", "email": "buyer@example.test", "game_id": game, "total": 100})
		line := factory.Line(t, pool, order, factory.With{"title": "А"})
		if with["net"] != nil {
			with["line_id"] = line
		}
		with["amount"], with["status"] = 100, "pending"
		paid := factory.Payment(t, pool, factory.PaymentAttempt(t, pool, order, factory.With{"status": "paid", "total": 100, "fee": 0, "amount": 100}))
		refund := factory.Refund(t, pool, paid, with)
		pgtest.Exec(t, pool, `insert into outside_refunds (payment_id, order_id, kind, amount, currency, covers, found_at) values ($1, $2, 'refund', 30, 'RUB', 30, now())`, paid, order)
		pgtest.Exec(t, pool, `update refunds set covered = 30 where id = $1`, refund)
		var r *payment.Refund
		pgtest.InTx(t, pool, func(ctx context.Context, tx pgx.Tx) (err error) {
			r, err = payment.LockRefund(ctx, tx, refund)
			return err
		})
		c.back = nil
		out, err := s.Refunds.SendRefund(ctx, r)
		if err != nil || out.Status != payment.RefundDone || len(c.back) != 1 {
			t.Fatalf("%s: %s (%s), %d calls: %v", name, out.Status, out.Note, len(c.back), err)
		}
		sent := c.back[0]
		if sent.Amount != money.Of(70_00, "RUB") || len(sent.Lines) != 1 || sent.Lines[0].Sum != 70_00 || !strings.HasPrefix(sent.Lines[0].Title, name) {
			t.Errorf("%s: sent %v with the lines %v, want one line of 70.00", name, sent.Amount, sent.Lines)
		}
	}
}
