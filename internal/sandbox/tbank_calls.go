package sandbox

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"larek/internal/money"
	"larek/internal/sandbox/qr"
)

const (
	tbankLinkLife = 24 * time.Hour
	tbankMinLife  = time.Minute
	tbankMaxLife  = 90 * 24 * time.Hour
)

// tbankInit opens an invoice. The bank allows a second one with the same
// OrderId, so a careless client gets two.
func (s *Server) tbankInit(w http.ResponseWriter, c tbankCall) {
	terms, wrong := c.terms(s.now())
	if wrong != "" {
		tbankError(w, "9999", "Неверные параметры: "+wrong)
		return
	}
	var inv *Invoice
	err := s.do(func(b *book) error {
		inv = s.issue(b, "tbank", c.OrderID, strconv.FormatInt(b.n+1, 10), terms)
		return nil
	})
	s.tbankAnswer(w, err, func() map[string]any {
		return map[string]any{
			"Status": "NEW", "PaymentId": inv.ID, "OrderId": inv.Reference, "Amount": int64(inv.Amount),
			"PaymentURL": s.payURL(inv),
		}
	})
}

func (c tbankCall) terms(now time.Time) (Terms, string) {
	amount, err := c.kopecks()
	expires := now.Add(tbankLinkLife)
	var dateErr error
	if c.RedirectDueDate != "" {
		expires, dateErr = time.Parse(time.RFC3339, c.RedirectDueDate)
	}
	life := expires.Sub(now)
	switch {
	case err != nil || amount == 0:
		return Terms{}, "Amount: want whole kopecks"
	case c.OrderID == "" || len(c.OrderID) > 50:
		return Terms{}, "OrderId: want 1 to 50 characters"
	case len([]rune(c.Description)) > 250 || len(c.DATA) > 20:
		return Terms{}, "Description or DATA is too long"
	case max(len(c.NotificationURL), len(c.SuccessURL), len(c.FailURL)) > 250:
		return Terms{}, "an address is longer than 250 characters"
	case dateErr != nil || life < tbankMinLife-2*time.Second || life > tbankMaxLife:
		return Terms{}, "RedirectDueDate: want a time with offset, from a minute to 90 days ahead"
	}
	if c.Receipt != nil {
		var sum money.Minor
		for _, item := range c.Receipt.Items {
			n, err := item.Amount.Int64()
			if err != nil {
				return Terms{}, "Receipt.Items.Amount: want whole kopecks"
			}
			sum += money.Minor(n)
		}
		if sum != amount {
			return Terms{}, "Receipt.Items must sum up to Amount"
		}
	}
	return Terms{
		Kind: "sbp", Amount: amount, Currency: "RUB", Description: c.Description, WebhookURL: c.NotificationURL,
		ReturnURL: c.SuccessURL, FailURL: c.FailURL, ExpiresAt: expires.UTC(),
	}, ""
}

// tbankGetQR gives the code to pay by: a link, or a picture of it.
func (s *Server) tbankGetQR(w http.ResponseWriter, c tbankCall) {
	var inv *Invoice
	err := s.do(func(b *book) error {
		inv = b.byID[key("tbank", c.id())]
		if inv == nil {
			return errNoInvoice
		}
		if status := inv.statusAt(s.now()); status != StatusOpen {
			return refusal("Неверный статус платежа")
		}
		s.promiseAuto(b, inv)
		return nil
	})
	s.tbankAnswer(w, err, func() map[string]any {
		data := s.payURL(inv)
		if c.DataType == "IMAGE" {
			data = qr.SVG(data)
		}
		return map[string]any{"OrderId": inv.Reference, "PaymentId": inv.ID, "Data": data}
	})
}

