package delivery_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"larek/e2e/shoptest"
	"larek/internal/deliveryproof"
)

func TestReceiptSaysWhatWasHandedOver(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	s.sellNowhere(s.packs[1])
	b := s.supply(goodID, 2, 1)
	if got := b.Page().Progress.DeliveryReceipt; got != nil {
		t.Errorf("a receipt before anything was delivered: %s", *got)
	}
	b.PayByCard()
	b.WaitForStatus("done") // the first line delivered, the second paid back

	got := b.Page().Progress.DeliveryReceipt
	if got == nil {
		t.Fatal("no receipt")
	}
	title := shoptest.One[string](s.Shop, `select title from products where id = $1`, s.packs[0])
	refs := shoptest.One[[]string](s.Shop, `select array_agg(supplier_ref order by delivered_at, supplier_ref) from delivery_units where order_id = $1 and state = 'delivered'`, b.ID)
	want := regexp.MustCompile(`^Ларёк подтверждает доставку по заказу № ` + strconv.FormatInt(b.ID, 10) + `
Куда: игрок ` + goodID + `
` + regexp.QuoteMeta(title) + ` × 2, \d\d\.\d\d\.\d{4} \d\d:\d\d МСК
Номер доставки: ` + regexp.QuoteMeta(strings.Join(refs, ", ")) + `
Подпись: [\w-]{86}$`)
	if !want.MatchString(*got) || len(refs) != 2 {
		t.Errorf("got %q, want %s", *got, want)
	}
	if !deliveryproof.Verify(s.ReceiptKey(), *got) {
		t.Error("our own receipt is not recognised")
	}
	for name, forged := range map[string]string{
		"another quantity": strings.Replace(*got, "× 2", "× 3", 1),
		"another order":    strings.Replace(*got, "№ ", "№ 1", 1),
		"no signature":     (*got)[:strings.LastIndex(*got, "\n")],
		"nothing":          "",
	} {
		if deliveryproof.Verify(s.ReceiptKey(), forged) {
			t.Errorf("%s: a forged receipt is recognised", name)
		}
	}
}
