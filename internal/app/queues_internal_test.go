package app

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"larek/internal/orderflow"
)

func TestQueuesOfAWorker(t *testing.T) {
	t.Parallel()
	suppliers := func(o orderflow.WorkerOptions) (names []string) {
		for name := range o.Suppliers {
			names = append(names, name)
		}
		slices.Sort(names)
		return names
	}
	for setting, want := range map[string]struct {
		orders, refunds, periodic bool
		suppliers                 []string
	}{
		"":                                 {true, true, true, []string{"gamesdrop", "moogold", "nsgifts", "rokky"}},
		"refunds":                          {false, true, false, nil},
		"periodic":                         {false, false, true, nil},
		"supplier:rokky, orders":           {true, false, false, []string{"rokky"}},
		"supplier:rokky,refunds":           {false, true, false, []string{"rokky"}},
		"refunds,refunds,orders":           {true, true, false, nil},
		"supplier:rokky,refunds, periodic": {false, true, true, []string{"rokky"}},
	} {
		cfg, _ := LoadConfig(func(name string) string { return map[string]string{"LAREK_WORKER_QUEUES": setting}[name] })
		o := (&Services{cfg: cfg, in: &Infra{}}).WorkerOptions()
		if o.Orders != want.orders || (o.Refunds != nil) != want.refunds || cfg.servesPeriodic() != want.periodic {
			t.Errorf("%q: orders %t, refunds %v, periodic %t", setting, o.Orders, o.Refunds, cfg.servesPeriodic())
		}
		if diff := cmp.Diff(want.suppliers, suppliers(o)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", setting, diff)
		}
	}
}

func TestUnknownQueueIsRefusedWithTheKnownOnes(t *testing.T) {
	t.Parallel()
	for _, setting := range []string{"refund", "rokky", "supplier:", "orders,", "supplier:steam"} {
		_, err := LoadConfig(func(name string) string { return map[string]string{"LAREK_WORKER_QUEUES": setting}[name] })
		const want = "but orders, refunds, periodic, supplier:moogold, supplier:nsgifts, supplier:gamesdrop, supplier:rokky"
		if err == nil || !strings.Contains(err.Error(), "LAREK_WORKER_QUEUES: there is no queue") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v", setting, err)
		}
	}
}

func TestWorkerSaysOfEveryQueueWhetherItServesIt(t *testing.T) {
	t.Parallel()
	registry := prometheus.NewRegistry()
	registry.MustRegister(queueMetrics{[]string{queueRefunds, "supplier:rokky"}})
	families, err := registry.Gather()
	if err != nil || len(families) != 1 {
		t.Fatalf("%d metrics: %v", len(families), err)
	}
	got := map[string]float64{}
	for _, m := range families[0].GetMetric() {
		got[m.GetLabel()[0].GetValue()] = m.GetGauge().GetValue()
	}
	want := map[string]float64{"orders": 0, "periodic": 0, "refunds": 1, "supplier:gamesdrop": 0, "supplier:moogold": 0, "supplier:nsgifts": 0, "supplier:rokky": 1}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
