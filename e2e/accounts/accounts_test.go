package accounts_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"larek/e2e/accounts"
	"larek/internal/sandbox/core"
)

// record reads entries as the sandbox writes them.
func record(t *testing.T, lines string) []core.JournalEntry {
	t.Helper()
	var entries []core.JournalEntry
	for line := range strings.Lines(lines) {
		var e core.JournalEntry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		entries = append(entries, e)
	}
	return entries
}

const truth = `{"what":"paid","provider":"tbank","payment":"1","amount":"100.00","currency":"RUB"}
{"what":"paid","provider":"tbank","payment":"2","amount":"70.05","currency":"RUB"}
{"what":"refunded","provider":"tbank","payment":"2","amount":"20.05","currency":"RUB"}
{"what":"paid","provider":"payin","payment":"3","amount":"600.00","currency":"KZT"}
{"what":"declined","provider":"payin","payment":"4","amount":"9.00","currency":"KZT"}
{"what":"ordered","provider":"moogold","goods":{"sku":"1","quantity":1,"price":1.5}}
{"what":"handed","provider":"moogold","goods":{"sku":"1","quantity":1,"price":1.5}}
{"what":"not_handed","provider":"moogold"}
`

func booked() accounts.Sums {
	return accounts.Sums{
		{Name: "provider:tbank", Currency: "RUB"}:   150_0000,
		{Name: "provider:payin", Currency: "KZT"}:   600_0000,
		{Name: "supplier:moogold", Currency: "USD"}: -1_5000,
	}
}

// Every way in which a bank's or a supplier's report can differ from the ledger is
// detected, by one kopeck too.
func TestDoctoredRecordsAreSeen(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		more string
		want []string
	}{
		"nothing": {"", nil},
		"a kopeck more taken": {
			`{"what":"paid","provider":"tbank","payment":"5","amount":"0.01","currency":"RUB"}`,
			[]string{"the ledger has 150.0000 RUB at provider:tbank, the record 150.0100"},
		},
		"refunded outside": {
			`{"what":"refunded","provider":"tbank","payment":"1","amount":"10.00","currency":"RUB","outside":true}`,
			[]string{"the ledger has 150.0000 RUB at provider:tbank, the record 140.0000"},
		},
		"charged back": {
			`{"what":"charged_back","provider":"tbank","payment":"1","amount":"100.00","currency":"RUB"}`,
			[]string{"the ledger has 150.0000 RUB at provider:tbank, the record 50.0000"},
		},
		"in another currency": {
			`{"what":"paid","provider":"tbank","payment":"5","amount":"1.00","currency":"USD"}`,
			[]string{"the ledger has 0.0000 USD at provider:tbank, the record 1.0000"},
		},
		"by a provider we know nothing of": {
			`{"what":"paid","provider":"getpay","payment":"5","amount":"1.00","currency":"RUB"}`,
			[]string{"the ledger has 0.0000 RUB at provider:getpay, the record 1.0000"},
		},
		"delivered and not booked": {
			`{"what":"handed","provider":"moogold","goods":{"sku":"1","quantity":1,"price":0.01}}`,
			[]string{"the ledger has -1.5000 USD at supplier:moogold, the record -1.5100"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := accounts.Differences(accounts.Recorded(record(t, truth+tc.more)), booked())
			if !slices.Equal(got, tc.want) {
				t.Errorf("differences %q, want %q", got, tc.want)
			}
		})
	}
}

func TestBookedAccountThatNobodyHoldsIsSeen(t *testing.T) {
	t.Parallel()
	b := booked()
	b[accounts.Account{Name: "supplier:rokky", Currency: "USD"}] = -1
	got := accounts.Differences(accounts.Recorded(record(t, truth)), b)
	if want := []string{"the ledger has -0.0001 USD at supplier:rokky, the record 0.0000"}; !slices.Equal(got, want) {
		t.Errorf("differences %q, want %q", got, want)
	}
}
