-- +goose Up
-- The key of a refund at its provider is made of what the refund is, not of a number or of
-- chance: a shop restored to a moment before a refund decides the same refund again, and T-Bank,
-- whose status names no amounts, would make it twice. Refunds that are there keep their keys.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
-- +goose StatementBegin
create function name_refund() returns trigger language plpgsql as $$
begin
	select 'k' || substr(encode(sha256(convert_to(concat_ws('/', p.provider, p.provider_id, new.reason, coalesce(new.line_id, 0), new.amount,
		(select count(*) from refunds r where r.payment_id = new.payment_id and r.reason = new.reason and r.line_id is not distinct from new.line_id
			and r.amount = new.amount)), 'UTF8')), 'hex'), 1, 20)
	into new.nonce from payments p where p.id = new.payment_id;
	return new;
end
$$;
-- +goose StatementEnd
create trigger refunds_name before insert on refunds for each row execute function name_refund();

-- +goose Down
drop trigger refunds_name on refunds;
drop function name_refund();
