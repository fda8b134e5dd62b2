# A person with the owner's rights changes a sum, then an entry.
books() { larek doctor 2>&1 | awk '$1 == "books" { print $2 }'; }
# block WORD: the statements of the page that have this word, as the page has them.
block() { awk -v word="$1" '/^ *```sql$/ { text = ""; on = 1; next } /^ *```$/ { if (on && index(text, word)) printf "%s", text; on = 0 } on { text = text $0 "\n" }' "$page"; }
codes_of_pack 1
buy pubg "$(uc 1)"; delivered
eventually "sql 'select count(*) from ledger_unsummed'" 0
is 'books before' "$(books)" ok
sql "update ledger_daily set debit = debit + 100 where (account, currency, day) = (select account, currency, day from ledger_daily where currency = 'RUB' order by day desc, account limit 1)"
fires BooksDoNotBalance
has "$(play 'larek doctor')" 'wrong sums by day of'
# page: delete from ledger_daily
sql "$(block 'delete from ledger_daily')"
quiet BooksDoNotBalance
is 'books with new sums' "$(books)" ok

IFS='|' read -r entry account amount <<<"$(sql "select p.group_id, p.account, p.amount from ledger_postings p join ledger_groups g on g.id = p.group_id where g.order_id = $order and p.currency = 'RUB' order by p.group_id, p.account limit 1")"
# page: update ledger_postings
change() { sql "$(fill "$(block 'update ledger_postings')" "ENTRY=$entry" "ACCOUNT=$account" CURRENCY=RUB "AMOUNT=$1")"; }
change 1
has "$(play 'larek doctor')" "unbalanced entries [$entry]"
has "$(play 'larek books verify')" "unbalanced entries [$entry]"
change "$amount"
has "$(play 'larek books verify')" 'are whole'
is 'books with the old entry' "$(books)" ok
