-- +goose Up
-- In a transaction of its own: it reads all events, while others read and write them.
set local lock_timeout = '2s';
set local statement_timeout = '15min';
alter table order_events validate constraint order_events_line_id_fkey;
alter table delivery_units validate constraint delivery_units_line_id_fkey;
alter table refunds validate constraint refunds_line_id_fkey;
alter table code_complaints validate constraint code_complaints_line_id_fkey;
alter table code_replacements validate constraint code_replacements_line_id_fkey;

-- +goose Down
select 1;
