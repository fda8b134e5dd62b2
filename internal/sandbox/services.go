package sandbox

import (
	"maps"

	"larek/internal/sandbox/core"
	"larek/internal/sandbox/mailbox"

	// The played services register themselves. A new one is added here.
	_ "larek/internal/sandbox/centralbank"
	_ "larek/internal/sandbox/gamesdrop"
	_ "larek/internal/sandbox/getpay"
	_ "larek/internal/sandbox/moogold"
	_ "larek/internal/sandbox/nsgifts"
	_ "larek/internal/sandbox/payin"
	_ "larek/internal/sandbox/payselection"
	_ "larek/internal/sandbox/pushservice"
	_ "larek/internal/sandbox/rokky"
	_ "larek/internal/sandbox/signin"
	_ "larek/internal/sandbox/tbank"
)

// Env returns the settings of a shop that uses a sandbox with this origin and
// this SMTP address.
func Env(origin, smtpAddr string) map[string]string {
	env := mailbox.SMTPEnv(smtpAddr)
	for _, service := range core.Services("") {
		maps.Copy(env, service.Env(origin))
	}
	return env
}

// SupplierSKU returns a supplier's id of the product with this game key and
// title; gifts have no game. It depends on its arguments only, so that a seeded
// shop and a sandbox agree.
func SupplierSKU(supplier, gameKey, productTitle string) string {
	return supplierNamed(supplier).SKU(gameKey, productTitle)
}

// SupplierPrice returns the price of an SKU before price_up_percent, in
// ten-thousandths of a US dollar; zero if there is no such SKU.
func SupplierPrice(supplier, sku string) int64 {
	a, _ := core.FindArticle(supplierNamed(supplier), sku)
	return int64(a.Price)
}

// supplierNamed panics for an unknown name: callers use the constants.
func supplierNamed(name string) core.Supplier {
	for _, service := range core.Services("") {
		if s, ok := service.(core.Supplier); ok && s.Name() == name {
			return s
		}
	}
	panic("sandbox: no supplier " + name)
}
