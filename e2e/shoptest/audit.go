package shoptest

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/desk/queue"
)

// Audit waits until no work is pending and all sums match: the books, the
// providers' money and the suppliers' goods.
func (s *Shop) Audit() {
	s.T.Helper()
	s.Eventually(func() string {
		var wrong []string
		for _, look := range []func(context.Context) ([]string, error){s.checkNoStuckOrders, s.checkNothingPending, s.checkCodes, s.checkLines, s.checkProviderTotals, s.checkBooks, s.checkSupplies, s.checkAccounts, s.checkReceipts, s.checkQueue} {
			w, err := look(s.T.Context())
			if err != nil {
				s.T.Fatal(err)
			}
			wrong = append(wrong, w...)
		}
		return strings.Join(wrong[:min(len(wrong), 20)], "\n")
	})
}

// checkNoStuckOrders checks that every unfinished order has a next step, and that the
// books balance.
func (s *Shop) checkNoStuckOrders(ctx context.Context) (wrong []string, err error) {
	n, err := s.services.Watch.CountStuck(ctx)
	if err != nil {
		return nil, err
	}
	if n != 0 {
		wrong = append(wrong, fmt.Sprintf("%d orders unattended", n))
	}
	health, err := s.services.Ledger.Verify(ctx)
	if err != nil {
		return nil, err
	}
	if err := health.Err(); err != nil {
		wrong = append(wrong, err.Error())
	}
	return wrong, nil
}

// checkNothingPending checks that every notice was processed, and every refund is done or
// waits for an operator.
func (s *Shop) checkNothingPending(ctx context.Context) ([]string, error) {
	return s.violations(ctx, `
		select format('notice %s of order %s is not settled', id, order_id) from payment_notices where settled_at is null and order_id is not null
		union all select format('refund %s of order %s is %s', id, order_id, status) from refunds where status in ('pending', 'sent', 'unknown', 'refused')
		union all select format('order %s is %s', id, status) from orders where status in ('paid', 'sending', 'sent')
		union all select format('task %s of order %s is open', id, order_id) from operator_tasks where state = 'open'
		union all select format('promo use of order %s is still reserved', u.order_id)
			from promo_uses u join orders o on o.id = u.order_id where u.state = 'reserved' and o.status in ('done', 'failed')`)
}

// checkReceipts checks that what a buyer with an address paid in rubles, and every refund that
// a call made, has a fiscal receipt of exactly that amount, at providers that send them.
func (s *Shop) checkReceipts(ctx context.Context) ([]string, error) {
	return s.violations(ctx, `
		with paid as (
			select p.id, p.provider, p.attempt_id, a.amount from payments p join payment_attempts a on a.id = p.attempt_id join orders o on o.id = a.order_id
			where p.provider in ('tbank', 'payselection') and p.currency = 'RUB' and o.email is not null and not o.detail ? 'seeded'
		), wanted as (
			select distinct 'attempt ' || p.attempt_id as what, p.provider, p.amount, (select f.body from fiscal_receipts f where f.attempt_id = p.attempt_id) as body from paid p
			union all
			select 'refund ' || r.id, p.provider, r.amount - r.covered, (select f.body from fiscal_receipts f where f.refund_id = r.id)
			from paid p join refunds r on r.payment_id = p.id where r.status = 'done' and r.destination = 'method' and r.ended_by is null
		)
		select format('%s at %s of %s has a receipt of %s', w.what, w.provider, w.amount, coalesce(x.sum::text, 'nothing'))
		from wanted w, lateral (
			select case w.provider when 'tbank' then (select sum((i ->> 'Amount')::numeric) / 100 from jsonb_array_elements(w.body -> 'Items') i)
				else (w.body #>> '{receipt,total}')::numeric end as sum
		) x
		where x.sum is distinct from w.amount`)
}

// checkCodes checks that completed orders have all their codes, and that no other order
// has codes or reserves them.
func (s *Shop) checkCodes(ctx context.Context) ([]string, error) {
	return s.violations(ctx, `
		select format('order %s is %s with %s of %s codes given and %s reserved', o.id, o.status, g.given, g.wanted, g.reserved)
		from orders o, lateral (
			select (select sum(l.quantity) from order_lines l where l.order_id = o.id) as wanted,
				count(*) filter (where c.state = 'given') as given, count(*) filter (where c.state = 'reserved') as reserved
			from order_lines l join codes c on c.line_id = l.id where l.order_id = o.id
		) g
		where not o.detail ? 'seeded' and (
			g.given <> case when o.status = 'done' and o.kind = 'pubg' then g.wanted else 0 end
			or (o.status in ('done', 'failed') and g.reserved > 0))`)
}

// checkLines checks that every unit of a paid line was delivered or refunded.
func (s *Shop) checkLines(ctx context.Context) ([]string, error) {
	return s.violations(ctx, `
		select format('line %s of order %s (%s) is %s: %s delivered, %s refunded, %s else', l.id, o.id, o.status, l.status, u.delivered, u.refunded, u.other)
		from orders o join order_lines l on l.order_id = o.id, lateral (
			select count(*) filter (where state = 'delivered') as delivered, count(*) filter (where state = 'refunded') as refunded,
				count(*) filter (where state not in ('delivered', 'refunded')) as other
			from delivery_units where line_id = l.id
		) u
		where o.kind <> 'pubg' and exists (select from payments p where p.order_id = o.id and p.use = 'order')
			and (u.other > 0 or u.delivered + u.refunded = 0 or (l.status = 'completed') <> (u.delivered > 0) or (l.status = 'refunded') <> (u.delivered = 0))`)
}

func (s *Shop) violations(ctx context.Context, sql string) ([]string, error) {
	rows, err := s.Pool.Query(ctx, sql)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// checkSupplies checks that what suppliers delivered is what we count as delivered by
// them, that no order of ours delivered two, and that their prepayment decreased by
// the cost.
func (s *Shop) checkSupplies(ctx context.Context) (wrong []string, err error) {
	record := s.Sandbox.Record()
	for _, h := range record.Delivered {
		if h.Units > 1 || h.Orders > 1 {
			wrong = append(wrong, fmt.Sprintf("%s delivered %d units for %d orders under %s", h.Supplier, h.Units, h.Orders, h.Key))
		}
	}
	for _, sum := range record.Suppliers {
		var delivered int
		err := s.Pool.QueryRow(ctx, `select count(*) from delivery_attempts where supplier = $1 and state = 'delivered'`, sum.Supplier).Scan(&delivered)
		if err != nil {
			return nil, err
		}
		if delivered != sum.Units {
			wrong = append(wrong, fmt.Sprintf("%s delivered %d units, we count %d", sum.Supplier, sum.Units, delivered))
		}
	}
	return wrong, nil
}

// checkQueue checks that everything that waits for an operator is in the queue.
func (s *Shop) checkQueue(ctx context.Context) (wrong []string, err error) {
	unseen, err := queue.Missing(ctx, s.Pool, s.Clock.Now())
	for _, what := range unseen {
		wrong = append(wrong, what+" waits for an operator and is not in the queue")
	}
	return wrong, err
}
