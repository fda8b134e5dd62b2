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

// readStatement returns the transfers to our account of a day. Whatever left the account is
// not compared.
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
		if !s.isIncoming(d) {
			continue
		}
		l, err := d.line()
		if err != nil {
			return nil, badFile(d.number, err.Error())
		}
		if l.At.In(moscow).Format(statementDay) != want {
			return nil, badFile(d.number, "поступление за другой день")
		}
		l.Number = len(lines) + 1
		lines = append(lines, l)
	}
	if len(lines) > maxLines {
		return nil, badFile(0, fmt.Sprintf("Поступлений больше %d.", maxLines))
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

func (s *statement) isIncoming(d document) bool {
	to := cmp.Or(d.fields["ПолучательСчет"], d.fields["ПолучательРасчСчет"])
	from := cmp.Or(d.fields["ПлательщикСчет"], d.fields["ПлательщикРасчСчет"])
	return s.accounts[to] && !s.accounts[from]
}

// line returns a transfer. Payers number their orders, so the number is one together with
// who has paid.
func (d document) line() (l Line, err error) {
	number, payer := d.fields["Номер"], cmp.Or(d.fields["ПлательщикИНН"], d.fields["ПлательщикСчет"], d.fields["ПлательщикРасчСчет"])
	if number == "" || payer == "" {
		return l, fmt.Errorf("нет номера или плательщика")
	}
	l = Line{Kind: Incoming, ExternalID: number + "/" + payer, Reference: d.fields["НазначениеПлатежа"], Currency: "RUB"}
	date := cmp.Or(d.fields["ДатаПоступило"], d.fields["Дата"])
	if l.At, err = time.ParseInLocation(statementDay, date, moscow); err != nil {
		return l, fmt.Errorf("дата «%s» не разобрана", date)
	}
	if l.Amount, err = ParseSum(d.fields["Сумма"], false); err != nil || l.Amount <= 0 {
		return l, fmt.Errorf("сумма «%s» не разобрана", d.fields["Сумма"])
	}
	return l, nil
}
