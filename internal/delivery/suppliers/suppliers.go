// Package suppliers lists the suppliers. It is the only package that imports their
// adapters.
package suppliers

import (
	"larek/internal/delivery"
	"larek/internal/delivery/gamesdrop"
	"larek/internal/delivery/moogold"
	"larek/internal/delivery/nsgifts"
	"larek/internal/delivery/rokky"
)

// All lists the suppliers. A new one is added here.
var All = []delivery.Descriptor{
	moogold.Descriptor,
	nsgifts.Descriptor,
	gamesdrop.Descriptor,
	rokky.Descriptor,
}
