-- +goose Up
set local lock_timeout = '2s';
set local statement_timeout = '60s';
-- Signs around a number do not make another player.
update blocked_buyers b set value = k.value
from (
	select min(id) as id, coalesce(nullif(ltrim(substring(value from '[0-9]+'), '0'), ''), '0') as value
	from blocked_buyers where kind = 'player' and lifted_at is null and value ~ '^[^[:alnum:]]*[0-9]+[^[:alnum:]]*$' group by 2
) k
where b.id = k.id and b.value <> k.value
	and not exists (select from blocked_buyers o where o.kind = 'player' and o.lifted_at is null and o.value = k.value);

-- +goose Down
select 1; -- the numbers stay: the release before compares them too
