package sandbox

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"larek/internal/money"
)

// tbank: SBP by QR code; JSON with a token over its scalars.
type tbank struct{ account TBankAccount }

func (tbank) paymentID(inv *Invoice, _ int64) string { return inv.ID }
func (tbank) manyPayments() bool                     { return false }
func (tbank) partialPayments() bool                  { return false }
func (tbank) payableAtOnce() bool                    { return false } // nobody can scan a code before GetQr drew it
func (tbank) namesCurrency() bool                    { return false }
func (tbank) afterDecline() Status                   { return StatusDeclined }

func (tbank) acknowledged(status int, body []byte) bool {
	return status == http.StatusOK && string(body) == "OK"
}

func (tbank) refuse(w http.ResponseWriter) { tbankError(w, "99", "Платёж отклонён") }

// messages: one-stage payments are told as authorized and confirmed at the
// same time, so either may arrive first.
func (t tbank) messages(inv *Invoice, e Entry) []message {
	m := message{
		reference: inv.Reference, payment: inv.ID, amount: e.Amount, currency: "RUB", at: e.At, reason: e.Reason,
	}
	told := func(events ...string) (all []message) {
		for _, event := range events {
			m.event = event
			all = append(all, m)
		}
		return all
	}
	switch {
	case e.What == Paid:
		return told("AUTHORIZED", "CONFIRMED")
	case e.What == Declined:
		return told("REJECTED")
	case e.What == Refunded: // the amount is what the payment has become
		m.amount = inv.Taken() - inv.Refunded()
		return told(tbankStatus(inv, e.At))
	case e.What == Closed && e.Reason == string(StatusExpired):
		m.amount = inv.Amount
		return told("DEADLINE_EXPIRED")
	case e.What == Closed:
		m.amount = inv.Amount
		return told("CANCELED")
	}
	return nil
}

func (t tbank) compose(m message) hook {
	ok := m.event != "REJECTED" && m.event != "DEADLINE_EXPIRED"
	code := "0"
	if m.event == "REJECTED" {
		code = "1051"
	}
	id, err := strconv.ParseInt(m.payment, 10, 64)
	if err != nil {
		panic(err) // our own numbers
	}
	body := map[string]any{
		"TerminalKey": pickText(m.shop, t.account.Terminal), "OrderId": m.reference, "Success": ok, "Status": m.event,
		"PaymentId": id, "ErrorCode": code, "Amount": int64(m.amount),
	}
	scalars, err := rootScalars(mustJSON(body))
	if err != nil {
		panic(err) // our own JSON
	}
	token := tbankToken(scalars, t.account.Password)
	body["Token"] = token
	return hook{
		url: m.url, body: mustJSON(body), signature: token,
		header: http.Header{"Content-Type": {"application/json"}},
	}
}

// tbankStatus is the bank's word for how an invoice stands.
func tbankStatus(inv *Invoice, now time.Time) string {
	switch inv.statusAt(now) {
	case StatusDeclined:
		return "REJECTED"
	case StatusClosed:
		return "CANCELED"
	case StatusExpired:
		return "DEADLINE_EXPIRED"
	case StatusPaid:
		switch back := inv.Refunded(); {
		case back == 0:
			return "CONFIRMED"
		case back < inv.Taken():
			return "PARTIAL_REFUNDED"
		}
		return "REFUNDED"
	}
	return "NEW"
}

// tbankCall is any request to the bank, its token already checked.
type tbankCall struct {
	TerminalKey       string
	Amount            json.Number
	OrderID           string `json:"OrderId"`
	PaymentID         any    `json:"PaymentId"` // a string or a number
	Description       string
	NotificationURL   string
	SuccessURL        string
	FailURL           string
	RedirectDueDate   string
	DataType          string
	IsDeadlineExpired bool
	IsRejected        bool
	ExternalRequestID string `json:"ExternalRequestId"`
	DATA              map[string]string
	Receipt           *struct {
		Items []struct{ Amount json.Number }
	}
}

func (c tbankCall) id() string {
	switch v := c.PaymentID.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatInt(int64(v), 10)
	}
	return ""
}

// kopecks reads the amount; zero when there is none.
func (c tbankCall) kopecks() (money.Minor, error) {
	if c.Amount == "" {
		return 0, nil
	}
	n, err := c.Amount.Int64()
	if err != nil || n <= 0 {
		return 0, fmt.Errorf("Amount: want whole kopecks")
	}
	return money.Minor(n), nil
}

// tbankSigned checks the token over what came, then lets fn answer.
func (s *Server) tbankSigned(fn func(http.ResponseWriter, tbankCall)) http.HandlerFunc {
	account := s.cfg.Accounts.TBank
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			tbankError(w, "9999", "Запрос не прочитан")
			return
		}
		scalars, err := rootScalars(body)
		var call tbankCall
		if err == nil {
			err = json.Unmarshal(body, &call)
		}
		switch {
		case err != nil:
			tbankError(w, "9999", "Неверные параметры: "+err.Error())
		case call.TerminalKey != account.Terminal:
			tbankError(w, "202", "Терминал не найден")
		case !same(scalars["Token"], tbankToken(scalars, account.Password)):
			tbankError(w, "204", "Неверный токен. Проверьте пару TerminalKey/SecretKey.")
		default:
			fn(w, call)
		}
	}
}

func tbankError(w http.ResponseWriter, code, message string) {
	answerJSON(w, http.StatusOK, map[string]any{
		"Success": false, "ErrorCode": code, "Message": message, "Details": message,
	})
}
