-- What a shop to show has besides: work for an operator, and answers to buyers.
update feedback f set state = case when w.n <= 2 then 'waiting' else f.state end,
	answer = case when w.n > 2 then case when f.rating >= 4 then 'Спасибо! Рады, что всё пришло быстро.' else 'Извините за ожидание. Мы уже разобрались и вернули комиссию.' end end,
	answered_at = case when w.n > 2 then f.created + least(interval '40 minutes', ({now} - f.created) / 2) end
from (select id, row_number() over (order by created desc, id) as n from feedback) w where w.id = f.id and w.n <= 14;

insert into code_complaints (order_id, line_id, code_id, text, created)
select c.line_id, c.line_id, c.id, 'Пишет, что код уже активирован', {now} - interval '35 minutes'
from codes c where c.state = 'given' and c.given_at between {now} - interval '2 days' and {now} - interval '3 hours' order by c.given_at desc limit 1;
-- What sells most lasts for a day.
delete from codes c using (select product_id from codes where state = 'given' group by 1 order by count(*) desc, 1 limit 1) most
where c.product_id = most.product_id and c.state = 'free' and c.id not in (select id from codes where product_id = most.product_id and state = 'free' order by id limit 2);

-- More than one person may return alone.
insert into refund_grants (id, order_id, state, destination, amount, currency, rubles, reason_code, reason, granted_by, granted_at, expires_at)
select p.order_id, p.order_id, 'granted', 'method', p.amount, 'RUB', p.amount, 'goods', 'Ключ не активируется в регионе покупателя', s.id, {now} - interval '50 minutes', {now} + interval '2 days'
from payments p join staff s on s.email = 'demo-shift@example.test'
where p.currency = 'RUB' and p.received_at < {now} - interval '5 hours' and not exists (select from refunds r where r.order_id = p.order_id) and not exists (select from outside_refunds r where r.order_id = p.order_id)
order by p.amount desc, p.id limit 1;
insert into refund_grant_lines (grant_id, line_id, is_delivered, units, amount)
select g.id, g.id, true, coalesce((select array_agg(u.id) from delivery_units u where u.order_id = g.order_id), '{}'), g.amount from refund_grants g where g.state = 'granted';

-- Two lines of yesterday's registry that differ from our books.
create temporary table differing on commit drop as
select r.*, row_number() over (order by r.id) as n from settlement_rows r
where r.party = 'tbank' and r.kind = 'payment' and r.day = ({now} at time zone 'Europe/Moscow')::date - 1 order by r.id limit 2;
update settlement_rows r set amount = r.amount - case when d.n = 1 then 10 else 0 end, commission = r.commission + case when d.n = 2 then 5 else 0 end from differing d where d.id = r.id;
insert into settlement_differences (party, day, our_day, kind, row_kind, row_id, payment_id, order_id, name, ours, theirs, currency, created)
select party, day, day, case n when 1 then 'amount' else 'commission' end, kind, id, payment_id, payment_id, external_id,
	case n when 1 then amount else commission end, case n when 1 then amount - 10 else commission + 5 end, currency, {now} - interval '6 hours' from differing;
