// Package monitor shows what the shop is like now as metrics: orders that wait, money that
// is not settled, books that do not balance, the day's sales. Every number is a question to
// the database, asked when the metrics are read. Alerts of deploy/prometheus stand on them.
package monitor

import (
	"context"
	"log/slog"
	"math"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"larek/internal/monitor/monitordb"
)

// readTimeout bounds one reading: less than what Prometheus waits.
const readTimeout = 5 * time.Second

// number is one metric that Numbers reads.
type number struct {
	desc       *prometheus.Desc
	kind       prometheus.ValueType
	isLabelled bool
}

func gauge(name, help string, labels ...string) number {
	return number{prometheus.NewDesc(name, help, labels, nil), prometheus.GaugeValue, len(labels) > 0}
}

// A total counts from midnight in Moscow: rate and increase know counters that begin again.
func total(name, help string, labels ...string) number {
	return number{prometheus.NewDesc(name, help, labels, nil), prometheus.CounterValue, len(labels) > 0}
}

// numbers are the metrics by the names of the statement Numbers. What has a label there has
// one here.
var numbers = map[string]number{
	"orders_open":                gauge("larek_orders_open", "Paid orders that have not ended, by status.", "status"),
	"orders_oldest_seconds":      gauge("larek_orders_oldest_seconds", "How long ago the oldest order was paid that waits for no operator, no buyer and no supplier."),
	"orders_held":                gauge("larek_orders_held", "Paid orders that wait for a supplier to come back."),
	"webhooks_unhandled_seconds": gauge("larek_webhooks_unhandled_seconds", "Age of the oldest webhook that no order has processed."),
	"payments_unmatched":         gauge("larek_payments_unmatched", "Payments of no known order that await a decision."),
	"refunds_open":               gauge("larek_refunds_open", "Refunds that have not ended, by status.", "status"),
	"refunds_oldest_seconds":     gauge("larek_refunds_oldest_seconds", "Age of the oldest refund that no operator has to make by hand."),
	"ledger_imbalance_kopecks":   gauge("larek_ledger_imbalance_kopecks", "By how much the books do not balance, by currency, in hundredths.", "currency"),
	"steps_failing":              gauge("larek_steps_failing", "Orders with a step that has failed for five minutes, by step.", "step"),
	"letters_oldest_seconds":     gauge("larek_letters_oldest_seconds", "Age of the oldest letter that is not sent."),
	"rates_age_seconds":          gauge("larek_rates_age_seconds", "Age of the newest exchange rate, by currency.", "currency"),
	"registries_failed":          gauge("larek_registries_failed", "Registries that could not be fetched, by party.", "party"),
	"differences_open":           gauge("larek_differences_open", "Differences between registries and the books that are not explained."),
	"methods_paused":             gauge("larek_methods_paused", "Methods of payment that are paused or fail."),
	"staff_proofs_refused":       gauge("larek_staff_proofs_refused", "Second factors refused within an hour to the person with most."),
	"stock_days":                 gauge("larek_stock_days", "For how many days the codes of a product last at the pace of seven days.", "product"),
	"payments_started_total":     total("larek_payments_started_total", "Payments started today, by method.", "method"),
	"orders_paid_total":          total("larek_orders_paid_total", "Orders paid today, by method.", "method"),
	"orders_returned_total":      total("larek_orders_returned_total", "Refunds made today, by method of payment.", "method"),
	"profit_kopecks":             gauge("larek_profit_kopecks", "What today's entries add to each measure of profit.", "measure"),
}

var (
	up       = prometheus.NewDesc("larek_monitor_up", "Whether the database answered what the shop is like.", nil, nil)
	queue    = prometheus.NewDesc("larek_queue_rows", "Rows of the operators' queue, by kind, at most 99.", []string{"kind"}, nil)
	late     = prometheus.NewDesc("larek_queue_late", "Rows of the operators' queue that are late, at most 99.", nil, nil)
	delivery = prometheus.NewDesc("larek_order_delivery_seconds", "How long buyers waited today for what they had paid.", nil, nil)
)

// deliveryBounds are the buckets of larek_order_delivery_seconds.
var deliveryBounds = []float64{1, 5, 15, 60, 300, 1200, 7200}

// Queue counts what waits for an operator, by kind.
type Queue func(context.Context) (kinds map[string]int, late int, err error)

// Collector reads the metrics.
type Collector struct {
	Pool  *pgxpool.Pool
	Queue Queue
	Clock func() time.Time
	Log   *slog.Logger
}

// Describe lists the metrics.
func (Collector) Describe(ch chan<- *prometheus.Desc) {
	for _, n := range numbers {
		ch <- n.desc
	}
	for _, d := range []*prometheus.Desc{up, queue, late, delivery} {
		ch <- d
	}
}

// Collect reads them; what cannot be read now is left out.
func (c Collector) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), readTimeout)
	defer cancel()
	answered := 1.0
	for _, read := range []func(context.Context, chan<- prometheus.Metric) error{c.numbers, c.waits, c.queue} {
		if err := read(ctx, ch); err != nil {
			answered = 0
			c.Log.WarnContext(ctx, "metrics not read", "error", err)
		}
	}
	ch <- prometheus.MustNewConstMetric(up, prometheus.GaugeValue, answered)
}

func (c Collector) numbers(ctx context.Context, ch chan<- prometheus.Metric) error {
	rows, err := monitordb.New(c.Pool).Numbers(ctx, c.Clock())
	if err != nil {
		return err
	}
	for _, r := range rows {
		n := numbers[r.Name]
		var labels []string
		if n.isLabelled {
			labels = []string{r.Label}
		}
		ch <- prometheus.MustNewConstMetric(n.desc, n.kind, r.Value, labels...)
	}
	return nil
}

// waits is the histogram of today. The sum is made of the buckets' ends: at most a tenth
// too large.
func (c Collector) waits(ctx context.Context, ch chan<- prometheus.Metric) error {
	rows, err := monitordb.New(c.Pool).Waits(ctx, c.Clock())
	if err != nil {
		return err
	}
	buckets := map[float64]uint64{}
	for _, bound := range deliveryBounds {
		buckets[bound] = 0
	}
	var count uint64
	var sum float64
	for _, r := range rows {
		seconds, n := 0.1*math.Exp2(float64(r.Bucket)/8), uint64(r.N) //nolint:gosec // a count
		count, sum = count+n, sum+seconds*float64(n)
		for _, bound := range deliveryBounds {
			if seconds <= bound*1.05 { // a bucket that ends a little after the bound
				buckets[bound] += n
			}
		}
	}
	ch <- prometheus.MustNewConstHistogram(delivery, count, sum, buckets)
	return nil
}

func (c Collector) queue(ctx context.Context, ch chan<- prometheus.Metric) error {
	kinds, n, err := c.Queue(ctx)
	if err != nil {
		return err
	}
	for kind, rows := range kinds {
		ch <- prometheus.MustNewConstMetric(queue, prometheus.GaugeValue, float64(rows), kind)
	}
	ch <- prometheus.MustNewConstMetric(late, prometheus.GaugeValue, float64(n))
	return nil
}
