package gamesdrop

import "larek/internal/delivery"

const name = "gamesdrop"

// Descriptor describes GamesDrop.
var Descriptor = delivery.Descriptor{
	Name: name, Title: "GamesDrop", ChecksAccounts: true,
	NewSettings: func() delivery.Settings { return &Settings{} },
}

// Enabled implements delivery.Settings.
func (s *Settings) Enabled() bool { return s.Token != "" }

// New implements delivery.Settings.
func (s *Settings) New(d delivery.SupplierDeps) (delivery.Supplier, error) {
	return New(*s, d.HTTP), nil
}
