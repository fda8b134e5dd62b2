package shoptest

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Audit waits until nothing is under way and everything adds up: the books,
// the providers' money and the suppliers' goods.
func (s *Shop) Audit() {
	s.T.Helper()
	s.Eventually(func() string {
		var wrong []string
		for _, look := range []func(context.Context) ([]string, error){s.attended, s.underWay, s.codes, s.lines, s.takings, s.books, s.supplies, s.accounts} {
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
	return wrong, nil
}

// underWay: every fact was acted upon, every refund is through or an operator's.
func (s *Shop) underWay(ctx context.Context) ([]string, error) {
	return s.complaints(ctx, `
		select format('notice %s of order %s is not settled', id, order_id) from payment_notices where settled_at is null and order_id is not null
		union all select format('refund %s of order %s is %s', id, order_id, status) from refunds where status in ('pending', 'sent', 'unknown', 'refused')
		union all select format('order %s is %s', id, status) from orders where status in ('paid', 'sending', 'sent')
		union all select format('task %s of order %s is open', id, order_id) from operator_tasks where state = 'open'
		union all select format('promo use of order %s is still reserved', u.order_id)
			from promo_uses u join orders o on o.id = u.order_id where u.state = 'reserved' and o.status in ('done', 'failed')`)
}

// codes: who is done has all codes, nobody else has any or keeps any from others.
func (s *Shop) codes(ctx context.Context) ([]string, error) {
	return s.complaints(ctx, `
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
		err := s.Pool.QueryRow(ctx, `select count(*) from delivery_attempts where supplier = $1 and state = 'delivered'`, sum.Supplier).Scan(&delivered)
		if err != nil {
			return nil, err
		}
		if delivered != sum.Units {
			wrong = append(wrong, fmt.Sprintf("%s handed over %d units, we count %d", sum.Supplier, sum.Units, delivered))
		}
	}
	return wrong, nil
}
