package catalog

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"larek/internal/money"
	"larek/internal/problem"
)

// PriceFileTitles are the columns of a file of prices, as an export writes them. A file
// that is loaded needs «Цена», and «Номер» or «Название»; others are not read.
var PriceFileTitles = []string{"Вид", "Номер", "Игра", "Название", "Цена", "Скидка, %", "Цена со скидкой"}

// What «Вид» says of a line.
const (
	ProductWord = "товар"
	GiftWord    = "подарок"
)

// maxFileLines bounds a file of prices that is loaded.
const maxFileLines = 5_000

const (
	longestTitle = 300
	longestPrice = 60
)

// fileLine is a line of a file of prices.
type fileLine struct {
	number int
	wish   PriceWish
	fault  string // why it names nothing; empty if it does
}

func fileProblem(words string) error {
	return problem.InvalidFields(problem.Field{Name: "text", Code: "wrong_format", Detail: words})
}

// readPriceFile reads a table with headings, its cells divided by semicolons, tabs or commas.
func readPriceFile(text string) ([]fileLine, error) {
	text = strings.TrimPrefix(text, "\ufeff")
	first, _, _ := strings.Cut(text, "\n")
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = divider(first), -1, true
	head, err := r.Read()
	if err != nil {
		return nil, fileProblem("Файл пуст.")
	}
	at := map[string]int{}
	for i, title := range head {
		at[nameOf(title)] = i
	}
	if _, hasPrice := at["цена"]; !hasPrice {
		return nil, fileProblem("В первой строке нет столбца «Цена».")
	}
	var lines []fileLine
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fileProblem("Это не таблица CSV: " + err.Error())
		}
		if len(lines) == maxFileLines {
			return nil, fileProblem("В файле больше 5 000 строк. Разделите его.")
		}
		number, _ := r.FieldPos(0)
		if slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" }) {
			lines = append(lines, readLine(number, at, cells))
		}
	}
	if len(lines) == 0 {
		return nil, fileProblem("В файле нет строк с ценами.")
	}
	return lines, nil
}

func divider(head string) rune {
	for _, d := range ";\t" {
		if strings.ContainsRune(head, d) {
			return d
		}
	}
	return ','
}

func readLine(number int, at map[string]int, cells []string) fileLine {
	cell := func(title string, most int) string {
		i, known := at[title]
		if !known || i >= len(cells) {
			return ""
		}
		return cut(strings.TrimSpace(cells[i]), most)
	}
	l := fileLine{number: number, wish: PriceWish{Title: cell("название", longestTitle), Text: cell("цена", longestPrice)}}
	id, err := strconv.ParseInt(cell("номер", 20), 10, 64)
	kind, hasNumber := nameOf(cell("вид", 20)), cell("номер", 20) != ""
	switch {
	case kind != "" && kind != ProductWord && kind != GiftWord:
		l.fault = "«Вид» — это «товар» или «подарок»."
	case hasNumber && (err != nil || id <= 0):
		l.fault = "«Номер» — это целое число."
	case kind == GiftWord && !hasNumber:
		l.fault = "Подарок узнают по номеру."
	case kind == GiftWord:
		l.wish.GiftID = &id
	case hasNumber:
		l.wish.ProductID = &id
	}
	return l
}

// cut shortens a text of a file to at most n bytes of whole letters.
func cut(text string, n int) string {
	text = strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "")
	for len(text) > n {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}

// maxPrice is the largest price an operator can set: more is a slip of the finger.
const maxPrice money.RUB = 1_000_000_00

// ParsePrice reads a price as people and spreadsheets write it: «1 299,50 ₽», "1299.5".
// A text that could mean two prices, such as "1,299" or "1.299,50", is none.
func ParsePrice(text string) (money.RUB, bool) {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
	for _, sign := range []string{"₽", "рублей", "руб.", "руб", "р.", "р", "rub"} {
		if rest, found := strings.CutSuffix(text, sign); found {
			text = rest
			break
		}
	}
	whole, fraction, hasFraction := strings.Cut(strings.ReplaceAll(text, ",", "."), ".")
	if whole == "" || len(whole) > 7 || len(fraction) > 2 || hasFraction && fraction == "" || !isDigits(whole) || !isDigits(fraction) {
		return 0, false
	}
	sum, err := money.Parse(whole + "." + (fraction + "00")[:2])
	return sum, err == nil && sum > 0 && sum <= maxPrice
}

func isDigits(s string) bool {
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}
