-- +goose Up
-- The function of a trigger found its tables by the path of the caller: a temporary table in
-- front of ledger_postings or ledger_periods answered for the real one, and every check passed.
-- pg_temp is named because it comes first where it is not.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
-- +goose StatementBegin
do $$
declare
	statement text;
begin
	for statement in
		select format('alter function %s set search_path = pg_catalog, public, pg_temp', p.oid::regprocedure) from pg_proc p
		where p.pronamespace = 'public'::regnamespace and p.prorettype = 'trigger'::regtype
	loop
		execute statement;
	end loop;
end
$$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
do $$
declare
	statement text;
begin
	for statement in
		select format('alter function %s reset search_path', p.oid::regprocedure) from pg_proc p
		where p.pronamespace = 'public'::regnamespace and p.prorettype = 'trigger'::regtype
	loop
		execute statement;
	end loop;
end
$$;
-- +goose StatementEnd
