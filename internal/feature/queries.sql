-- name: ListFeatures :many
select name, is_on, owner, reason, ends_on, changed_at, changed_by from features order by name;

-- name: SetFeature :execrows
update features set is_on = @is_on, changed_at = @now::timestamptz, changed_by = @who where name = @name;
