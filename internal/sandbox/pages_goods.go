package sandbox

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

var supplierTitles = map[string]string{
	MooGold: "MooGold", NSGifts: "NS.Gifts", GamesDrop: "GamesDrop", Rokky: "Rokky",
}

var supplyTexts = map[SupplyState]string{
	SupplyCreated: "Ждёт оплаты", SupplyProcessing: "В работе", SupplyCompleted: "Доставлено", SupplyWrong: "Неверные данные",
	SupplyRefunded: "Отказ, деньги возвращены", SupplyCancelled: "Отменено",
}

// supplierView is a supplier in the words of the page.
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

// supplyView is an order at a supplier in the words of the page.
type supplyView struct {
	Supplier, Name, Key, SKU, Title, Account, Price, At string
	State, StateText, Callbacks                         string
	Active, Calls, InStock                              bool
}

func (s *Server) suppliersPage(w http.ResponseWriter, _ *http.Request) {
	page := struct {
		Title     string
		Suppliers []supplierView
		Orders    []supplyView
	}{Title: "Поставщики"}
	err := s.do(func(b *book) error {
		for _, name := range supplierNames {
			page.Suppliers = append(page.Suppliers, s.supplierView(b, name))
		}
		for i := len(b.supply.orders) - 1; i >= max(0, len(b.supply.orders)-homeLimit); i-- {
			page.Orders = append(page.Orders, s.supplyView(b.supply.orders[i]))
		}
		return nil
	})
	s.render(w, "suppliers.html", page, err)
}

func (s *Server) supplierView(b *book, name string) supplierView {
	rule := s.suppliers.rule(name)
	v := supplierView{
		Name: name, Title: supplierTitles[name], Balance: dollars(s.prepaid(b, name)), Down: rule.down,
		ByHand: rule.processing < 0, Broke: s.prepaid(b, name) <= 0, Dearer: rule.priceUp > 0, Creeping: rule.orderUp > 0,
		ForHours: rule.processing >= time.Hour, Early: rule.callbacks == Early,
	}
	for sku := range rule.out {
		v.Empty = append(v.Empty, sku)
	}
	slices.Sort(v.Empty)
	for _, o := range b.supply.orders {
		if o.Supplier == name {
			v.Orders++
			if o.State == SupplyCompleted {
				v.Units += o.Quantity
			}
		}
	}
	return v
}

func (s *Server) supplyView(o *Supply) supplyView {
	state := o.State
	if o.Supplier == NSGifts {
		state = s.nsState(o)
	}
	rule := s.suppliers.rule(o.Supplier)
	v := supplyView{
		Supplier: o.Supplier, Name: supplierTitles[o.Supplier], Key: o.Key, SKU: o.SKU, Title: o.Title,
		Account: strings.TrimSpace(o.Account + " " + o.Server), Price: dollars(o.Price), At: moment(o.Opened),
		State: string(state), StateText: supplyTexts[state], Active: state == SupplyProcessing,
		Calls: s.callbackURL(o.Supplier, rule) != "", InStock: !rule.out[o.SKU],
	}
	var calls []string
	for _, n := range o.Notices {
		calls = append(calls, map[NoticeState]string{
			Pending: "колбэк в пути", Acknowledged: "колбэк принят", Lost: "колбэк потерян", GivenUp: "колбэк не принят",
		}[n.State])
	}
	v.Callbacks = strings.Join(calls, ", ")
	return v
}

// dollars writes money the Russian way.
func dollars(u usd) string { return strings.Replace(u.String(), ".", ",", 1) + "\u00a0$" }

