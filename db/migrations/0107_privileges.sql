-- +goose Up
-- The running shop signs in as larek_app, which owns nothing: it reads and writes rows,
-- and of what is only ever added to it changes and deletes none. Triggers hold for every
-- role but can be switched off by the owner; privileges hold for who is not the owner.
-- +goose StatementBegin
do $$
declare
	kept regclass;
begin
	if not exists (select from pg_roles where rolname = 'larek_app') then
		raise exception 'the role larek_app does not exist' using hint = 'a superuser runs db/roles.sql in this database first';
	end if;
	if current_user = 'larek_app' then
		raise exception 'migrations must not run as larek_app' using hint = 'LAREK_MIGRATE_DATABASE_URL names the role that owns the tables';
	end if;
	revoke all on all tables in schema public from larek_app;
	grant usage on schema public to larek_app;
	grant select, insert, update, delete on all tables in schema public to larek_app;
	grant usage on all sequences in schema public to larek_app;
	-- For tables of later migrations. One that is append-only takes update and delete back.
	alter default privileges in schema public grant select, insert, update, delete on tables to larek_app;
	alter default privileges in schema public grant usage on sequences to larek_app;
	for kept in select t.tgrelid from pg_trigger t join pg_proc f on f.oid = t.tgfoid where f.proname = 'refuse_change' loop
		execute format('revoke update, delete on %s from larek_app', kept);
	end loop;
	revoke insert, update, delete on goose_db_version from larek_app;
end
$$;
-- +goose StatementEnd

-- Closing a month waited for entries that are being posted by locking their table, which
-- needs the privilege to change them. Who posts shares this lock instead, before a number
-- is drawn.
-- +goose StatementBegin
create function share_books_lock() returns trigger language plpgsql as $$
begin
	perform pg_advisory_xact_lock_shared(hashtextextended('ledger_groups', 0));
	return null;
end
$$;
-- +goose StatementEnd
create trigger ledger_groups_share_lock before insert on ledger_groups for each statement execute function share_books_lock();
