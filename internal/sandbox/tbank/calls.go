package tbank

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"rsc.io/qr"

	"larek/internal/money"
	"larek/internal/sandbox/core"
)

const (
	linkTTL = 24 * time.Hour
	minTTL  = time.Minute
	maxTTL  = 90 * 24 * time.Hour
)

// init opens an invoice. The bank allows a second one with the same OrderId.
func (s *Service) init(w http.ResponseWriter, c request) {
	terms, wrong := c.terms(s.core.Now())
	if wrong != "" {
		writeError(w, "9999", "Неверные параметры: "+wrong)
		return
	}
	var inv *core.Invoice
	err := s.core.Do(func(st *core.State) error {
		inv = s.core.Payments.Issue(st, Name, c.OrderID, strconv.FormatInt(st.Next(), 10), terms)
		return nil
	})
	s.respond(w, err, func() map[string]any {
		return map[string]any{
			"Status": "NEW", "PaymentId": inv.ID, "OrderId": inv.Reference, "Amount": int64(inv.Amount),
			"PaymentURL": s.core.Payments.PayURL(inv),
		}
	})
}

func (c request) terms(now time.Time) (core.Terms, string) {
	amount, err := c.kopecks()
	expires := now.Add(linkTTL)
	var dateErr error
	if c.RedirectDueDate != "" {
		expires, dateErr = time.Parse(time.RFC3339, c.RedirectDueDate)
	}
	life := expires.Sub(now)
	switch {
	case err != nil || amount == 0:
		return core.Terms{}, "Amount: want whole kopecks"
	case c.OrderID == "" || len(c.OrderID) > 50:
		return core.Terms{}, "OrderId: want 1 to 50 characters"
	case len([]rune(c.Description)) > 250 || len(c.DATA) > 20:
		return core.Terms{}, "Description or DATA is too long"
	case max(len(c.NotificationURL), len(c.SuccessURL), len(c.FailURL)) > 250:
		return core.Terms{}, "an address is longer than 250 characters"
	case dateErr != nil || life < minTTL-2*time.Second || life > maxTTL:
		return core.Terms{}, "RedirectDueDate: want a time with offset, from a minute to 90 days ahead"
	}
	if c.Receipt != nil {
		var sum money.Minor
		for _, item := range c.Receipt.Items {
			n, err := item.Amount.Int64()
			if err != nil {
				return core.Terms{}, "Receipt.Items.Amount: want whole kopecks"
			}
			sum += money.Minor(n)
		}
		if sum != amount {
			return core.Terms{}, "Receipt.Items must sum up to Amount"
		}
	}
	return core.Terms{
		Kind: "sbp", Amount: amount, Currency: "RUB", Description: c.Description, WebhookURL: c.NotificationURL,
		ReturnURL: c.SuccessURL, FailURL: c.FailURL, ExpiresAt: expires.UTC(), Extra: map[string]string{terminalKey: c.TerminalKey},
	}, ""
}

// terminalKey is where an invoice has its terminal: another one knows nothing of it.
const terminalKey = "terminal"

func terminalOf(inv *core.Invoice) string { return cmp.Or(inv.Extra[terminalKey], Terminal) }

// invoice returns the invoice of a call, or nil.
func (c request) invoice(st *core.State) *core.Invoice {
	if inv := st.Invoice(Name, c.id()); inv != nil && terminalOf(inv) == c.TerminalKey {
		return inv
	}
	return nil
}

// getQR returns the payment code: a link, or a picture of it.
func (s *Service) getQR(w http.ResponseWriter, c request) {
	var inv *core.Invoice
	var data string
	err := s.core.Do(func(st *core.State) (err error) {
		inv = c.invoice(st)
		if inv == nil {
			return core.ErrNoInvoice
		}
		if status := inv.StatusAt(s.core.Now()); status != core.StatusOpen {
			return core.Refusal("Неверный статус платежа")
		}
		s.core.Payments.ScheduleAutopay(st, inv)
		if data = s.core.Payments.PayURL(inv); c.DataType == "IMAGE" {
			data, err = drawQR(data)
		}
		return err
	})
	s.respond(w, err, func() map[string]any {
		return map[string]any{"OrderId": inv.Reference, "PaymentId": inv.ID, "Data": data}
	})
}

