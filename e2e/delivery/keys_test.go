package delivery_test

import (
	"encoding/base64"
	"errors"
	"maps"
	"testing"

	"larek/e2e/shoptest"
	"larek/internal/delivery"
	"larek/internal/publicid"
	"larek/internal/sandbox/moogold"
	"larek/internal/seal"
)

func newRing(id string) string {
	key := seal.NewKey()
	return id + ":" + base64.StdEncoding.EncodeToString(key[:])
}

// TestKeysRotateInTheMiddleOfOrders: an order begins under the first keys, and ends
// when these are in no setting any more.
func TestKeysRotateInTheMiddleOfOrders(t *testing.T) {
	t.Parallel()
	s := stocked(shoptest.OpenWithoutWorker(t, seal.NewKey()))
	s.Sandbox.Supplier(moogold.Name, fields{"processing_ms": -1})
	const code = "ROTATED-CODE-1"
	pack := shoptest.One[int64](s.Shop, `select min(id) from products where kind = 'pubg'`)
	if _, _, err := s.Services().Stock.Load(t.Context(), pack, []string{code}); err != nil {
		t.Fatal(err)
	}
	stop := s.StartWorker()
	given, waiting := s.Order("pubg", "", fields{"products": []fields{{"product_id": pack, "quantity": 1}}}), s.supply(goodID, 1)
	given.PayByCard()
	waiting.PayByCard()
	given.WaitForStatus("done")
	key := s.keyOf(waiting)
	stop()

	// Both keys: what the first sealed stays readable, nothing new is sealed with it.
	codeKeys, flowKeys := newRing("second"), newRing("second")
	s.ChangeSettings(map[string]string{"LAREK_CODE_KEYS": codeKeys + "," + s.Setting("LAREK_CODE_KEYS"), "LAREK_FLOW_KEYS": flowKeys})
	stop = s.StartWorker()
	s.wantCode(given, code)
	s.wantKeys(map[string]int64{"codes t": 1, "workflows flow": 1})
	for _, want := range []int64{1, 0} { // repeating it changes nothing
		s.reseal(want)
	}
	s.wantKeys(map[string]int64{"codes second": 1, "workflows second": 1})
	stop()

	// Without the first ones: the flow's was derived from the secret.
	secret := seal.NewKey()
	s.ChangeSettings(map[string]string{"LAREK_CODE_KEYS": codeKeys, "LAREK_SECRET": base64.StdEncoding.EncodeToString(secret[:])})
	s.StartWorker()
	s.Sandbox.Command("/supply", fields{"supplier": moogold.Name, "key": key, "action": "deliver"})
	waiting.WaitForStatus("done")
	s.wantCode(given, code)
	s.wantDelivered(moogold.Name, 1)
	s.Audit()
}

// TestKeyIsNeededUntilValuesAreSealedAgain: the check above would notice a lost key.
func TestKeyIsNeededUntilValuesAreSealedAgain(t *testing.T) {
	t.Parallel()
	s := stocked(shoptest.OpenWithoutWorker(t, seal.NewKey()))
	pack := shoptest.One[int64](s.Shop, `select min(id) from products where kind = 'pubg'`)
	if _, _, err := s.Services().Stock.Load(t.Context(), pack, []string{"LOST"}); err != nil {
		t.Fatal(err)
	}
	s.StartWorker()
	b := s.Order("pubg", "", fields{"products": []fields{{"product_id": pack, "quantity": 1}}})
	b.PayByCard()
	b.WaitForStatus("done")
	s.ChangeSettings(map[string]string{"LAREK_CODE_KEYS": newRing("second")})
	if _, err := s.reveal(b); !errors.Is(err, seal.ErrOpen) {
		t.Errorf("got %v without the key, want ErrOpen", err)
	}
	s.reseal(0) // it skips what it cannot open
}

func (s *shop) reveal(b *shoptest.Buyer) (codes []string, err error) {
	byLine, err := s.Services().Stock.Reveal(s.T.Context(), b.ID, delivery.BrowserViewer(publicid.New()), s.Clock.Now())
	for _, line := range byLine {
		codes = append(codes, line...)
	}
	return codes, err
}

func (s *shop) wantCode(b *shoptest.Buyer, want string) {
	s.T.Helper()
	if codes, err := s.reveal(b); err != nil || len(codes) != 1 || codes[0] != want {
		s.T.Errorf("got codes %v, %v, want %s", codes, err, want)
	}
}

func (s *shop) reseal(want int64) {
	s.T.Helper()
	err := s.Services().Reseal(s.T.Context(), func(place string, values int64) error {
		if place == "codes" && values != want {
			s.T.Errorf("%d codes sealed again, want %d", values, want)
		}
		return nil
	})
	if err != nil {
		s.T.Fatal(err)
	}
}

// wantKeys waits until the keys in use are these; the list of workflows lags behind.
func (s *shop) wantKeys(want map[string]int64) {
	s.T.Helper()
	s.Eventually(func() string {
		uses, err := s.Services().KeyUses(s.T.Context())
		if err != nil {
			return err.Error()
		}
		got := map[string]int64{}
		for _, u := range uses {
			got[u.Place+" "+u.Key] = u.Values
		}
		return shoptest.FailUnless(maps.Equal(got, want), "keys in use: %v, want %v", got, want)
	})
}
