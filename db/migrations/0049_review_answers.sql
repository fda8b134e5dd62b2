-- +goose Up
-- The shop answers a review; buyers read it below the review.
alter table feedback add column answer text, add column answered_at timestamptz,
	add constraint feedback_answer_check check (length(answer) between 1 and 1000 and (answer is null) = (answered_at is null));
