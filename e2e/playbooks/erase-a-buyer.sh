email=erase-$RANDOM@example.test
user=$(sql "select id from users where email is not null and id not in (select user_id from orders where user_id is not null and status not in ('done', 'failed', 'rejected')) order by id desc limit 1")
[ -n "$user" ] || die 'the demo shop has no account'
sql "update users set email = '$email' where id = $user"
is 'found by the address of the request' "$(console POST customers/find/ "{\"text\":\"$email\"}" | jq -r '.results[0].id')" "$user"

export_id=$(console POST "customers/$user/exports/" "{$reason}" | jq -r .id)
eventually "console GET exports/$export_id/ | jq -r .state" done
copy=$(console GET "exports/$export_id/file/")
has "$copy" "$email"
if AS=boris console GET "exports/$export_id/file/" >/dev/null 2>&1; then die 'another person can fetch the copy'; fi

console POST "customers/$user/erasure/" "{\"reason\":{\"code\":\"buyer_asked\",\"text\":\"letter 41\"}}" >/dev/null
row_comes erasure
if console POST "queue/erasure/$user/resolve/" "{\"way\":\"approve\",$reason}" >/dev/null 2>&1; then die 'the person who asked has erased'; fi
AS=boris press erasure approve
row_goes erasure
is 'the address' "$(sql "select email is null from users where id = $user")" t
is 'entries of the books' "$(sql 'select count(*) from (select currency from ledger_postings group by 1 having sum(amount) <> 0) x')" 0
if sql "select coalesce(string_agg(a::text, ''), '') from audit a" | grep -q "$email"; then die 'the audit has the address'; fi
