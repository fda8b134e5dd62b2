package money_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger"
	"larek/internal/money"
)

// audit waits until nothing is under way and everything adds up.
func (s *shop) audit() {
	s.t.Helper()
	s.eventually(waits, func() string {
		var wrong []string
		for _, look := range []func(context.Context) ([]string, error){s.attended, s.goods, s.underWay, s.takings, s.books} {
			w, err := look(s.t.Context())
			if err != nil {
				s.t.Fatal(err)
			}
			wrong = append(wrong, w...)
		}
		return strings.Join(wrong[:min(len(wrong), 20)], "\n")
	})
}

// attended: no order is stuck in silence, and the books balance.
func (s *shop) attended(ctx context.Context) (wrong []string, err error) {
	n, err := s.checkout.Orders.Unattended(ctx)
	if err != nil {
		return nil, err
	}
	if n != 0 {
		wrong = append(wrong, fmt.Sprintf("%d orders unattended", n))
	}
	health, err := s.checkout.Ledger.Check(ctx)
	if err != nil {
		return nil, err
	}
	if err := health.Err(); err != nil {
		wrong = append(wrong, err.Error())
	}
	return wrong, nil
}

// goods: who is done has all codes, nobody else has any or keeps any from others.
func (s *shop) goods(ctx context.Context) ([]string, error) {
	return s.complaints(ctx, `
		select format('order %s is %s with %s of %s codes given and %s reserved', o.id, o.status, g.given, g.wanted, g.reserved)
		from orders o, lateral (
			select (select sum(l.quantity) from order_lines l where l.order_id = o.id) as wanted,
				count(*) filter (where c.state = 'given') as given, count(*) filter (where c.state = 'reserved') as reserved
			from order_lines l join codes c on c.line_id = l.id where l.order_id = o.id
		) g
		where not o.detail ? 'seeded' and (
			g.given <> case when o.status = 'done' then g.wanted else 0 end or (o.status in ('done', 'failed') and g.reserved > 0))`)
}

// underWay: every fact was acted upon, every refund is through or an operator's.
func (s *shop) underWay(ctx context.Context) ([]string, error) {
	return s.complaints(ctx, `
		select format('notice %s of order %s is not settled', id, order_id) from payment_notices where settled_at is null and order_id is not null
		union all select format('refund %s of order %s is %s', id, order_id, status) from refunds where status in ('pending', 'unknown')
		union all select format('order %s is %s', id, status) from orders where status in ('paid', 'sending', 'sent')
		union all select format('promo use of order %s is still reserved', u.order_id)
			from promo_uses u join orders o on o.id = u.order_id where u.state = 'reserved' and o.status in ('done', 'failed')`)
}

func (s *shop) complaints(ctx context.Context, sql string) ([]string, error) {
	rows, err := s.pool.Query(ctx, sql)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// takings: what providers really kept for an order is its quote if it was
// delivered, nothing if not, and what an operator has yet to give back.
func (s *shop) takings(ctx context.Context) (wrong []string, err error) {
	kept, owner := map[int64]money.RUB{}, map[string]int64{}
	type row struct {
		Order int64
		Ref   string
	}
	refs, err := collect[row](ctx, s, `select order_id, reference from payment_attempts`)
	if err != nil {
		return nil, err
	}
	for _, r := range refs {
		owner[r.Ref] = r.Order
		kept[r.Order] = 0
	}
	providers := map[string]money.RUB{}
	for _, t := range s.box.record().Totals {
		id, known := owner[t.Reference]
		if !known {
			wrong = append(wrong, fmt.Sprintf("the sandbox knows %s, we do not", t.Reference))
		}
		kept[id] += t.Taken - t.Refunded
		providers[t.Provider] += t.Taken - t.Refunded
	}
	type due struct {
		Order int64
		Due   money.RUB
	}
	dues, err := collect[due](ctx, s, `
		select o.id, (coalesce((select a.amount from payments p join payment_attempts a on a.id = p.attempt_id
				where p.order_id = o.id and p.use = 'order' and p.provider <> 'balance' and o.status = 'done'), 0)
			+ coalesce((select sum(r.amount) from refunds r where r.order_id = o.id and r.status = 'manual'), 0))::numeric(14, 2)
		from orders o where not o.detail ? 'seeded'`)
	if err != nil {
		return nil, err
	}
	for _, d := range dues {
		if kept[d.Order] != d.Due {
			wrong = append(wrong, fmt.Sprintf("providers kept %s for order %d, want %s", kept[d.Order], d.Order, d.Due))
		}
	}
	for name, sum := range providers {
		ours, err := s.checkout.Ledger.Balance(ctx, s.pool, ledger.Provider(name), ledger.RUB)
		if err != nil {
			return nil, err
		}
		if ours != sum {
			wrong = append(wrong, fmt.Sprintf("%s holds %s, the ledger says %s", name, sum, ours))
		}
	}
	return wrong, nil
}

// books: nothing is owed for orders once all are final, nor held unapplied but
// for what an operator gives back.
func (s *shop) books(ctx context.Context) (wrong []string, err error) {
	owed, err := s.checkout.Ledger.Balance(ctx, s.pool, ledger.Orders(), ledger.RUB)
	if err != nil {
		return nil, err
	}
	unapplied, err := s.checkout.Ledger.Balance(ctx, s.pool, ledger.Unapplied(), ledger.RUB)
	if err != nil {
		return nil, err
	}
	var manual money.RUB
	if err := s.pool.QueryRow(ctx, `select coalesce(sum(amount), 0)::numeric(14, 2) from refunds where status = 'manual'`).Scan(&manual); err != nil {
		return nil, err
	}
	if owed != 0 || unapplied != -manual {
		wrong = append(wrong, fmt.Sprintf("owed for orders %s, unapplied %s, refunds by hand %s", owed, unapplied, manual))
	}
	return wrong, nil
}

func collect[T any](ctx context.Context, s *shop, sql string, args ...any) ([]T, error) {
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[T])
}

// delays are how long after their money was taken orders were delivered.
func (s *shop) delays() []time.Duration {
	s.t.Helper()
	paid := map[string]time.Time{}
	for _, e := range s.box.record().Entries {
		if _, known := paid[e.Reference]; e.What == "paid" && !known {
			paid[e.Reference] = e.At
		}
	}
	type row struct {
		Ref  string
		Done time.Time
	}
	rows, err := collect[row](s.t.Context(), s, `
		select a.reference, o.done_at from orders o join payments p on p.order_id = o.id and p.use = 'order'
		join payment_attempts a on a.id = p.attempt_id where o.done_at is not null and not o.detail ? 'seeded'`)
	if err != nil {
		s.t.Fatal(err)
	}
	var all []time.Duration
	for _, r := range rows {
		all = append(all, r.Done.Sub(paid[r.Ref]))
	}
	return all
}
