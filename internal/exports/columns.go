package exports

import (
	"strconv"
	"strings"
	"time"

	"larek/internal/ordersearch"
)

// exportColumn is a column of a file of orders.
type exportColumn struct {
	title      string
	isPersonal bool
	cell       func(*ordersearch.Row) string
}

// exportColumns are the columns by name. Those with whole personal data need a permission,
// those with masked data do not.
var exportColumns = map[string]exportColumn{
	"id":        {title: "Заказ", cell: func(r *ordersearch.Row) string { return strconv.FormatInt(r.ID, 10) }},
	"hash":      {title: "Хеш", cell: func(r *ordersearch.Row) string { return r.Hash.String() }},
	"created":   {title: "Создан", cell: func(r *ordersearch.Row) string { return cellTime(&r.Created) }},
	"done_at":   {title: "Выполнен", cell: func(r *ordersearch.Row) string { return cellTime(r.DoneAt) }},
	"kind":      {title: "Вид", cell: func(r *ordersearch.Row) string { return r.Kind }},
	"status":    {title: "Статус", cell: func(r *ordersearch.Row) string { return r.Status }},
	"goods":     {title: "Игра или подарок", cell: func(r *ordersearch.Row) string { return r.Goods }},
	"title":     {title: "Товар", cell: func(r *ordersearch.Row) string { return r.LineTitle }},
	"quantity":  {title: "Единиц", cell: func(r *ordersearch.Row) string { return strconv.Itoa(int(r.Quantity)) }},
	"delivered": {title: "Доставлено", cell: func(r *ordersearch.Row) string { return strconv.Itoa(int(r.Delivered)) }},
	"returned":  {title: "Возвращено", cell: func(r *ordersearch.Row) string { return strconv.Itoa(int(r.Returned)) }},
	"sum":       {title: "К оплате, ₽", cell: func(r *ordersearch.Row) string { return strings.Replace(r.Sum.String(), ".", ",", 1) }},
	"buyer": {title: "Покупатель", cell: func(r *ordersearch.Row) string {
		return map[bool]string{true: "гость", false: "аккаунт"}[r.UserID == nil]
	}},
	"email_masked": {title: "Почта", cell: func(r *ordersearch.Row) string { return ordersearch.MaskEmail(r.Email) }},
	"player":       {title: "Игрок целиком", isPersonal: true, cell: func(r *ordersearch.Row) string { return r.Player }},
	"email":        {title: "Почта целиком", isPersonal: true, cell: func(r *ordersearch.Row) string { return r.Email }},
	"next_action":  {title: "Дальше", cell: func(r *ordersearch.Row) string { return cellText(r.NextAction) }},
	"due_at":       {title: "Срок", cell: func(r *ordersearch.Row) string { return cellTime(r.DueAt) }},
	"promo":        {title: "Промокод", cell: func(r *ordersearch.Row) string { return r.Promo }},
	"method":       {title: "Способ", cell: func(r *ordersearch.Row) string { return r.Method }},
	"provider":     {title: "Провайдер", cell: func(r *ordersearch.Row) string { return r.Provider }},
	"currency":     {title: "Валюта", cell: func(r *ordersearch.Row) string { return r.Currency }},
	"country":      {title: "Страна", cell: func(r *ordersearch.Row) string { return r.Country }},
}

func exportTitles(columns []string) []string {
	titles := make([]string, len(columns))
	for i, name := range columns {
		titles[i] = exportColumns[name].title
	}
	return titles
}

func exportCells(r *ordersearch.Row, columns []string) []string {
	cells := make([]string, len(columns))
	for i, name := range columns {
		cells[i] = plainCell(exportColumns[name].cell(r))
	}
	return cells
}

// plainCell keeps a spreadsheet from evaluating a text as a formula.
func plainCell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

// moscow is the time zone of the shop.
var moscow = time.FixedZone("МСК", 3*60*60)

func cellTime(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.In(moscow).Format("2006-01-02 15:04:05")
}

func cellText(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
