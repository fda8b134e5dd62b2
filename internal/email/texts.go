package email

import (
	"fmt"
	"slices"
	"strings"
)

// texts are the contents of the e-mails.
var texts = map[Kind]func(*Order) page{
	Paid: func(o *Order) page {
		return page{
			Subject: fmt.Sprintf("Заказ %d оплачен", o.ID),
			Lead:    []string{"Деньги получены, отправляем покупку. Как она идёт, видно на странице заказа: обновлять её не нужно."},
			Rows:    orderRows(o, nil), Total: paid(o), Button: "Открыть заказ",
		}
	},
	Delivered: delivered,
	DetailsNeeded: func(o *Order) page {
		return page{
			Subject: fmt.Sprintf("Заказ %d: проверьте данные", o.ID),
			Lead: deadline(o, "С указанными данными доставить не получилось: такого аккаунта нет, или он на другом сервере. "+
				"Исправьте их на странице заказа, и мы сразу отправим покупку."),
			Rows: orderRows(o, correctionNotes), Total: paid(o), Button: "Исправить данные",
		}
	},
	DetailsReminder: func(o *Order) page {
		return page{
			Subject: fmt.Sprintf("Заказ %d: ждём верные данные", o.ID),
			Lead:    deadline(o, "Мы всё ещё не можем доставить покупку: аккаунт с указанными данными не находится. Исправьте их на странице заказа."),
			Rows:    orderRows(o, correctionNotes), Total: paid(o), Button: "Исправить данные",
		}
	},
	Refunded: refunded,
	OrderLink: func(o *Order) page {
		return page{
			Subject: fmt.Sprintf("Заказ %d: ссылка для вас", o.ID),
			Lead: []string{
				"По этой ссылке заказ откроется целиком: с кодами и возможностью исправить данные.",
				"Она работает один раз и 30\u00a0дней. Если вы её не просили, ничего делать не нужно.",
			},
			Rows: goods(o, nil), Button: "Открыть заказ",
		}
	},
}

func delivered(o *Order) page {
	p := page{
		Subject: fmt.Sprintf("Заказ %d доставлен", o.ID),
		Lead: []string{
			"Покупка доставлена. Подтверждение и коды, если они есть, ждут на странице заказа: в письмах мы их не присылаем.",
		},
		Rows: orderRows(o, nil), Total: paid(o), Button: "Открыть заказ",
	}
	if slices.ContainsFunc(o.Lines, func(l Line) bool { return l.Status == "refunded" }) {
		p.Subject = fmt.Sprintf("Заказ %d доставлен частично", o.ID)
		p.Lead = []string{
			"Часть покупки доставлена, за остальное возвращаем деньги. Подробности ждут на странице заказа.",
		}
		p.Rows = orderRows(o, outcomeNotes)
	}
	return p
}

func refunded(o *Order) page {
	var sums, lead []string
	toBalance, toMethod := false, false
	for _, r := range o.Refunds {
		sums = append(sums, r.String())
		toBalance, toMethod = toBalance || r.ToBalance, toMethod || !r.ToBalance
	}
	if toBalance {
		lead = append(lead, "Деньги уже на вашем балансе в «Ларьке»: ими можно заплатить за следующий заказ.")
	}
	if toMethod {
		lead = append(lead, "Деньги отправлены тем же способом, которым вы платили. Банк зачисляет их за несколько минут, реже за несколько рабочих дней.")
	}
	total := strings.Join(sums, " и ")
	return page{
		Subject: fmt.Sprintf("Заказ %d: вернули %s", o.ID, total),
		Lead:    lead, Rows: goods(o, outcomeNotes), Total: row{Name: "Вернули", Sum: total}, Button: "Открыть заказ",
	}
}

// deadline adds the time until which the buyer can correct the details.
func deadline(o *Order, lead string) []string {
	if o.CorrectBy == nil {
		return []string{lead}
	}
	return []string{lead, "Ждём до " + formatTime(*o.CorrectBy) + ". Если данные не изменятся, вернём деньги."}
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
