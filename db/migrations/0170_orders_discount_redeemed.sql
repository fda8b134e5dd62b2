-- +goose Up
set local lock_timeout = '3s';
set local statement_timeout = '10s';

-- +goose StatementBegin
-- An order becomes paid with a discount only by a use of its promo code, whose number is
-- limited by promo_slots, promo_uses_nth_key and promo_budgets.
create function orders_discount_redeemed() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	if not exists (select from promo_uses u where u.order_id = new.id and u.promo_code_id = new.promo_code_id and u.state = 'consumed') then
		raise exception 'order % is paid with a discount of a promo code it has not used', new.id
			using errcode = 'check_violation', constraint = 'orders_discount_redeemed';
	end if;
	return null;
end
$$;
-- +goose StatementEnd
create trigger orders_discount_redeemed after update of status on orders for each row
	when (old.status in ('created', 'waiting_for_payment', 'failed') and new.status not in ('created', 'waiting_for_payment', 'failed')
		and new.discount > 0 and new.promo_code_id is not null)
	execute function orders_discount_redeemed();

-- +goose Down
drop trigger orders_discount_redeemed on orders;
drop function orders_discount_redeemed();
