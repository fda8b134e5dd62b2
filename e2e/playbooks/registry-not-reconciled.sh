# The provider's file of today has a sum that is not ours.
codes_of_pack 2
for i in 1 2; do buy pubg "$(uc 1 "registry$i")"; delivered; done
today=$(date -u +%F)
is 'the status of the file' "$(curl -sS -o "$home/registry" -w '%{http_code}' "$LAREK_SANDBOX_ORIGIN/control/registry/payselection?day=$today&mistakes=amount")" 200
load() { console POST recon/files/ "{\"party\":\"payselection\",\"day\":\"$today\",\"name\":\"$1\",\"body\":\"$(base64 -w0 "$home/registry")\"}" >/dev/null; }
load wrong.csv
row_comes difference
MINUTES=1600 AT=1560 fires RegistryNotReconciled
from_page 'Explain each difference with one of its ways.'
while test_row difference; do
  press difference "$(console GET "queue/difference/$(row difference)/" | jq -r '[.ways[] | select(.allowed)][0].name')"
done
row_goes difference
MINUTES=1600 AT=1560 quiet RegistryNotReconciled

# A registry of yesterday that was asked for in vain, and is loaded by hand.
yesterday=$(date -u -d yesterday +%F)
sql "insert into registry_fetches (party, day, state, tries, note, next_at, changed) values ('tbank', '$yesterday', 'failed', 6, 'status 503', now(), now())
  on conflict on constraint registry_fetches_day_key do update set state = 'failed', tries = 6, note = 'status 503', changed = now()"
row_comes registry
MINUTES=1600 AT=1560 fires RegistryNotReconciled
press registry fetch
row_goes registry
MINUTES=1600 AT=1560 quiet RegistryNotReconciled
