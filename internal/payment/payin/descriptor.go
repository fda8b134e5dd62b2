package payin

import "larek/internal/payment"

const name = "payin"

// Descriptor describes Payin-Payout.
var Descriptor = payment.Descriptor{
	Name:  name,
	Title: "Payin-Payout",
	Methods: []payment.MethodSpec{
		{Name: cardMethod, Title: "перевод на карту", Scenario: payment.P2P, Lost: payment.NotFound},
		{Name: terminalMethod, Title: "терминал или кошелёк", Scenario: payment.External, Lost: payment.NotFound},
		{Name: formMethod, Title: "страница Payin-Payout", Scenario: payment.Form, Lost: payment.NeverLost},
	},
	NewSettings: func() payment.Settings { return &Settings{} },
}

// Enabled implements payment.Settings.
func (s *Settings) Enabled() bool { return s.Secret != "" }

// New implements payment.Settings.
func (s *Settings) New(d payment.ProviderDeps) (payment.Provider, error) { return New(*s, d.HTTP), nil }
