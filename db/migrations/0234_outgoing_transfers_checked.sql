-- +goose NO TRANSACTION
-- +goose Up
-- What 0233 added, checked and made fast while others read and write.
create unique index concurrently if not exists settlement_rows_entry_id_key on settlement_rows (entry_id) where entry_id is not null;
create index concurrently if not exists settlement_rows_outgoing_idx on settlement_rows (day, id) where kind = 'outgoing';
create unique index concurrently if not exists settlement_differences_our_entry_id_key on settlement_differences (our_entry_id) where kind = 'ours_only';
alter table settlement_rows validate constraint settlement_rows_kind_check;
alter table settlement_rows validate constraint settlement_rows_match_check;
alter table settlement_rows validate constraint settlement_rows_entry_id_fkey;
alter table settlement_differences validate constraint settlement_differences_our_entry_id_fkey;

-- +goose Down
drop index concurrently if exists settlement_differences_our_entry_id_key;
drop index concurrently if exists settlement_rows_outgoing_idx;
drop index concurrently if exists settlement_rows_entry_id_key;
