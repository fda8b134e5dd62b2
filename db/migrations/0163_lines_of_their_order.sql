-- +goose Up
-- To delete a line was to read all of order_events, whose index is by order; and nothing said that
-- the line of a row is of the order of that row. Rows that exist are checked by the next file.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
-- Some of the shop's transactions come to these tables in this order, others in another. It waits for
-- the first while it holds none, and for the others less than a deadlock is waited for (one second,
-- all of them together): the shop's transaction would be ended, not this one.
lock table order_lines in access exclusive mode;
set local lock_timeout = '100ms';
lock table order_events, delivery_units, refunds, code_complaints, code_replacements in access exclusive mode;
alter table order_lines add constraint order_lines_order_id_key unique using index order_lines_order_id_key;
alter table order_events drop constraint order_events_line_id_fkey,
	add constraint order_events_line_id_fkey foreign key (order_id, line_id) references order_lines (order_id, id) not valid;
alter table delivery_units drop constraint delivery_units_line_id_fkey,
	add constraint delivery_units_line_id_fkey foreign key (order_id, line_id) references order_lines (order_id, id) not valid;
alter table refunds drop constraint refunds_line_id_fkey,
	add constraint refunds_line_id_fkey foreign key (order_id, line_id) references order_lines (order_id, id) not valid;
alter table code_complaints drop constraint code_complaints_line_id_fkey,
	add constraint code_complaints_line_id_fkey foreign key (order_id, line_id) references order_lines (order_id, id) not valid;
alter table code_replacements drop constraint code_replacements_line_id_fkey,
	add constraint code_replacements_line_id_fkey foreign key (order_id, line_id) references order_lines (order_id, id) not valid;

-- +goose Down
lock table order_lines in access exclusive mode;
alter table order_events drop constraint order_events_line_id_fkey,
	add constraint order_events_line_id_fkey foreign key (line_id) references order_lines (id);
alter table delivery_units drop constraint delivery_units_line_id_fkey,
	add constraint delivery_units_line_id_fkey foreign key (line_id) references order_lines (id);
alter table refunds drop constraint refunds_line_id_fkey,
	add constraint refunds_line_id_fkey foreign key (line_id) references order_lines (id);
alter table code_complaints drop constraint code_complaints_line_id_fkey,
	add constraint code_complaints_line_id_fkey foreign key (line_id) references order_lines (id);
alter table code_replacements drop constraint code_replacements_line_id_fkey,
	add constraint code_replacements_line_id_fkey foreign key (line_id) references order_lines (id);
alter table order_lines drop constraint order_lines_order_id_key;
