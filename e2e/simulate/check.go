package simulate

import (
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/order"
)

// ours is what the shop says of an order in the end.
type ours struct {
	status                              order.Status
	statuses                            []string
	delivered, given, reserved          int
	openNotices, openRefunds, openTasks int
	paid                                bool
}

// check compares what the shop says with what the world has seen.
func (p *player) check() error {
	o, err := p.readOrder()
	if err != nil {
		return err
	}
	from := order.Created
	for _, s := range o.statuses {
		to := order.Status(s)
		if to != from && !from.CanTransitionTo(to) {
			p.violation("the order went from %s to %s", from, to)
		}
		from = to
	}
	if o.openNotices+o.openRefunds+o.openTasks+o.reserved > 0 {
		p.violation("left in the end: %d notices, %d refunds, %d tasks, %d reserved codes", o.openNotices, o.openRefunds, o.openTasks, o.reserved)
	}
	p.checkGoods(o)
	if err := p.checkMoney(o); err != nil {
		return err
	}
	return p.checkBooks()
}

// spendable returns what the buyer can spend of the balance. The account was made for the
// order.
func (p *player) spendable() (n money.Minor, err error) {
	err = p.shop.pool.QueryRow(p.ctx, `select coalesce(-sum(amount) * 100, 0)::bigint from ledger_postings where account = 'customer:' || $1::bigint`, p.user).Scan(&n)
	return n, err
}

func (p *player) readOrder() (o ours, err error) {
	err = p.shop.pool.QueryRow(p.ctx, `select o.status,
			array(select e.status from order_events e where e.order_id = o.id and e.line_id is null and e.status is not null order by e.id),
			(select count(*) from delivery_units u where u.order_id = o.id and u.state = 'delivered'),
			(select count(*) from codes c join order_lines l on l.id = c.line_id where l.order_id = o.id and c.state = 'given'),
			(select count(*) from codes c join order_lines l on l.id = c.line_id where l.order_id = o.id and c.state = 'reserved'),
			(select count(*) from payment_notices n where n.order_id = o.id and n.settled_at is null),
			(select count(*) from refunds r where r.order_id = o.id and r.status not in ('done', 'covered')),
			(select count(*) from operator_tasks t where t.order_id = o.id and t.state = 'open'),
			exists (select from payments y where y.order_id = o.id and y.use = 'order')
		from orders o where o.id = $1`, p.order).
		Scan(&o.status, &o.statuses, &o.delivered, &o.given, &o.reserved, &o.openNotices, &o.openRefunds, &o.openTasks, &o.paid)
	if err != nil {
		return o, fmt.Errorf("read the order: %w", err)
	}
	return o, nil
}

// checkGoods: what was delivered is what the world delivered, at most what was ordered,
// each unit once, and only for money.
func (p *player) checkGoods(o ours) {
	world := p.byHand
	seen := map[string]int{}
	for _, s := range p.suppliers {
		world += s.delivered()
		for _, x := range s.orders {
			if x.outcome(p.now).State == "delivered" {
				if seen[x.unit()]++; seen[x.unit()] > 1 {
					p.violation("unit %s was delivered twice", x.unit())
				}
			}
		}
	}
	got := o.delivered + o.given
	switch {
	case o.delivered != world:
		p.violation("the shop counts %d delivered units, the world %d", o.delivered, world)
	case got > p.goods:
		p.violation("%d of %d ordered units were delivered", got, p.goods)
	case got > 0 && !o.paid:
		p.violation("%d units were delivered and not paid", got)
	case o.status == order.Done && got == 0 || o.status == order.Failed && got > 0:
		p.violation("the order is %s with %d units delivered", o.status, got)
	}
	p.got = got
}

// checkMoney: the shop keeps what was delivered and nothing else: what banks have, less what
// the buyer can spend of the balance. What left without the shop may be missing.
func (p *player) checkMoney(o ours) error {
	var outside money.Minor
	var quotes []money.Minor
	for _, b := range p.banks {
		for _, c := range b.captures {
			outside += c.outside
			quotes = append(quotes, c.invoice.amount.Minor)
			if c.left() < 0 || c.ours > c.amount {
				p.violation("%s returned more than %s of payment %s", b.name, c.amount, c.id)
			}
		}
	}
	balance, err := p.spendable()
	if err != nil {
		return err
	}
	if balance < 0 {
		p.violation("the balance is %s", balance)
	}
	held := p.held()[money.Ruble] - balance
	switch {
	case o.status == order.Failed && held != 0:
		p.violation("the order failed and banks keep %s", held)
	case o.status == order.Done && p.got == p.goods && !slices.ContainsFunc(quotes, func(q money.Minor) bool { return held <= q && held >= q-outside }):
		p.violation("all was delivered and banks keep %s; the quotes were %v, %s left without us", held, quotes, outside)
	case o.status == order.Done && p.got < p.goods && !slices.ContainsFunc(quotes, func(q money.Minor) bool { return held < q }):
		p.violation("a part was delivered and banks keep %s of %v", held, quotes)
	}
	return nil
}

// checkBooks: every account of the order is what the world says, and all of them together
// are zero.
func (p *player) checkBooks() error {
	rows, err := p.shop.pool.Query(p.ctx, `select p.account, p.currency, (sum(p.amount) * 10000)::bigint
		from ledger_postings p join ledger_groups g on g.id = p.group_id where g.order_id = $1 group by 1, 2`, p.order)
	if err != nil {
		return fmt.Errorf("read the books: %w", err)
	}
	type account struct{ name, currency string }
	booked, sums := map[account]int64{}, map[string]int64{}
	var a account
	var sum int64
	if _, err := pgx.ForEachRow(rows, []any{&a.name, &a.currency, &sum}, func() error {
		booked[a] = sum
		sums[a.currency] += sum
		return nil
	}); err != nil {
		return fmt.Errorf("read the books: %w", err)
	}
	for currency, sum := range sums {
		if sum != 0 {
			p.violation("the books of the order do not balance: %d in %s", sum, currency)
		}
	}
	for _, b := range p.banks {
		var held money.Minor
		for _, c := range b.captures {
			held += c.left()
		}
		if got := booked[account{"provider:" + b.name, "RUB"}]; got != int64(held)*100 {
			p.violation("the books have %d at %s, the bank %d", got/100, b.name, held)
		}
	}
	for _, s := range p.suppliers {
		if got, want := booked[account{"supplier:" + s.name, "USD"}], -int64(s.delivered())*unitCost; got != want {
			p.violation("the books have %d at %s, the supplier %d", got, s.name, want)
		}
	}
	for _, name := range []string{"orders", "unapplied"} {
		if got := booked[account{name, "RUB"}]; got != 0 {
			p.violation("the books keep %d in %s", got, name)
		}
	}
	return nil
}
