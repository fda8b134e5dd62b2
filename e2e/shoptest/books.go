package shoptest

import (
	"context"
	"fmt"

	"larek/internal/ledger"
	"larek/internal/money"
)

// checkProviderTotals checks that what providers really hold for an order is the expected
// amount, and that it equals the books.
func (s *Shop) checkProviderTotals(ctx context.Context) (wrong []string, err error) {
	owner, collected, held := map[string]int64{}, map[int64]money.Minor{}, map[string]money.Minor{}
	for _, a := range All[struct {
		Order     int64
		Reference string
	}](s, `select order_id, reference from payment_attempts`) {
		owner[a.Reference] = a.Order
	}
	for _, t := range s.Sandbox.Record().Totals {
		id, known := owner[t.Reference]
		if !known {
			wrong = append(wrong, fmt.Sprintf("the sandbox knows %s, we do not", t.Reference))
		}
		collected[id] += t.Taken - t.Refunded - t.ChargedBack
		held[t.Provider] += t.Taken - t.Refunded - t.ChargedBack
	}
	for _, o := range s.expectedTotals() {
		if collected[o.Order] != o.Due {
			wrong = append(wrong, fmt.Sprintf("providers hold %s for order %d, want %s", collected[o.Order], o.Order, o.Due))
		}
	}
	for name, sum := range held {
		ours, err := ledger.Balance(ctx, s.Pool, ledger.Provider(name), money.Ruble)
		if err != nil {
			return nil, err
		}
		if ours.Minor != sum {
			wrong = append(wrong, fmt.Sprintf("%s holds %s, the ledger says %s", name, sum, ours))
		}
	}
	return wrong, nil
}

type expectedTotal struct {
	Order int64
	Due   money.Minor
}

// expectedTotals returns the amounts providers should hold: for a delivered order its quote
// without what is not delivered or was refunded later, for any other what was
// credited to a balance or elsewhere instead of being refunded; and what an
// operator has yet to refund; all that less what left without us, which refunds
// that it covers do not take again. Codes are delivered all or not at all.
func (s *Shop) expectedTotals() []expectedTotal {
	return All[expectedTotal](s, `
		select o.id, (coalesce((
			select case when o.status = 'done' then a.amount - u.back else u.elsewhere end
			from payments p join payment_attempts a on a.id = p.attempt_id, lateral (
				select coalesce(sum(amount) filter (where destination = 'method'), 0) as back,
					coalesce(sum(amount) filter (where destination <> 'method'), 0) as elsewhere
				from refunds where payment_id = p.id and (reason = 'after_delivery' or reason = 'undelivered' and o.kind <> 'pubg')
			) u
			where p.order_id = o.id and p.use = 'order' and p.provider <> 'balance'), 0)
			+ coalesce((
				select sum(case when r.status = 'manual'
						or r.status = 'done' and r.destination <> 'method' and r.reason not in ('undelivered', 'after_delivery') and p.provider <> 'balance'
					then r.amount - r.covered else 0 end + case when r.destination = 'method' then r.covered else 0 end)
				from refunds r join payments p on p.id = r.payment_id where r.order_id = o.id), 0)
			- coalesce((select sum(x.amount) from outside_refunds x where x.order_id = o.id), 0))::numeric(14, 2)
		from orders o where not o.detail ? 'seeded'`)
}

// checkBooks checks that the shop owes nothing for orders once all are final, and holds
// nothing unapplied but what an operator refunds.
func (s *Shop) checkBooks(ctx context.Context) (wrong []string, err error) {
	owed, err := ledger.Balance(ctx, s.Pool, ledger.OrderDeposits(), money.Ruble)
	if err != nil {
		return nil, err
	}
	unapplied, err := ledger.Balance(ctx, s.Pool, ledger.Unapplied(), money.Ruble)
	if err != nil {
		return nil, err
	}
	manual := One[money.Minor](s, `select coalesce(sum(amount - covered), 0)::numeric(14, 2) from refunds where status = 'manual'`)
	if owed.Minor != 0 || unapplied.Minor != -s.ManualRefunds || manual != s.ManualRefunds {
		wrong = append(wrong, fmt.Sprintf("owed for orders %s, unapplied %s, refunds by hand %s of %s", owed, unapplied, manual, s.ManualRefunds))
	}
	return wrong, nil
}
