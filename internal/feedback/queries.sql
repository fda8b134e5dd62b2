-- name: ListFeedback :many
select f.id, f.order_id, f.text, f.rating, f.created,
	u.nickname, o.game_id
from feedback f
join orders o on o.id = f.order_id
left join users u on u.id = o.user_id
where f.state = 'published'
order by f.created desc, f.id desc
limit @page_limit offset @page_offset;

-- name: RatingCounts :many
select rating, reviews from feedback_counts order by rating desc;
