// Package console serves what controls the sandbox: the control calls of tests and
// fault runs, and the pages for developers.
package console

import (
	"embed"
	"net/http"

	"github.com/go-chi/chi/v5"

	"larek/internal/sandbox/core"
)

//go:embed pages/*.html
var pageFiles embed.FS

var pages = core.NewPages(pageFiles)

type console struct{ core *core.Server }

// Routes adds the pages, and the control calls below /control, among them those
// of the services.
func Routes(r chi.Router, s *core.Server) {
	c := &console{core: s}
	r.Route("/control", func(r chi.Router) {
		c.controlRoutes(r)
		for _, service := range s.Services() {
			if controller, ok := service.(core.Controller); ok {
				controller.Control(r)
			}
		}
	})
	r.Get("/", c.homePage)
	r.Get("/pay/{provider}/{reference}", c.payPage)
	r.Post("/pay/{provider}/{reference}", c.payPressed)
	r.Post("/pay/{provider}/{reference}/bank", c.bankPressed)
	r.Get("/suppliers", c.suppliersPage)
	r.Post("/suppliers", c.suppliersPressed)
}

func (c *console) controlRoutes(r chi.Router) {
	r.Post("/pay", c.pay)
	r.Post("/auto", c.setAutopay)
	r.Post("/faults", c.addFault)
	r.Get("/faults", func(w http.ResponseWriter, _ *http.Request) { core.WriteJSON(w, http.StatusOK, c.core.Faults.List()) })
	r.Delete("/faults", func(w http.ResponseWriter, _ *http.Request) {
		c.core.Faults.Clear()
		w.WriteHeader(http.StatusNoContent)
	})
	r.Post("/status", c.setStatusLag)
	r.Post("/forge", c.forge)
	r.Get("/invoices", c.listInvoices)
	r.Get("/record", c.showRecord)
	r.Get("/registry/{party}", c.registry)
	r.Post("/supplier", c.setSupplierRule)
	r.Post("/supply", c.endOrder)
	r.Get("/supplies", c.listOrders)
	r.Post("/reset", func(w http.ResponseWriter, _ *http.Request) {
		if err := c.core.Reset(); err != nil {
			c.core.InternalError(w, err)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
}
