package main

import (
	"strings"
	"testing"

	"larek/internal/money"
	"larek/internal/sandbox"
)

func paid(ref, id string, amount money.RUB) sandbox.Entry {
	return sandbox.Entry{What: sandbox.Paid, Provider: "p", Reference: ref, Payment: id, Amount: amount}
}

func refunded(ref, id string, amount money.RUB) sandbox.Entry {
	return sandbox.Entry{What: sandbox.Refunded, Provider: "p", Reference: ref, Payment: id, Amount: amount}
}

func TestJudgeOfMoney(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		status  string
		entries []sandbox.Entry
		want    string // part of the violation; empty for none
	}{
		"paid once":           {"done", []sandbox.Entry{paid("a", "1", 100)}, ""},
		"paid twice, back":    {"done", []sandbox.Entry{paid("a", "1", 100), paid("b", "2", 103), refunded("b", "2", 103)}, ""},
		"not paid":            {"waiting_for_payment", nil, ""},
		"delivered for free":  {"done", nil, "not paid"},
		"delivered, all back": {"done", []sandbox.Entry{paid("a", "1", 100), refunded("a", "1", 100)}, "paid for 0 times"},
		"surplus kept":        {"done", []sandbox.Entry{paid("a", "1", 100), paid("a", "2", 100)}, "paid for 2 times"},
		"another sum":         {"done", []sandbox.Entry{paid("a", "1", 99)}, "was charged"},
		"part of it back":     {"done", []sandbox.Entry{paid("a", "1", 100), refunded("a", "1", 40)}, "went back"},
		"not delivered":       {"paid", []sandbox.Entry{paid("a", "1", 100)}, "is paid and paid"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := &verdict{}
			byRef := payments(tc.entries, v)
			b := &buyer{invoices: []invoice{{reference: "a", amount: 100}, {reference: "b", amount: 103}}}
			v.judgeMoney(b, page{Status: tc.status}, append(byRef["a"], byRef["b"]...))
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
			v.judgeCodes(&buyer{lines: []line{{1, 2}}}, pg, map[string]int64{"x": 1, "y": 1, "z": 1, "other": 2})
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