// tbankGetState serves GetState and GetQrState, which differ in name only here.
func (s *Server) tbankGetState(w http.ResponseWriter, c tbankCall) {
	var state map[string]any
	err := s.look("tbank", func(b *book) error {
		inv := b.byID[key("tbank", c.id())]
		if inv == nil {
			return errNoInvoice
		}
		state = s.tbankState(inv)
		return nil
	})
	s.tbankAnswer(w, err, func() map[string]any { return state })
}

// tbankState tells what was really taken, which may not be what was asked.
func (s *Server) tbankState(inv *Invoice) map[string]any {
	return map[string]any{
		"Status": tbankStatus(inv, s.now()), "PaymentId": inv.ID, "OrderId": inv.Reference,
		"Amount": int64(pick(inv.Taken(), inv.Amount)),
	}
}

func (s *Server) tbankCheckOrder(w http.ResponseWriter, c tbankCall) {
	var payments []map[string]any
	err := s.look("tbank", func(b *book) error {
		for _, inv := range b.byRef[key("tbank", c.OrderID)] {
			one := s.tbankState(inv)
			one["Success"], one["ErrorCode"] = true, "0"
			payments = append(payments, one)
		}
		if payments == nil {
			return errNoInvoice
		}
		return nil
	})
	s.tbankAnswer(w, err, func() map[string]any {
		return map[string]any{"OrderId": c.OrderID, "Payments": payments}
	})
}

// tbankCancel calls an unpaid invoice off, or gives a paid one back.
func (s *Server) tbankCancel(w http.ResponseWriter, c tbankCall) {
	amount, err := c.kopecks()
	if err != nil {
		tbankError(w, "9999", "Неверные параметры: "+err.Error())
		return
	}
	var answer map[string]any
	err = s.do(func(b *book) error {
		inv := b.byID[key("tbank", c.id())]
		if inv == nil {
			return errNoInvoice
		}
		var before money.Minor
		switch status := inv.statusAt(s.now()); status {
		case StatusOpen:
			before = inv.Amount
			b.write(s, Entry{What: Closed, Reason: string(StatusClosed)}, inv)
		case StatusPaid:
			p := b.payments[key("tbank", inv.ID)]
			before = p.left()
			if known, made := b.refunds[c.refundKey()]; made { // how it stands, and nothing more
				before += known.Amount
				break
			}
			if _, err := s.refund(b, p, Entry{Amount: pick(amount, before), RefundKey: c.refundKey()}); err != nil {
				return err
			}
		default:
			return refusal("Неверный статус платежа")
		}
		answer = map[string]any{
			"Status": tbankStatus(inv, s.now()), "PaymentId": inv.ID, "OrderId": inv.Reference,
			"OriginalAmount": int64(before), "NewAmount": int64(inv.Taken() - inv.Refunded()), "ExternalRequestId": c.ExternalRequestID,
		}
		return nil
	})
	s.tbankAnswer(w, err, func() map[string]any { return answer })
}

// tbankPayTest is the bank's own test driver.
func (s *Server) tbankPayTest(w http.ResponseWriter, c tbankCall) {
	err := s.do(func(b *book) error {
		inv := b.byID[key("tbank", c.id())]
		if inv == nil {
			return errNoInvoice
		}
		a := act{action: Pay}
		switch {
		case c.IsDeadlineExpired:
			a.action = Expire
		case c.IsRejected:
			a.action = Decline
		}
		return s.perform(b, inv, a)
	})
	s.tbankAnswer(w, err, func() map[string]any { return map[string]any{} })
}

func (s *Server) tbankAnswer(w http.ResponseWriter, err error, fields func() map[string]any) {
	var no refusal
	switch {
	case errors.Is(err, errNoInvoice):
		tbankError(w, "255", "Платёж не найден")
	case errors.As(err, &no):
		tbankError(w, "4", string(no))
	case err != nil:
		s.broken(w, err)
	default:
		all := fields()
		all["Success"], all["ErrorCode"], all["TerminalKey"] = true, "0", s.cfg.Accounts.TBank.Terminal
		answerJSON(w, http.StatusOK, all)
	}
}
