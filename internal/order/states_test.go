package order

import (
	"testing"

	"larek/internal/doccheck"
)

// TestStatesAreDrawnFromTheTables checks that docs/states.md matches the
// transition tables. After a change run: go test ./internal/order -run States
// -update
func TestStatesAreDrawnFromTheTables(t *testing.T) {
	t.Parallel()
	doccheck.Drawn(t, "../../docs/states.md", "# States\n\nDrawn from the tables in `internal/order/status.go` by its test; do not edit by hand.\n"+
		diagram("Order", orderTransitions, func(s Status) bool { return s.Final() })+
		diagram("Line of an order", lineTransitions, func(s LineStatus) bool { return s.Final() }))
}

func diagram[S ~string](title string, table []transition[S], final func(S) bool) string {
	var states []doccheck.State[S]
	for _, t := range table {
		states = append(states, doccheck.State[S]{Name: t.from, Next: t.to, Final: final(t.from)})
	}
	return "\n## " + title + "\n\n" + doccheck.StateDiagram(states)
}

func TestEveryStatusCanReachAFinalStatus(t *testing.T) {
	t.Parallel()
	for _, s := range []Status{Created, WaitingForPayment, Paid, Sending, Sent, Done, Failed} {
		if s.CanTransitionTo(s) {
			t.Errorf("%s: transition to itself is allowed", s)
		}
		if !reaches(orderTransitions, s, Done) && s != Done {
			t.Errorf("%s cannot reach done", s)
		}
	}
	for _, s := range []LineStatus{Processing, LineSending, IncorrectDetails} {
		if !reaches(lineTransitions, s, Completed) || !reaches(lineTransitions, s, Refunded) {
			t.Errorf("line status %s cannot reach a final status", s)
		}
	}
	for _, s := range []LineStatus{Completed, Refunded} {
		for _, to := range []LineStatus{Processing, LineSending, IncorrectDetails, Completed, Refunded} {
			if s.CanTransitionTo(to) {
				t.Errorf("line transition %s to %s is allowed", s, to)
			}
		}
	}
	for _, m := range [][2]Status{{Created, Paid}, {Created, Done}, {Paid, Created}, {Done, Failed}, {Failed, Sending}, {Sent, Failed}, {"", Created}} {
		if m[0].CanTransitionTo(m[1]) {
			t.Errorf("transition %s to %s is allowed", m[0], m[1])
		}
	}
}

func reaches[S ~string](table []transition[S], from, end S) bool {
	seen := map[S]bool{from: true}
	for queue := []S{from}; len(queue) > 0; queue = queue[1:] {
		for _, t := range table {
			if t.from != queue[0] {
				continue
			}
			for _, to := range t.to {
				if to == end {
					return true
				}
				if !seen[to] {
					seen[to] = true
					queue = append(queue, to)
				}
			}
		}
	}
	return false
}
