package settlement

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/charmap"
)

func text(lines []Line) string {
	list := make([]string, len(lines))
	for i, l := range lines {
		list[i] = fmt.Sprintf("%d %s %s %s %s %d %d %s", l.Number, l.Kind, l.ExternalID, l.Reference, l.At.In(moscow).Format(time.DateTime), l.Amount, l.Commission, l.Currency)
	}
	return strings.Join(list, "\n")
}

const tbankFile = "Дата и время операции;Идентификатор платежа;Номер заказа;Тип операции;Сумма операции;Сумма комиссии;Валюта\n" +
	"14.11.2026 23:59:48;4937755102;48-1-ab;Оплата;1 490,00;10,43;RUB\n15.11.2026 00:00:01;4937755103;49-1-ab;Возврат;-769,5;;RUB\n"

func TestEveryFormatIsReadToTheKopeck(t *testing.T) {
	t.Parallel()
	for party, c := range map[string]struct{ file, want string }{
		"tbank": {tbankFile, "1 payment 4937755102 48-1-ab 2026-11-14 23:59:48 14900000 104300 RUB\n2 refund 4937755103 49-1-ab 2026-11-15 00:00:01 7695000 0 RUB"},
		"payselection": {
			`{"Transactions":[{"TransactionId":"PS1","OrderId":"a","Operation":"Pay","Amount":"100.10","Commission":2.5,"Currency":"RUB","DateTime":"2026-11-14T20:59:59Z"}]}`,
			"1 payment PS1 a 2026-11-14 23:59:59 1001000 25000 RUB",
		},
		"payin":   {"paymentId,orderId,type,amount,agentFee,currency,paymentDate\n7,a,payment,166.70,5.00,RUR,10:11:12 14.11.2026\n", "1 payment 7 a 2026-11-14 10:11:12 1667000 50000 RUB"},
		"getpay":  {`{"operations":[{"id":5,"order":"a","type":"payin","sum":7,"fee":0,"date":"2026-11-14 10:11:12"}]}`, "1 payment a 5 2026-11-14 10:11:12 700 0 RUB"},
		"nsgifts": {`{"operations":[{"order_id":9,"custom_id":"k","kind":"order","total":1.02,"currency":"USD","created_at":"2026-11-14T10:11:12+03:00"},{"order_id":10,"kind":"deposit","total":100,"currency":"USD","created_at":"2026-11-14T10:12:00+03:00"}]}`, "1 charge k 9 2026-11-14 10:11:12 10200 0 USD\n2 topup 10 10 2026-11-14 10:12:00 1000000 0 USD"},
		"moogold": {"Order ID,Partner Order ID,Type,Amount,Currency,Date\n55,k,Order,1.2345,USD,2026-11-14 10:11:12\n56,,Top Up,1000,USD,2026-11-14 10:12:00\n", "1 charge 55 k 2026-11-14 10:11:12 12345 0 USD\n2 topup 56  2026-11-14 10:12:00 10000000 0 USD"},
	} {
		lines, err := Parse(party, []byte(c.file))
		if err != nil || text(lines) != c.want {
			t.Errorf("%s: got\n%s\n(%v), want\n%s", party, text(lines), err, c.want)
		}
	}
}

func TestFileInAnyEncoding(t *testing.T) {
	t.Parallel()
	old, err := charmap.Windows1251.NewEncoder().String(tbankFile)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := Parse("tbank", []byte(tbankFile))
	for name, file := range map[string]string{"Windows-1251": old, "with a mark": "\ufeff" + tbankFile} {
		if got, err := Parse("tbank", []byte(file)); err != nil || text(got) != text(want) || len(got) != 2 {
			t.Errorf("%s: %v, %s", name, err, text(got))
		}
	}
}

func TestBadFileIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ party, file string }{
		"another party":     {"payin", tbankFile},
		"not a list":        {"payselection", tbankFile},
		"nobody":            {"nobody", tbankFile},
		"empty":             {"tbank", strings.SplitAfter(tbankFile, "\n")[0]},
		"unknown operation": {"tbank", strings.Replace(tbankFile, "Оплата", "Подарок", 1)},
		"five decimals":     {"tbank", strings.Replace(tbankFile, "10,43", "10,43001", 1)},
		"letters":           {"tbank", strings.Replace(tbankFile, "10,43", "1O,43", 1)},
		"no day":            {"tbank", strings.Replace(tbankFile, "14.11.2026", "34.11.2026", 1)},
		"too few cells":     {"tbank", tbankFile + "14.11.2026 23:59:48;1\n"},
		"nothing paid":      {"tbank", strings.Replace(tbankFile, "1 490,00", "0,00", 1)},
	} {
		if lines, err := Parse(c.party, []byte(c.file)); err == nil {
			t.Errorf("%s was read: %s", name, text(lines))
		}
	}
}
