-- +goose Up
set local lock_timeout = '2s';
set local statement_timeout = '60s';
-- Codes that a person voids count like other losses: up to a limit alone. Roles that void
-- codes go on with it, and finance approves what is above.
insert into staff_permissions (name, has_limit) values ('code.write_off', true);
insert into staff_role_permissions (role_id, permission, has_limit, alone_limit)
select r.id, 'code.write_off', true, 3000 from staff_roles r
where r.name = 'finance' or exists (select from staff_role_permissions p where p.role_id = r.id and p.permission = 'code.void');

-- +goose Down
set local lock_timeout = '2s';
set local statement_timeout = '60s';
delete from staff_role_permissions where permission = 'code.write_off';
delete from staff_permissions where name = 'code.write_off';
