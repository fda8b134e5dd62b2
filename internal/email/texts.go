package email

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// places are the texts that editors may change, with their defaults.
var places = map[Kind][]Place{
	Short: {
		subject("subject", "Заказ {заказ}: пришла не вся сумма", wordOrder),
		sentences("lead", "Пришло {сумма}, этого не хватает для заказа. Деньги возвращаем туда, откуда вы платили. Заказ можно оплатить заново, целиком.", wordOrder).withRequired(wordSum),
	},
	Declined: {
		subject("subject", "Заказ {заказ}: платёж не прошёл", wordOrder),
		sentences("lead", "Банк отклонил платёж, деньги не списаны. Заказ ждёт: попробуйте ещё раз или выберите другой способ.", wordOrder),
	},
	Expired: {
		subject("subject", "Заказ {заказ}: время на платёж вышло", wordOrder),
		sentences("lead", "Деньги к нам не пришли, заказ ждёт оплаты. Если вы успели заплатить, делать ничего не нужно: мы увидим это сами и доставим заказ или вернём деньги.", wordOrder),
	},
	Late: {
		subject("subject", "Заказ {заказ}: деньги пришли поздно, возвращаем", wordOrder),
		sentences("lead", "Пришло {сумма}, но выполнить заказ за эти деньги уже нельзя. Возвращаем их туда, откуда вы платили.", wordOrder).withRequired(wordSum),
	},
	Paid: {
		subject("subject", "Заказ {заказ} оплачен: {покупка}", wordOrder).with(wordGoods),
		sentences("lead", "Деньги получены, отправляем покупку. Как она идёт, видно на странице заказа: обновлять её не нужно.", wordOrder),
	},
	Delivered: {
		subject("subject", "Заказ {заказ} доставлен: {покупка}", wordOrder).with(wordGoods),
		sentences("lead", "Покупка доставлена. Подтверждение и коды, если они есть, ждут на странице заказа: в письмах мы их не присылаем.", wordOrder),
		subject("partial_subject", "Заказ {заказ} доставлен частично: {покупка}", wordOrder).with(wordGoods),
		sentences("partial_lead", "Часть покупки доставлена, за остальное возвращаем деньги. Подробности ждут на странице заказа.", wordOrder),
	},
	DetailsNeeded: {
		subject("subject", "Заказ {заказ}: проверьте данные", wordOrder),
		sentences("lead", "С указанными данными доставить не получилось: такого аккаунта нет, или он на другом сервере. "+
			"Исправьте их на странице заказа, и мы сразу отправим покупку.", wordOrder),
		deadlinePlace,
	},
	DetailsReminder: {
		subject("subject", "Заказ {заказ}: ждём верные данные", wordOrder),
		sentences("lead", "Мы всё ещё не можем доставить покупку: аккаунт с указанными данными не находится. Исправьте их на странице заказа.", wordOrder),
		deadlinePlace,
	},
	Refunded: {
		subject("subject", "Заказ {заказ}: вернули {сумма}", wordOrder, wordSum),
		sentences("to_balance", "Деньги уже на вашем балансе в магазине: ими можно заплатить за следующий заказ.", wordOrder, wordSum),
		sentences("to_method", "Деньги отправлены тем же способом, которым вы платили. Банк зачисляет их за несколько минут, реже за несколько рабочих дней.", wordOrder, wordSum),
	},
	OrderLink: {
		subject("subject", "Заказ {заказ}: ссылка для вас", wordOrder),
		sentences("lead", "По этой ссылке заказ откроется целиком: с кодами и возможностью исправить данные.\n"+
			"Она работает один раз и 30\u00a0дней. Если вы её не просили, ничего делать не нужно.", wordOrder),
	},
	AddressConfirm: {
		subject("subject", "Подтвердите почту"),
		sentences("lead", "Эту почту указали в профиле магазина. Если это вы, откройте ссылку там же, где вы вошли в свой аккаунт, и нажмите «Подтвердить почту».\n"+
			"Ссылка работает сутки. Если почту указали не вы, ничего делать не нужно: без входа в тот аккаунт ссылка ничего не меняет."),
	},
	AddressChanging: {
		subject("subject", "Почту аккаунта меняют"),
		sentences("lead", "Почту вашего аккаунта в магазине меняют на {почта}. Новая заработает, когда её подтвердят из аккаунта.\n"+
			"Если это вы, ничего делать не нужно. Если не вы, остановите смену: мы отменим её и выйдем из аккаунта на всех устройствах.").withRequired(wordAddress),
	},
	AddressChanged: {
		subject("subject", "Почта аккаунта сменилась"),
		sentences("lead", "Почта вашего аккаунта в магазине теперь {почта}. На этот адрес письма больше не придут.\n"+
			"Если её сменили не вы, выйдите из аккаунта на всех устройствах и напишите нам: вернём почту.").withRequired(wordAddress),
	},
	DiscountCode: {
		subject("subject", "Код для скидки: {код}", wordCode),
		sentences("lead", "Код {код} подтверждает почту для заказа {заказ} со скидкой на первый заказ. Введите его на странице оплаты.\n"+
			"Если заказ оформляли не вы, никому не сообщайте код: без него скидку не применят.", wordOrder).withRequired(wordCode),
	},
}

var deadlinePlace = sentences("deadline", "Ждём до {срок}. Если данные не изменятся, вернём деньги.", wordOrder).withRequired(wordDeadline)

// Places lists what editors may change in emails of a kind.
func Places(kind Kind) []Place { return places[kind] }

