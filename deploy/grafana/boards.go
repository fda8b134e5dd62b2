package main

// Units as Grafana calls them.
const (
	number    = "short"
	seconds   = "s"
	days      = "d"
	bytesUnit = "bytes"
	share     = "percentunit"
	perSecond = "reqps"
	roubles   = "currencyRUB"
	yesNo     = "bool_yes_no"
)

func one(expr string) []query           { return []query{{expr, "now"}} }
func lines(expr, legend string) []query { return []query{{expr, legend}} }
func line(title, why, unit string, q []query) panel {
	return panel{title: title, why: why, unit: unit, queries: q}
}
func stat(title, why, unit string, q []query) panel {
	return panel{title: title, why: why, unit: unit, stat: true, queries: q}
}

// Every worker answers the same questions to the database, so the largest answer counts.
var boards = []board{
	{"shop", "Shop: sales and orders", []row{
		{"Now", []panel{
			stat("Paid today", "Orders paid since midnight in Moscow.", number, one("sum(max by (method) (larek_orders_paid_total))")),
			stat("Turnover today", "What buyers paid today, from the books.", roubles, one(`max(larek_profit_kopecks{measure="turnover"}) / 100`)),
			stat("Oldest order under way", "Since the money came, of orders that wait for no person and no supplier. Pages at 20 minutes.", seconds, one("max(larek_orders_oldest_seconds)")),
			stat("Delivered within a minute", "Share of what was delivered in the last hour.", share, one(`max(increase(larek_order_delivery_seconds_bucket{le="60"}[1h])) / max(increase(larek_order_delivery_seconds_count[1h]))`)),
			stat("Waits for an operator", "Rows of the queue «Требует человека»; each kind counts to 99.", number, one("sum(max by (kind) (larek_queue_rows))")),
			stat("Database answers", "No: the numbers here are missing, not zero.", yesNo, one("min(larek_monitor_up)")),
		}},
		{"Sales", []panel{
			line("Orders paid in 15 minutes", "Sales have stopped when this falls far below a week ago.", number, []query{
				{"sum(max by (method) (increase(larek_orders_paid_total[15m])))", "now"},
				{"sum(max by (method) (increase(larek_orders_paid_total[15m] offset 1w)))", "a week ago"}}),
			line("Orders paid, by method", "One line that falls alone is a provider's, all together are ours.", number, lines("max by (method) (increase(larek_orders_paid_total[15m]))", "{{method}}")),
			line("Started payments that were paid", "In half an hour, by method.", share, lines("max by (method) (increase(larek_orders_paid_total[30m])) / (max by (method) (increase(larek_payments_started_total[30m])) > 0)", "{{method}}")),
			line("Today's profit, by measure", "As the books have it: what costs us is negative, returned is what buyers got back.", roubles, lines(`max by (measure) (larek_profit_kopecks{measure!="attempts"}) / 100`, "{{measure}}")),
		}},
		{"From paid to delivered", []panel{
			line("How long buyers wait", "Half of them, and all but one in a hundred.", seconds, []query{
				{"histogram_quantile(0.5, max by (le) (increase(larek_order_delivery_seconds_bucket[15m])))", "half"},
				{"histogram_quantile(0.99, max by (le) (increase(larek_order_delivery_seconds_bucket[15m])))", "99 of 100"}}),
			line("Open orders, by status", "Paid and not ended.", number, lines("max by (status) (larek_orders_open)", "{{status}}")),
			line("Steps that fail", "Failures of steps a second; each is repeated.", perSecond, lines("sum by (step) (rate(larek_flow_step_failures_total[5m]))", "{{step}}")),
			line("Orders with a step that keeps failing", "For five minutes and longer.", number, lines("max by (step) (larek_steps_failing)", "{{step}}")),
			line("Queue of operators", "By kind; late ones are those beyond what was promised.", number, []query{{"max by (kind) (larek_queue_rows)", "{{kind}}"}, {"max(larek_queue_late)", "late"}}),
			line("Oldest letter not sent", "Codes come by letter too.", seconds, lines("max(larek_letters_oldest_seconds)", "oldest")),
		}},
	}},
	{"providers", "Money: providers, refunds, books", []row{
		{"Now", []panel{
			stat("Books differ by", "Anything but zero wakes a person.", roubles, one("sum(max by (currency) (larek_ledger_imbalance_kopecks)) / 100")),
			stat("Payments of no order", "Wait for a decision in the queue.", number, one("max(larek_payments_unmatched)")),
			stat("Methods paused", "They fail far more than a week ago.", number, one("max(larek_methods_paused)")),
			stat("Oldest webhook not processed", "Pages at two minutes.", seconds, one("max(larek_webhooks_unhandled_seconds)")),
			stat("Oldest refund under way", "Without those an operator makes by hand.", seconds, one("max(larek_refunds_oldest_seconds)")),
			stat("Differences not explained", "Between registries and the books.", number, one("max(larek_differences_open)")),
		}},
		{"Payments", []panel{
			line("Payments started, by method", "In 15 minutes.", number, lines("max by (method) (increase(larek_payments_started_total[15m]))", "{{method}}")),
			line("Payments that came, by method", "In 15 minutes.", number, lines("max by (method) (increase(larek_orders_paid_total[15m]))", "{{method}}")),
			line("Webhooks answered", "By kind of answer; 5xx is ours, 4xx is theirs.", perSecond, lines(`sum by (status) (rate(larek_http_request_seconds_count{route=~"/hooks/.*"}[5m]))`, "{{status}}")),
			line("Checkout answered with an error of ours", "Orders and payments, share of all.", share, lines(`(sum(rate(larek_http_request_seconds_count{method="POST",route=~"/api/(orders|payments)/.*",status="5xx"}[5m])) or vector(0)) / sum(rate(larek_http_request_seconds_count{method="POST",route=~"/api/(orders|payments)/.*"}[5m]))`, "share")),
		}},
		{"Money back, and the books", []panel{
			line("Refunds made, by method", "In an hour.", number, lines("max by (method) (increase(larek_orders_returned_total[1h]))", "{{method}}")),
			line("Open refunds, by status", "Not ended yet.", number, lines("max by (status) (larek_refunds_open)", "{{status}}")),
			line("Registries that did not come, by party", "Files of providers and of the bank.", number, lines("max by (party) (larek_registries_failed)", "{{party}}")),
			line("Age of exchange rates", "By currency; two days are a weekend.", seconds, lines("max by (currency) (larek_rates_age_seconds)", "{{currency}}")),
		}},
	}},
	{"suppliers", "Goods: suppliers and stock", []row{
		{"Now", []panel{
			stat("Orders that wait for a supplier", "Paid; delivered once it is back.", number, one("max(larek_orders_held)")),
			stat("Given up by force", "Orders a supplier may still deliver.", number, one("max(larek_delivery_forced)")),
			stat("Shortest prepaid money", "Days at the pace of a week, of the supplier that has least.", days, one("min(larek_supplier_prepaid_days)")),
			stat("Shortest stock", "Days at the pace of a week, of the product that has least.", days, one("min(larek_stock_days)")),
		}},
		{"Suppliers", []panel{
			line("Prepaid money", "In the supplier's currency.", number, lines("max by (supplier, currency) (larek_supplier_prepaid)", "{{supplier}}, {{currency}}")),
			line("For how long it lasts", "At the pace of the last seven days.", days, lines("max by (supplier) (larek_supplier_prepaid_days)", "{{supplier}}")),
			line("Orders that wait for a supplier", "For one to come back, or for money there.", number, lines("max(larek_orders_held)", "orders")),
			line("Deliveries that fail", "A second; each is repeated.", perSecond, lines(`sum by (step) (rate(larek_flow_step_failures_total{step=~"deliver|hand_over"}[5m]))`, "{{step}}")),
		}},
		{"Codes in stock", []panel{
			line("For how long codes last", "By product, the ten that end first.", days, lines("bottomk(10, max by (product) (larek_stock_days))", "product {{product}}")),
		}},
	}},
	{"engine", "Machine: API, engine, database, runtime", []row{
		{"API", []panel{
			line("Requests", "By kind of answer, without those from the cache.", perSecond, lines("sum by (status) (rate(larek_http_request_seconds_count[5m]))", "{{status}}")),
			line("Slowest routes", "All but one in a hundred, the ten slowest.", seconds, lines("topk(10, histogram_quantile(0.99, sum by (le, route) (rate(larek_http_request_seconds_bucket[5m]))))", "{{route}}")),
			line("Answered from the cache", "Share of all lookups.", share, lines(`sum(rate(larek_answer_cache_lookups_total{result="hit"}[5m])) / sum(rate(larek_answer_cache_lookups_total[5m]))`, "share")),
			line("Copies that are up", "By job, as Prometheus reaches them.", number, lines(`sum by (job) (up{job=~"larek-.*"})`, "{{job}}")),
		}},
		{"Versions", []panel{
			line("Versions that run", "Two of a job are a release under way, or one that stopped halfway.", number, lines("sum by (job, version) (larek_build_info)", "{{job}} {{version}}")),
		}},
		{"Engine (Temporal's own metrics)", []panel{
			line("Age of the oldest task", "By queue: what waits for a worker.", seconds, lines("max by (taskqueue) (approximate_backlog_age_seconds)", "{{taskqueue}}")),
			line("Tasks that wait", "By queue.", number, lines("sum by (taskqueue) (approximate_backlog_count)", "{{taskqueue}}")),
		}},
		{"Database (postgres_exporter)", []panel{
			line("Transactions", "Of the shop and the engine.", perSecond, []query{
				{`sum by (datname) (rate(pg_stat_database_xact_commit{datname!=""}[5m]))`, "{{datname}}, committed"},
				{`sum by (datname) (rate(pg_stat_database_xact_rollback{datname!=""}[5m]))`, "{{datname}}, rolled back"}}),
			line("Connections, by state", "Copies of api and worker have 32 each.", number, lines("sum by (state) (pg_stat_activity_count)", "{{state}}")),
			line("Longest transaction", "One of minutes holds back vacuum and migrations.", seconds, lines("max by (datname) (pg_stat_activity_max_tx_duration)", "{{datname}}")),
			line("Size on disk", "By database.", bytesUnit, lines("max by (datname) (pg_database_size_bytes)", "{{datname}}")),
			line("Replica lags by", "Pages read from it show prices of that age.", seconds, lines("max(pg_replication_lag_seconds)", "lag")),
			line("Redis' memory", "It holds nothing that is missed; a wall is a leak.", bytesUnit, lines("max(redis_memory_used_bytes)", "used")),
		}},
		{"Runtime", []panel{
			line("Memory", "Of each copy.", bytesUnit, lines("process_resident_memory_bytes", "{{job}} {{instance}}")),
			line("Processor", "Cores that each copy keeps busy.", number, lines("rate(process_cpu_seconds_total[5m])", "{{job}} {{instance}}")),
			line("Goroutines", "A line that only rises is a leak.", number, lines("go_goroutines", "{{job}} {{instance}}")),
			line("Open files", "Event streams are most of them.", number, lines("process_open_fds", "{{job}} {{instance}}")),
		}},
	}},
}
