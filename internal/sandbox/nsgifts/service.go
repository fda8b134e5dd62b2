// Package nsgifts plays NS.Gifts: top-ups of Steam wallets by amount; sessions and
// requests signed with HMAC. An order is created first and paid by a second call.
package nsgifts

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"larek/internal/sandbox/core"
)

// Name identifies the supplier in faults, control calls and the journal.
const Name = "nsgifts"

// The account of the shop. It exists in the sandbox only, so it is no secret.
const (
	UserID   = "1207"
	Login    = "larek"
	Password = "sandbox-nsgifts-password"         //nolint:gosec // see above
	Secret   = "c2FuZGJveC1uc2dpZnRzLXNlY3JldA==" //nolint:gosec // see above; base64
)

// Path replaces the host of the supplier.
const Path = "/nsgifts"

const (
	// steamService is the only SKU: a Steam wallet by amount.
	steamService = "1"
	// steamPrice is the price of a dollar on a Steam wallet.
	steamPrice core.USD = 1_0200
	// unpaidTTL is how long an order waits for its payment.
	unpaidTTL = 15 * time.Minute
)

// Service is the played supplier.
type Service struct {
	core.NoCallbacks
	core     *core.Server
	sessions sessions
}

func init() { core.Register(func(string) core.Service { return &Service{} }) }

// Reset implements core.Resetter.
func (s *Service) Reset() { s.sessions.clear() }

// Name implements core.Service.
func (*Service) Name() string { return Name }

// Env implements core.Service.
func (*Service) Env(origin string) map[string]string {
	return map[string]string{
		"LAREK_NSGIFTS_URL":      origin + Path,
		"LAREK_NSGIFTS_USER_ID":  UserID,
		"LAREK_NSGIFTS_LOGIN":    Login,
		"LAREK_NSGIFTS_PASSWORD": Password,
		"LAREK_NSGIFTS_SECRET":   Secret,
	}
}

// Routes implements core.Service.
func (s *Service) Routes(r chi.Router, c *core.Server) {
	s.core = c
	r.Route(Path+"/api/v2", func(r chi.Router) {
		r.Post("/get_token", s.signed("token", false, s.token))
		r.Get("/stock", s.signed("offers", true, s.stock))
		r.Post("/steam/check_user", s.signed("check", true, s.checkUser))
		r.Post("/exchange_rate", s.signed("rates", true, s.exchangeRate))
		r.Post("/create_order", s.signed("create", true, s.create))
		r.Post("/pay_order", s.signed("pay", true, s.pay))
		r.Get("/order_info/{custom}", s.signed("status", true, s.order))
		r.Get("/check_balance", s.signed("balance", true, s.balance))
	})
}

// Traits implements core.Supplier.
func (*Service) Traits() core.SupplierTraits { return core.SupplierTraits{Title: "NS.Gifts"} }

var assortment = sync.OnceValue(func() *core.Assortment {
	return core.NewAssortment([]core.Article{{SKU: steamService, Title: "Steam top-up", Price: steamPrice}})
})

// Assortment implements core.Supplier.
func (*Service) Assortment() *core.Assortment { return assortment() }

// SKU implements core.Supplier.
func (*Service) SKU(string, string) string { return steamService }

// Digits implements core.Supplier.
func (*Service) Digits(string) (string, bool) { return "", false }

// OrderID implements core.Supplier.
func (*Service) OrderID(n int64) string { return strconv.FormatInt(n, 10) }

// PlannedOutcome implements core.Supplier.
func (*Service) PlannedOutcome(account string) core.SupplierOrderState {
	switch {
	case strings.HasPrefix(account, "noone"):
		return core.OrderWrongDetails
	case strings.HasSuffix(account, "666"):
		return core.OrderRefunded
	}
	return core.OrderCompleted
}

// CurrentState implements core.Supplier: an unpaid order is cancelled after a
// while.
func (*Service) CurrentState(o *core.SupplierOrder, now time.Time) core.SupplierOrderState {
	if o.State == core.OrderCreated && now.Sub(o.Opened) > unpaidTTL {
		return core.OrderCancelled
	}
	return o.State
}

// Refuse implements core.Supplier.
func (*Service) Refuse(w http.ResponseWriter) {
	writeError(w, http.StatusForbidden, "Operation is not allowed")
}