// pages are the contents of the emails about orders.
var pages = map[Kind]func(*Order, renderedText) page{
	Short:    unneeded,
	Declined: unpaid,
	Expired:  unpaid,
	Late:     unneeded,
	Paid: func(o *Order, s renderedText) page {
		return page{Subject: s.line("subject"), Lead: s.paragraphs("lead"), Rows: orderRows(o, nil), Total: paid(o), Button: "Открыть заказ"}
	},
	Delivered:       delivered,
	DetailsNeeded:   details,
	DetailsReminder: details,
	Refunded:        refunded,
	OrderLink: func(o *Order, s renderedText) page {
		return page{Subject: s.line("subject"), Lead: s.paragraphs("lead"), Rows: goods(o, nil), Button: "Открыть заказ"}
	},
}

// unpaid is about an order that can still be paid.
func unpaid(o *Order, s renderedText) page {
	return page{Subject: s.line("subject"), Lead: s.paragraphs("lead"), Rows: goods(o, nil), Button: "Открыть заказ"}
}

// unneeded is about money that came and goes back.
func unneeded(o *Order, s renderedText) page {
	s.words[wordSum] = sums(o.Unneeded)
	p := unpaid(o, s)
	p.Total = row{Name: "Возвращаем", Sum: sums(o.Unneeded)}
	return p
}

func delivered(o *Order, s renderedText) page {
	if slices.ContainsFunc(o.Lines, func(l Line) bool { return l.Status == "refunded" }) {
		return page{
			Subject: s.line("partial_subject"), Lead: s.paragraphs("partial_lead"),
			Rows: orderRows(o, outcomeNotes), Total: paid(o), Button: "Открыть заказ",
		}
	}
	return page{Subject: s.line("subject"), Lead: s.paragraphs("lead"), Rows: orderRows(o, nil), Total: paid(o), Button: "Открыть заказ"}
}

// details asks for other delivery details, until a time if there is one.
func details(o *Order, s renderedText) page {
	lead := s.paragraphs("lead")
	if o.CorrectBy != nil {
		lead = append(lead, s.paragraphs("deadline")...)
	}
	return page{Subject: s.line("subject"), Lead: lead, Rows: orderRows(o, correctionNotes), Total: paid(o), Button: "Исправить данные"}
}

// elsewhere is about a refund that an operator has redirected to another card or account.
const elsewhere = "Деньги отправлены на реквизиты, о которых мы договорились с вами."

func refunded(o *Order, s renderedText) page {
	var lead []string
	went := func(to string) bool { return slices.ContainsFunc(o.Refunds, func(r Refund) bool { return r.To == to }) }
	if went("balance") {
		lead = append(lead, s.paragraphs("to_balance")...)
	}
	if went("method") {
		lead = append(lead, s.paragraphs("to_method")...)
	}
	if went("other") {
		lead = append(lead, elsewhere)
	}
	return page{
		Subject: s.line("subject"), Lead: lead,
		Rows: goods(o, outcomeNotes), Total: row{Name: "Вернули", Sum: refundTotal(o)}, Button: "Открыть заказ",
	}
}

func refundTotal(o *Order) string {
	all := make([]Sum, len(o.Refunds))
	for i, r := range o.Refunds {
		all[i] = r.Sum
	}
	return sums(all)
}

func sums(all []Sum) string {
	texts := make([]string, len(all))
	for i, s := range all {
		texts[i] = s.String()
	}
	return strings.Join(texts, " и ")
}

// words returns the values of the placeholders in emails about an order.
func (o *Order) words() map[string]string {
	words := map[string]string{wordOrder: strconv.FormatInt(o.ID, 10), wordSum: refundTotal(o), wordGoods: o.goods()}
	if o.CorrectBy != nil {
		words[wordDeadline] = formatTime(*o.CorrectBy)
	}
	return words
}

// goods returns what was bought, in a few words: "PUBG Mobile, 660 UC".
func (o *Order) goods() string {
	var names []string
	if o.Game != "" {
		names = append(names, o.Game)
	}
	if len(o.Lines) > 0 && o.Lines[0].Title != o.Game {
		names = append(names, o.Lines[0].Title)
	}
	text := strings.Join(names, ", ")
	if len(o.Lines) > 1 {
		text += fmt.Sprintf(" и ещё %d", len(o.Lines)-1)
	}
	return text
}

// Notes on the status of a line, as on the order page.
var (
	outcomeNotes    = map[string]string{"completed": "доставлено", "refunded": "вернули деньги"}
	correctionNotes = map[string]string{"incorrect-details": "ждёт данных", "completed": "доставлено"}
)

// orderRows lists the lines and the fee, with their notes.
func orderRows(o *Order, notes map[string]string) []row {
	rows := goods(o, notes)
	if o.Fee > 0 {
		rows = append(rows, row{Name: "Комиссия способа оплаты", Sum: rub(o.Fee)})
	}
	return rows
}

func goods(o *Order, notes map[string]string) []row {
	var rows []row
	for _, l := range o.Lines {
		r := row{Name: l.Title, Note: notes[l.Status], Sum: rub(l.Sum)}
		if l.Quantity > 1 {
			r.Name = fmt.Sprintf("%s × %d", l.Title, l.Quantity)
		}
		rows = append(rows, r)
	}
	return rows
}

func paid(o *Order) row {
	if o.Paid.Minor == 0 {
		return row{}
	}
	return row{Name: "Оплачено", Sum: o.Paid.String()}
}
