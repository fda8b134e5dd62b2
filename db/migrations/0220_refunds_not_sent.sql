-- +goose Up
-- A refund whose call was not made waits to be sent again.
set local lock_timeout = '2s';
set local statement_timeout = '5s';
-- +goose StatementBegin
create or replace function check_refund_status() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	if new.status <> old.status and (old.status, new.status) not in (
		('pending', 'sent'), ('pending', 'unknown'), ('pending', 'manual'), ('pending', 'done'), ('pending', 'covered'),
		('sent', 'pending'), ('sent', 'done'), ('sent', 'refused'), ('sent', 'unknown'), ('sent', 'manual'),
		('unknown', 'sent'), ('unknown', 'done'), ('unknown', 'refused'), ('unknown', 'manual'),
		('refused', 'sent'), ('refused', 'manual'), ('refused', 'covered'),
		('manual', 'pending'), ('manual', 'done'), ('manual', 'covered')
	) then
		raise exception 'refund % cannot become % from %', new.id, new.status, old.status
			using errcode = 'check_violation', constraint = 'refunds_status_move_check';
	end if;
	return new;
end
$$;
-- +goose StatementEnd

-- +goose Down
set local lock_timeout = '2s';
set local statement_timeout = '5s';
-- +goose StatementBegin
create or replace function check_refund_status() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	if new.status <> old.status and (old.status, new.status) not in (
		('pending', 'sent'), ('pending', 'unknown'), ('pending', 'manual'), ('pending', 'done'), ('pending', 'covered'),
		('sent', 'done'), ('sent', 'refused'), ('sent', 'unknown'), ('sent', 'manual'),
		('unknown', 'sent'), ('unknown', 'done'), ('unknown', 'refused'), ('unknown', 'manual'),
		('refused', 'sent'), ('refused', 'manual'), ('refused', 'covered'),
		('manual', 'pending'), ('manual', 'done'), ('manual', 'covered')
	) then
		raise exception 'refund % cannot become % from %', new.id, new.status, old.status
			using errcode = 'check_violation', constraint = 'refunds_status_move_check';
	end if;
	return new;
end
$$;
-- +goose StatementEnd
