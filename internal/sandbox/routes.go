package sandbox

import (
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/go-chi/chi/v5"
)

func (s *Server) router() http.Handler {
	r := chi.NewRouter()
	r.Route(PayselectionWebformPath, func(r chi.Router) {
		signed := func(fn func(http.ResponseWriter, *http.Request, []byte)) http.HandlerFunc {
			return s.faulty("payselection", "create", s.payselectionSigned(PayselectionWebformPath, true, fn))
		}
		r.Post("/webpayments/create", signed(s.payselectionOpen("page")))
		r.Post("/webpayments/paylink_create", signed(s.payselectionOpen("link")))
	})
	r.Route(PayselectionGatewayPath, func(r chi.Router) {
		signed := func(operation string, fn func(http.ResponseWriter, *http.Request, []byte)) http.HandlerFunc {
			return s.faulty("payselection", operation, s.payselectionSigned(PayselectionGatewayPath, false, fn))
		}
		r.Get("/orders/{order}", signed("status", s.payselectionOrder))
		r.Get("/transactions/{transaction}", signed("status", s.payselectionTransaction))
		r.Post("/payments/refund", signed("refund", s.payselectionRefund))
		r.Post("/payments/cancellation", signed("cancel", s.payselectionCancel))
	})
	r.Route(TBankPath, func(r chi.Router) {
		call := func(operation string, fn func(http.ResponseWriter, tbankCall)) http.HandlerFunc {
			return s.faulty("tbank", operation, s.tbankSigned(fn))
		}
		r.Post("/Init", call("create", s.tbankInit))
		r.Post("/GetQr", call("qr", s.tbankGetQR))
		r.Post("/GetState", call("status", s.tbankGetState))
		r.Post("/GetQrState", call("status", s.tbankGetState))
		r.Post("/CheckOrder", call("status", s.tbankCheckOrder))
		r.Post("/Cancel", call("refund", s.tbankCancel))
		r.Post("/SbpPayTest", call("test", s.tbankPayTest))
	})
	r.Post(PayinPath+"/api/shop", s.faulty("payin", "create", s.payinShop))
	r.Get(GetPayPath+"/api/pay", s.faulty("getpay", "create", s.getpayPay))
	r.Post(GetPayPath+"/api/pay", s.faulty("getpay", "create", s.getpayPay))
	r.Get(RatesPath+"/scripts/XML_daily.asp", s.faulty("cbr", "rates", s.ratesXML))

	s.supplierRoutes(r)
	s.signInRoutes(r)

	r.Route("/control", s.controlRoutes)
	r.Get("/", s.homePage)
	r.Get("/pay/{provider}/{reference}", s.payPage)
	r.Post("/pay/{provider}/{reference}", s.payPressed)
	r.Post("/pay/{provider}/{reference}/bank", s.bankPressed)
	r.Get("/suppliers", s.suppliersPage)
	r.Post("/suppliers", s.suppliersPressed)
	r.Get("/inbox", s.inboxPage)
	r.Get("/inbox/{n}", s.letterPage)
	r.Get("/inbox/{n}/html", s.letterHTML)
	return r
}

// payURL is the page where a person pays an invoice.
func (s *Server) payURL(inv *Invoice) string {
	return s.cfg.Origin + "/pay/" + inv.Provider + "/" + url.PathEscape(inv.Reference)
}

func urlParam(r *http.Request, name string) string {
	raw := chi.URLParam(r, name)
	if text, err := url.PathUnescape(raw); err == nil {
		return text
	}
	return raw
}

// broken is the sandbox's own failure, not one it plays.
func (s *Server) broken(w http.ResponseWriter, err error) {
	s.log.Error("the sandbox failed", "error", err)
	http.Error(w, "sandbox: "+err.Error(), http.StatusInternalServerError)
}

func answerJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(mustJSON(body))
}

// mustJSON encodes what the sandbox itself made.
func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

func pickText(given, otherwise string) string {
	if given != "" {
		return given
	}
	return otherwise
}
