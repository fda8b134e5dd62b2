-- +goose NO TRANSACTION
-- +goose Up
-- The queue of the operators reads the orders whose details nobody corrects by their
-- deadline.
create index concurrently if not exists orders_correct_idx on orders (due_at, id) where next_action = 'correct';
