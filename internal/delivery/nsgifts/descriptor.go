package nsgifts

import "larek/internal/delivery"

const name = "nsgifts"

// Descriptor describes NS.Gifts.
var Descriptor = delivery.Descriptor{
	Name: name, Title: "NS.Gifts", ChecksAccounts: true,
	NewSettings: func() delivery.Settings { return &Settings{} },
}

// Enabled implements delivery.Settings.
func (s *Settings) Enabled() bool { return s.Secret != "" }

// New implements delivery.Settings.
func (s *Settings) New(d delivery.SupplierDeps) (delivery.Supplier, error) {
	supplier, err := New(*s, d.HTTP, d.Clock)
	if err != nil {
		return nil, err
	}
	return supplier, nil
}
