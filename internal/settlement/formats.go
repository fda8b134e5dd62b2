package settlement

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"larek/internal/problem"
)

// Kind is what a line is about.
type Kind string

// The kinds of lines.
const (
	Payment    Kind = "payment"
	Refund     Kind = "refund"
	Chargeback Kind = "chargeback"
	Payout     Kind = "payout"   // to our bank account
	Charge     Kind = "charge"   // by a supplier, for goods
	TopUp      Kind = "topup"    // of our balance at a supplier
	Incoming   Kind = "incoming" // on our bank account
	Outgoing   Kind = "outgoing" // from our bank account
)

// Sign is what a line does to our account at the party.
func (k Kind) Sign() int64 {
	switch k {
	case Payment, TopUp, Incoming:
		return 1
	}
	return -1
}

// Line is one line of a file, in ten-thousandths.
type Line struct {
	Number             int
	Kind               Kind
	ExternalID         string
	Reference          string
	At                 time.Time
	Amount, Commission int64
	Currency           string
}

// format is how a party writes its files: names of columns or fields.
type format struct {
	party      string
	isSupplier bool
	comma      rune // zero: JSON, an array of objects or the array in Field list
	list       string
	kind       string
	kinds      map[string]Kind
	id, ref    string
	at, layout string
	amount     string
	commission string
	currency   string // empty: rubles
	minor      bool   // amounts are whole hundredths
}

// formats are those that are recognised, each by its names. They follow the exports of
// the parties' own cabinets and the words of their calls.
var formats = []format{
	{
		party: "tbank", comma: ';', kind: "Тип операции", kinds: map[string]Kind{"Оплата": Payment, "Возврат": Refund, "Чарджбэк": Chargeback, "Выплата": Payout},
		id: "Идентификатор платежа", ref: "Номер заказа", at: "Дата и время операции", layout: "02.01.2006 15:04:05", amount: "Сумма операции", commission: "Сумма комиссии", currency: "Валюта",
	},
	{
		party: "payselection", list: "Transactions", kind: "Operation", kinds: map[string]Kind{"Pay": Payment, "Refund": Refund, "Chargeback": Chargeback, "Payout": Payout},
		id: "TransactionId", ref: "OrderId", at: "DateTime", layout: time.RFC3339, amount: "Amount", commission: "Commission", currency: "Currency",
	},
	{
		party: "payin", comma: ',', kind: "type", kinds: map[string]Kind{"payment": Payment, "refund": Refund, "chargeback": Chargeback, "payout": Payout},
		id: "paymentId", ref: "orderId", at: "paymentDate", layout: "15:04:05 02.01.2006", amount: "amount", commission: "agentFee", currency: "currency",
	},
	{
		party: "getpay", list: "operations", kind: "type", kinds: map[string]Kind{"payin": Payment, "refund": Refund, "chargeback": Chargeback, "payout": Payout},
		id: "order", ref: "id", at: "date", layout: "2006-01-02 15:04:05", amount: "sum", commission: "fee", minor: true,
	},
	{
		party: "moogold", isSupplier: true, comma: ',', kind: "Type", kinds: map[string]Kind{"Order": Charge, "Top Up": TopUp},
		id: "Order ID", ref: "Partner Order ID", at: "Date", layout: "2006-01-02 15:04:05", amount: "Amount", currency: "Currency",
	},
	{
		party: "nsgifts", isSupplier: true, list: "operations", kind: "kind", kinds: map[string]Kind{"order": Charge, "deposit": TopUp},
		id: "custom_id", ref: "order_id", at: "created_at", layout: time.RFC3339, amount: "total", currency: "currency",
	},
	{
		party: "gamesdrop", isSupplier: true, list: "transactions", kind: "type", kinds: map[string]Kind{"purchase": Charge, "topup": TopUp},
		id: "orderId", ref: "transactionId", at: "createdAt", layout: time.RFC3339, amount: "price", currency: "currency",
	},
	{
		party: "rokky", isSupplier: true, comma: ';', kind: "operation", kinds: map[string]Kind{"order": Charge, "replenishment": TopUp},
		id: "order_id", ref: "external_id", at: "date", layout: "2006-01-02 15:04:05", amount: "amount", currency: "currency",
	},
}

// Parties are whose files can be loaded.
func Parties() (providers, suppliers []string) {
	for _, f := range formats {
		if f.isSupplier {
			suppliers = append(suppliers, f.party)
		} else {
			providers = append(providers, f.party)
		}
	}
	return providers, suppliers
}

// IsSupplier reports whether a party is a supplier.
func IsSupplier(party string) bool {
	return slices.ContainsFunc(formats, func(f format) bool { return f.party == party && f.isSupplier })
}

// maxLines bounds a file.
const maxLines = 200_000

// badFile returns the problem of a file that cannot be read.
func badFile(line int, why string) error {
	if line > 0 {
		why = fmt.Sprintf("Строка %d: %s", line, why)
	}
	return problem.InvalidFields(problem.Field{Name: "file", Code: "wrong_format", Detail: why})
}

// Parse reads a file of a provider or a supplier.
func Parse(party string, file []byte) ([]Line, error) {
	lines, err := parse(party, file)
	if err == nil && (len(lines) == 0 || len(lines) > maxLines) {
		err = badFile(0, fmt.Sprintf("Строк %d: нужно от 1 до %d.", len(lines), maxLines))
	}
	return lines, err
}

// IsEmpty reports whether a file says that nothing happened.
func IsEmpty(party string, file []byte) bool {
	lines, err := parse(party, file)
	return err == nil && len(lines) == 0 || len(bytes.TrimSpace(file)) == 0
}

