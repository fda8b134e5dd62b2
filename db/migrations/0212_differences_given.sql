-- +goose NO TRANSACTION
-- +goose Up
-- Lines given to an order wait until its payment is recorded.
create index concurrently if not exists settlement_differences_given_idx on settlement_differences (row_id) where way = 'give' and ours = 0;

-- +goose Down
drop index concurrently if exists settlement_differences_given_idx;
