package console

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"

	"larek/internal/sandbox/core"
)

// bank is the party of the shop's own account.
const bank = "bank"

// Accounts of the shop: shopAccount is the one statements are about.
const (
	shopAccount    = "40702810900000004242"
	savingsAccount = "40702810000000001111"
)

// payoutOf returns the payout of a provider for its lines of a day, if it owes anything.
func payoutOf(lines []registryLine, party string, day time.Time) []registryLine {
	due := core.USD(0)
	for _, l := range lines {
		switch {
		case l.currency != "RUB":
		case l.kind == "payment":
			due += l.amount - l.fee
		default:
			due -= l.amount
		}
	}
	if due <= 0 {
		return nil
	}
	number := "PO" + day.Format("20060102") + strings.ToUpper(party)
	return []registryLine{{kind: "payout", id: number, reference: number, at: day.Add(23 * time.Hour), amount: due, currency: "RUB"}}
}

// transfersOf returns the payouts of all providers for a day as the bank has them.
func transfersOf(entries []core.JournalEntry, day time.Time) []registryLine {
	var lines []registryLine
	for n, party := range slices.Sorted(maps.Keys(registryRates)) {
		for _, l := range payoutOf(linesOf(entries, party, day), party, day) {
			l.kind, l.id, l.reference = "incoming", fmt.Sprint(1001+n), "Выплата "+l.reference+" по договору эквайринга. НДС не облагается"
			lines = append(lines, l)
		}
	}
	return lines
}

// statementOf writes a statement in the exchange format of 1C, as banks do. A transfer between the
// shop's own accounts stands between the others, because a real statement has those too.
func statementOf(lines []registryLine, day time.Time) []byte {
	date, out := day.Format("02.01.2006"), &bytes.Buffer{}
	fmt.Fprintf(out, "1CClientBankExchange\r\nВерсияФормата=1.03\r\nКодировка=Windows\r\nОтправитель=Банк\r\nДатаНачала=%s\r\nДатаКонца=%s\r\nРасчСчет=%s\r\nРасчСчет=%s\r\n", date, date, shopAccount, savingsAccount)
	fmt.Fprintf(out, "СекцияРасчСчет\r\nДатаНачала=%s\r\nДатаКонца=%s\r\nРасчСчет=%s\r\nКонецРасчСчет\r\n", date, date, shopAccount)
	write := func(number, from, to, sum, purpose string) {
		fmt.Fprintf(out, "СекцияДокумент=Платежное поручение\r\nНомер=%s\r\nДата=%s\r\nСумма=%s\r\nПлательщикСчет=%s\r\nПлательщикИНН=7700000000\r\nПолучательСчет=%s\r\nДатаПоступило=%s\r\nНазначениеПлатежа=%s\r\nКонецДокумента\r\n",
			number, date, sum, from, to, date, purpose)
	}
	for i, l := range lines {
		if i == 1 {
			write("7", shopAccount, savingsAccount, "15000.00", "Пополнение счёта")
		}
		write(l.id, "30233810000000000001", shopAccount, l.amount.String(), l.reference)
	}
	out.WriteString("КонецФайла\r\n")
	file, err := charmap.Windows1251.NewEncoder().Bytes(out.Bytes())
	if err != nil {
		return out.Bytes()
	}
	return file
}
