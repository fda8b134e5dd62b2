package console

import (
	"bytes"
	"encoding/csv"
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
var registryRates = map[string]int64{"tbank": 70, "payselection": 250, "payin": 300, "getpay": 400}

// registryLine is one operation in a provider's registry, in hundredths.
type registryLine struct {
	kind, id, reference string
	at                  time.Time
	amount, fee         money.Minor
	currency            string
}

// registry answers with the registry of a provider's day, in the format of that
// provider. The parameter mistakes names mistakes to make, each on another line:
// missing, extra, amount, day, commission.
func (c *console) registry(w http.ResponseWriter, r *http.Request) {
	provider := core.URLParam(r, "provider")
	day, err := time.ParseInLocation(time.DateOnly, r.URL.Query().Get("day"), core.Moscow)
	rate, known := registryRates[provider]
	if err != nil || !known {
		core.ControlError(w, http.StatusBadRequest, fmt.Errorf("want a provider with a registry and ?day=2006-01-02"))
		return
	}
	var lines []registryLine
	err = c.core.Do(func(st *core.State) error {
		lines = registryLines(st, provider, day, rate)
		return nil
	})
	if err == nil {
		lines, err = spoil(lines, strings.FieldsFunc(r.URL.Query().Get("mistakes"), func(x rune) bool { return x == ',' }))
	}
	if err != nil {
		core.ControlError(w, http.StatusBadRequest, err)
		return
	}
	_, _ = w.Write(registryFile(provider, lines))
}

// registryLines returns what the provider did on a day.
func registryLines(st *core.State, provider string, day time.Time, rate int64) []registryLine {
	var lines []registryLine
	for _, inv := range st.Invoices() {
		if inv.Provider != provider {
			continue
		}
		for _, p := range inv.Payments {
			if p.Declined || p.At.Before(day) || !p.At.Before(day.AddDate(0, 0, 1)) {
				continue
			}
			l := registryLine{kind: "payment", id: p.ID, reference: inv.Reference, at: p.At, amount: p.Amount, currency: p.Currency}
			l.fee = money.Minor(money.RUB(l.amount).Share(rate, 10_000))
			lines = append(lines, l)
			if p.Refunded > 0 {
				lines = append(lines, registryLine{kind: "refund", id: p.ID, reference: inv.Reference, at: p.At, amount: p.Refunded, currency: p.Currency})
			}
			if p.ChargedBack > 0 {
				lines = append(lines, registryLine{kind: "chargeback", id: p.ID, reference: inv.Reference, at: p.At, amount: p.ChargedBack, currency: p.Currency})
			}
		}
	}
	return lines
}

// spoil makes mistakes, each in another payment of the registry.
func spoil(lines []registryLine, mistakes []string) ([]registryLine, error) {
	at, gone := -1, []int(nil)
	for _, mistake := range mistakes {
		if mistake == "extra" {
			lines = append(lines, registryLine{kind: "payment", id: "990077001", reference: "unknown", at: lines[0].at, amount: 1490_00, fee: money.Minor(money.RUB(1490_00).Share(70, 10_000)), currency: "RUB"})
			continue
		}
		for at++; at < len(lines) && lines[at].kind != "payment"; at++ {
		}
		if at >= len(lines) {
			return nil, fmt.Errorf("not enough payments for %s", mistake)
		}
		switch l := &lines[at]; mistake {
		case "missing":
			gone = append(gone, at)
		case "amount":
			l.amount--
			l.fee = money.Minor(money.RUB(l.amount).Share(70, 10_000))
		case "day":
			l.at = l.at.AddDate(0, 0, 1)
		case "commission":
			l.fee++
		default:
			return nil, fmt.Errorf("no such mistake: %s", mistake)
		}
	}
	for _, i := range slices.Backward(gone) {
		lines = slices.Delete(lines, i, i+1)
	}
	return lines, nil
}

// registryFile writes the lines as the provider does.
func registryFile(provider string, lines []registryLine) []byte {
	out := &bytes.Buffer{}
	switch provider {
	case "tbank":
		kinds := map[string]string{"payment": "Оплата", "refund": "Возврат", "chargeback": "Чарджбэк"}
		writeTable(out, ';', []string{"Дата и время операции", "Идентификатор платежа", "Номер заказа", "Тип операции", "Сумма операции", "Сумма комиссии", "Валюта"}, lines, func(l registryLine) []string {
			return []string{l.at.In(core.Moscow).Format("02.01.2006 15:04:05"), l.id, l.reference, kinds[l.kind], comma(l.amount), comma(l.fee), l.currency}
		})
	case "payin":
		writeTable(out, ',', []string{"paymentId", "orderId", "type", "amount", "agentFee", "currency", "paymentDate"}, lines, func(l registryLine) []string {
			return []string{l.id, l.reference, l.kind, l.amount.String(), l.fee.String(), strings.Replace(l.currency, "RUB", "RUR", 1), l.at.In(core.Moscow).Format("15:04:05 02.01.2006")}
		})
	case "payselection":
		kinds, list := map[string]string{"payment": "Pay", "refund": "Refund", "chargeback": "Chargeback"}, []map[string]any{}
		for _, l := range lines {
			list = append(list, map[string]any{"TransactionId": l.id, "OrderId": l.reference, "Operation": kinds[l.kind], "Amount": l.amount.String(), "Commission": l.fee.String(), "Currency": l.currency, "DateTime": l.at.Format(time.RFC3339)})
		}
		_ = json.NewEncoder(out).Encode(map[string]any{"Transactions": list}) // into memory
	case "getpay":
		kinds, list := map[string]string{"payment": "payin", "refund": "refund", "chargeback": "chargeback"}, []map[string]any{}
		for _, l := range lines {
			list = append(list, map[string]any{"id": l.id, "order": l.reference, "type": kinds[l.kind], "sum": int64(l.amount), "fee": int64(l.fee), "date": l.at.In(core.Moscow).Format(time.DateTime)})
		}
		_ = json.NewEncoder(out).Encode(map[string]any{"operations": list}) // into memory
	}
	return out.Bytes()
}

func writeTable(out *bytes.Buffer, separator rune, header []string, lines []registryLine, cells func(registryLine) []string) {
	w := csv.NewWriter(out)
	w.Comma = separator
	_ = w.Write(header) // into memory
	for _, l := range lines {
		_ = w.Write(cells(l))
	}
	w.Flush()
}

func comma(m money.Minor) string { return strings.Replace(m.String(), ".", ",", 1) }
