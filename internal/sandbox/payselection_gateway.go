package sandbox

import (
	"encoding/json"
	"errors"
	"net/http"

	"larek/internal/money"
)

// payselectionStatus is their status object of one payment.
func payselectionStatus(p *Payment) map[string]any {
	details := map[string]any{
		"Amount": p.Amount.String(), "Currency": p.Currency,
		"ProcessingAmount": p.Amount.String(), "ProcessingCurrency": p.Currency,
	}
	state := "success"
	if p.Declined {
		state = "declined"
		details["Code"], details["Description"] = "InsufficientFunds", p.Reason
	} else {
		details["RemainingAmount"] = p.left().String()
	}
	return map[string]any{
		"TransactionId": p.ID, "OrderId": p.invoice.Reference, "TransactionState": state, "StateDetails": details,
	}
}

// payselectionOrder lists the payments of an order: none while nobody paid.
func (s *Server) payselectionOrder(w http.ResponseWriter, r *http.Request, _ []byte) {
	list := []map[string]any{}
	err := s.look("payselection", func(b *book) error {
		inv := b.find("payselection", urlParam(r, "order"))
		if inv == nil {
			return errNoInvoice
		}
		for _, p := range inv.Payments {
			list = append(list, payselectionStatus(p))
		}
		return nil
	})
	s.payselectionAnswer(w, list, err)
}

func (s *Server) payselectionTransaction(w http.ResponseWriter, r *http.Request, _ []byte) {
	var status map[string]any
	err := s.look("payselection", func(b *book) error {
		p := b.payments[key("payselection", urlParam(r, "transaction"))]
		if p == nil {
			return errNoInvoice
		}
		status = payselectionStatus(p)
		return nil
	})
	s.payselectionAnswer(w, status, err)
}

type payselectionMove struct {
	TransactionID string `json:"TransactionId"`
	Amount        string
	Currency      string
	WebhookURL    string `json:"WebhookUrl"`
}

// payselectionRefund gives back a part or the whole. The request id protects
// from nothing here: asking again gives the money back again.
func (s *Server) payselectionRefund(w http.ResponseWriter, _ *http.Request, body []byte) {
	var move payselectionMove
	if err := json.Unmarshal(body, &move); err != nil {
		payselectionError(w, http.StatusBadRequest, "BodyError", "The body is not JSON")
		return
	}
	amount, err := money.ParseMinor(move.Amount)
	if err != nil || !paysAmount.MatchString(move.Amount) {
		payselectionError(w, http.StatusBadRequest, "ValidationError", "Amount: want digits with two decimals")
		return
	}
	var answer map[string]any
	err = s.do(func(b *book) error {
		p := b.payments[key("payselection", move.TransactionID)]
		if p == nil {
			return errNoInvoice
		}
		if move.Currency != p.Currency {
			return refusal("Currency differs from the payment's")
		}
		if _, err := s.refund(b, p, Entry{Amount: amount, NotifyURL: move.WebhookURL}); err != nil {
			return err
		}
		answer = map[string]any{
			"TransactionId": p.ID, "OrderId": p.invoice.Reference, "Amount": amount.String(), "Currency": p.Currency,
			"RemainingAmount": p.left().String(),
		}
		return nil
	})
	s.payselectionAnswer(w, answer, err)
}

// payselectionCancel releases held money. This site takes money in one stage,
// so there never is any.
func (s *Server) payselectionCancel(w http.ResponseWriter, _ *http.Request, body []byte) {
	var move payselectionMove
	if err := json.Unmarshal(body, &move); err != nil {
		payselectionError(w, http.StatusBadRequest, "BodyError", "The body is not JSON")
		return
	}
	err := s.do(func(b *book) error {
		if b.payments[key("payselection", move.TransactionID)] == nil {
			return errNoInvoice
		}
		return refusal("The transaction is not preauthorized")
	})
	s.payselectionAnswer(w, nil, err)
}

func (s *Server) payselectionAnswer(w http.ResponseWriter, answer any, err error) {
	var no refusal
	switch {
	case errors.Is(err, errNoInvoice):
		payselectionError(w, http.StatusNotFound, "NotFound", "Транзакция не найдена")
	case errors.As(err, &no):
		payselectionError(w, http.StatusBadRequest, "OperationDeclined", string(no))
	case err != nil:
		s.broken(w, err)
	default:
		answerJSON(w, http.StatusOK, answer)
	}
}

func payselectionError(w http.ResponseWriter, status int, code, description string) {
	answerJSON(w, status, map[string]any{"Code": code, "Description": description, "AddDetails": map[string]string{}})
}
