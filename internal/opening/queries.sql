-- name: NewestState :one
-- 0422_opening_state.sql saved the first.
select s.version, s.state, s.note, s.created, p.name as by
from shop_states s left join staff p on p.id = s.staff_id order by s.version desc limit 1;

-- name: InsertState :execrows
-- Of two people who saw the same version one is refused.
insert into shop_states (version, state, note, staff_id, created)
values (@version, @state, sqlc.narg(note), sqlc.narg(staff_id), @created)
on conflict do nothing;
