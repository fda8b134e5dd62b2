package desk_test

import (
	"testing"
	"time"

	"larek/internal/desk"
	"larek/internal/desk/queue"
	"larek/internal/pg/pgtest"
)

func TestCostIsApprovedInTheQueueWithAFreshProof(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	pgtest.Exec(t, o.pool, `update offers set asked_cost = 2, asked_at = $2 where id = $1`, o.offer, noon)
	clerk := o.hire("catalog")
	clerk.FreshAt = noon.Add(-time.Hour)
	if _, err := o.resolve(clerk, desk.KindCost, o.offer, queue.Decision{Resolution: queue.ResolveApprove}); problemCode(err) != "console.stale_proof" {
		t.Errorf("with an old proof: %v, want console.stale_proof", err)
	}
	if !pgtest.One[bool](t, o.pool, `select asked_cost is not null from offers where id = $1`, o.offer) {
		t.Error("the cost was approved")
	}
}
