package console

import (
	"bytes"
	"encoding/csv"
	"strings"
	"time"

	"larek/internal/sandbox/core"
)

// registryFormats write lines as each party does.
var registryFormats = map[string]func([]registryLine) []byte{
	"tbank": table(';', []string{"Дата и время операции", "Идентификатор платежа", "Номер заказа", "Тип операции", "Сумма операции", "Сумма комиссии", "Валюта"},
		map[string]string{"payment": "Оплата", "refund": "Возврат", "chargeback": "Чарджбэк", "payout": "Выплата"}, func(l registryLine, kind string) []string {
			return []string{moscow(l.at, "02.01.2006 15:04:05"), l.id, l.reference, kind, comma(l.amount), comma(l.fee), l.currency}
		}),
	"payin": table(',', []string{"paymentId", "orderId", "type", "amount", "agentFee", "currency", "paymentDate"}, nil, func(l registryLine, kind string) []string {
		return []string{l.id, l.reference, kind, l.amount.String(), l.fee.String(), strings.Replace(l.currency, "RUB", "RUR", 1), moscow(l.at, "15:04:05 02.01.2006")}
	}),
	"payselection": list("Transactions", map[string]string{"payment": "Pay", "refund": "Refund", "chargeback": "Chargeback", "payout": "Payout"}, func(l registryLine, kind string) map[string]any {
		return map[string]any{"TransactionId": l.id, "OrderId": l.reference, "Operation": kind, "Amount": l.amount.String(), "Commission": l.fee.String(), "Currency": l.currency, "DateTime": l.at.Format(time.RFC3339)}
	}),
	"getpay": list("operations", map[string]string{"payment": "payin"}, func(l registryLine, kind string) map[string]any {
		return map[string]any{"id": l.id, "order": l.reference, "type": kind, "sum": int64(l.amount / 100), "fee": int64(l.fee / 100), "date": moscow(l.at, time.DateTime)}
	}),
	"moogold": table(',', []string{"Order ID", "Partner Order ID", "Date", "Type", "Amount", "Currency"},
		map[string]string{"charge": "Order", "topup": "Top Up"}, func(l registryLine, kind string) []string {
			return []string{l.id, l.reference, moscow(l.at, time.DateTime), kind, l.amount.String(), l.currency}
		}),
	"nsgifts": list("operations", map[string]string{"charge": "order", "topup": "deposit"}, func(l registryLine, kind string) map[string]any {
		return map[string]any{"order_id": l.id, "custom_id": l.reference, "created_at": l.at.Format(time.RFC3339), "kind": kind, "total": l.amount, "currency": l.currency}
	}),
	"gamesdrop": list("transactions", map[string]string{"charge": "purchase"}, func(l registryLine, kind string) map[string]any {
		return map[string]any{"orderId": l.id, "transactionId": l.reference, "createdAt": l.at.Format(time.RFC3339), "type": kind, "price": l.amount, "currency": l.currency}
	}),
	"rokky": table(';', []string{"date", "order_id", "external_id", "operation", "amount", "currency"},
		map[string]string{"charge": "order", "topup": "replenishment"}, func(l registryLine, kind string) []string {
			return []string{moscow(l.at, time.DateTime), l.id, l.reference, kind, l.amount.String(), l.currency}
		}),
}

// table writes lines as cells between separators. kinds are the party's words for kinds
// of lines where they differ from ours.
func table(separator rune, header []string, kinds map[string]string, cells func(registryLine, string) []string) func([]registryLine) []byte {
	return func(lines []registryLine) []byte {
		out := &bytes.Buffer{}
		w := csv.NewWriter(out)
		w.Comma = separator
		_ = w.Write(header) // into memory
		for _, l := range lines {
			_ = w.Write(cells(l, word(kinds, l.kind)))
		}
		w.Flush()
		return out.Bytes()
	}
}

// list writes lines as JSON objects in a list of a name.
func list(name string, kinds map[string]string, object func(registryLine, string) map[string]any) func([]registryLine) []byte {
	return func(lines []registryLine) []byte {
		objects := []map[string]any{}
		for _, l := range lines {
			objects = append(objects, object(l, word(kinds, l.kind)))
		}
		return core.MustJSON(map[string]any{name: objects})
	}
}

func word(kinds map[string]string, kind string) string {
	if w, differs := kinds[kind]; differs {
		return w
	}
	return kind
}

func moscow(at time.Time, layout string) string { return at.In(core.Moscow).Format(layout) }

func comma(sum core.USD) string { return strings.Replace(sum.String(), ".", ",", 1) }
