-- +goose Up
-- Operators edit games and products: of two editors who looked at the same version one is
-- refused. A server that is taken off the list stays for the orders that name it.
alter table games add column version int not null default 1;
alter table products add column version int not null default 1;
alter table game_servers add column is_active boolean not null default true;
