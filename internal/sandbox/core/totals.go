package core

import (
	"slices"
	"time"

	"larek/internal/money"
)

// Record is the response of /control/record. Entries are left out on list=0.
type Record struct {
	Totals    []Total          `json:"totals"`
	Accounts  []AccountTotal   `json:"accounts"`  // money, by provider and currency
	Delivered []DeliveredTotal `json:"handed"`    // goods, by key
	Suppliers []SupplierTotal  `json:"suppliers"` // goods, by supplier
	Letters   int              `json:"letters"`
	Entries   []JournalEntry   `json:"entries,omitempty"`
}

// Summary adds up entries of the journal, not the state made from them. The
// Entries of the result are not set.
func (s *Server) Summary(entries []JournalEntry) Record {
	r := Record{Totals: s.totals(entries)}
	r.Accounts = accountTotals(r.Totals)
	r.Delivered, r.Suppliers = deliveredTotals(entries)
	for _, e := range entries {
		if e.Letter != nil {
			r.Letters++
		}
	}
	return r
}

// Total is the money of one reference at one provider.
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
	// StatusCalls is how often the shop asked how it stands, since the sandbox started.
	StatusCalls int `json:"status_calls"`
}

func (s *Server) totals(entries []JournalEntry) []Total {
	list, at := []Total{}, map[string]int{}
	for _, e := range entries {
		if _, supplier := s.Suppliers.Named(e.Provider); supplier || e.Letter != nil {
			continue
		}
		ref := key(e.Provider, e.Reference)
		i, known := at[ref]
		if !known {
			i = len(list)
			at[ref] = i
			list = append(list, Total{Provider: e.Provider, Reference: e.Reference, Currency: e.Currency, StatusCalls: s.lags.counted(ref)})
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

// AccountTotal is what a provider holds for the shop: Taken less Refunded less
// ChargedBack.
type AccountTotal struct {
	Provider    string      `json:"provider"`
	Currency    string      `json:"currency"`
	Taken       money.Minor `json:"taken"`
	Refunded    money.Minor `json:"refunded"`
	ChargedBack money.Minor `json:"charged_back"`
	Held        money.Minor `json:"held"`
}

func accountTotals(all []Total) []AccountTotal {
	list := []AccountTotal{}
	for _, t := range all {
		i := slices.IndexFunc(list, func(a AccountTotal) bool { return a.Provider == t.Provider && a.Currency == t.Currency })
		if i < 0 {
			i = len(list)
			list = append(list, AccountTotal{Provider: t.Provider, Currency: t.Currency})
		}
		a := &list[i]
		a.Taken, a.Refunded, a.ChargedBack = a.Taken+t.Taken, a.Refunded+t.Refunded, a.ChargedBack+t.ChargedBack
		a.Held = a.Taken - a.Refunded - a.ChargedBack
	}
	return list
}

// DeliveredTotal is the goods of one key at one supplier. In a correct run Units
// is what the shop sold under the key, or zero.
type DeliveredTotal struct {
	Supplier string     `json:"supplier"`
	Key      string     `json:"key"`
	SKU      string     `json:"sku"`
	Account  string     `json:"account,omitempty"`
	Server   string     `json:"server,omitempty"`
	Orders   int        `json:"orders"`
	Units    int        `json:"units"` // delivered
	Refused  int        `json:"refused"`
	At       *time.Time `json:"at,omitempty"` // of the last delivery
}

// SupplierTotal is the goods and money of one supplier.
type SupplierTotal struct {
	Supplier string `json:"supplier"`
	Orders   int    `json:"orders"`
	Units    int    `json:"units"`
	Refused  int    `json:"refused"`
	Cost     USD    `json:"cost"` // of what was delivered
	Currency string `json:"currency"`
	// Spent is what was taken from our balance: for delivered orders and orders
	// in progress, less refunds.
	Spent USD `json:"spent"`
}

// supplierCurrency is the currency of all suppliers.
const supplierCurrency = "USD"

func deliveredTotals(entries []JournalEntry) ([]DeliveredTotal, []SupplierTotal) {
	keys, at := []DeliveredTotal{}, map[string]int{}
	sums, sumAt := []SupplierTotal{}, map[string]int{}
	prices, taken := map[string]USD{}, map[string]USD{}
	for _, e := range entries {
		if e.What != Ordered && e.What != Planned && e.What != Delivered && e.What != NotDelivered {
			continue
		}
		ref := key(e.Provider, e.Reference)
		i, known := at[ref]
		if !known {
			i = len(keys)
			at[ref] = i
			keys = append(keys, DeliveredTotal{Supplier: e.Provider, Key: e.Reference})
		}
		j, known := sumAt[e.Provider]
		if !known {
			j = len(sums)
			sumAt[e.Provider] = j
			sums = append(sums, SupplierTotal{Supplier: e.Provider, Currency: supplierCurrency})
		}
		k, sum := &keys[i], &sums[j]
		if e.What == Ordered {
			prices[ref] = e.Goods.Price
		}
		if e.Plan != nil {
			taken[ref] = prices[ref]
			sum.Spent += taken[ref]
		}
		switch e.What {
		case Ordered:
			k.Orders++
			sum.Orders++
			k.SKU, k.Account, k.Server = e.Goods.SKU, e.Goods.Account, e.Goods.Server
		case Delivered:
			k.Units += e.Goods.Quantity
			sum.Units += e.Goods.Quantity
			sum.Cost += e.Goods.Price
			k.At = &e.At
		case NotDelivered:
			k.Refused++
			sum.Refused++
			sum.Spent -= taken[ref]
		}
	}
	return keys, sums
}
