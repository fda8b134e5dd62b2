package console

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"larek/internal/money"
	"larek/internal/sandbox/core"
)

// registryRates are the commissions of the contracts, in hundredths of a percent.
// Suppliers charge none.
var registryRates = map[string]int64{"tbank": 70, "payselection": 250, "payin": 300, "getpay": 400}

// registryLine is one operation in a registry or a statement, in ten-thousandths.
type registryLine struct {
	kind, id, reference string
	at                  time.Time
	amount, fee         core.USD
	currency            string
}

// registry answers with what a provider or a supplier did on a day, in the format of
// that party. The parameter mistakes names mistakes to make, each on another line; the
// header Planted says which lines they are on. The parameter only names the references whose
// lines alone are wanted, spare those on whose lines no mistake is made. With payout, a provider pays out at the end
// of the day what it owes for it. The party bank has the statement with these payouts.
func (c *console) registry(w http.ResponseWriter, r *http.Request) {
	party := core.URLParam(r, "party")
	day, err := time.ParseInLocation(time.DateOnly, r.URL.Query().Get("day"), core.Moscow)
	if _, known := registryFormats[party]; err != nil || !known && party != bank {
		core.ControlError(w, http.StatusBadRequest, fmt.Errorf("want a party with a registry and ?day=2006-01-02"))
		return
	}
	var entries []core.JournalEntry
	err = c.core.Do(func(st *core.State) error {
		entries = st.Entries()
		return nil
	})
	b := &registryDraft{party: party, lines: linesOf(entries, party, day), day: day}
	if party == bank {
		b.lines = transfersOf(entries, day)
	}
	if only := listed(r, "only"); len(only) > 0 {
		b.lines = slices.DeleteFunc(b.lines, func(l registryLine) bool { return !slices.Contains(only, l.reference) })
	}
	if r.URL.Query().Get("payout") != "" {
		b.lines = append(b.lines, payoutOf(b.lines, party, day)...)
	}
	if err == nil {
		err = b.spoil(listed(r, "mistakes"), listed(r, "spare"))
	}
	if err != nil {
		core.ControlError(w, http.StatusBadRequest, err)
		return
	}
	planted, err := json.Marshal(b.planted)
	if err != nil {
		c.core.InternalError(w, err)
		return
	}
	w.Header().Set("Planted", string(planted))
	if party == bank {
		_, _ = w.Write(statementOf(b.lines, day))
		return
	}
	_, _ = w.Write(registryFormats[party](b.lines))
}

// listed returns the values of a parameter, which are separated by commas.
func listed(r *http.Request, parameter string) []string {
	return strings.FieldsFunc(r.URL.Query().Get(parameter), func(x rune) bool { return x == ',' })
}

// linesOf returns what the party did on a day.
func linesOf(entries []core.JournalEntry, party string, day time.Time) []registryLine {
	var lines []registryLine
	for _, e := range entries {
		if e.Provider != party || e.At.Before(day) || !e.At.Before(day.AddDate(0, 0, 1)) {
			continue
		}
		l := registryLine{id: numberOf(e), reference: e.Reference, at: e.At, amount: fine(e.Amount), currency: e.Currency}
		switch e.What {
		case core.Paid:
			l.kind, l.fee = "payment", fee(party, l.amount)
		case core.Refunded:
			l.kind = "refund"
		case core.ChargedBack:
			l.kind = "chargeback"
		case core.Delivered:
			l.kind, l.id, l.amount, l.currency = "charge", e.Invoice, e.Goods.Price, "USD"
		default:
			continue
		}
		lines = append(lines, l)
	}
	return lines
}

// numberOf returns the number a provider gives to a payment. All transfers for an
// invoice of Payin are one payment.
func numberOf(e core.JournalEntry) string {
	if e.Provider == "payin" {
		return e.Invoice
	}
	return e.Payment
}

func fine(m money.Minor) core.USD { return core.USD(m) * 100 }

// fee returns what the contract lets a provider keep.
func fee(party string, amount core.USD) core.USD {
	return fine(money.Minor(money.RUB(amount/100).Share(registryRates[party], 10_000)))
}