func parse(party string, file []byte) ([]Line, error) {
	at := slices.IndexFunc(formats, func(f format) bool { return f.party == party })
	if at < 0 {
		return nil, badFile(0, "Файлы этой стороны не загружают.")
	}
	f, records := formats[at], []map[string]string(nil)
	file, err := inUTF8(file)
	if err != nil {
		return nil, err
	}
	if f.comma != 0 {
		records, err = f.readCSV(file)
	} else {
		records, err = f.readJSON(file)
	}
	if err != nil {
		return nil, err
	}
	lines := make([]Line, len(records))
	for i, r := range records {
		if lines[i], err = f.line(r); err != nil {
			return nil, badFile(i+1, err.Error())
		}
		lines[i].Number = i + 1
	}
	return lines, nil
}

// inUTF8 returns the text of a file without its mark.
func inUTF8(file []byte) ([]byte, error) {
	if file = bytes.TrimPrefix(file, []byte("\ufeff")); utf8.Valid(file) {
		return file, nil
	}
	text, err := charmap.Windows1251.NewDecoder().Bytes(file)
	if err != nil {
		return nil, badFile(0, "Не разобрать кодировку: нужна UTF-8 или Windows-1251.")
	}
	return text, nil
}

func (f format) readCSV(file []byte) ([]map[string]string, error) {
	in := csv.NewReader(bytes.NewReader(file))
	in.Comma, in.ReuseRecord = f.comma, true
	header, err := in.Read()
	if err != nil {
		return nil, badFile(0, "Это не таблица.")
	}
	header = slices.Clone(header)
	for _, name := range []string{f.kind, f.id, f.at, f.amount} {
		if !slices.Contains(header, name) {
			return nil, badFile(0, "Нет столбца «"+name+"»: это файл другой стороны или другого вида.")
		}
	}
	var list []map[string]string
	for {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, badFile(len(list)+1, "не разобрать.")
		}
		record := make(map[string]string, len(header))
		for i, name := range header {
			record[name] = strings.TrimSpace(cells[i])
		}
		list = append(list, record)
	}
}

func (f format) readJSON(file []byte) ([]map[string]string, error) {
	var whole map[string]json.RawMessage
	var raw []map[string]any
	in := bytes.NewReader(file)
	err := json.NewDecoder(in).Decode(&whole)
	if err == nil {
		numbers := json.NewDecoder(bytes.NewReader(whole[f.list]))
		numbers.UseNumber() // a sum must not become a float
		err = numbers.Decode(&raw)
	}
	if err != nil {
		return nil, badFile(0, "Нет списка «"+f.list+"»: это файл другой стороны или другого вида.")
	}
	list := make([]map[string]string, len(raw))
	for i, fields := range raw {
		list[i] = map[string]string{}
		for name, v := range fields {
			if v != nil {
				list[i][name] = fmt.Sprint(v)
			}
		}
	}
	return list, nil
}

func (f format) line(r map[string]string) (l Line, err error) {
	kind, known := f.kinds[r[f.kind]]
	if !known {
		return l, fmt.Errorf("операция «%s» неизвестна", r[f.kind])
	}
	l = Line{Kind: kind, ExternalID: cmp.Or(r[f.id], r[f.ref]), Reference: r[f.ref], Currency: "RUB"}
	if l.ExternalID == "" {
		return l, fmt.Errorf("нет номера «%s»", f.id)
	}
	if f.currency != "" {
		if l.Currency = strings.ToUpper(r[f.currency]); l.Currency == "RUR" {
			l.Currency = "RUB"
		}
	}
	// Payin has the currency after a reference that is not of rubles. Ours has no capitals.
	l.Reference = strings.TrimSuffix(l.Reference, "-"+l.Currency)
	if l.At, err = time.ParseInLocation(f.layout, r[f.at], moscow); err != nil {
		return l, fmt.Errorf("время «%s» не разобрать", r[f.at])
	}
	if l.Amount, err = ParseSum(r[f.amount], f.minor); err != nil || l.Amount <= 0 {
		return l, fmt.Errorf("сумма «%s» не разобрана", r[f.amount])
	}
	if f.commission != "" && r[f.commission] != "" {
		if l.Commission, err = ParseSum(r[f.commission], f.minor); err != nil {
			return l, fmt.Errorf("комиссия «%s» не разобрана", r[f.commission])
		}
	}
	return l, nil
}

var moscow = time.FixedZone("МСК", 3*60*60)

// ParseSum reads a sum with a point or a comma, spaces between thousands and up to
// four decimals, exactly. The sign is of the operation, so it is dropped.
func ParseSum(text string, minor bool) (int64, error) {
	text = strings.NewReplacer(" ", "", "\u00a0", "", ",", ".").Replace(strings.TrimLeft(text, "-\u2212"))
	whole, rest, _ := strings.Cut(text, ".")
	if minor {
		if rest != "" || len(whole) < 1 {
			return 0, fmt.Errorf("not whole hundredths: %q", text)
		}
		rest, whole = whole[max(0, len(whole)-2):], whole[:max(0, len(whole)-2)]
		rest = strings.Repeat("0", 2-len(rest)) + rest
		if whole == "" {
			whole = "0"
		}
	}
	if len(rest) > 4 || whole == "" || len(whole) > 12 {
		return 0, fmt.Errorf("not a sum: %q", text)
	}
	n := int64(0)
	for _, c := range whole + rest + strings.Repeat("0", 4-len(rest)) {
		if c < '0' || c > '9' {
			return 0, fmt.Errorf("not a sum: %q", text)
		}
		n = n*10 + int64(c-'0')
	}
	return n, nil
}
