package rokky

import "larek/internal/delivery"

const name = "rokky"

// Descriptor describes Rokky.
var Descriptor = delivery.Descriptor{
	Name: name, Title: "Rokky", Callbacks: true,
	NewSettings: func() delivery.Settings { return &Settings{HookPath: "/hooks/" + name + "/"} },
}

// Enabled implements delivery.Settings.
func (s *Settings) Enabled() bool { return s.Secret != "" }

// New implements delivery.Settings.
func (s *Settings) New(d delivery.SupplierDeps) (delivery.Supplier, error) {
	return New(*s, d.HTTP, d.Clock), nil
}
