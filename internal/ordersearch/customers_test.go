package ordersearch_test

import "testing"

// TestBuyersAreReadByIndexes finds accounts by what is known of them and reads one.
func TestBuyersAreReadByIndexes(t *testing.T) {
	t.Parallel()
	s := open(t, filled())
	for _, text := range []string{"user7@example.test", "7", "+79991234567"} {
		list, _, err := s.FindCustomers(t.Context(), text)
		if want := text[0] != '+'; err != nil || (len(list) == 1 && list[0].ID == 7) != want {
			t.Errorf("%s: %d accounts, %v", text, len(list), err)
		}
		s.wantIndexes(t, "find "+text)
	}
	if p, err := s.Customer(t.Context(), 7); err != nil || p.Orders == 0 {
		t.Errorf("got %+v, %v, want an account with orders", p, err)
	}
	if _, err := s.CustomerMovements(t.Context(), 7, 0, 50); err != nil {
		t.Error(err)
	}
	s.wantIndexes(t, "an account")
}
