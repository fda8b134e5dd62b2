# Somebody has the password of a member of staff and tries codes of the second factor.
member=$(sql "insert into staff (email, name, role_id, password, created, seen_at)
  select 'guessed@staff.test', 'Ира', id, 'x', now(), now() from staff_roles where name = 'operator' returning id")
sql "insert into staff_sign_ins (at, staff_id, event, method, device, address)
  select now(), $member, 'refused', 'totp', 'Firefox', '203.0.113.7' from generate_series(1, 5)"
fires SecondFactorGuessed
from_page 'press «Отключить…» in the person'\''s card'
console POST "staff/$member/suspend/" "{$reason}" >/dev/null
is 'the person is suspended' "$(sql "select suspended_at is not null from staff where id = $member")" t
