package payin

import "larek/internal/payment"

const (
	name      = "payin"
	agentName = "Ларёк"
)

// Descriptor describes Payin-Payout.
var Descriptor = payment.Descriptor{
	Name: name,
	Methods: []payment.MethodSpec{
		{Name: cardMethod, Scenario: payment.P2P, Lost: payment.NotFound},
		{Name: terminalMethod, Scenario: payment.External, Lost: payment.NotFound},
		{Name: formMethod, Scenario: payment.Form, Lost: payment.NeverLost},
	},
	NewSettings: func() payment.Settings { return &Settings{AgentName: agentName} },
}

// Enabled implements payment.Settings.
func (s *Settings) Enabled() bool { return s.Secret != "" }

// New implements payment.Settings.
func (s *Settings) New(d payment.ProviderDeps) (payment.Provider, error) { return New(*s, d.HTTP), nil }
