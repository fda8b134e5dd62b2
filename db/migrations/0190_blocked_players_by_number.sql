-- +goose Up
-- A player is compared by the number alone: in plain digits, without a plus and leading zeros.
-- Blocks that were written as the buyer typed it follow; of several for one player the first does.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
update blocked_buyers b set value = k.value
from (
	select min(id) as id, substring(normalize(btrim(value), nfkc) from '^\+?0*([0-9]+)$') as value
	from blocked_buyers where kind = 'player' and lifted_at is null group by 2
) k
where b.id = k.id and k.value is not null
	and not exists (select from blocked_buyers o where o.kind = 'player' and o.lifted_at is null and o.value = k.value);

-- +goose Down
select 1;
