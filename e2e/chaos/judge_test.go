package main

import (
	"strings"
	"testing"

	"larek/internal/money"
	"larek/internal/sandbox"
)

func paid(ref, id string, amount money.Minor) sandbox.Entry {
	return sandbox.Entry{What: sandbox.Paid, Provider: "p", Reference: ref, Payment: id, Amount: amount}
}

func refunded(ref, id string, amount money.Minor) sandbox.Entry {
	return sandbox.Entry{What: sandbox.Refunded, Provider: "p", Reference: ref, Payment: id, Amount: amount}
}

func inCabinet(e sandbox.Entry) sandbox.Entry { e.Outside = true; return e }

func chargedBack(ref, id string, amount money.Minor) sandbox.Entry {
	return sandbox.Entry{What: sandbox.ChargedBack, Provider: "p", Reference: ref, Payment: id, Amount: amount}
}

func TestJudgeOfMoney(t *testing.T) {
	t.Parallel()
	all, half, none := share{10, 10}, share{5, 10}, share{0, 10}
	for name, tc := range map[string]struct {
		kind, status string
		got          share
		entries      []sandbox.Entry
		want         string // part of the violation; empty for none
	}{
		"paid once":             {pubg, "done", all, []sandbox.Entry{paid("a", "1", 100)}, ""},
		"paid twice, back":      {pubg, "done", all, []sandbox.Entry{paid("a", "1", 100), paid("b", "2", 103), refunded("b", "2", 103)}, ""},
		"not paid":              {pubg, "waiting_for_payment", none, nil, ""},
		"delivered for free":    {pubg, "done", all, nil, "not paid"},
		"delivered, all back":   {pubg, "done", all, []sandbox.Entry{paid("a", "1", 100), refunded("a", "1", 100)}, "went back"},
		"surplus kept":          {pubg, "done", all, []sandbox.Entry{paid("a", "1", 100), paid("a", "2", 100)}, "paid for 2 times"},
		"another sum":           {pubg, "done", all, []sandbox.Entry{paid("a", "1", 99)}, "was charged"},
		"part of it back":       {pubg, "done", all, []sandbox.Entry{paid("a", "1", 100), refunded("a", "1", 40)}, "went back"},
		"not delivered":         {pubg, "paid", none, []sandbox.Entry{paid("a", "1", 100)}, "is paid and paid"},
		"codes not delivered":   {pubg, "failed", none, []sandbox.Entry{paid("a", "1", 100), refunded("a", "1", 100)}, "is paid and failed"},
		"nobody had it":         {supply, "failed", none, []sandbox.Entry{paid("a", "1", 100), refunded("a", "1", 100)}, ""},
		"nobody had it, kept":   {supply, "failed", none, []sandbox.Entry{paid("a", "1", 100)}, "went back"},
		"nobody had it, done":   {supply, "done", none, []sandbox.Entry{paid("a", "1", 100), refunded("a", "1", 100)}, "is paid and done"},
		"half came":             {supply, "done", half, []sandbox.Entry{paid("a", "1", 100), refunded("a", "1", 50)}, ""},
		"half came, all kept":   {supply, "done", half, []sandbox.Entry{paid("a", "1", 100)}, "went back"},
		"half came, all back":   {supply, "done", half, []sandbox.Entry{paid("a", "1", 100), refunded("a", "1", 100)}, "went back"},
		"all came, half back":   {supply, "done", all, []sandbox.Entry{paid("a", "1", 100), refunded("a", "1", 50)}, "went back"},
		"came without payment":  {supply, "created", all, nil, "not paid"},
		"cabinet, delivered":    {pubg, "done", all, []sandbox.Entry{paid("a", "1", 100), inCabinet(refunded("a", "1", 100))}, ""},
		"cabinet and we too":    {pubg, "done", all, []sandbox.Entry{paid("a", "1", 100), inCabinet(refunded("a", "1", 40)), refunded("a", "1", 60)}, "went back"},
		"cabinet, part by us":   {pubg, "done", all, []sandbox.Entry{paid("a", "1", 100), inCabinet(refunded("a", "1", 40)), refunded("a", "1", 10)}, "went back"},
		"cabinet before codes":  {pubg, "failed", none, []sandbox.Entry{paid("a", "1", 100), inCabinet(refunded("a", "1", 100))}, ""},
		"cabinet part, kept":    {supply, "failed", none, []sandbox.Entry{paid("a", "1", 100), inCabinet(refunded("a", "1", 40))}, "went back"},
		"cabinet part, rest":    {supply, "failed", none, []sandbox.Entry{paid("a", "1", 100), inCabinet(refunded("a", "1", 40)), refunded("a", "1", 60)}, ""},
		"half came, cabinet":    {supply, "done", half, []sandbox.Entry{paid("a", "1", 100), inCabinet(refunded("a", "1", 10)), refunded("a", "1", 50)}, ""},
		"half, cabinet for it":  {supply, "done", half, []sandbox.Entry{paid("a", "1", 100), inCabinet(refunded("a", "1", 50))}, ""},
		"half came, too much":   {supply, "done", half, []sandbox.Entry{paid("a", "1", 100), inCabinet(refunded("a", "1", 10)), refunded("a", "1", 70)}, "went back"},
		"charged back":          {supply, "done", all, []sandbox.Entry{paid("a", "1", 100), chargedBack("a", "1", 100)}, ""},
		"second in the cabinet": {pubg, "done", all, []sandbox.Entry{paid("a", "1", 100), paid("b", "2", 103), inCabinet(refunded("b", "2", 103))}, ""},
		"second part, cabinet":  {pubg, "done", all, []sandbox.Entry{paid("a", "1", 100), paid("b", "2", 103), inCabinet(refunded("b", "2", 3))}, "paid for 2 times"},
		"still being delivered": {supply, "sending", none, []sandbox.Entry{paid("a", "1", 100)}, "is paid and sending"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := &verdict{}
			byRef := payments(tc.entries, v)
			b := &buyer{wish: wish{kind: tc.kind}, invoices: []invoice{{reference: "a", amount: 100}, {reference: "b", amount: 103}}}
			v.judgeMoney(b, page{Status: tc.status}, append(byRef["a"], byRef["b"]...), tc.got)
			check(t, v, tc.want)
		})
	}
}

