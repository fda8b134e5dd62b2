-- +goose Up
-- Chargebacks whose task is open get a dispute; those that operators have ended are over.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
insert into disputes (outside_id, order_id, opened_at, due_at)
select x.id, x.order_id, x.found_at, x.found_at + interval '7 days'
from payment_tasks t join outside_refunds x on x.id = t.ref::bigint
where t.kind = 'chargeback' and t.closed_at is null
on conflict on constraint disputes_pkey do nothing;
alter table outside_refunds validate constraint outside_refunds_returned_check;

-- +goose Down
select 1;
