// Package gamesdrop plays GamesDrop: direct top-ups; JSON with a bare token.
package gamesdrop

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"larek/internal/sandbox/core"
)

// Name identifies the supplier in faults, control calls and the journal.
const Name = "gamesdrop"

// The account of the shop. It exists in the sandbox only, so it is no secret.
const Token = "sandbox-gamesdrop-token" //nolint:gosec // see above

// Path replaces the host of the supplier.
const Path = "/gamesdrop/api/v1"

// Service is the played supplier.
type Service struct {
	core.NumericIDs
	core.NoTimeouts
	core.NoCallbacks
	core *core.Server
}

func init() { core.Register(func(string) core.Service { return &Service{} }) }

// Name implements core.Service.
func (*Service) Name() string { return Name }

// Env implements core.Service.
func (*Service) Env(origin string) map[string]string {
	return map[string]string{
		"LAREK_GAMESDROP_URL":   origin + Path,
		"LAREK_GAMESDROP_TOKEN": Token,
	}
}

// Routes implements core.Service.
func (s *Service) Routes(r chi.Router, c *core.Server) {
	s.core = c
	r.Route(Path, func(r chi.Router) {
		r.Post("/offers/sync", s.authorized("offers", s.list))
		r.Post("/offers/find-one", s.authorized("offers", s.one))
		r.Post("/offers/servers", s.authorized("servers", s.servers))
		r.Post("/offers/check-game-data", s.authorized("check", s.check))
		r.Post("/offers/create-order", s.authorized("create", s.create))
		r.Post("/offers/order-status", s.authorized("status", s.status))
		// Their documents and their users disagree about this one.
		for _, path := range []string{"/balance", "/offers/balance", "/partner/balance"} {
			r.Get(path, s.authorized("balance", s.balance))
			r.Post(path, s.authorized("balance", s.balance))
		}
	})
}

// Traits implements core.Supplier.
func (*Service) Traits() core.SupplierTraits {
	return core.SupplierTraits{Title: "GamesDrop", Processing: time.Second}
}

var assortment = sync.OnceValue(func() *core.Assortment { return core.GamesAssortment(&Service{}, 84) })

// Assortment implements core.Supplier.
func (*Service) Assortment() *core.Assortment { return assortment() }

// SKU implements core.Supplier.
func (*Service) SKU(gameKey, productTitle string) string {
	return strconv.FormatUint(core.Number(Name, gameKey, productTitle), 10)
}

// PlannedOutcome implements core.Supplier.
func (*Service) PlannedOutcome(account string) core.SupplierOrderState {
	return core.OutcomeBySuffix(account, map[string]core.SupplierOrderState{"404": core.OrderWrongDetails, "666": core.OrderRefunded})
}

// Refuse implements core.Supplier.
func (*Service) Refuse(w http.ResponseWriter) {
	writeError(w, http.StatusBadRequest, "ORDER_NOT_PROCESSING", "The request is refused")
}
