package order

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/states.md anew")

const statesPath = "../../docs/states.md"

// TestStatesAreDrawnFromTheTables keeps docs/states.md what the code does.
// After a change of a table: go test ./internal/order -run States -update
func TestStatesAreDrawnFromTheTables(t *testing.T) {
	t.Parallel()
	want := "# States\n\nDrawn from the tables in `internal/order/status.go` by its test; do not edit by hand.\n" +
		diagram("Order", orderMoves, func(s Status) bool { return s.Final() }) +
		diagram("Line of an order", lineMoves, func(s LineStatus) bool { return s.Final() })
	if *update {
		if err := os.WriteFile(statesPath, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(statesPath)
	if err != nil || string(got) != want {
		t.Fatalf("docs/states.md is not fresh (%v); run: go test ./internal/order -run States -update", err)
	}
}

func diagram[S ~string](title string, table []move[S], final func(S) bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n```mermaid\nstateDiagram-v2\n    [*] --> %s\n", title, name(table[0].from))
	for _, m := range table {
		for _, to := range m.to {
			fmt.Fprintf(&b, "    %s --> %s\n", name(m.from), name(to))
		}
		if final(m.from) {
			fmt.Fprintf(&b, "    %s --> [*]\n", name(m.from))
		}
	}
	b.WriteString("```\n")
	return b.String()
}

// name is a status without what Mermaid takes for an arrow.
func name[S ~string](s S) string { return strings.ReplaceAll(string(s), "-", "_") }

func TestEveryStatusHasARowAndEveryMoveAnEnd(t *testing.T) {
	t.Parallel()
	for _, s := range []Status{Created, WaitingForPayment, Paid, Sending, Sent, Done, Failed} {
		if s.CanBecome(s) {
			t.Errorf("%s becomes itself", s)
		}
		if !reaches(orderMoves, s, Done) && s != Done {
			t.Errorf("%s never gets done", s)
		}
	}
	for _, s := range []LineStatus{Processing, LineSending, IncorrectDetails} {
		if !reaches(lineMoves, s, Completed) || !reaches(lineMoves, s, Refunded) {
			t.Errorf("a line that is %s cannot end", s)
		}
	}
	for _, s := range []LineStatus{Completed, Refunded} {
		for _, to := range []LineStatus{Processing, LineSending, IncorrectDetails, Completed, Refunded} {
			if s.CanBecome(to) {
				t.Errorf("a line that is %s becomes %s", s, to)
			}
		}
	}
	for _, m := range [][2]Status{{Created, Paid}, {Created, Done}, {Paid, Created}, {Done, Failed}, {Failed, Sending}, {Sent, Failed}, {"", Created}} {
		if m[0].CanBecome(m[1]) {
			t.Errorf("%s becomes %s", m[0], m[1])
		}
	}
}

func reaches[S ~string](table []move[S], from, end S) bool {
	seen := map[S]bool{from: true}
	for queue := []S{from}; len(queue) > 0; queue = queue[1:] {
		for _, m := range table {
			if m.from != queue[0] {
				continue
			}
			for _, to := range m.to {
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
