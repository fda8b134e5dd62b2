package checkout

import "testing"

func TestSurplusIsAWholePercentFrom0To23(t *testing.T) {
	t.Parallel()
	seen := map[int64]bool{}
	for range 5000 {
		surplus, err := randomSurplus()
		if err != nil {
			t.Fatal(err)
		}
		if surplus < 0 || surplus > 23 {
			t.Fatalf("got %d hundredths, want 0 to 23", surplus)
		}
		seen[int64(surplus)] = true
	}
	// With 5000 draws of 24 values one is missing by chance with a probability below 1 in 10⁹⁰.
	if len(seen) != 24 {
		t.Errorf("%d different values, want 24", len(seen))
	}
}
