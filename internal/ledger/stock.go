package ledger

import "larek/internal/money"

// CodeStock returns the account of what we have paid for codes that are not sold yet,
// like money prepaid to a supplier.
func CodeStock() Account { return Supplier("stock") }

// CodesSold is the cost of codes that were delivered from stock.
type CodesSold struct{ Cost money.RUB }

// Entry returns the entry; ref is the order's line, or the code that replaced another.
func (f CodesSold) Entry(ref string, orderID int64) Entry {
	e := entry("cost", ref, orderID)
	e.Postings = []Posting{rubles(CostOfGoods(), f.Cost), rubles(CodeStock(), -f.Cost)}
	return e
}

// CodesVoided is the cost of codes that will not be sold any more.
type CodesVoided struct{ Cost money.RUB }

// Entry returns the entry; ref is the action that voided them.
func (f CodesVoided) Entry(ref string) Entry {
	return bare("writeoff", ref, rubles(WriteOffs(), f.Cost), rubles(CodeStock(), -f.Cost))
}

func (CodesVoided) fact() {}
