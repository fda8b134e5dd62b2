package payselection

import "larek/internal/payment"

const name = "payselection"

// Descriptor describes Payselection.
var Descriptor = payment.Descriptor{
	Name:        name,
	Title:       "PaySelection",
	Methods:     []payment.MethodSpec{{Name: "payselection", Title: "банковская карта", Scenario: payment.Redirect, Lost: payment.OpenedAgain}},
	Queries:     true,
	Refunds:     true,
	NewSettings: func() payment.Settings { return &Settings{} },
}

// Enabled implements payment.Settings.
func (s *Settings) Enabled() bool { return s.SecretKey != "" }

// New implements payment.Settings.
func (s *Settings) New(d payment.ProviderDeps) (payment.Provider, error) {
	cfg := *s
	cfg.Taxes = d.Fiscal
	return New(cfg, d.HTTP), nil
}
