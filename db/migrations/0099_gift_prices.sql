-- +goose Up
-- Prices of gifts are changed, planned and remembered as those of products are.
alter table gifts add price_version int not null default 1;
create trigger gifts_price_version before update on gifts
	for each row when ((old.price, old.discount_percent) is distinct from (new.price, new.discount_percent))
	execute function count_price_version();

alter table price_changes
	alter product_id drop not null,
	add gift_id bigint,
	add constraint price_changes_goods_check check (num_nonnulls(product_id, gift_id) = 1),
	add constraint price_changes_gift_id_key unique (batch_id, gift_id),
	add constraint price_changes_gift_id_fkey foreign key (gift_id) references gifts (id);
create index price_changes_gift_history_idx on price_changes (gift_id, applied_at desc, id desc) where state = 'applied' and gift_id is not null;
create index price_changes_gift_scheduled_idx on price_changes (gift_id, id) where state = 'scheduled' and gift_id is not null;
