package admin_test

import (
	"fmt"

	"larek/internal/pg/pgtest/factory"
)

var _ = rows(func() map[string]row {
	hidden := factory.With{"is_active": false}
	return map[string]row{
		"getPriceRule":     {call: at("/api/admin/prices/rules/1/")},
		"getPriceSettings": {call: at("/api/admin/prices/settings/")},
		"setPriceSettings": {action: "price.set_step", call: func(f *fixture, _ caller) (string, string) {
			f.AsOwner(`delete from price_settings`)
			return "/api/admin/prices/settings/", `{"largest_step":"45.00","version":0,` + reason + "}"
		}},
		"listWaitingPrices": {call: at("/api/admin/prices/waiting/")},
		"setPriceRule": {action: "price.set_rule", call: func(f *fixture, _ caller) (string, string) {
			return fmt.Sprintf("/api/admin/prices/rules/%d/", factory.Game(f.T, f.Pool, hidden)),
				`{"percent":"25.00","ending":90,"floor":"0.00","is_active":false,"version":0,` + reason + "}"
		}},
		"decidePrice": {action: "price.approve_rule", call: func(f *fixture, _ caller) (string, string) {
			product := factory.Product(f.T, f.Pool, factory.Game(f.T, f.Pool, hidden), nil)
			f.Exec(`insert into price_rule_steps (product_id, rule_version, cost, price, old_price, state, at) values ($1, 1, 150, 200, 100, 'waits', now())`, product)
			return fmt.Sprintf("/api/admin/prices/waiting/%d/decide/", product), `{"price":"200.00","version":1,"approve":true,` + reason + "}"
		}},
	}
})
