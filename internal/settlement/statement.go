package settlement

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"time"
)

// What a statement is made of: the exchange format of 1C and banks, lines of name=value.
const (
	statementMark    = "1CClientBankExchange"
	statementEnd     = "КонецФайла"
	statementDay     = "02.01.2006"
	documentBegins   = "СекцияДокумент"
	documentEnds     = "КонецДокумента"
	maxStatementLine = 64 << 10
)

// document is one payment order of a statement.
type document struct {
	number int // of the line it begins on
	fields map[string]string
}

// statement is a file as it is written.
type statement struct {
	header    map[string]string
	accounts  map[string]bool // ours
	documents []document
}

// readStatement returns the transfers of a day to our account and from it; those between our
// accounts are none.
func readStatement(day time.Time, file []byte) ([]Line, error) {
	file, err := inUTF8(file)
	if err != nil {
		return nil, err
	}
	s, err := scanStatement(file)
	if err != nil {
		return nil, err
	}
	want := day.Format(statementDay)
	if since, until := s.header["ДатаНачала"], s.header["ДатаКонца"]; since != want || until != want {
		return nil, badFile(0, fmt.Sprintf("Выписка с %s по %s, а нужна за один день, %s.", cmp.Or(since, "?"), cmp.Or(until, "?"), want))
	}
	var lines []Line
	for _, d := range s.documents {
		kind := s.kindOf(d)
		if kind == "" {
			continue
		}
		l, err := d.line(kind)
		if err != nil {
			return nil, badFile(d.number, err.Error())
		}
		if l.At.In(moscow).Format(statementDay) != want {
			return nil, badFile(d.number, "перевод за другой день")
		}
		l.Number = len(lines) + 1
		lines = append(lines, l)
	}
	if len(lines) > maxLines {
		return nil, badFile(0, fmt.Sprintf("Переводов больше %d.", maxLines))
	}
	return lines, nil
}

// scanStatement reads names and values. A file without its last line was cut off.
func scanStatement(file []byte) (*statement, error) {
	s := &statement{header: map[string]string{}, accounts: map[string]bool{}}
	in := bufio.NewScanner(bytes.NewReader(file))
	in.Buffer(nil, maxStatementLine)
	var open *document
	isEnded := false
	for number := 1; in.Scan(); number++ {
		name, value, _ := strings.Cut(strings.TrimSpace(in.Text()), "=")
		switch {
		case number == 1 && name != statementMark:
			return nil, badFile(0, "Это не выписка в формате 1CClientBankExchange.")
		case name == documentBegins && open == nil:
			open = &document{number, map[string]string{}}
		case name == documentEnds && open != nil:
			s.documents, open = append(s.documents, *open), nil
		case name == documentBegins || name == documentEnds:
			return nil, badFile(number, "документы перепутаны.")
		case name == statementEnd:
			isEnded = open == nil
		case open != nil:
			open.fields[name] = strings.TrimSpace(value)
		case name == "РасчСчет":
			s.accounts[strings.TrimSpace(value)] = true
		default:
			s.header[name] = strings.TrimSpace(value)
		}
	}
	if in.Err() != nil || !isEnded {
		return nil, badFile(0, "Выписка оборвана: нет строки «"+statementEnd+"».")
	}
	if len(s.accounts) == 0 {
		return nil, badFile(0, "В выписке нет нашего счёта, «РасчСчет».")
	}
	return s, nil
}

// kindOf returns whether a transfer came in or went out, an empty text if neither.
func (s *statement) kindOf(d document) Kind {
	to := cmp.Or(d.fields["ПолучательСчет"], d.fields["ПолучательРасчСчет"])
	from := cmp.Or(d.fields["ПлательщикСчет"], d.fields["ПлательщикРасчСчет"])
	switch {
	case s.accounts[to] && !s.accounts[from]:
		return Incoming
	case s.accounts[from] && !s.accounts[to]:
		return Outgoing
	}
	return ""
}

// sides are who the other side of a transfer is, and when it reached or left our account.
var sides = map[Kind]struct{ who, day string }{Incoming: {"Плательщик", "ДатаПоступило"}, Outgoing: {"Получатель", "ДатаСписано"}}

// line returns a transfer. Payers number their orders, so the number is one together with
// the other side.
func (d document) line(kind Kind) (l Line, err error) {
	side := sides[kind]
	number, other := d.fields["Номер"], cmp.Or(d.fields[side.who+"ИНН"], d.fields[side.who+"Счет"], d.fields[side.who+"РасчСчет"])
	if number == "" || other == "" {
		return l, fmt.Errorf("нет номера или другой стороны")
	}
	l = Line{Kind: kind, ExternalID: number + "/" + other, Reference: d.fields["НазначениеПлатежа"], Currency: "RUB"}
	date := cmp.Or(d.fields[side.day], d.fields["Дата"])
	if l.At, err = time.ParseInLocation(statementDay, date, moscow); err != nil {
		return l, fmt.Errorf("дата «%s» не разобрана", date)
	}
	if l.Amount, err = ParseSum(d.fields["Сумма"], false); err != nil || l.Amount <= 0 {
		return l, fmt.Errorf("сумма «%s» не разобрана", d.fields["Сумма"])
	}
	return l, nil
}
