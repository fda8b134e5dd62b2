// Package suppliers lists the suppliers. It is the only package that imports their
// adapters.
package suppliers

import (
	"slices"

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

// Known reports whether there is a supplier of that name, set up or not.
func Known(name string) bool {
	return name == delivery.Operator || slices.ContainsFunc(All, func(d delivery.Descriptor) bool { return d.Name == name })
}

// Title returns the title of a supplier, or its name if it is unknown.
func Title(name string) string {
	if name == delivery.Operator {
		return "Оператор"
	}
	if i := slices.IndexFunc(All, func(d delivery.Descriptor) bool { return d.Name == name }); i >= 0 {
		return All[i].Title
	}
	return name
}
