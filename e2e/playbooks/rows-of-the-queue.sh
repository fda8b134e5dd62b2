# Rows of three kinds, each ended as the page says. The other kinds: e2e/console has a story for each.
from_page 'Neither: «Оставить у нас»'
codes_of_pack 3
order pubg "$(uc 1 forged)"; start_payment payselection
sandbox POST forge "{\"provider\":\"$provider\",\"reference\":\"$reference\",\"what\":\"unknown_order\",\"signed\":true}" >/dev/null
row_comes unmatched
press unmatched keep
row_goes unmatched
is 'the order that was not paid' "$(status)" waiting_for_payment

from_page '«Заменить код», the buyer sees the new one at once'
buy pubg "$(uc 1 row)"; delivered
code=$(sql "select c.id from codes c join order_lines l on l.id = c.line_id where l.order_id = $order")
is 'a complaint' "$(call POST "/api/orders/$order/code_complaints/" "{\"code\":$code,\"text\":\"Пишет, что код уже использован\"}" | tail -n 1)" 204
row_comes code "$order"
press code replace '' "$order"
row_goes code "$order"
is 'the codes of the order without the first, and the first' "$(sql "select count(*) filter (where c.id <> $code) || ' ' || (select state from codes where id = $code) from codes c join order_lines l on l.id = c.line_id where l.order_id = $order")" '1 void'

from_page 'ask the provider why, then «Разобрались»'
buy pubg "$(uc 1 outside)"; delivered
bank refund
row_comes outside_refund "$order"
press outside_refund seen '"text":"the bank asked for it"' "$order"
row_goes outside_refund "$order"
