package sandbox_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"larek/internal/sandbox/payin"
)

func TestPayPageButtons(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	tests := []struct {
		button url.Values
		status int
		taken  string
	}{
		{url.Values{"act": {"pay"}}, http.StatusSeeOther, "100.00"},
		{url.Values{"act": {"decline"}}, http.StatusSeeOther, "0.00"},
		{url.Values{"act": {"other"}, "amount": {"99,50"}}, http.StatusSeeOther, "99.50"},
		{url.Values{"act": {"other"}, "amount": {"много"}}, http.StatusBadRequest, "0.00"},
		{url.Values{"act": {"twice"}}, http.StatusSeeOther, "200.00"},
		{url.Values{"act": {"lose"}}, http.StatusSeeOther, "100.00"},
		{url.Values{"act": {"notify_twice"}}, http.StatusSeeOther, "100.00"},
		{url.Values{"act": {"late"}, "minutes": {"0"}}, http.StatusSeeOther, "100.00"},
		{url.Values{"act": {"late"}, "minutes": {"5"}}, http.StatusSeeOther, "0.00"},
	}
	for i, test := range tests {
		reference := "a-" + string(rune('a'+i))
		b.open(reference)
		got, err := b.send("POST", "/pay/payselection/"+reference, formType, test.button.Encode(), nil)
		if err != nil || got.status != test.status {
			t.Errorf("%v: %d %s (%v)", test.button, got.status, got.body, err)
		}
		if taken := b.total(reference).Taken.String(); taken != test.taken {
			t.Errorf("%v: took %s, want %s", test.button, taken, test.taken)
		}
	}
}

func TestPagesShowInvoices(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.open("a-1")
	b.payin("p-1", payin.Secret, transfer)
	for path, wants := range map[string][]string{
		"/":                     {"деньги ненастоящие", "100,00\u00a0₽", "p-1", "Ждёт оплаты"},
		"/pay/payselection/a-1": {"Оплатить дважды", "https://shop.example/o"},
		"/pay/payin/p-1":        {"Оплатить часть", "2200\u00a07000"},
	} {
		got, err := b.send("GET", path, "", "", nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(got.body, want) {
				t.Errorf("%s does not show %q", path, want)
			}
		}
	}
	if got, _ := b.send("GET", "/pay/payselection/nobody", "", "", nil); got.status != http.StatusNotFound {
		t.Errorf("unknown invoice: got %d, want 404", got.status)
	}
}
