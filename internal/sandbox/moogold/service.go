// Package moogold plays MooGold: direct top-ups; JSON signed with HMAC, order
// updates by an unsigned callback.
package moogold

import (
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"larek/internal/sandbox/core"
)

// Name identifies the supplier in faults, control calls and the journal.
const Name = "moogold"

// The account of the shop. It exists in the sandbox only, so it is no secret.
const (
	PartnerID = "larek-demo"
	Secret    = "sandbox-moogold-secret" //nolint:gosec // see above
	// CallbackToken is the unguessable part of the callback address:
	// /hooks/moogold/{token}/.
	CallbackToken = "sandbox-moogold-callback" //nolint:gosec // see above
)

// Path replaces the host of the supplier.
const Path = "/moogold/wp-json/v1/api"

// Service is the played supplier.
type Service struct {
	core.NumericIDs
	core.NoTimeouts
	core        *core.Server
	callbackURL string
}

func init() {
	core.Register(func(shop string) core.Service {
		return &Service{callbackURL: core.HookURL(shop, Name+"/"+CallbackToken)}
	})
}

// Name implements core.Service.
func (*Service) Name() string { return Name }

// Env implements core.Service.
func (*Service) Env(origin string) map[string]string {
	return map[string]string{
		"LAREK_MOOGOLD_URL":        origin + Path,
		"LAREK_MOOGOLD_PARTNER_ID": PartnerID,
		"LAREK_MOOGOLD_SECRET":     Secret,
		"LAREK_MOOGOLD_HOOK_TOKEN": CallbackToken,
	}
}

// Routes implements core.Service.
func (s *Service) Routes(r chi.Router, c *core.Server) {
	s.core = c
	r.Route(Path, func(r chi.Router) {
		r.Post("/user/balance", s.signed("balance", s.balance))
		r.Post("/product/list_product", s.signed("offers", s.products))
		r.Post("/product/product_detail", s.signed("offers", s.product))
		r.Post("/product/server_list", s.signed("servers", s.servers))
		r.Post("/product/validate", s.signed("check", s.validate))
		r.Post("/order/create_order", s.signed("create", s.create))
		r.Post("/order/order_detail", s.signed("status", s.order(false)))
		r.Post("/order/order_detail_partner_id", s.signed("status", s.order(true)))
	})
}

// Traits implements core.Supplier.
func (s *Service) Traits() core.SupplierTraits {
	return core.SupplierTraits{Title: "MooGold", Processing: time.Second, Callbacks: true, CallbackURL: s.callbackURL}
}

var assortment = sync.OnceValue(func() *core.Assortment { return core.GamesAssortment(&Service{}, 80) })

// Assortment implements core.Supplier.
func (*Service) Assortment() *core.Assortment { return assortment() }

// SKU implements core.Supplier.
func (*Service) SKU(gameKey, productTitle string) string {
	return strconv.FormatUint(core.Number(Name, gameKey, productTitle), 10)
}

// PlannedOutcome implements core.Supplier.
func (*Service) PlannedOutcome(account string) core.SupplierOrderState {
	return core.OutcomeBySuffix(account, map[string]core.SupplierOrderState{
		"404": core.OrderWrongDetails, "500": core.OrderRefunded, "666": core.OrderRefunded,
	})
}

// Callback implements core.Supplier. It is not signed: the shop must trust
// nothing but the order's key.
func (*Service) Callback(url string, o *core.SupplierOrder, _ time.Time) core.WebhookRequest {
	return core.WebhookRequest{
		URL: url, Header: http.Header{"Content-Type": {"application/json"}},
		Body: core.MustJSON(map[string]any{
			"status": status(o.State), "message": "Order " + status(o.State), "order_id": o.ID, "total": o.Price.String(),
			"account_details": map[string]string{
				"player_id": o.Account, "server_id": o.Server, "partnerOrderId": o.Key,
			},
		}),
	}
}

// Acknowledged implements core.Supplier: the response is {"status":"success"}.
func (*Service) Acknowledged(status int, body []byte) bool {
	var response struct{ Status string }
	return status == http.StatusOK && json.Unmarshal(body, &response) == nil && response.Status == "success"
}

// Refuse implements core.Supplier.
func (*Service) Refuse(w http.ResponseWriter) {
	writeError(w, http.StatusOK, "400", "The request is refused")
}
