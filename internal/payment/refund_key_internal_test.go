package payment

import "testing"

// TestRefundKeysOfEveryAge: a provider has seen the keys of older refunds, which stay what
// they were; newer ones name what is refunded, whatever its number is.
func TestRefundKeysOfEveryAge(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		refund Refund
		want   string
	}{
		{Refund{ID: 7, Round: 1}, "refund-7"},
		{Refund{ID: 7, Round: 2}, "refund-7-2"},
		{Refund{ID: 7, Round: 1, nonce: "37be8a36d854"}, "refund-7-37be8a36d854"},
		{Refund{ID: 7, Round: 1, nonce: "k0123456789abcdef0123"}, "refund-k0123456789abcdef0123"},
		{Refund{ID: 1_000_007, Round: 3, nonce: "k0123456789abcdef0123"}, "refund-k0123456789abcdef0123-3"},
	} {
		if got := tc.refund.key(); got != tc.want {
			t.Errorf("%+v: got %s, want %s", tc.refund, got, tc.want)
		}
	}
}
