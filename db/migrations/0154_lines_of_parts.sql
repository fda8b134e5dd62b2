-- +goose Up
-- A payment by several transfers is one payment of ours and several lines of a registry: one of
-- them has it as payment_id, the others are parts of it.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
alter table settlement_rows add column part_of bigint;
alter table settlement_rows add constraint settlement_rows_part_of_fkey foreign key (part_of) references payments (id) not valid;
alter table settlement_rows add constraint settlement_rows_part_check check (part_of is null or payment_id is null) not valid;

-- +goose Down
alter table settlement_rows drop column part_of;
