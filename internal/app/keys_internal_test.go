package app

import (
	"slices"
	"testing"
)

// TestPurposesOfKeys checks the texts that keys in use are derived from.
func TestPurposesOfKeys(t *testing.T) {
	t.Parallel()
	want := []string{"token", "guest", "browser", "flow", "codes", "receipt", "promo-proof", "audit", "staff", "cursor", "preview", "log"}
	got := []string{purposeToken, purposeGuest, purposeSignIn, purposeWorkflow, purposeCodes, purposeReceipt, purposeEmailProof, purposeAudit, purposeStaff, purposeCursor, purposePreview, purposeLog}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
