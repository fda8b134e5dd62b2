package main

import (
	"slices"
	"testing"

	"larek/internal/settlement"
)

// TestOnlyPlantedDifferencesAreAccepted gives the comparison reports that lack a planted
// difference, have one more, or have another kind of it.
func TestOnlyPlantedDifferencesAreAccepted(t *testing.T) {
	t.Parallel()
	lost := difference{"tbank", settlement.OursOnly, settlement.Payment, []string{"91", "ord-1"}}
	reported := func(kind settlement.DifferenceKind, name string) difference {
		return difference{"tbank", kind, settlement.Payment, []string{name}}
	}
	for name, tc := range map[string]struct {
		got          []difference
		overMidnight bool
		want         []string
	}{
		"by their number": {got: []difference{reported(settlement.OursOnly, "91")}},
		"by our number":   {got: []difference{reported(settlement.OursOnly, "ord-1")}},
		"nothing":         {want: []string{"planted and not reported: tbank ours_only: payment 91 or ord-1"}},
		"twice": {
			got:  []difference{reported(settlement.OursOnly, "91"), reported(settlement.OursOnly, "91")},
			want: []string{"reported and not planted: tbank ours_only: payment 91"},
		},
		"of another kind": {
			got:  []difference{reported(settlement.OtherSum, "91")},
			want: []string{"planted and not reported: tbank ours_only: payment 91 or ord-1", "reported and not planted: tbank amount: payment 91"},
		},
		"another day": {
			got:  []difference{reported(settlement.OursOnly, "91"), reported(settlement.OtherDay, "92")},
			want: []string{"reported and not planted: tbank day: payment 92"},
		},
		"another day at midnight": {
			got: []difference{reported(settlement.OursOnly, "91"), reported(settlement.OtherDay, "92")}, overMidnight: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := &report{}
			v.sameDifferences([]difference{lost}, tc.got, tc.overMidnight)
			if !slices.Equal(v.violations, tc.want) {
				t.Errorf("got %q, want %q", v.violations, tc.want)
			}
		})
	}
}
