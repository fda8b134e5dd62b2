# The processes are `larek worker` and `larek api`.
codes_of_pack 1
order pubg "$(uc 1)"
start_payment payselection
end worker KILL
fires WorkerAbsent
bank pay
eventually "sql 'select count(*) from payment_notices where order_id = $order'" 1
is 'the order without a worker' "$(status)" waiting_for_payment
# Why it ended: all settings that are missing are named at once.
said=$(env -u LAREK_SECRET -u LAREK_REDIS_URL "$root/.dev/bin/larek" worker 2>&1 || true)
has "$said" LAREK_SECRET
has "$said" LAREK_REDIS_URL
has "$(play 'larek config')" LAREK_WORKER_ADDR
play 'larek doctor'
begin worker
quiet WorkerAbsent
delivered

end api KILL
fires ApiAbsent
begin api
quiet ApiAbsent
