// Package rokky plays Rokky, a seller of game keys. Its documents are not public,
// so the protocol is a neutral one of ours: JSON signed with HMAC.
package rokky

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"larek/internal/sandbox/core"
)

// Name identifies the supplier in faults, control calls and the journal.
const Name = "rokky"

// The account of the shop. It exists in the sandbox only, so it is no secret.
const (
	Partner = "larek"
	Secret  = "sandbox-rokky-secret" //nolint:gosec // see above
)

// Path replaces the host of the supplier.
const Path = "/rokky"

// Service is the played supplier.
type Service struct {
	core.NoTimeouts
	core       *core.Server
	webhookURL string
}

func init() {
	core.Register(func(shop string) core.Service { return &Service{webhookURL: core.HookURL(shop, Name)} })
}

// Name implements core.Service.
func (*Service) Name() string { return Name }

// Env implements core.Service.
func (*Service) Env(origin string) map[string]string {
	return map[string]string{
		"LAREK_ROKKY_URL":     origin + Path,
		"LAREK_ROKKY_PARTNER": Partner,
		"LAREK_ROKKY_SECRET":  Secret,
	}
}

// Routes implements core.Service.
func (s *Service) Routes(r chi.Router, c *core.Server) {
	s.core = c
	r.Route(Path, func(r chi.Router) {
		r.Get("/offers", s.signed("offers", s.offers))
		r.Get("/balance", s.signed("balance", s.balance))
		r.Post("/orders", s.signed("create", s.create))
		r.Get("/orders/{key}", s.signed("status", s.order(false)))
		r.Post("/orders/{key}/cancel", s.signed("cancel", s.order(true)))
	})
}

// Traits implements core.Supplier.
func (s *Service) Traits() core.SupplierTraits {
	return core.SupplierTraits{Title: "Rokky", Callbacks: true, CallbackURL: s.webhookURL}
}

var assortment = sync.OnceValue(func() *core.Assortment { return core.GiftsAssortment(&Service{}, 75) })

// Assortment implements core.Supplier.
func (*Service) Assortment() *core.Assortment { return assortment() }

// SKU implements core.Supplier.
func (*Service) SKU(gameKey, productTitle string) string {
	return fmt.Sprintf("RK-%d", core.Number(Name, gameKey, productTitle))
}

// Digits implements core.Supplier.
func (*Service) Digits(sku string) (string, bool) { return strings.CutPrefix(sku, "RK-") }

// OrderID implements core.Supplier.
func (*Service) OrderID(n int64) string { return "RO-" + strconv.FormatInt(n, 10) }

// PlannedOutcome implements core.Supplier.
func (*Service) PlannedOutcome(account string) core.SupplierOrderState {
	return core.OutcomeBySuffix(account, map[string]core.SupplierOrderState{"666": core.OrderRefunded})
}

// Callback implements core.Supplier: it reports that an order changed, and
// nothing more.
func (*Service) Callback(address string, o *core.SupplierOrder, now time.Time) core.WebhookRequest {
	stamp := strconv.FormatInt(now.Unix(), 10)
	body := core.MustJSON(map[string]string{"event": "order.updated", "key": o.Key})
	path := "/"
	if u, err := url.Parse(address); err == nil {
		path = u.EscapedPath()
	}
	signature := sign(Secret, stamp, http.MethodPost, path, string(body))
	return core.WebhookRequest{URL: address, Body: body, Signature: signature, Header: http.Header{
		"Content-Type": {"application/json"}, "X-Partner": {Partner}, "X-Timestamp": {stamp}, "X-Signature": {signature},
	}}
}

// Acknowledged implements core.Supplier.
func (*Service) Acknowledged(status int, _ []byte) bool { return status == http.StatusOK }

// Refuse implements core.Supplier.
func (*Service) Refuse(w http.ResponseWriter) {
	writeError(w, http.StatusForbidden, "refused", "The request is refused")
}
