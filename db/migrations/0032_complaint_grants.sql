-- +goose Up
-- The refund that was granted for a complaint: when another person sends it, the
-- complaint ends.
alter table code_complaints add column grant_id bigint;
alter table code_complaints add constraint code_complaints_grant_id_fkey foreign key (grant_id) references refund_grants (id) not valid;
alter table code_complaints validate constraint code_complaints_grant_id_fkey;
