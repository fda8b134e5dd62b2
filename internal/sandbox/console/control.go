package console

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"larek/internal/money"
	"larek/internal/sandbox/core"
)

type payCommand struct {
	Provider  string      `json:"provider"`
	Reference string      `json:"reference"`
	Action    core.Action `json:"action"`
	Amount    money.Minor `json:"amount"`
	Webhook   core.Mode   `json:"webhook"`
	DelayMS   int64       `json:"delay_ms"`
}

// action validates the command. Its delay is that of a late payment, otherwise
// that of the webhook.
func (p payCommand) action() (core.PayAction, error) {
	a := core.PayAction{Action: p.Action, Amount: p.Amount, Webhook: core.Webhook{Mode: p.Webhook}}
	switch {
	case !slices.Contains([]core.Mode{"", core.Send, core.Lose, core.Twice, core.Delay}, p.Webhook):
		return core.PayAction{}, fmt.Errorf("webhook must be send, lose, twice or delay")
	case p.Amount < 0 || p.DelayMS < 0:
		return core.PayAction{}, fmt.Errorf("amount and delay_ms must not be negative")
	case p.Action == core.PayLate:
		a.After = time.Duration(p.DelayMS) * time.Millisecond
	default:
		a.Webhook.DelayMS = p.DelayMS
	}
	return a, nil
}

func (c *console) pay(w http.ResponseWriter, r *http.Request) {
	var command payCommand
	if !core.ReadCommand(w, r, &command) {
		return
	}
	a, err := command.action()
	if err != nil {
		core.ControlError(w, http.StatusBadRequest, err)
		return
	}
	var view json.RawMessage
	err = c.core.Do(func(st *core.State) error {
		inv := st.Find(command.Provider, command.Reference)
		if inv == nil {
			return core.ErrNoInvoice
		}
		if err := c.core.Payments.Apply(st, inv, a); err != nil {
			return err
		}
		view = c.invoiceJSON(inv)
		return nil
	})
	c.core.ControlResult(w, view, err)
}

// invoiceJSON encodes an invoice. The state is locked.
func (c *console) invoiceJSON(inv *core.Invoice) json.RawMessage {
	shown := *inv
	shown.Status = inv.StatusAt(c.core.Now())
	return core.MustJSON(struct {
		core.Invoice
		PayURL string `json:"pay_url"`
	}{shown, c.core.Payments.PayURL(inv)})
}

func (c *console) setAutopay(w http.ResponseWriter, r *http.Request) {
	var rule core.AutopayRule
	if !core.ReadCommand(w, r, &rule) {
		return
	}
	if _, known := c.core.Provider(rule.Provider); rule.Provider != "" && !known {
		core.ControlError(w, http.StatusBadRequest, fmt.Errorf("unknown provider %q", rule.Provider))
		return
	}
	c.core.Payments.SetAutopay(rule)
	core.WriteJSON(w, http.StatusOK, rule)
}

func (c *console) addFault(w http.ResponseWriter, r *http.Request) {
	var fault core.Fault
	if !core.ReadCommand(w, r, &fault) {
		return
	}
	if err := c.core.Faults.Add(fault); err != nil {
		core.ControlError(w, http.StatusBadRequest, err)
		return
	}
	core.WriteJSON(w, http.StatusOK, fault)
}

type statusCommand struct {
	Provider string `json:"provider"`
	LagMS    int64  `json:"lag_ms"`
}

// setStatusLag makes status calls of a provider lag; zero ends it.
func (c *console) setStatusLag(w http.ResponseWriter, r *http.Request) {
	var command statusCommand
	if !core.ReadCommand(w, r, &command) {
		return
	}
	if _, known := c.core.Provider(command.Provider); !known || command.LagMS < 0 {
		core.ControlError(w, http.StatusBadRequest,
			fmt.Errorf("want a provider and a lag_ms that is not negative, got %q and %d", command.Provider, command.LagMS))
		return
	}
	c.core.SetStatusLag(command.Provider, time.Duration(command.LagMS)*time.Millisecond)
	core.WriteJSON(w, http.StatusOK, command)
}

// listInvoices lists invoices, newest first.
func (c *console) listInvoices(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	limit := limitOf(r)
	list := []json.RawMessage{}
	err := c.core.Do(func(st *core.State) error {
		for _, inv := range slices.Backward(st.Invoices()) {
			if len(list) >= limit {
				break
			}
			if (q.Get("provider") == "" || q.Get("provider") == inv.Provider) &&
				(q.Get("reference") == "" || q.Get("reference") == inv.Reference) {
				list = append(list, c.invoiceJSON(inv))
			}
		}
		return nil
	})
	c.core.ControlResult(w, list, err)
}

// limitOf returns how many items a list may have.
func limitOf(r *http.Request) int {
	limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
	if err != nil || limit <= 0 {
		return core.DefaultLimit
	}
	return limit
}

// showRecord adds up the journal, or the part of it about one reference.
func (c *console) showRecord(w http.ResponseWriter, r *http.Request) {
	var entries []core.JournalEntry
	err := c.core.Do(func(st *core.State) error {
		entries = st.Entries()
		return nil
	})
	if err != nil {
		c.core.InternalError(w, err)
		return
	}
	if ref := r.URL.Query().Get("reference"); ref != "" {
		entries = slices.DeleteFunc(slices.Clone(entries), func(e core.JournalEntry) bool { return e.Reference != ref })
	}
	record := c.core.Summary(entries)
	if r.URL.Query().Get("list") != "0" {
		record.Entries = entries
	}
	core.WriteJSON(w, http.StatusOK, record)
}