// suppliersPressed does what a button of the page says. What cannot be done
// any more is not: the page shows how the order stands.
func (s *Server) suppliersPressed(w http.ResponseWriter, r *http.Request) {
	name, sku := r.PostFormValue("supplier"), r.PostFormValue("sku")
	if !slices.Contains(supplierNames, name) {
		http.Error(w, "Такого поставщика нет.", http.StatusNotFound)
		return
	}
	change := func(fn func(*supplierRule)) error {
		return s.do(func(b *book) error {
			s.behave(b, name, fn)
			return nil
		})
	}
	var err error
	switch action := r.PostFormValue("act"); action {
	case "down":
		err = change(func(rule *supplierRule) { rule.down = !rule.down })
	case "by_hand":
		err = change(func(rule *supplierRule) {
			if rule.processing < 0 {
				rule.processing = defaultProcessing[name]
			} else {
				rule.processing = -1
			}
		})
	case "broke", "dearer", "creeping", "for_hours", "early":
		err = s.do(func(b *book) error {
			spent := b.supply.spent[name]
			s.behave(b, name, func(rule *supplierRule) { behaviours[action](rule, name, spent) })
			return nil
		})
	case "hang_up":
		err = s.faults.add(Fault{Provider: name, Operation: "create", Kind: Slow, Count: 1, SlowMS: hangUpMS})
	case "stock":
		err = change(func(rule *supplierRule) {
			out := map[string]bool{sku: !rule.out[sku]}
			for other, empty := range rule.out {
				if other != sku {
					out[other] = empty
				}
			}
			rule.out = out
		})
	default:
		err = s.do(func(b *book) error {
			_, err := s.performSupply(b, supplyCommand{Supplier: name, Key: r.PostFormValue("key"), Action: SupplyAction(action)})
			return err
		})
	}
	var no refusal
	switch {
	case errors.Is(err, errNoOrder):
		http.Error(w, "Такого заказа нет.", http.StatusNotFound)
	case err != nil && !errors.As(err, &no):
		s.broken(w, err)
	default:
		http.Redirect(w, r, "/suppliers", http.StatusSeeOther)
	}
}

// hangUpMS is longer than any client waits.
const hangUpMS = 30_000

// behaviours are the buttons that change how a supplier behaves, and change it back.
var behaviours = map[string]func(rule *supplierRule, name string, spent usd){
	"broke": func(rule *supplierRule, _ string, spent usd) {
		if rule.deposit <= spent {
			rule.deposit = spent + startingBalance
		} else {
			rule.deposit = spent
		}
	},
	"dearer":   func(rule *supplierRule, _ string, _ usd) { rule.priceUp = toggled(rule.priceUp, 11) },
	"creeping": func(rule *supplierRule, _ string, _ usd) { rule.orderUp = toggled(rule.orderUp, 1) },
	"for_hours": func(rule *supplierRule, name string, _ usd) {
		if rule.processing >= time.Hour {
			rule.processing = defaultProcessing[name]
		} else {
			rule.processing = 4 * time.Hour
		}
	},
	"early": func(rule *supplierRule, _ string, _ usd) {
		if rule.callbacks == Early {
			rule.callbacks = Send
		} else {
			rule.callbacks = Early
		}
	},
}

func toggled(now, on int64) int64 {
	if now > 0 {
		return 0
	}
	return on
}

func (s *Server) inboxPage(w http.ResponseWriter, r *http.Request) {
	page := struct {
		Title, To string
		Letters   []letterView
	}{Title: "Письма", To: r.URL.Query().Get("to")}
	list, err := s.letters(page.To, homeLimit)
	for _, l := range list {
		page.Letters = append(page.Letters, viewLetter(l))
	}
	s.render(w, "inbox.html", page, err)
}

// letterView is a letter in the words of the pages.
type letterView struct {
	Title, Path, Subject, From, To, At, Text string
	HasHTML                                  bool
}

func viewLetter(l *Letter) letterView {
	return letterView{
		Title: l.Subject, Path: "/inbox/" + url.PathEscape(decimal(l.N)), Subject: pickText(l.Subject, "Без темы"), From: l.From,
		To: strings.Join(l.To, ", "), At: moment(l.At), Text: l.Text, HasHTML: l.HTML != "",
	}
}

// findLetter answers 404 itself.
func (s *Server) findLetter(w http.ResponseWriter, r *http.Request) *Letter {
	var found *Letter
	err := s.do(func(b *book) error {
		for _, l := range b.letters {
			if decimal(l.N) == urlParam(r, "n") {
				found = l
			}
		}
		return nil
	})
	switch {
	case err != nil:
		s.broken(w, err)
	case found == nil:
		http.Error(w, "Такого письма нет.", http.StatusNotFound)
	}
	return found
}

func (s *Server) letterPage(w http.ResponseWriter, r *http.Request) {
	if l := s.findLetter(w, r); l != nil {
		s.render(w, "letter.html", viewLetter(l), nil)
	}
}

// letterHTML is what the frame shows: a letter may draw, but neither run nor
// fetch anything.
func (s *Server) letterHTML(w http.ResponseWriter, r *http.Request) {
	l := s.findLetter(w, r)
	if l == nil {
		return
	}
	w.Header().Set("Content-Security-Policy", "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write([]byte(l.HTML)) //nolint:gosec // the policy above keeps it harmless
}
