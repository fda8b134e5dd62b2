package payselection

import (
	"encoding/json"
	"errors"
	"net/http"

	"larek/internal/money"
	"larek/internal/sandbox/core"
)

// paymentStatus is the status object of one payment.
func paymentStatus(p *core.Payment) map[string]any {
	details := map[string]any{
		"Amount": p.Amount.String(), "Currency": p.Currency,
		"ProcessingAmount": p.Amount.String(), "ProcessingCurrency": p.Currency,
	}
	state := "success"
	switch {
	case p.Declined:
		state = "declined"
		details["Code"], details["Description"] = "InsufficientFunds", p.Reason
	case p.Voided:
		state = "voided"
	default:
		details["RemainingAmount"] = p.Left().String()
	}
	return map[string]any{
		"TransactionId": p.ID, "OrderId": p.Invoice().Reference, "TransactionState": state, "StateDetails": details,
	}
}

// order lists the payments of an order: none while it is unpaid.
func (s *Service) order(w http.ResponseWriter, r *http.Request, _ []byte) {
	list, reference := []map[string]any{}, core.URLParam(r, "order")
	err := s.core.Look(Name, reference, func(st *core.State) error {
		inv := st.Find(Name, reference)
		if inv == nil {
			return core.ErrNoInvoice
		}
		for _, p := range inv.Payments {
			list = append(list, paymentStatus(p))
		}
		return nil
	})
	s.respond(w, list, err)
}

func (s *Service) transaction(w http.ResponseWriter, r *http.Request, _ []byte) {
	var status map[string]any
	err := s.core.Look(Name, "", func(st *core.State) error {
		p := st.Payment(Name, core.URLParam(r, "transaction"))
		if p == nil {
			return core.ErrNoInvoice
		}
		status = paymentStatus(p)
		return nil
	})
	s.respond(w, status, err)
}

type moveRequest struct {
	TransactionID string `json:"TransactionId"`
	Amount        string
	Currency      string
	WebhookURL    string `json:"WebhookUrl"`
}

// refund refunds a part or the whole. It is not idempotent by the request id:
// a repeated request refunds again.
func (s *Service) refund(w http.ResponseWriter, _ *http.Request, body []byte) {
	var move moveRequest
	if err := json.Unmarshal(body, &move); err != nil {
		writeError(w, http.StatusBadRequest, "BodyError", "The body is not JSON")
		return
	}
	amount, err := money.ParseMinor(move.Amount)
	if err != nil || !amountText.MatchString(move.Amount) {
		writeError(w, http.StatusBadRequest, "ValidationError", "Amount: want digits with two decimals")
		return
	}
	var response map[string]any
	err = s.core.Do(func(st *core.State) error {
		p := st.Payment(Name, move.TransactionID)
		if p == nil {
			return core.ErrNoInvoice
		}
		if move.Currency != p.Currency {
			return core.Refusal("Currency differs from the payment's")
		}
		if _, err := s.core.Payments.Refund(st, p, core.JournalEntry{Amount: amount, NotifyURL: move.WebhookURL}); err != nil {
			return err
		}
		response = map[string]any{
			"TransactionId": p.ID, "OrderId": p.Invoice().Reference, "Amount": amount.String(), "Currency": p.Currency,
			"RemainingAmount": p.Left().String(),
		}
		return nil
	})
	s.respond(w, response, err)
}

// cancel releases reserved money. This site takes payments in one stage, so
// there never is any.
func (s *Service) cancel(w http.ResponseWriter, _ *http.Request, body []byte) {
	var move moveRequest
	if err := json.Unmarshal(body, &move); err != nil {
		writeError(w, http.StatusBadRequest, "BodyError", "The body is not JSON")
		return
	}
	err := s.core.Do(func(st *core.State) error {
		if st.Payment(Name, move.TransactionID) == nil {
			return core.ErrNoInvoice
		}
		return core.Refusal("The transaction is not preauthorized")
	})
	s.respond(w, nil, err)
}

func (s *Service) respond(w http.ResponseWriter, response any, err error) {
	var refusal core.Refusal
	switch {
	case errors.Is(err, core.ErrNoInvoice):
		writeError(w, http.StatusNotFound, "NotFound", "Транзакция не найдена")
	case errors.As(err, &refusal):
		writeError(w, http.StatusBadRequest, "OperationDeclined", string(refusal))
	case err != nil:
		s.core.InternalError(w, err)
	default:
		core.WriteJSON(w, http.StatusOK, response)
	}
}

func writeError(w http.ResponseWriter, status int, code, description string) {
	core.WriteJSON(w, status, map[string]any{"Code": code, "Description": description, "AddDetails": map[string]string{}})
}
