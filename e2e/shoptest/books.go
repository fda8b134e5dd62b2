package shoptest

import (
	"context"
	"fmt"

	"larek/internal/ledger"
	"larek/internal/money"
)

// takings: what providers really kept for an order is what it ought to be, and
// what they hold is what the books say.
func (s *Shop) takings(ctx context.Context) (wrong []string, err error) {
	owner, kept, held := map[string]int64{}, map[int64]money.Minor{}, map[string]money.Minor{}
	for _, a := range All[struct {
		Order     int64
		Reference string
	}](s, `select order_id, reference from payment_attempts`) {
		owner[a.Reference] = a.Order
	}
	for _, t := range s.Box.Record().Totals {
		id, known := owner[t.Reference]
		if !known {
			wrong = append(wrong, fmt.Sprintf("the sandbox knows %s, we do not", t.Reference))
		}
		kept[id] += t.Taken - t.Refunded - t.ChargedBack
		held[t.Provider] += t.Taken - t.Refunded - t.ChargedBack
	}
	for _, o := range s.dues() {
		if kept[o.Order] != o.Due {
			wrong = append(wrong, fmt.Sprintf("providers kept %s for order %d, want %s", kept[o.Order], o.Order, o.Due))
		}
	}
	for name, sum := range held {
		ours, err := s.Checkout.Ledger.Balance(ctx, s.Pool, ledger.Provider(name), money.Ruble)
		if err != nil {
			return nil, err
		}
		if ours.Minor != sum {
			wrong = append(wrong, fmt.Sprintf("%s holds %s, the ledger says %s", name, sum, ours))
		}
	}
	return wrong, nil
}

type due struct {
	Order int64
	Due   money.Minor
}

// dues: of a delivered order its quote without what is not coming or went back
// later, of any other what went to a balance or elsewhere instead of back; what
// an operator has yet to give back; all that less what left without us, which
// refunds that it covers do not take again. Codes come all or not at all.
func (s *Shop) dues() []due {
	return All[due](s, `
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

// books: nothing is owed for orders once all are final, nor held unapplied but
// for what an operator gives back.
func (s *Shop) books(ctx context.Context) (wrong []string, err error) {
	owed, err := s.Checkout.Ledger.Balance(ctx, s.Pool, ledger.Orders(), money.Ruble)
	if err != nil {
		return nil, err
	}
	unapplied, err := s.Checkout.Ledger.Balance(ctx, s.Pool, ledger.Unapplied(), money.Ruble)
	if err != nil {
		return nil, err
	}
	manual := One[money.Minor](s, `select coalesce(sum(amount - covered), 0)::numeric(14, 2) from refunds where status = 'manual'`)
	if owed.Minor != 0 || unapplied.Minor != -s.ByHand || manual != s.ByHand {
		wrong = append(wrong, fmt.Sprintf("owed for orders %s, unapplied %s, refunds by hand %s of %s", owed, unapplied, manual, s.ByHand))
	}
	return wrong, nil
}
