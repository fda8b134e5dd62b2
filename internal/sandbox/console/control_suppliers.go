package console

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"larek/internal/sandbox/core"
)

func (c *console) setSupplierRule(w http.ResponseWriter, r *http.Request) {
	var command core.RuleCommand
	if !core.ReadCommand(w, r, &command) {
		return
	}
	if err := c.core.Suppliers.CheckRule(command); err != nil {
		core.ControlError(w, http.StatusBadRequest, err)
		return
	}
	var view core.RuleCommand
	err := c.core.Do(func(st *core.State) error {
		view = c.core.Suppliers.ChangeRule(st, command.Supplier, func(rule *core.SupplierRule) {
			command.Apply(rule, st.Spent(command.Supplier))
		})
		return nil
	})
	c.core.ControlResult(w, view, err)
}

// endOrder ends an order that is in progress.
func (c *console) endOrder(w http.ResponseWriter, r *http.Request) {
	var command core.OrderCommand
	if !core.ReadCommand(w, r, &command) {
		return
	}
	if !slices.Contains([]core.Mode{"", core.Send, core.Lose, core.Twice}, command.Callback) {
		core.ControlError(w, http.StatusBadRequest, fmt.Errorf("callback must be send, lose or twice"))
		return
	}
	var view json.RawMessage
	err := c.core.Do(func(st *core.State) error {
		o, err := c.core.Suppliers.ApplyOrderCommand(st, command)
		if err == nil {
			view = core.MustJSON(o)
		}
		return err
	})
	c.core.ControlResult(w, view, err)
}

// listOrders lists orders at suppliers, newest first.
func (c *console) listOrders(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	limit := limitOf(r)
	list := []json.RawMessage{}
	err := c.core.Do(func(st *core.State) error {
		for _, o := range slices.Backward(st.Orders()) {
			if len(list) >= limit {
				break
			}
			if (q.Get("supplier") == "" || q.Get("supplier") == o.Supplier) && (q.Get("key") == "" || q.Get("key") == o.Key) {
				list = append(list, core.MustJSON(o))
			}
		}
		return nil
	})
	c.core.ControlResult(w, list, err)
}
