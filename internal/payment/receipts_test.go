package payment_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/ident"
	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/picture"
)

// clerk is a provider that sends receipts and does nothing else.
type clerk struct {
	payment.Provider
	taxes payment.Taxes
	back  []payment.RefundRequest
}

func (*clerk) Name() string { return "tbank" }
func (c *clerk) Invoice(context.Context, payment.Invoice) (payment.Opened, error) {
	return payment.Opened{}, payment.ErrUnknown
}

func (c *clerk) Refund(_ context.Context, r payment.RefundRequest) (payment.Refunded, error) {
	c.back = append(c.back, r)
	return payment.Refunded{ProviderID: "b"}, nil
}

func (c *clerk) SaleReceipt(in payment.Invoice) (json.RawMessage, error) {
	return written(c.taxes.ReceiptFor(in))
}

func (c *clerk) RefundReceipt(r payment.RefundRequest) (json.RawMessage, error) {
	return written(c.taxes.RefundReceiptFor(r))
}

func written(r *payment.Receipt, err error) (json.RawMessage, error) {
	if r == nil || err != nil {
		return nil, err
	}
	return json.Marshal(r)
}

func TestReceiptsAreKeptBeforeTheyAreHandedOver(t *testing.T) {
	t.Parallel()
	ctx, pool := t.Context(), pgtest.New(t)
	c := &clerk{taxes: payment.Taxes{System: "usn_income", VAT: "vat22"}}
	s := payment.NewService(pool, pool, []payment.Provider{c}, func() time.Time { return time.Unix(1_800_000_000, 0) }, slog.New(slog.DiscardHandler))
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := pool.Exec(ctx, sql, args...); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	exec(`insert into games (id, kind, title, detail_title, detail_description, logo, product_preview_name, product_preview_icon, position, created)
		values (1, 'steam', 'Steam', '', '', $1, '', $1, 1, now())`, picture.KeyOf([]byte("<svg/>")))
	exec(`insert into orders (id, hash, kind, status, email, game_id, total, created, next_action, due_at)
		values (1, $1, 'steam', 'paid', 'buyer@example.test', 1, 300, now(), 'deliver', now())`, ident.NewHash())
	exec(`insert into order_lines (id, order_id, title, quantity, unit_price, status)
		values (1, 1, 'А', 2, 100, 'processing'), (2, 1, 'Б', 1, 100, 'processing')`)
	exec(`insert into payment_attempts (id, order_id, number, reference, method, provider, status, total, fee, currency, rate, amount, created, expires_at)
		values (1, 1, 1, '1-1-x', 'tbank_sbp', 'tbank', 'paid', 300, 9.60, 'RUB', 1, 309.60, now(), now())`)
	exec(`insert into payment_notices (provider, fact, source, attempt_id, order_id, kind, provider_id, amount, currency)
		values ('tbank', 'f', 'webhook', 1, 1, 'paid', 'p', 309.60, 'RUB')`)
	exec(`insert into payments (id, order_id, attempt_id, notice_id, provider, provider_id, amount, currency, use, received_at)
		select 1, 1, 1, id, 'tbank', 'p', 309.60, 'RUB', 'order', now() from payment_notices`)
	exec(`insert into refunds (id, payment_id, order_id, line_id, net, amount, currency, reason, destination, status, created, next_try_at)
		values (1, 1, 1, 2, 100, 103.20, 'RUB', 'undelivered', 'method', 'pending', now(), now())`)

	in := payment.Invoice{
		Reference: "1-1-x", Amount: money.Of(309_60, "RUB"), Email: "buyer@example.test",
		Lines: []payment.ReceiptLine{{Title: "А", Quantity: 2, Sum: 200_00}, {Title: "Б", Quantity: 1, Sum: 109_60}},
	}
	for range 2 { // the answer is lost, the question repeated
		if _, err := s.Invoice(ctx, "tbank", in); !errors.Is(err, payment.ErrUnknown) {
			t.Fatal(err)
		}
	}
	for range 2 {
		var r *payment.Refund
		err := pg.InTx(ctx, pool, func(tx pgx.Tx) (err error) {
			r, err = s.LockRefund(ctx, tx, 1)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if o, err := s.Send(ctx, r); err != nil || o.Status != payment.RefundDone {
			t.Fatalf("%+v, %v", o, err)
		}
	}
	if len(c.back) != 2 || c.back[0].Email != "buyer@example.test" || c.back[0].Lines[0] != (payment.ReceiptLine{Title: "Б", Quantity: 1, Sum: 103_20}) {
		t.Errorf("%+v", c.back)
	}
	var kept string
	err := pool.QueryRow(ctx, `select string_agg(concat_ws(' ', kind, attempt_id, refund_id, body->>'Total', body->>'VAT', jsonb_array_length(body->'Items')), '; ' order by id)
		from fiscal_receipts`).Scan(&kept)
	if want := "sale 1 309.60 vat22 2; refund 1 103.20 vat22 1"; err != nil || kept != want {
		t.Errorf("%q, %v", kept, err)
	}
}
