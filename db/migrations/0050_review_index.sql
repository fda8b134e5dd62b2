-- +goose NO TRANSACTION
-- +goose Up
-- Operators list reviews by state, the newest first.
create index concurrently if not exists feedback_state_idx on feedback (state, id desc);
