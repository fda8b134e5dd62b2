package tbank

import "larek/internal/payment"

const name = "tbank"

// Descriptor describes T-Bank.
var Descriptor = payment.Descriptor{
	Name:  name,
	Title: "Т-Банк",
	Methods: []payment.MethodSpec{
		{Name: "tbank_sbp", Title: "СБП", Scenario: payment.InvoiceQR, Lost: payment.FoundByQuery},
		{Name: pictureMethod, Title: "СБП по QR-коду", Scenario: payment.QR, Lost: payment.FoundByQuery},
	},
	Queries:     true,
	Refunds:     true,
	Cancels:     true,
	NewSettings: func() payment.Settings { return &Settings{} },
}

// Enabled implements payment.Settings.
func (s *Settings) Enabled() bool { return s.Password != "" }

// New implements payment.Settings.
func (s *Settings) New(d payment.ProviderDeps) (payment.Provider, error) {
	cfg := *s
	cfg.Taxes = d.Fiscal
	return New(cfg, d.HTTP), nil
}