func TestJudgeOfCodes(t *testing.T) {
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
		"nobody's":        {"done", []string{"x", "?"}, "nobody loaded"},
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
			v := &verdict{}
			v.judgeCodes(&buyer{wish: wish{kind: pubg, lines: []line{{1, 2}}}}, pg, map[string]int64{"x": 1, "y": 1, "z": 1, "other": 2})
			check(t, v, tc.want)
		})
	}
}

func check(t *testing.T, v *verdict, want string) {
	t.Helper()
	all := strings.Join(v.violations, "; ")
	if (want == "") != (all == "") || !strings.Contains(all, want) {
		t.Errorf("violations %q, want %q", all, want)
	}
}

func handed(supplier, key, account string) sandbox.Entry {
	return sandbox.Entry{What: sandbox.Handed, Provider: supplier, Reference: key, Goods: &sandbox.Goods{Account: account, Quantity: 1}}
}

func TestJudgeOfGoods(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		status  string
		entries []sandbox.Entry
		want    string
	}{
		"both came":          {"completed", []sandbox.Entry{handed("a", "7-1-1-x", "p"), handed("b", "7-2-2-x", "p")}, ""},
		"one came":           {"completed", []sandbox.Entry{handed("a", "7-1-1-x", "p")}, ""},
		"none came":          {"refunded", nil, ""},
		"none came, said so": {"completed", nil, "nothing was handed over"},
		"came, said not":     {"refunded", []sandbox.Entry{handed("a", "7-1-1-x", "p")}, "the line is refunded"},
		"one key twice":      {"completed", []sandbox.Entry{handed("a", "7-1-1-x", "p"), handed("a", "7-1-1-x", "p"), handed("a", "7-2-1-x", "p")}, "3 units"},
		"one twice, one not": {"completed", []sandbox.Entry{handed("a", "7-1-1-x", "p"), handed("a", "7-1-1-x", "p")}, "under one key"},
		"by two suppliers":   {"completed", []sandbox.Entry{handed("a", "7-1-1-x", "p"), handed("b", "7-1-2-x", "p"), handed("a", "7-2-1-x", "p")}, "3 units"},
		"to somebody else":   {"completed", []sandbox.Entry{handed("a", "7-1-1-x", "p"), handed("a", "7-2-1-x", "q")}, "no order is for"},
		"of another line":    {"completed", []sandbox.Entry{handed("a", "7-1-1-x", "p"), handed("a", "77-1-1-x", "p")}, "no order is for"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, h := &verdict{}, readHanded(tc.entries)
			v.judgeKeys(h)
			v.judgeGoods(&buyer{wish: wish{kind: supply, account: "p"}}, page{Lines: []pageLine{{ID: 7, Quantity: 2, UnitPrice: 50, Status: tc.status}}}, h)
			v.judgeLeft(h)
			check(t, v, tc.want)
		})
	}
}
