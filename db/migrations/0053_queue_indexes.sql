-- +goose NO TRANSACTION
-- +goose Up
-- The queue reads every kind of task by its own deadlines, and a person's rows by who
-- holds them. Claims that ran out stay, so those that hold now need an index too.
create index concurrently if not exists operator_tasks_kind_due_idx on operator_tasks (kind, due_at, id) where state = 'open';
drop index concurrently if exists operator_tasks_open_due_idx;
create index concurrently if not exists operator_tasks_taken_by_idx on operator_tasks (taken_by) where state = 'open' and taken_by is not null;
create index concurrently if not exists queue_claims_until_idx on queue_claims (until);
