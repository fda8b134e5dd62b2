package main

import (
	"strings"
	"testing"

	"larek/internal/money"
	"larek/internal/sandbox/core"
)

func paid(ref, id string, amount money.Minor) core.JournalEntry {
	return core.JournalEntry{What: core.Paid, Provider: "p", Reference: ref, Payment: id, Amount: amount}
}

func refunded(ref, id string, amount money.Minor) core.JournalEntry {
	return core.JournalEntry{What: core.Refunded, Provider: "p", Reference: ref, Payment: id, Amount: amount}
}

func inCabinet(e core.JournalEntry) core.JournalEntry { e.Outside = true; return e }

func chargedBack(ref, id string, amount money.Minor) core.JournalEntry {
	return core.JournalEntry{What: core.ChargedBack, Provider: "p", Reference: ref, Payment: id, Amount: amount}
}

func TestVerifyMoney(t *testing.T) {
	t.Parallel()
	all, half, none := share{10, 10}, share{5, 10}, share{0, 10}
	for name, tc := range map[string]struct {
		kind, status string
		got          share
		entries      []core.JournalEntry
		want         string // part of the violation; empty for none
	}{
		"paid once":             {pubg, "done", all, []core.JournalEntry{paid("a", "1", 100)}, ""},
		"paid twice, back":      {pubg, "done", all, []core.JournalEntry{paid("a", "1", 100), paid("b", "2", 103), refunded("b", "2", 103)}, ""},
		"not paid":              {pubg, "waiting_for_payment", none, nil, ""},
		"delivered for free":    {pubg, "done", all, nil, "not paid"},
		"delivered, all back":   {pubg, "done", all, []core.JournalEntry{paid("a", "1", 100), refunded("a", "1", 100)}, "was refunded for"},
		"surplus not refunded":  {pubg, "done", all, []core.JournalEntry{paid("a", "1", 100), paid("a", "2", 100)}, "paid for 2 times"},
		"another sum":           {pubg, "done", all, []core.JournalEntry{paid("a", "1", 99)}, "was charged"},
		"part of it back":       {pubg, "done", all, []core.JournalEntry{paid("a", "1", 100), refunded("a", "1", 40)}, "was refunded for"},
		"not delivered":         {pubg, "paid", none, []core.JournalEntry{paid("a", "1", 100)}, "is paid and paid"},
		"codes not delivered":   {pubg, "failed", none, []core.JournalEntry{paid("a", "1", 100), refunded("a", "1", 100)}, "is paid and failed"},
		"nobody had it":         {supply, "failed", none, []core.JournalEntry{paid("a", "1", 100), refunded("a", "1", 100)}, ""},
		"nobody had it, kept":   {supply, "failed", none, []core.JournalEntry{paid("a", "1", 100)}, "was refunded for"},
		"nobody had it, done":   {supply, "done", none, []core.JournalEntry{paid("a", "1", 100), refunded("a", "1", 100)}, "is paid and done"},
		"half came":             {supply, "done", half, []core.JournalEntry{paid("a", "1", 100), refunded("a", "1", 50)}, ""},
		"half came, none back":  {supply, "done", half, []core.JournalEntry{paid("a", "1", 100)}, "was refunded for"},
		"half came, all back":   {supply, "done", half, []core.JournalEntry{paid("a", "1", 100), refunded("a", "1", 100)}, "was refunded for"},
		"all came, half back":   {supply, "done", all, []core.JournalEntry{paid("a", "1", 100), refunded("a", "1", 50)}, "was refunded for"},
		"came without payment":  {supply, "created", all, nil, "not paid"},
		"cabinet, delivered":    {pubg, "done", all, []core.JournalEntry{paid("a", "1", 100), inCabinet(refunded("a", "1", 100))}, ""},
		"cabinet and we too":    {pubg, "done", all, []core.JournalEntry{paid("a", "1", 100), inCabinet(refunded("a", "1", 40)), refunded("a", "1", 60)}, "was refunded for"},
		"cabinet, part by us":   {pubg, "done", all, []core.JournalEntry{paid("a", "1", 100), inCabinet(refunded("a", "1", 40)), refunded("a", "1", 10)}, "was refunded for"},
		"cabinet before codes":  {pubg, "failed", none, []core.JournalEntry{paid("a", "1", 100), inCabinet(refunded("a", "1", 100))}, ""},
		"cabinet part, not all": {supply, "failed", none, []core.JournalEntry{paid("a", "1", 100), inCabinet(refunded("a", "1", 40))}, "was refunded for"},
		"cabinet part, rest":    {supply, "failed", none, []core.JournalEntry{paid("a", "1", 100), inCabinet(refunded("a", "1", 40)), refunded("a", "1", 60)}, ""},
		"half came, cabinet":    {supply, "done", half, []core.JournalEntry{paid("a", "1", 100), inCabinet(refunded("a", "1", 10)), refunded("a", "1", 50)}, ""},
		"half, cabinet for it":  {supply, "done", half, []core.JournalEntry{paid("a", "1", 100), inCabinet(refunded("a", "1", 50))}, ""},
		"half came, too much":   {supply, "done", half, []core.JournalEntry{paid("a", "1", 100), inCabinet(refunded("a", "1", 10)), refunded("a", "1", 70)}, "was refunded for"},
		"charged back":          {supply, "done", all, []core.JournalEntry{paid("a", "1", 100), chargedBack("a", "1", 100)}, ""},
		"second in the cabinet": {pubg, "done", all, []core.JournalEntry{paid("a", "1", 100), paid("b", "2", 103), inCabinet(refunded("b", "2", 103))}, ""},
		"second part, cabinet":  {pubg, "done", all, []core.JournalEntry{paid("a", "1", 100), paid("b", "2", 103), inCabinet(refunded("b", "2", 3))}, "paid for 2 times"},
		"still being delivered": {supply, "sending", none, []core.JournalEntry{paid("a", "1", 100)}, "is paid and sending"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := &report{}
			byRef := payments(tc.entries, v)
			b := &buyer{plan: orderPlan{kind: tc.kind}, invoices: []invoice{{reference: "a", amount: 100}, {reference: "b", amount: 103}}}
			v.verifyMoney(b, page{Status: tc.status}, append(byRef["a"], byRef["b"]...), tc.got)
			check(t, v, tc.want)
		})
	}
}

