-- Complete orders have all ended. The newest are set back to where an operator finds them,
-- with what waits for a person; from here on the database is good for reading only.
create temporary table waiting as
select id, row_number() over (order by id) as n from (
	select id from orders where kind = 'supply_channel' and status = 'done' and id > (select max(id) * 0.9 from orders) order by id desc limit (select greatest(500, max(id) / 40) from orders)
) o;
update orders o set status = (array['created', 'waiting_for_payment', 'paid', 'sending', 'sent'])[1 + w.n % 5], done_at = null,
	next_action = case when w.n % 5 < 2 then 'pay' else (array['operator', 'correct', 'deliver', 'deliver'])[1 + w.n / 5 % 4] end, due_at = now() + (w.n % 7 - 3) * interval '1 hour'
from waiting w where w.id = o.id;
update order_lines l set status = 'incorrect-details' from waiting w join orders o on o.id = w.id where l.order_id = w.id and o.next_action = 'correct';
update delivery_units u set state = case o.next_action when 'operator' then 'queued' when 'correct' then 'wrong_details' else 'waiting' end, delivered_at = null,
	held_until = case when o.next_action = 'deliver' and w.n % 7 = 0 then now() end
from waiting w join orders o on o.id = w.id where u.order_id = w.id;
insert into operator_tasks (unit_id, order_id, kind, due_at, created)
select u.id, u.order_id, (array['unknown', 'by_hand'])[1 + u.order_id % 2], now() + interval '1 hour', now() from delivery_units u join orders o on o.id = u.order_id where u.state = 'queued' and o.next_action = 'operator' and u.n = 1;
update letters set state = 'given_up', sent_at = null where id % 20011 < 4 and event = 'paid';
insert into refunds (payment_id, order_id, amount, currency, reason, destination, status, created)
select p.id, p.order_id, least(1, p.amount), p.currency, 'after_delivery', 'method', 'manual', p.received_at from payments p
where p.id % 9001 = 0 and not exists (select from refunds r where r.payment_id = p.id) and not exists (select from outside_refunds r where r.payment_id = p.id);
