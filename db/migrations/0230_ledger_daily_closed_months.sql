-- +goose Up
-- The shop sums entries by day, so its role may change those sums. Entries of a closed month are refused,
-- but the sums of its days could still be changed, and the trial balance with them.
set local lock_timeout = '2s';
set local statement_timeout = '5s';
-- +goose StatementBegin
create function refuse_closed_day() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	if least(new.day, old.day) < (ledger_closed_until() at time zone 'Europe/Moscow')::date then
		raise exception 'the month of % is closed', new.day using errcode = 'check_violation', constraint = 'ledger_daily_month_closed';
	end if;
	return new;
end
$$;
-- +goose StatementEnd
create trigger ledger_daily_month_closed before insert or update on ledger_daily for each row execute function refuse_closed_day();

-- +goose Down
drop trigger ledger_daily_month_closed on ledger_daily;
drop function refuse_closed_day();
