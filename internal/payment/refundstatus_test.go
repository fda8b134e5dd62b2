package payment

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/refunds.md anew")

const refundsPath = "../../docs/refunds.md"

// TestRefundStatesAreDrawnFromTheTable keeps docs/refunds.md what the code does.
// After a change of the table: go test ./internal/payment -run RefundStates -update
func TestRefundStatesAreDrawnFromTheTable(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("# States of a refund\n\nDrawn from the table in `internal/payment/refundstatus.go` by its test; do not edit by hand.\n\n```mermaid\nstateDiagram-v2\n    [*] --> pending\n")
	for _, m := range refundMoves {
		for _, to := range m.to {
			fmt.Fprintf(&b, "    %s --> %s\n", m.from, to)
		}
		if m.from.Final() {
			fmt.Fprintf(&b, "    %s --> [*]\n", m.from)
		}
	}
	b.WriteString("```\n")
	if *update {
		if err := os.WriteFile(refundsPath, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(refundsPath)
	if err != nil || string(got) != b.String() {
		t.Fatalf("docs/refunds.md is not fresh (%v); run: go test ./internal/payment -run RefundStates -update", err)
	}
}

func TestEveryRefundCanEnd(t *testing.T) {
	t.Parallel()
	for _, m := range refundMoves {
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
	for _, m := range refundMoves {
		for _, to := range m.to {
			if m.from == s && !seen[to] && endsFrom(to, seen) {
				return true
			}
		}
	}
	return false
}
