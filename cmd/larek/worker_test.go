package main

import (
	"strings"
	"testing"
)

// TestUnknownQueueRefusesToStart: the flag is read instead of the setting, which is right.
func TestUnknownQueueRefusesToStart(t *testing.T) {
	t.Parallel()
	env := map[string]string{"LAREK_WORKER_QUEUES": "orders"}
	err := run(t.Context(), []string{"worker", "--queues", "refunds,supplier:steam"}, func(name string) string { return env[name] }, new(strings.Builder))
	want := `LAREK_WORKER_QUEUES: there is no queue "supplier:steam", but orders, refunds, periodic, supplier:moogold, `
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s…", err, want)
	}
}
