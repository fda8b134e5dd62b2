package payment

import (
	"testing"

	"larek/internal/doccheck"
)

// TestRefundStatesAreDrawnFromTheTable compares docs/refunds.md with the code.
// After a change of the table: go test ./internal/payment -run RefundStates -update
func TestRefundStatesAreDrawnFromTheTable(t *testing.T) {
	t.Parallel()
	var states []doccheck.State[RefundStatus]
	for _, m := range refundTransitions {
		states = append(states, doccheck.State[RefundStatus]{Name: m.from, Next: m.to, Final: m.from.Final()})
	}
	doccheck.Drawn(t, "../../docs/refunds.md", "# States of a refund\n\nDrawn from the table in `internal/payment/refund_status.go` by its test; do not edit by hand.\n\n"+
		doccheck.StateDiagram(states))
}

func TestEveryRefundCanEnd(t *testing.T) {
	t.Parallel()
	for _, m := range refundTransitions {
		if !endsFrom(m.from, map[RefundStatus]bool{}) {
			t.Errorf("a refund that is %s can come to no end", m.from)
		}
		if m.from.Final() != (len(m.to) == 0) {
			t.Errorf("%s is final: %v, and leads to %v", m.from, m.from.Final(), m.to)
		}
	}
}

func endsFrom(s RefundStatus, seen map[RefundStatus]bool) bool {
	if s.Final() {
		return true
	}
	seen[s] = true
	for _, m := range refundTransitions {
		for _, to := range m.to {
			if m.from == s && !seen[to] && endsFrom(to, seen) {
				return true
			}
		}
	}
	return false
}
