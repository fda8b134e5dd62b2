package moogold

import "larek/internal/delivery"

const (
	name = "moogold"
	// directTopUps is the category whose goods we sell.
	directTopUps = 50
)

// Descriptor describes MooGold.
var Descriptor = delivery.Descriptor{
	Name: name, Title: "MooGold", Callbacks: true, ChecksAccounts: true,
	NewSettings: func() delivery.Settings { return &Settings{Categories: []int{directTopUps}} },
}

// Enabled implements delivery.Settings.
func (s *Settings) Enabled() bool { return s.SecretKey != "" }

// New implements delivery.Settings.
func (s *Settings) New(d delivery.SupplierDeps) (delivery.Supplier, error) {
	return New(*s, d.HTTP, d.Clock), nil
}
