-- +goose Up
-- How much of a difference a person gives up alone is a limit of the role.
insert into staff_permissions (name, has_limit) values ('recon.write_off', true);
insert into staff_role_permissions (role_id, permission, has_limit, alone_limit)
select id, 'recon.write_off', true, 1000 from staff_roles where name in ('finance', 'admin');

-- Files overlap: a line that came before is found by its number.
create index settlement_rows_external_id_idx on settlement_rows (party, external_id);