// getState serves GetState and GetQrState, which are the same here.
func (s *Service) getState(w http.ResponseWriter, c request) {
	var state map[string]any
	err := s.core.Look(Name, "", func(st *core.State) error {
		inv := c.invoice(st)
		if inv == nil {
			return core.ErrNoInvoice
		}
		state = s.state(inv)
		return nil
	})
	s.respond(w, err, func() map[string]any { return state })
}

// state returns the collected amount, which may differ from the requested one.
func (s *Service) state(inv *core.Invoice) map[string]any {
	return map[string]any{
		"Status": statusOf(inv, s.core.Now()), "PaymentId": inv.ID, "OrderId": inv.Reference,
		"Amount": int64(cmp.Or(inv.Taken(), inv.Amount)),
	}
}

func (s *Service) checkOrder(w http.ResponseWriter, c request) {
	var payments []map[string]any
	err := s.core.Look(Name, c.OrderID, func(st *core.State) error {
		for _, inv := range st.InvoicesOf(Name, c.OrderID) {
			if terminalOf(inv) != c.TerminalKey {
				continue
			}
			one := s.state(inv)
			one["Success"], one["ErrorCode"] = true, "0"
			payments = append(payments, one)
		}
		if payments == nil {
			return core.ErrNoInvoice
		}
		return nil
	})
	s.respond(w, err, func() map[string]any {
		return map[string]any{"OrderId": c.OrderID, "Payments": payments}
	})
}

// cancel cancels an unpaid invoice, or refunds a paid one.
func (s *Service) cancel(w http.ResponseWriter, c request) {
	amount, err := c.kopecks()
	if err != nil {
		writeError(w, "9999", "Неверные параметры: "+err.Error())
		return
	}
	var response map[string]any
	err = s.core.Do(func(st *core.State) error {
		inv := c.invoice(st)
		if inv == nil {
			return core.ErrNoInvoice
		}
		var before money.Minor
		switch status := inv.StatusAt(s.core.Now()); status {
		case core.StatusOpen:
			before = inv.Amount
			s.core.Payments.CloseInvoice(st, inv)
		case core.StatusPaid:
			p := st.Payment(Name, inv.ID)
			before = p.Left()
			if known, made := st.RefundByKey(c.refundKey()); made { // made before: only report it
				before += known.Amount
				break
			}
			if _, err := s.core.Payments.Refund(st, p, core.JournalEntry{Amount: cmp.Or(amount, before), RefundKey: c.refundKey()}); err != nil {
				return err
			}
		default:
			return core.Refusal("Неверный статус платежа")
		}
		response = map[string]any{
			"Status": statusOf(inv, s.core.Now()), "PaymentId": inv.ID, "OrderId": inv.Reference,
			"OriginalAmount": int64(before), "NewAmount": int64(inv.Taken() - inv.Refunded()), "ExternalRequestId": c.ExternalRequestID,
		}
		return nil
	})
	s.respond(w, err, func() map[string]any { return response })
}

// payTest is the bank's own test driver.
func (s *Service) payTest(w http.ResponseWriter, c request) {
	err := s.core.Do(func(st *core.State) error {
		inv := c.invoice(st)
		if inv == nil {
			return core.ErrNoInvoice
		}
		a := core.PayAction{Action: core.Pay}
		switch {
		case c.IsDeadlineExpired:
			a.Action = core.Expire
		case c.IsRejected:
			a.Action = core.Decline
		}
		return s.core.Payments.Apply(st, inv, a)
	})
	s.respond(w, err, func() map[string]any { return map[string]any{} })
}

func (s *Service) respond(w http.ResponseWriter, err error, fields func() map[string]any) {
	var refusal core.Refusal
	switch {
	case errors.Is(err, core.ErrNoInvoice):
		writeError(w, "255", "Платёж не найден")
	case errors.As(err, &refusal):
		writeError(w, "4", string(refusal))
	case err != nil:
		s.core.InternalError(w, err)
	default:
		all := fields()
		all["Success"], all["ErrorCode"], all["TerminalKey"] = true, "0", Terminal
		core.WriteJSON(w, http.StatusOK, all)
	}
}

// quietZone is the margin that readers need, in modules.
const quietZone = 4

// drawQR returns the text as a QR code in SVG.
func drawQR(text string) (string, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", err
	}
	var path strings.Builder
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+quietZone, y+quietZone)
			}
		}
	}
	side := code.Size + 2*quietZone
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">`+
		`<rect width="100%%" height="100%%" fill="#fff"/><path d="%s"/></svg>`, side, side, path.String()), nil
}