func TestVerifyCodes(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		status string
		codes  []string
		want   string
	}{
		"all of them":     {"done", []string{"x", "y"}, ""},
		"none, not paid":  {"created", nil, ""},
		"one is lacking":  {"done", []string{"x"}, "lacks 1"},
		"one too many":    {"done", []string{"x", "y", "z"}, "lacks -1"},
		"the same twice":  {"done", []string{"x", "x"}, "another order shows too"},
		"nobody's":        {"done", []string{"x", "?"}, "that was not loaded"},
		"of other goods":  {"done", []string{"x", "other"}, "of product 2"},
		"shown too early": {"waiting_for_payment", []string{"x"}, "lacks -1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pg page
			pg.Status = tc.status
			pg.Lines = make([]pageLine, 1)
			pg.Lines[0].Product.ID = 1
			for _, c := range tc.codes {
				pg.Lines[0].Codes = append(pg.Lines[0].Codes, pageCode{c})
			}
			v := &report{}
			v.verifyCodes(&buyer{plan: orderPlan{kind: pubg, lines: []line{{1, 2}}}}, pg, map[string]int64{"x": 1, "y": 1, "z": 1, "other": 2})
			check(t, v, tc.want)
		})
	}
}

func check(t *testing.T, v *report, want string) {
	t.Helper()
	all := strings.Join(v.violations, "; ")
	if (want == "") != (all == "") || !strings.Contains(all, want) {
		t.Errorf("violations %q, want %q", all, want)
	}
}

