package delivery_test

import (
	"errors"
	"log/slog"
	"testing"
	"time"

	"larek/internal/delivery"
)

// TestGoodsOfASupplierAreFoundByWords asks for the list once in ten minutes, and again after
// it failed.
func TestGoodsOfASupplierAreFoundByWords(t *testing.T) {
	t.Parallel()
	moo := &supplierStub{name: "moogold", err: delivery.ErrUnreachable}
	now := time.Unix(1_800_000_000, 0)
	d := delivery.NewSourcing(nil, []delivery.Supplier{moo}, func() time.Time { return now }, slog.New(slog.DiscardHandler))
	if _, err := d.FindGoods(t.Context(), "moogold", "genshin"); !errors.Is(err, delivery.ErrNoList) {
		t.Errorf("a supplier that is down: %v", err)
	}
	moo.err, moo.offers = nil, []delivery.SupplierOffer{
		{SKU: "658343851", Title: "Genshin Impact 60 Crystals", Cost: usd(8800)}, {SKU: "5", Title: "PUBG 60 UC", Cost: usd(9000)},
	}
	for words, want := range map[string]int{"60": 2, "GENSHIN 60": 1, "8343": 1, "genshin uc": 0} {
		if found, err := d.FindGoods(t.Context(), "moogold", words); err != nil || len(found) != want {
			t.Errorf("%s: %+v, %v, want %d", words, found, err, want)
		}
	}
	moo.offers = nil
	now = now.Add(9 * time.Minute)
	if found, err := d.FindGoods(t.Context(), "moogold", "60"); err != nil || len(found) != 2 {
		t.Errorf("within ten minutes: %+v, %v", found, err)
	}
	now = now.Add(2 * time.Minute)
	if found, err := d.FindGoods(t.Context(), "moogold", "60"); err != nil || len(found) != 0 {
		t.Errorf("after ten minutes: %+v, %v", found, err)
	}
	if found, err := d.FindGoods(t.Context(), "operator", "60"); err != nil || len(found) != 0 {
		t.Errorf("our own staff: %+v, %v", found, err)
	}
}
