package admin_test

import (
	"fmt"

	"larek/internal/pg/pgtest/factory"
)

// newOffer inserts a product with one offer, whose supplier asks another cost.
func newOffer(f *fixture) int64 {
	product := factory.Product(f.T, f.Pool, 1, factory.With{"kind": "pubg", "is_active": false, "amount_uc": 60})
	return factory.Offer(f.T, f.Pool, product, factory.With{"supplier": "gamesdrop", "asked_cost": 2, "asked_at": f.Clock.Now()})
}

// onOffer is a call about an offer that was just made.
func onOffer(verb, fields string) func(*fixture, caller) (string, string) {
	return func(f *fixture, _ caller) (string, string) {
		return fmt.Sprintf("/api/admin/offers/%d/%s/", newOffer(f), verb), "{" + fields + reason + "}"
	}
}

var _ = rows(func() map[string]row {
	return map[string]row{
		"listSuppliers": {call: at("/api/admin/suppliers/")},
		"listOnlyGoods": {call: at("/api/admin/suppliers/moogold/only/")},
		"listOffers":    {call: at("/api/admin/suppliers/moogold/offers/?limit=5")},
		"switchSupplier": {action: "supplier.off", call: func(f *fixture, _ caller) (string, string) {
			f.Exec(`delete from supplier_switches`)
			return "/api/admin/suppliers/rokky/switch/", `{"off":true,` + reason + "}"
		}},
		"changeOffer": {call: onOffer("change", `"priority":7,"is_active":false,`), action: "offer.change"},
		"approveCost": {call: onOffer("approve", ""), action: "offer.approve"},
		"refuseCost":  {call: onOffer("refuse", ""), action: "offer.refuse"},
	}
})
