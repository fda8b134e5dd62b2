-- name: ListFeedback :many
select f.id, o.hash, f.text, f.rating, f.created,
	u.nickname, o.game_id, f.answer, f.answered_at
from feedback f
join orders o on o.id = f.order_id
left join users u on u.id = o.user_id
where f.state = 'published'
order by f.created desc, f.id desc
limit @page_limit offset @page_offset;

-- name: RatingCounts :many
select rating, reviews from feedback_counts order by rating desc;

-- name: PublishFrom :one
select publish_from from feedback_settings;

-- name: ChangeSettings :execrows
update feedback_settings set publish_from = @publish_from, version = version + 1, changed_at = @changed_at::timestamptz, changed_by = @changed_by::bigint
where version = @version;

-- name: CreateFeedback :one
-- Only for the user's own order. The ID is 0 if the order has a review already
-- or is not delivered.
with own as (
	select o.id, o.status, o.game_id, u.nickname
	from orders o join users u on u.id = o.user_id
	where o.id = @order_id and o.user_id = @user_id::bigint
), made as (
	insert into feedback (order_id, text, rating, state, created)
	select own.id, @text, @rating, @state, @created from own where own.status = 'done'
	on conflict on constraint feedback_order_id_key do nothing
	returning feedback.id
)
select own.status = 'done' as delivered, own.game_id, own.nickname, coalesce((select made.id from made), 0)::bigint as id from own;

-- name: ModerateFeedback :one
-- Only a review that waits, or that is in the other state.
update feedback set state = @state where id = @id and state <> @state returning order_id;

-- name: ReviewsByState :many
select f.id, f.order_id, f.text, f.rating, f.state, f.created, f.answer, f.answered_at, u.nickname, coalesce(g.title, x.title, '')::text as target
from feedback f
join orders o on o.id = f.order_id
left join users u on u.id = o.user_id
left join games g on g.id = o.game_id
left join gifts x on x.id = o.gift_id
where f.state = @state and f.id < @before and (@rating::smallint = 0 or f.rating = @rating)
order by f.id desc limit @page_limit;

-- name: AnswerFeedback :one
-- Only if the answer is still the one the operator saw.
update feedback set answer = sqlc.narg(answer)::text, answered_at = case when sqlc.narg(answer)::text is not null then @now::timestamptz end
where id = @id and state <> 'hidden' and answer is not distinct from sqlc.narg(seen)::text
returning order_id;
