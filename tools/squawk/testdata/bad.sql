-- +goose Up
alter table orders add column place text not null;
create index orders_place_idx on orders (place);
alter table orders rename column status to state;
alter table orders drop column comment;
alter table orders add constraint orders_place_check check (place <> '');

-- +goose Down
drop table orders;
