package conformance

import (
	"net/http"
	"testing"

	"larek/internal/payment"
	"larek/internal/payment/payselection"
	"larek/internal/payment/tbank"
	sandboxpayselection "larek/internal/sandbox/payselection"
	sandboxtbank "larek/internal/sandbox/tbank"
)

// TestReceiptsGoWithPaymentAndRefund: the sandbox refuses a receipt whose
// items do not sum up to the amount.
func TestReceiptsGoWithPaymentAndRefund(t *testing.T) {
	taxes := payment.FiscalSettings{System: "usn_income", INN: "7700000000", Address: "https://larek.example", Email: "shop@example.test"}
	each(t, func(s providerCase) bool { return s.provider == "payselection" || s.provider == "tbank" }, func(b *providerSuite) {
		if b.provider == "payselection" {
			b.adapter = payselection.New(payselection.Settings{
				SiteID: sandboxpayselection.SiteID, SecretKey: sandboxpayselection.SecretKey,
				WebformURL: b.sandbox.URL + sandboxpayselection.WebformPath, GatewayURL: b.sandbox.URL + sandboxpayselection.GatewayPath, Taxes: taxes,
			}, &http.Client{Transport: new(http.Transport)})
		} else {
			b.adapter = tbank.New(tbank.Settings{
				TerminalKey: sandboxtbank.Terminal, Password: sandboxtbank.Password, BaseURL: b.sandbox.URL + sandboxtbank.Path, Taxes: taxes,
			}, &http.Client{Transport: new(http.Transport)})
		}
		in := b.invoice(301_55)
		in.VATRate = "vat22"
		in.Lines = []payment.InvoiceLine{{Title: "660 UC", Quantity: 2, Sum: 200_00}, {Title: "60 UC", Quantity: 3, Sum: 101_55}}
		receipt, err := b.adapter.(payment.FiscalProvider).SaleReceipt(in)
		if err != nil || receipt == nil {
			b.Fatalf("%s, %v", receipt, err)
		}
		b.open(in)
		b.act(in.Reference, "pay", "send", 0)
		n := b.nextWebhook()
		r := back(n, "part", 101_55, 200_00)
		r.Lines, r.Email, r.Created, r.VATRate = in.Lines[1:], in.Email, in.Created, in.VATRate
		if _, err := b.adapter.Refund(b.Context(), r); err != nil {
			b.Fatal(err)
		}
		b.refunded(n, 101_55, 1)

		wrong := b.invoice(301_55)
		wrong.Lines = in.Lines[:1]
		if _, err := b.adapter.CreateInvoice(b.Context(), wrong); err == nil {
			b.Error("a receipt for less than the charge was sent")
		}
	})
}
