-- +goose Up
-- The running shop could delete from every table that is not append-only: payments, codes, orders.
-- It deletes from these alone, and a later table is granted by its migration.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
alter default privileges in schema public revoke delete on tables from larek_app;
revoke delete on all tables in schema public from larek_app;
grant delete on
	article_plans, attempt_checks, console_views, delivery_pauses, desk_requests, email_changes, email_stops,
	figures, figures_pending, figures_products, figures_waits, identities, ledger_unsummed, method_pauses,
	method_switches, order_failing_steps, order_lines, order_proofs, periodic_leases, promo_active, promo_uses,
	queue_claims, sessions, sign_in_answers, sign_in_states, staff_passkeys, staff_recovery_codes,
	staff_role_permissions, staff_sessions, supplier_switches, token_keys, unavailable_goods, user_notes
to larek_app;

-- +goose Down
alter default privileges in schema public grant delete on tables to larek_app;
-- +goose StatementBegin
do $$
declare
	kept regclass;
begin
	grant delete on all tables in schema public to larek_app;
	for kept in select t.tgrelid from pg_trigger t join pg_proc f on f.oid = t.tgfoid where f.proname = 'refuse_change' loop
		execute format('revoke delete on %s from larek_app', kept);
	end loop;
	revoke delete on goose_db_version from larek_app;
end
$$;
-- +goose StatementEnd
