package shoptest

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger"
	"larek/internal/money"
)

// Audit waits until nothing is under way and everything adds up: the books,
// the providers' money and the suppliers' goods.
func (s *Shop) Audit() {
	s.T.Helper()
	s.Eventually(func() string {
		var wrong []string
		for _, look := range []func(context.Context) ([]string, error){s.attended, s.underWay, s.lines, s.takings, s.supplies} {
			w, err := look(s.T.Context())
			if err != nil {
				s.T.Fatal(err)
			}
			wrong = append(wrong, w...)
		}
		return strings.Join(wrong[:min(len(wrong), 20)], "\n")
	})
}

// attended: no order is stuck in silence, and the books balance.
func (s *Shop) attended(ctx context.Context) (wrong []string, err error) {
	n, err := s.Checkout.Orders.Unattended(ctx)
	if err != nil {
		return nil, err
	}
	if n != 0 {
		wrong = append(wrong, fmt.Sprintf("%d orders unattended", n))
	}
	health, err := s.Checkout.Ledger.Check(ctx)
	if err != nil {
		return nil, err
	}
	if err := health.Err(); err != nil {
		wrong = append(wrong, err.Error())
	}
	for _, a := range []ledger.Account{ledger.Orders(), ledger.Unapplied()} {
		left, err := s.Checkout.Ledger.Balance(ctx, s.Pool, a, ledger.RUB)
		if err != nil {
			return nil, err
		}
		if left != 0 {
			wrong = append(wrong, fmt.Sprintf("%s is left on account %s", left, a))
		}
	}
	return wrong, nil
}

// underWay: every fact was acted upon and every refund made.
func (s *Shop) underWay(ctx context.Context) ([]string, error) {
	return s.complaints(ctx, `
		select format('notice %s of order %s is not settled', id, order_id) from payment_notices where settled_at is null and order_id is not null
		union all select format('refund %s of order %s is %s', id, order_id, status) from refunds where status <> 'done'
		union all select format('order %s is %s', id, status) from orders where status in ('paid', 'sending', 'sent')
		union all select format('task %s of order %s is open', id, order_id) from operator_tasks where state = 'open'`)
}

// lines: a paid line ended in goods or in money back, unit by unit.
func (s *Shop) lines(ctx context.Context) ([]string, error) {
	return s.complaints(ctx, `
		select format('line %s of order %s (%s) is %s: %s delivered, %s refunded, %s else', l.id, o.id, o.status, l.status, u.delivered, u.refunded, u.other)
		from orders o join order_lines l on l.order_id = o.id, lateral (
			select count(*) filter (where state = 'delivered') as delivered, count(*) filter (where state = 'refunded') as refunded,
				count(*) filter (where state not in ('delivered', 'refunded')) as other
			from delivery_units where line_id = l.id
		) u
		where o.kind <> 'pubg' and exists (select from payments p where p.order_id = o.id and p.use = 'order')
			and (u.other > 0 or u.delivered + u.refunded = 0 or (l.status = 'completed') <> (u.delivered > 0) or (l.status = 'refunded') <> (u.delivered = 0))`)
}

func (s *Shop) complaints(ctx context.Context, sql string) ([]string, error) {
	rows, err := s.Pool.Query(ctx, sql)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// takings: providers hold what the books say.
func (s *Shop) takings(ctx context.Context) (wrong []string, err error) {
	held := map[string]money.RUB{}
	for _, t := range s.Box.Record().Totals {
		held[t.Provider] += t.Taken - t.Refunded
	}
	for name, sum := range held {
		ours, err := s.Checkout.Ledger.Balance(ctx, s.Pool, ledger.Provider(name), ledger.RUB)
		if err != nil {
			return nil, err
		}
		if ours != sum {
			wrong = append(wrong, fmt.Sprintf("%s holds %s, the ledger says %s", name, sum, ours))
		}
	}
	return wrong, nil
}

// supplies: what suppliers handed over is what we count as delivered by them,
// no order of ours gave two, and their prepayment went down by what it cost.
func (s *Shop) supplies(ctx context.Context) (wrong []string, err error) {
	record := s.Box.Record()
	for _, h := range record.Handed {
		if h.Units > 1 || h.Orders > 1 {
			wrong = append(wrong, fmt.Sprintf("%s handed over %d units for %d orders under %s", h.Supplier, h.Units, h.Orders, h.Key))
		}
	}
	for _, sum := range record.Suppliers {
		var delivered int
		var cost money.RUB
		err := s.Pool.QueryRow(ctx, `select count(*), coalesce(sum(round(cost, 2)), 0)::numeric(14, 2) from delivery_attempts where supplier = $1 and state = 'delivered'`,
			sum.Supplier).Scan(&delivered, &cost)
		if err != nil {
			return nil, err
		}
		if delivered != sum.Units {
			wrong = append(wrong, fmt.Sprintf("%s handed over %d units, we count %d", sum.Supplier, sum.Units, delivered))
		}
		booked, err := s.Checkout.Ledger.Balance(ctx, s.Pool, ledger.Supplier(sum.Supplier), "USD")
		if err != nil {
			return nil, err
		}
		if booked != -cost {
			wrong = append(wrong, fmt.Sprintf("%s cost us %s, the ledger says %s", sum.Supplier, cost, -booked))
		}
	}
	return wrong, nil
}
