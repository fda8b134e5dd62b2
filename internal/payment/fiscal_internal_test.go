package payment

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

func TestReceiptsSumUpToTheKopeck(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) InvoiceLine {
			return InvoiceLine{Title: "Т", Quantity: rapid.IntRange(1, 99).Draw(t, "quantity"), Sum: money.RUB(rapid.Int64Range(0, 10_000_000).Draw(t, "sum"))}
		}), 1, 6).Draw(t, "lines")
		amount := money.RUB(rapid.Int64Range(0, 1_000_000).Draw(t, "fee"))
		for _, l := range lines {
			amount += l.Sum
		}
		items, err := receiptItems(amount, spreadFee(amount, lines))
		if err != nil {
			t.Fatal(err)
		}
		var sum money.RUB
		for _, i := range items {
			sum += i.Sum
			if i.Price*money.RUB(i.Quantity) != i.Sum || i.Sum == 0 {
				t.Fatalf("%+v", i)
			}
		}
		if sum != amount {
			t.Fatalf("%s instead of %s", sum, amount)
		}
	})
}

func TestReceiptItems(t *testing.T) {
	t.Parallel()
	items, err := receiptItems(3_00_01, []InvoiceLine{
		{"660 UC", 2, 2_00_00}, {"60 UC", 3, 1_00_01}, {"Даром", 1, 0},
	})
	if err != nil || len(items) != 2 || items[0] != (FiscalItem{"660 UC", 1_00_00, 2_00_00, 2}) || items[1] != (FiscalItem{"60 UC × 3", 1_00_01, 1_00_01, 1}) {
		t.Errorf("%+v, %v", items, err)
	}
	long, _ := receiptItems(1, []InvoiceLine{{strings.Repeat("ё", 500), 1, 1}})
	if n := len([]rune(long[0].Name)); n != 120 {
		t.Errorf("a name of %d characters", n)
	}
	for _, bad := range [][]InvoiceLine{{{"А", 1, 99}}, {{"А", 0, 100}}, {{"А", 1, 200}, {"Б", 1, -100}}} {
		if _, err := receiptItems(100, bad); err == nil {
			t.Errorf("%v was accepted", bad)
		}
	}
}

func TestWhoGetsAReceipt(t *testing.T) {
	t.Parallel()
	ours := FiscalSettings{System: "usn_income"}
	in := InvoiceRequest{Reference: "r", Amount: money.Of(100, "RUB"), Lines: []InvoiceLine{{"А", 1, 100}}, Email: "a@b.test", Phone: "+79090000001", Created: time.Unix(0, 0)}
	r, err := ours.SaleReceipt(in)
	if err != nil || r.VATRate != "none" || r.Email != "a@b.test" || r.Phone != "" || r.Total != 100 {
		t.Errorf("%+v, %v", r, err)
	}
	without := func(change func(*InvoiceRequest)) InvoiceRequest { c := in; change(&c); return c }
	if r, _ := ours.SaleReceipt(without(func(i *InvoiceRequest) { i.Email = "" })); r == nil || r.Phone != in.Phone {
		t.Errorf("%+v", r)
	}
	for name, none := range map[string]InvoiceRequest{
		"another currency": without(func(i *InvoiceRequest) { i.Amount.Currency = "USD" }),
		"no contact":       without(func(i *InvoiceRequest) { i.Email, i.Phone = "", "" }),
		"no lines":         without(func(i *InvoiceRequest) { i.Lines = nil }),
	} {
		if r, err := ours.SaleReceipt(none); r != nil || err != nil {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
	if r, err := (FiscalSettings{}).SaleReceipt(in); r != nil || err != nil {
		t.Errorf("switched off: %+v, %v", r, err)
	}
}

func TestWhatARefundIsFor(t *testing.T) {
	t.Parallel()
	two := []paymentdb.RefundedGoodsRow{{Title: "А", Quantity: 2, Net: 200, Charged: 330}, {Title: "Б", Quantity: 1, Net: 100, Charged: 330}}
	whole := refundedLines(7, 330, 330, two)
	if len(whole) != 2 || whole[0].Sum != 200 || whole[1].Sum != 130 {
		t.Errorf("%+v", whole)
	}
	if part := refundedLines(7, 30, 30, two); len(part) != 1 || part[0] != (InvoiceLine{"Лишнее по заказу 7", 1, 30}) {
		t.Errorf("%+v", part)
	}
	line := []paymentdb.RefundedGoodsRow{{Title: "А", Quantity: 2, Net: 200, IsLine: true, Charged: 330}}
	if got := refundedLines(7, 220, 220, line); len(got) != 1 || got[0] != (InvoiceLine{"А", 1, 220}) {
		t.Errorf("%+v", got)
	}
}
