package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"larek/internal/money"
)

// controlRoutes steer the sandbox from tests and fault runs.
func (s *Server) controlRoutes(r chi.Router) {
	r.Post("/pay", s.controlPay)
	r.Post("/auto", s.controlAuto)
	r.Post("/faults", s.controlFault)
	r.Get("/faults", func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, http.StatusOK, s.faults.list()) })
	r.Delete("/faults", func(w http.ResponseWriter, _ *http.Request) {
		s.faults.clear()
		w.WriteHeader(http.StatusNoContent)
	})
	r.Post("/status", s.controlStatus)
	r.Post("/forge", s.controlForge)
	r.Get("/invoices", s.controlInvoices)
	r.Get("/record", s.controlRecord)
	r.Post("/supplier", s.controlSupplier)
	r.Post("/supply", s.controlSupply)
	r.Get("/supplies", s.controlSupplies)
	r.Get("/letters", s.controlLetters)
	r.Post("/signin", s.controlSignIn)
	r.Post("/reset", func(w http.ResponseWriter, _ *http.Request) {
		if err := s.reset(); err != nil {
			s.broken(w, err)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
}

type payCommand struct {
	Provider  string      `json:"provider"`
	Reference string      `json:"reference"`
	Action    Action      `json:"action"`
	Amount    money.Minor `json:"amount"`
	Webhook   Mode        `json:"webhook"`
	DelayMS   int64       `json:"delay_ms"`
}

// act reads the command: delay_ms is the payment's for a late one, else the
// webhook's.
func (c payCommand) act() (act, error) {
	a := act{action: c.Action, amount: c.Amount, webhook: Webhook{Mode: c.Webhook}}
	switch {
	case !slices.Contains([]Mode{"", Send, Lose, Twice, Delay}, c.Webhook):
		return act{}, fmt.Errorf("webhook must be send, lose, twice or delay")
	case c.Amount < 0 || c.DelayMS < 0:
		return act{}, fmt.Errorf("amount and delay_ms must not be negative")
	case c.Action == PayLate:
		a.after = time.Duration(c.DelayMS) * time.Millisecond
	default:
		a.webhook.DelayMS = c.DelayMS
	}
	return a, nil
}

func (s *Server) controlPay(w http.ResponseWriter, r *http.Request) {
	var c payCommand
	if !readCommand(w, r, &c) {
		return
	}
	a, err := c.act()
	if err != nil {
		controlError(w, http.StatusBadRequest, err)
		return
	}
	var seen json.RawMessage
	err = s.do(func(b *book) error {
		inv := b.find(c.Provider, c.Reference)
		if inv == nil {
			return errNoInvoice
		}
		if err := s.perform(b, inv, a); err != nil {
			return err
		}
		seen = s.view(inv)
		return nil
	})
	var no refusal
	switch {
	case errors.Is(err, errNoInvoice):
		controlError(w, http.StatusNotFound, err)
	case errors.As(err, &no):
		controlError(w, http.StatusConflict, err)
	case err != nil:
		s.broken(w, err)
	default:
		answerJSON(w, http.StatusOK, seen)
	}
}

// view is an invoice as JSON; the book must be held.
func (s *Server) view(inv *Invoice) json.RawMessage {
	shown := *inv
	shown.Status = inv.statusAt(s.now())
	return mustJSON(struct {
		Invoice
		PayURL string `json:"pay_url"`
	}{shown, s.payURL(inv)})
}

func (s *Server) controlAuto(w http.ResponseWriter, r *http.Request) {
	var rule autoRule
	if !readCommand(w, r, &rule) {
		return
	}
	if _, known := s.wire[rule.Provider]; rule.Provider != "" && !known {
		controlError(w, http.StatusBadRequest, fmt.Errorf("unknown provider %q", rule.Provider))
		return
	}
	s.auto.set(rule)
	answerJSON(w, http.StatusOK, rule)
}

func (s *Server) controlFault(w http.ResponseWriter, r *http.Request) {
	var fault Fault
	if !readCommand(w, r, &fault) {
		return
	}
	if err := s.faults.add(fault); err != nil {
		controlError(w, http.StatusBadRequest, err)
		return
	}
	answerJSON(w, http.StatusOK, fault)
}

const listLimit = 100

// controlInvoices lists invoices, newest first.
func (s *Server) controlInvoices(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	limit, err := strconv.Atoi(q.Get("limit"))
	if err != nil || limit <= 0 {
		limit = listLimit
	}
	list := []json.RawMessage{}
	err = s.do(func(b *book) error {
		for i := len(b.invoices) - 1; i >= 0 && len(list) < limit; i-- {
			inv := b.invoices[i]
			if (q.Get("provider") == "" || q.Get("provider") == inv.Provider) &&
				(q.Get("reference") == "" || q.Get("reference") == inv.Reference) {
				list = append(list, s.view(inv))
			}
		}
		return nil
	})
	if err != nil {
		s.broken(w, err)
		return
	}
	answerJSON(w, http.StatusOK, list)
}

// Total is what the record says about one reference.
type Total struct {
	Provider  string      `json:"provider"`
	Reference string      `json:"reference"`
	Currency  string      `json:"currency"`
	Invoices  int         `json:"invoices"`
	Payments  int         `json:"payments"`
	Taken     money.Minor `json:"taken"`
	Refunds   int         `json:"refunds"`
	Refunded  money.Minor `json:"refunded"`
	// ChargedBack is what buyers' banks took back; the provider holds Taken
	// less Refunded less ChargedBack.
	ChargedBack money.Minor `json:"charged_back"`
}

// Record is the answer of /control/record. Entries are left out on list=0.
type Record struct {
	Totals    []Total         `json:"totals"`
	Accounts  []AccountTotal  `json:"accounts"`  // money, by provider and currency
	Handed    []HandedTotal   `json:"handed"`    // goods, by key
	Suppliers []SupplierTotal `json:"suppliers"` // goods, by supplier
	Letters   int             `json:"letters"`
	Entries   []Entry         `json:"entries,omitempty"`
}

func (s *Server) controlRecord(w http.ResponseWriter, r *http.Request) {
	var entries []Entry
	err := s.do(func(b *book) error {
		entries = slices.Clip(b.entries)
		return nil
	})
	if err != nil {
		s.broken(w, err)
		return
	}
	if ref := r.URL.Query().Get("reference"); ref != "" {
		entries = slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return e.Reference != ref })
	}
	answer := Record{Totals: totals(entries)}
	answer.Accounts = accountTotals(answer.Totals)
	answer.Handed, answer.Suppliers = handedTotals(entries)
	for _, e := range entries {
		if e.Letter != nil {
			answer.Letters++
		}
	}
	if r.URL.Query().Get("list") != "0" {
		answer.Entries = entries
	}
	answerJSON(w, http.StatusOK, answer)
}

// totals adds up the entries themselves, not the state made from them.
func totals(entries []Entry) []Total {
	list, at := []Total{}, map[string]int{}
	for _, e := range entries {
		if e.Letter != nil || slices.Contains(supplierNames, e.Provider) {
			continue
		}
		ref := key(e.Provider, e.Reference)
		i, known := at[ref]
		if !known {
			i = len(list)
			at[ref] = i
			list = append(list, Total{Provider: e.Provider, Reference: e.Reference, Currency: e.Currency})
		}
		switch e.What {
		case Opened:
			list[i].Invoices++
		case Paid:
			list[i].Payments++
			list[i].Taken += e.Amount
		case Refunded:
			list[i].Refunds++
			list[i].Refunded += e.Amount
		case ChargedBack:
			list[i].ChargedBack += e.Amount
		}
	}
	return list
}

func readCommand(w http.ResponseWriter, r *http.Request, into any) bool {
	in := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	in.DisallowUnknownFields()
	if err := in.Decode(into); err != nil {
		controlError(w, http.StatusBadRequest, err)
		return false
	}
	return true
}

func controlError(w http.ResponseWriter, status int, err error) {
	answerJSON(w, status, map[string]string{"error": err.Error()})
}
