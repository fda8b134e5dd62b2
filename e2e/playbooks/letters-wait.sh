# The mail server refuses for now: letters wait; then for good: they are given up.
codes_of_pack 2
fault smtp send error_500
from=$(log_end worker)
buy pubg "$(uc 1 letters)"; delivered
log_has worker 'e-mail refused' "$from"
sql "update letters set created = created - interval '20 minutes' where order_id = $order"
fires LettersWait
no_faults
sql "update letters set next_try_at = now() where order_id = $order and next_try_at is not null"
eventually "sql \"select count(*) from letters where order_id = $order and next_try_at is not null\"" 0
quiet LettersWait

fault smtp send refuse
buy pubg "$(uc 1 refused)"; delivered
# A day of refusals later.
sql "update letters set created = created - interval '24 hours', next_try_at = now() where order_id = $order and sent_at is null"
row_comes letter "$order"
no_faults
while test_row letter "$order"; do press letter resend '' "$order"; done
eventually "sandbox GET 'letters?to=refused@example.test' | jq 'length > 0'" true
quiet LettersWait
