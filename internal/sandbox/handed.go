package sandbox

import "time"

// HandedTotal is what the record says about one key at one supplier. In a
// right run Units is what the shop sold under the key, or zero.
type HandedTotal struct {
	Supplier string     `json:"supplier"`
	Key      string     `json:"key"`
	SKU      string     `json:"sku"`
	Account  string     `json:"account,omitempty"`
	Server   string     `json:"server,omitempty"`
	Orders   int        `json:"orders"`
	Units    int        `json:"units"` // really handed over
	Refused  int        `json:"refused"`
	At       *time.Time `json:"at,omitempty"` // of the last hand-over
}

// SupplierTotal adds up a supplier.
type SupplierTotal struct {
	Supplier string `json:"supplier"`
	Orders   int    `json:"orders"`
	Units    int    `json:"units"`
	Refused  int    `json:"refused"`
	Cost     usd    `json:"cost"` // of what was handed over
	Currency string `json:"currency"`
	// Spent is what was taken from our account: of what was handed over and of
	// what is under way, less what was given back.
	Spent usd `json:"spent"`
}

// supplierCurrency is what all of them count in.
const supplierCurrency = "USD"

// handedTotals adds up the entries themselves, not the state made from them.
func handedTotals(entries []Entry) ([]HandedTotal, []SupplierTotal) {
	keys, at := []HandedTotal{}, map[string]int{}
	sums, sumAt := []SupplierTotal{}, map[string]int{}
	prices, taken := map[string]usd{}, map[string]usd{}
	for _, e := range entries {
		if e.What != Ordered && e.What != Planned && e.What != Handed && e.What != NotHanded {
			continue
		}
		ref := key(e.Provider, e.Reference)
		i, known := at[ref]
		if !known {
			i = len(keys)
			at[ref] = i
			keys = append(keys, HandedTotal{Supplier: e.Provider, Key: e.Reference})
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
		case Handed:
			k.Units += e.Goods.Quantity
			sum.Units += e.Goods.Quantity
			sum.Cost += e.Goods.Price
			k.At = &e.At
		case NotHanded:
			k.Refused++
			sum.Refused++
			sum.Spent -= taken[ref]
		}
	}
	return keys, sums
}
