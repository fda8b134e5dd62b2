-- +goose Up
-- The running shop signs in as larek_app, which owns nothing: it reads and writes rows, of what
-- is only ever added to it changes none, and it deletes from the tables of the list alone.
-- Triggers hold for every role but can be switched off by the owner; privileges hold for who is
-- not the owner.
grant usage on schema public to larek_app;
grant select, insert, update on all tables in schema public to larek_app;
grant usage on all sequences in schema public to larek_app;
-- For tables of later migrations. One that is append-only takes update back, and one that the
-- shop deletes from grants that.
alter default privileges in schema public grant select, insert, update on tables to larek_app;
alter default privileges in schema public grant usage on sequences to larek_app;
revoke insert, update on goose_db_version from larek_app;
-- +goose StatementBegin
do $$
declare
	kept regclass;
begin
	for kept in select t.tgrelid from pg_trigger t join pg_proc f on f.oid = t.tgfoid where f.proname = 'refuse_change' loop
		execute format('revoke update on %s from larek_app', kept);
	end loop;
end
$$;
-- +goose StatementEnd
grant delete on
	alert_facts, article_plans, attempt_checks, console_views, delivery_pauses, delivery_pictures, desk_requests, email_changes,
	email_stops, figures, figures_pending, figures_products, figures_waits, identities, ledger_unsummed, method_pauses,
	method_switches, order_failing_steps, order_lines, order_proofs, periodic_leases, promo_active, promo_uses,
	push_subscriptions, queue_claims, sessions, sign_in_answers, sign_in_states, staff_messages, staff_passkeys,
	staff_recovery_codes, staff_role_permissions, staff_sessions, supplier_switches, token_keys, unavailable_goods, user_notes
to larek_app;
