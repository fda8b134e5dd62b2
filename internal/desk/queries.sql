-- name: TakeKey :execrows
-- A second request with the key waits here until the first is over.
insert into desk_requests (staff_id, key, action, digest, at) values (@staff_id, @key, @action, @digest, @at)
on conflict do nothing;

-- name: ReadRequest :one
select action, digest, answer from desk_requests where staff_id = @staff_id and key = @key;

-- name: StoreAnswer :exec
update desk_requests set answer = @answer where staff_id = @staff_id and key = @key;

-- name: DeleteOldRequests :execrows
delete from desk_requests where at < @before::timestamptz;
