-- +goose NO TRANSACTION
-- +goose Up
-- What the operators' lists and searches walk, newest order first. Built without
-- stopping sales: one statement each, outside of a transaction.
create index concurrently if not exists orders_status_idx on orders (status, id desc);
create index concurrently if not exists orders_kind_idx on orders (kind, id desc);
create index concurrently if not exists orders_game_id_idx on orders (game_id, id desc) where game_id is not null;
create index concurrently if not exists orders_gift_id_idx on orders (gift_id, id desc) where gift_id is not null;
create index concurrently if not exists orders_promo_code_id_idx on orders (promo_code_id, id desc) where promo_code_id is not null;
create index concurrently if not exists orders_next_action_idx on orders (next_action, id desc) include (due_at) where next_action is not null;
create index concurrently if not exists orders_guests_idx on orders (id desc) where user_id is null;
create index concurrently if not exists orders_accounts_idx on orders (id desc) where user_id is not null;
create index concurrently if not exists orders_sum_idx on orders (order_sum_band(total - discount), id desc);
create index concurrently if not exists orders_created_idx on orders (created, id);
create index concurrently if not exists orders_address_idx on orders (lower(email), id desc) where email is not null;
create index concurrently if not exists orders_player_idx on orders (order_player(detail), id desc) where order_player(detail) is not null;

create index concurrently if not exists payment_attempts_method_idx on payment_attempts (method, order_id desc);
create index concurrently if not exists payment_attempts_provider_idx on payment_attempts (provider, order_id desc);
create index concurrently if not exists payment_attempts_country_idx on payment_attempts (country, order_id desc) where country is not null;
create index concurrently if not exists payment_attempts_phone_digest_idx on payment_attempts (phone_digest, order_id desc) where phone_digest is not null;
create index concurrently if not exists payment_attempts_provider_id_idx on payment_attempts (provider_id) where provider_id is not null;
create index concurrently if not exists payment_notices_order_id_idx on payment_notices (order_id, id) where order_id is not null;
create index concurrently if not exists payment_notices_provider_id_idx on payment_notices (provider_id);
create index concurrently if not exists payments_order_id_idx on payments (order_id);
create index concurrently if not exists payments_provider_id_idx on payments (provider_id);
create index concurrently if not exists payment_tasks_order_id_idx on payment_tasks (order_id);
create index concurrently if not exists payment_tasks_problem_idx on payment_tasks (kind, order_id desc) where closed_at is null;
create index concurrently if not exists refunds_provider_id_idx on refunds (provider_id) where provider_id is not null;
create index concurrently if not exists refunds_problem_idx on refunds (order_id desc) where status in ('manual', 'refused', 'unknown');
create index concurrently if not exists outside_refunds_order_id_idx on outside_refunds (order_id);

create index concurrently if not exists delivery_units_supplier_idx on delivery_units (supplier, order_id desc) where supplier is not null;
create index concurrently if not exists delivery_units_supplier_ref_idx on delivery_units (supplier_ref) where supplier_ref is not null;
create index concurrently if not exists delivery_units_held_idx on delivery_units (order_id desc) where state = 'waiting' and held_until is not null;
create index concurrently if not exists delivery_attempts_ref_idx on delivery_attempts (ref) where ref is not null;
create index concurrently if not exists operator_tasks_order_id_idx on operator_tasks (order_id);
create index concurrently if not exists operator_tasks_problem_idx on operator_tasks (kind, order_id desc) where state = 'open';
create index concurrently if not exists order_lines_wrong_idx on order_lines (order_id desc) where status = 'incorrect-details';
create index concurrently if not exists order_failing_steps_order_id_idx on order_failing_steps (order_id desc);
create index concurrently if not exists letters_problem_idx on letters (order_id desc) where state = 'given_up';
