package ordersearch_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"larek/internal/ordersearch"
	"larek/internal/pg/pgtest"
)

// TestReceiptsOfAStateAreAllFound walks the list page by page for every state and
// compares it with the attempts and refunds themselves.
func TestReceiptsOfAStateAreAllFound(t *testing.T) {
	t.Parallel()
	s := open(t, filled())
	pgtest.Exec(t, s.pool, `insert into fiscal_receipts (attempt_id, kind, body, vat, created) select a.id, 'sale', '{}', 'vat22', a.created from payment_attempts a`)
	pgtest.Exec(t, s.pool, `insert into fiscal_receipts (refund_id, kind, body, vat, created) select r.id, 'refund', '{}', 'none', r.created from refunds r`)
	pgtest.Exec(t, pgtest.Owner(t, s.pool), `analyze fiscal_receipts`)
	for state, sql := range map[string]string{
		"":        "true",
		"sent":    "a.status = 'paid' or r.status = 'done' and r.destination = 'method'",
		"failed":  "r.status = 'manual' or r.status = 'done' and r.destination <> 'method'",
		"waiting": "a.status in ('starting', 'pending') or r.status in ('pending', 'sent', 'unknown', 'refused')",
		"void":    "a.status in ('declined', 'expired', 'superseded', 'failed') or r.status = 'covered'",
	} {
		want := pgtest.All[int64](t, s.pool, `select f.id from fiscal_receipts f left join payment_attempts a on a.id = f.attempt_id left join refunds r on r.id = f.refund_id
			where `+sql+` order by f.created desc, f.id desc limit 150`)
		var got []int64
		var from *ordersearch.ReceiptPlace
		for len(got) < len(want) {
			rows, next, err := s.Receipts(t.Context(), ordersearch.ReceiptFilter{State: state}, from, 50)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range rows {
				got = append(got, r.ID)
			}
			if from = next; from == nil {
				break
			}
		}
		if got = got[:min(len(got), len(want))]; !slices.Equal(got, want) {
			t.Errorf("%q: got %d receipts %v…, want %d %v…", state, len(got), got[:min(3, len(got))], len(want), want[:min(3, len(want))])
		}
		if len(want) > 0 {
			s.wantIndexes(t, fmt.Sprintf("receipts %q", state))
		}
	}
}

// TestReceiptHasItsRateAndOrder reads one day, and the code of its rate.
func TestReceiptHasItsRateAndOrder(t *testing.T) {
	t.Parallel()
	s := open(t, filled())
	day := time.Date(2031, 3, 1, 0, 0, 0, 0, time.UTC)
	pgtest.Exec(t, s.pool, `insert into fiscal_receipts (attempt_id, kind, body, vat, created) select a.id, 'sale', '{}', 'vat22', $1::timestamptz - interval '1 second' * (a.id - 1) from payment_attempts a where a.id in (1, 2)`, day)
	rows, next, err := s.Receipts(t.Context(), ordersearch.ReceiptFilter{Kind: "sale", Since: day, Until: day.AddDate(0, 0, 1)}, nil, 50)
	if err != nil || len(rows) != 1 || next != nil {
		t.Fatalf("%+v, %v, %v", rows, next, err)
	}
	order := pgtest.One[int64](t, s.pool, `select order_id from payment_attempts where id = 1`)
	if r := rows[0]; r.OrderID != order || r.Vat != "vat22" || r.VatCode != 11 || r.RefundID != 0 {
		t.Errorf("%+v", r)
	}
}
