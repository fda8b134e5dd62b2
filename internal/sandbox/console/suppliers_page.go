package console

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"larek/internal/sandbox/core"
)

// disconnectMS is longer than any client waits.
const disconnectMS = 30_000

var orderTexts = map[core.SupplierOrderState]string{
	core.OrderCreated: "Ждёт оплаты", core.OrderProcessing: "В работе", core.OrderCompleted: "Доставлено",
	core.OrderWrongDetails: "Неверные данные", core.OrderRefunded: "Отказ, деньги возвращены", core.OrderCancelled: "Отменено",
}

var callbackTexts = map[core.NoticeState]string{
	core.Pending: "колбэк в пути", core.Acknowledged: "колбэк принят", core.Lost: "колбэк потерян", core.GivenUp: "колбэк не принят",
}

// supplierView is a supplier as the page shows it.
type supplierView struct {
	Name, Title, Balance string
	Down                 bool
	ByHand               bool
	Broke, Dearer        bool
	Creeping, ForHours   bool
	Early                bool
	Empty                []string // out of stock
	Orders, Units        int
}

// orderView is an order at a supplier as the page shows it.
type orderView struct {
	Supplier, Name, Key, SKU, Title, Account, Price, At string
	State, StateText, Callbacks                         string
	Active, Calls, InStock                              bool
}

func (c *console) suppliersPage(w http.ResponseWriter, _ *http.Request) {
	page := struct {
		Title     string
		Suppliers []supplierView
		Orders    []orderView
	}{Title: "Поставщики"}
	err := c.core.Do(func(st *core.State) error {
		for _, s := range c.core.Suppliers.All() {
			page.Suppliers = append(page.Suppliers, c.viewSupplier(st, s))
		}
		for _, o := range slices.Backward(newest(st.Orders())) {
			page.Orders = append(page.Orders, c.viewOrder(o))
		}
		return nil
	})
	c.render(w, "suppliers.html", page, err)
}

func (c *console) viewSupplier(st *core.State, s core.Supplier) supplierView {
	rule, balance := c.core.Suppliers.Rule(s.Name()), c.core.Suppliers.Balance(st, s.Name())
	v := supplierView{
		Name: s.Name(), Title: s.Traits().Title, Balance: dollars(balance), Down: rule.Down,
		ByHand: rule.Processing < 0, Broke: balance <= 0, Dearer: rule.PriceUp > 0, Creeping: rule.OrderUp > 0,
		ForHours: rule.Processing >= time.Hour, Early: rule.Callbacks == core.Early,
		Empty: slices.Sorted(maps.Keys(rule.OutOfStock)),
	}
	for _, o := range st.Orders() {
		if o.Supplier == s.Name() {
			v.Orders++
			if o.State == core.OrderCompleted {
				v.Units += o.Quantity
			}
		}
	}
	return v
}

func (c *console) viewOrder(o *core.SupplierOrder) orderView {
	s, _ := c.core.Suppliers.Named(o.Supplier)
	state, rule := s.CurrentState(o, c.core.Now()), c.core.Suppliers.Rule(o.Supplier)
	v := orderView{
		Supplier: o.Supplier, Name: s.Traits().Title, Key: o.Key, SKU: o.SKU, Title: o.Title,
		Account: strings.TrimSpace(o.Account + " " + o.Server), Price: dollars(o.Price), At: core.PageTime(o.Opened),
		State: string(state), StateText: orderTexts[state], Active: state == core.OrderProcessing,
		Calls: c.core.Suppliers.CallbackURL(o.Supplier) != "", InStock: !rule.OutOfStock[o.SKU],
	}
	var calls []string
	for _, n := range o.Notices {
		calls = append(calls, callbackTexts[n.State])
	}
	v.Callbacks = strings.Join(calls, ", ")
	return v
}

// dollars formats money the Russian way.
func dollars(u core.USD) string { return strings.Replace(u.String(), ".", ",", 1) + "\u00a0$" }

// suppliersPressed performs the action of a button and shows the page again,
// also if the action is not possible any more.
func (c *console) suppliersPressed(w http.ResponseWriter, r *http.Request) {
	s, known := c.core.Suppliers.Named(r.PostFormValue("supplier"))
	if !known {
		http.Error(w, "Такого поставщика нет.", http.StatusNotFound)
		return
	}
	action, sku := r.PostFormValue("act"), r.PostFormValue("sku")
	change, changes := toggles[action]
	var err error
	switch {
	case changes:
		err = c.core.Do(func(st *core.State) error {
			c.core.Suppliers.ChangeRule(st, s.Name(), func(rule *core.SupplierRule) { change(rule, s, st.Spent(s.Name())) })
			return nil
		})
	case action == "stock":
		err = c.core.Do(func(st *core.State) error {
			c.core.Suppliers.ChangeRule(st, s.Name(), func(rule *core.SupplierRule) { toggleStock(rule, sku) })
			return nil
		})
	case action == "hang_up":
		err = c.core.Faults.Add(core.Fault{Provider: s.Name(), Operation: "create", Kind: core.Slow, Count: 1, SlowMS: disconnectMS})
	default:
		err = c.core.Do(func(st *core.State) error {
			_, err := c.core.Suppliers.ApplyOrderCommand(st,
				core.OrderCommand{Supplier: s.Name(), Key: r.PostFormValue("key"), Action: core.OrderAction(action)})
			return err
		})
	}
	c.redirect(w, r, "/suppliers", err)
}

// toggles are the buttons that switch a behaviour of a supplier on and off.
var toggles = map[string]func(rule *core.SupplierRule, s core.Supplier, spent core.USD){
	"down": func(rule *core.SupplierRule, _ core.Supplier, _ core.USD) { rule.Down = !rule.Down },
	"by_hand": func(rule *core.SupplierRule, s core.Supplier, _ core.USD) {
		if rule.Processing < 0 {
			rule.Processing = s.Traits().Processing
		} else {
			rule.Processing = -1
		}
	},
	"broke": func(rule *core.SupplierRule, _ core.Supplier, spent core.USD) {
		if rule.Deposit <= spent {
			rule.Deposit = spent + core.StartingBalance
		} else {
			rule.Deposit = spent
		}
	},
	"dearer":   func(rule *core.SupplierRule, _ core.Supplier, _ core.USD) { rule.PriceUp = toggled(rule.PriceUp, 11) },
	"creeping": func(rule *core.SupplierRule, _ core.Supplier, _ core.USD) { rule.OrderUp = toggled(rule.OrderUp, 1) },
	"for_hours": func(rule *core.SupplierRule, s core.Supplier, _ core.USD) {
		if rule.Processing >= time.Hour {
			rule.Processing = s.Traits().Processing
		} else {
			rule.Processing = 4 * time.Hour
		}
	},
	"early": func(rule *core.SupplierRule, _ core.Supplier, _ core.USD) {
		if rule.Callbacks == core.Early {
			rule.Callbacks = core.Send
		} else {
			rule.Callbacks = core.Early
		}
	},
}

func toggled(now, on int64) int64 {
	if now > 0 {
		return 0
	}
	return on
}

// toggleStock changes a copy: rules that were read before must not change.
func toggleStock(rule *core.SupplierRule, sku string) {
	out := maps.Clone(rule.OutOfStock)
	if out == nil {
		out = map[string]bool{}
	}
	out[sku] = !out[sku]
	rule.OutOfStock = out
}