func delivered(supplier, key, account string) core.JournalEntry {
	return core.JournalEntry{What: core.Delivered, Provider: supplier, Reference: key, Goods: &core.Goods{Account: account, Quantity: 1}}
}

func TestVerifyGoods(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		status  string
		entries []core.JournalEntry
		want    string
	}{
		"both came":          {"completed", []core.JournalEntry{delivered("a", "7-1-1-x", "p"), delivered("b", "7-2-2-x", "p")}, ""},
		"one came":           {"completed", []core.JournalEntry{delivered("a", "7-1-1-x", "p")}, ""},
		"none came":          {"refunded", nil, ""},
		"none came, said so": {"completed", nil, "nothing was delivered"},
		"came, said not":     {"refunded", []core.JournalEntry{delivered("a", "7-1-1-x", "p")}, "the line is refunded"},
		"one key twice":      {"completed", []core.JournalEntry{delivered("a", "7-1-1-x", "p"), delivered("a", "7-1-1-x", "p"), delivered("a", "7-2-1-x", "p")}, "3 units"},
		"one twice, one not": {"completed", []core.JournalEntry{delivered("a", "7-1-1-x", "p"), delivered("a", "7-1-1-x", "p")}, "under one key"},
		"by two suppliers":   {"completed", []core.JournalEntry{delivered("a", "7-1-1-x", "p"), delivered("b", "7-1-2-x", "p"), delivered("a", "7-2-1-x", "p")}, "3 units"},
		"to somebody else":   {"completed", []core.JournalEntry{delivered("a", "7-1-1-x", "p"), delivered("a", "7-2-1-x", "q")}, "no order is for"},
		"of another line":    {"completed", []core.JournalEntry{delivered("a", "7-1-1-x", "p"), delivered("a", "77-1-1-x", "p")}, "no order is for"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, h := &report{}, readDelivered(tc.entries)
			v.verifyKeys(h)
			v.verifyGoods(&buyer{plan: orderPlan{kind: supply, account: "p"}}, page{Lines: []pageLine{{ID: 7, Quantity: 2, UnitPrice: 50, Status: tc.status}}}, h)
			v.verifyLeft(h)
			check(t, v, tc.want)
		})
	}
}

func TestVerifyOldInvoices(t *testing.T) {
	t.Parallel()
	kept := []core.JournalEntry{paid("a", "1", 100)}
	back := []core.JournalEntry{paid("a", "1", 100), refunded("a", "1", 100)}
	for name, tc := range map[string]struct {
		old     oldInvoice
		promo   string
		status  string
		entries []core.JournalEntry
		want    string
	}{
		"in time":                    {oldInvoice{}, "", "done", kept, ""},
		"in time, refused":           {oldInvoice{}, "", "waiting_for_payment", back, "is paid and waiting_for_payment"},
		"its code is used up":        {oldInvoice{}, limitedCode, "waiting_for_payment", back, ""},
		"its code is used up, kept":  {oldInvoice{}, limitedCode, "waiting_for_payment", kept, "is paid and waiting_for_payment"},
		"too late":                   {oldInvoice{isTooLate: true}, "", "failed", back, ""},
		"too late, kept":             {oldInvoice{isTooLate: true}, "", "failed", kept, "was refunded for"},
		"too late, delivered":        {oldInvoice{isTooLate: true}, "", "done", kept, "a day too late"},
		"too late, waits for more":   {oldInvoice{isTooLate: true}, "", "waiting_for_payment", back, "is paid and waiting_for_payment"},
		"not paid, another replaced": {oldInvoice{isReplaced: true}, "", "waiting_for_payment", nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := &report{}
			got := share{0, 10}
			if tc.status == "done" {
				got.delivered = 10
			}
			b := &buyer{plan: orderPlan{kind: pubg}, scenario: paysOldOne, old: tc.old, promo: tc.promo, invoices: []invoice{{provider: "payselection", reference: "a", amount: 100}}}
			v.verifyMoney(b, page{Status: tc.status}, payments(tc.entries, v)["a"], got)
			check(t, v, tc.want)
		})
	}
}
