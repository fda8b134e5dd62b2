package sandbox

import (
	"maps"

	"larek/internal/sandbox/centralbank"
	"larek/internal/sandbox/core"
	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/getpay"
	"larek/internal/sandbox/mailbox"
	"larek/internal/sandbox/moogold"
	"larek/internal/sandbox/nsgifts"
	"larek/internal/sandbox/payin"
	"larek/internal/sandbox/payselection"
	"larek/internal/sandbox/pushservice"
	"larek/internal/sandbox/rokky"
	"larek/internal/sandbox/signin"
	"larek/internal/sandbox/tbank"
)

// services lists the played services. A new one is added here.
func services(c Callbacks) []core.Service {
	return []core.Service{
		payselection.New(),
		tbank.New(),
		payin.New(c.Payin),
		getpay.New(),
		moogold.New(c.MooGold),
		nsgifts.New(),
		gamesdrop.New(),
		rokky.New(c.Rokky),
		signin.New(),
		centralbank.New(),
		pushservice.New(),
	}
}

// ShopCallbacks returns the callback addresses of a shop.
func ShopCallbacks(shopOrigin string) Callbacks {
	return Callbacks{
		Payin:   shopOrigin + "/hooks/payin/",
		MooGold: shopOrigin + "/hooks/moogold/" + moogold.CallbackToken + "/",
		Rokky:   shopOrigin + "/hooks/rokky/",
	}
}

// Env returns the settings of a shop that uses a sandbox with this origin and
// this SMTP address.
func Env(origin, smtpAddr string) map[string]string {
	env := mailbox.SMTPEnv(smtpAddr)
	for _, service := range services(Callbacks{}) {
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
	for _, service := range services(Callbacks{}) {
		if s, ok := service.(core.Supplier); ok && s.Name() == name {
			return s
		}
	}
	panic("sandbox: no supplier " + name)
}
