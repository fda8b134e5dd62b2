package settlement

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/charmap"
)

const bankStatement = "1CClientBankExchange\r\nВерсияФормата=1.03\r\nКодировка=Windows\r\nДатаНачала=14.11.2026\r\nДатаКонца=14.11.2026\r\nРасчСчет=40702810000000000001\r\n" +
	"СекцияРасчСчет\r\nДатаНачала=14.11.2026\r\nДатаКонца=14.11.2026\r\nРасчСчет=40702810000000000001\r\nНачальныйОстаток=10.00\r\nКонецРасчСчет\r\n" +
	"СекцияДокумент=Платежное поручение\r\nНомер=351\r\nДата=13.11.2026\r\nСумма=1479.57\r\nПлательщикСчет=30233810000000000009\r\nПлательщикИНН=7710140679\r\nПолучательСчет=40702810000000000001\r\nДатаПоступило=14.11.2026\r\nНазначениеПлатежа=Перевод по реестру № PO-77, сумма=1490.00\r\nКонецДокумента\r\n" +
	"СекцияДокумент=Платежное поручение\r\nНомер=8\r\nДата=14.11.2026\r\nСумма=500.00\r\nПлательщикСчет=40702810000000000001\r\nПлательщикИНН=1\r\nПолучательСчет=40702810000000000002\r\nДатаСписано=14.11.2026\r\nКонецДокумента\r\n" +
	"КонецФайла\r\n"

func statementOn(file string) ([]Line, error) {
	return File{Party: Bank, Day: time.Date(2026, 11, 14, 0, 0, 0, 0, time.UTC), Body: []byte(file)}.Lines()
}

func TestStatementInAnyEncoding(t *testing.T) {
	t.Parallel()
	old, err := charmap.Windows1251.NewEncoder().String(bankStatement)
	if err != nil {
		t.Fatal(err)
	}
	const want = "1 incoming 351/7710140679 Перевод по реестру № PO-77, сумма=1490.00 2026-11-14 00:00:00 14795700 0 RUB\n2 outgoing 8/40702810000000000002  2026-11-14 00:00:00 5000000 0 RUB"
	for name, file := range map[string]string{"UTF-8": bankStatement, "with a mark": "\ufeff" + bankStatement, "Windows-1251": old, "line feeds": strings.ReplaceAll(bankStatement, "\r", "")} {
		if got, err := statementOn(file); err != nil || text(got) != want {
			t.Errorf("%s: got %q, %v", name, text(got), err)
		}
	}
}

func TestStatementOfAQuietDayIsEmpty(t *testing.T) {
	t.Parallel()
	quiet, _, _ := strings.Cut(bankStatement, "СекцияДокумент")
	if lines, err := statementOn(quiet + "КонецФайла"); err != nil || len(lines) != 0 {
		t.Errorf("%v, %v", lines, err)
	}
}

func TestWrongStatementIsRefused(t *testing.T) {
	t.Parallel()
	change := func(old, by string) string { return strings.ReplaceAll(bankStatement, old, by) }
	for name, file := range map[string]string{
		"a registry":       tbankFile,
		"nothing":          "",
		"cut off":          bankStatement[:strings.Index(bankStatement, "КонецФайла")],
		"cut off inside":   bankStatement[:strings.LastIndex(bankStatement, "КонецДокумента")] + "КонецФайла",
		"another day":      change("ДатаКонца=14", "ДатаКонца=15"),
		"came another day": change("ДатаПоступило=14", "ДатаПоступило=13"),
		"no account":       change("РасчСчет=", "Счет="),
		"no sum":           change("1479.57", "много"),
		"no number":        change("Номер=351", "Номер="),
		"one in another":   change("Номер=351", "СекцияДокумент=x"),
	} {
		if lines, err := statementOn(file); err == nil {
			t.Errorf("%s: read as %s", name, text(lines))
		}
	}
}
