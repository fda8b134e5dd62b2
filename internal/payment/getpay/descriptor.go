package getpay

import "larek/internal/payment"

const name = "getpay"

// Descriptor describes GetPay.
var Descriptor = payment.Descriptor{
	Name:        name,
	Title:       "GetPay",
	Methods:     []payment.MethodSpec{{Name: "getpay", Title: "электронный кошелёк", Scenario: payment.P2PRedirect, Lost: payment.OpenedAgain}},
	NewSettings: func() payment.Settings { return &Settings{} },
}

// Enabled implements payment.Settings.
func (s *Settings) Enabled() bool { return s.Secret != "" }

// New implements payment.Settings.
func (s *Settings) New(d payment.ProviderDeps) (payment.Provider, error) { return New(*s, d.HTTP), nil }
