package report_test

import (
	"testing"

	"larek/internal/clock"
)

// TestProvidersAreReadByIndexes reads how providers do among many attempts.
func TestProvidersAreReadByIndexes(t *testing.T) {
	t.Parallel()
	s := open(t, filled())
	if _, err := s.Providers(t.Context(), []string{"tbank", "payin"}, clock.System()); err != nil {
		t.Fatal(err)
	}
	if n := s.wantIndexes(t, "providers"); n != 4 {
		t.Errorf("%d statements were recorded, want 4", n)
	}
}
