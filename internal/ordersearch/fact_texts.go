package ordersearch

import (
	"encoding/json"
	"fmt"
	"strings"

	"larek/internal/delivery/suppliers"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment/providers"
)

// factData has the fields that texts of facts use, of all kinds of facts.
type factData struct {
	Event, Status, Line, Method, Provider, Amount, Currency, Said, Via, Use, Reason, Destination, By, Supplier string
	State, Ref, Viewer, Step, Task, Proof, Note, Answer, Action, Code                                          string
	ProviderID                                                                                                 string `json:"provider_id"`
	Number, N, Of, Asks, Tries, Rating                                                                         int
	IsChargeback                                                                                               bool `json:"is_chargeback"`
	IsRefund                                                                                                   bool `json:"is_refund"`
	IsConfirmed                                                                                                bool `json:"is_confirmed"`
	Params                                                                                                     map[string]any
}

// UnmarshalJSON reads an exchange's status, which is a number, like any other status.
func (d *factData) UnmarshalJSON(b []byte) error {
	type plain factData
	var raw map[string]any
	if err := json.Unmarshal(b, &raw); err != nil {
		return err
	}
	for name, value := range raw {
		if n, isNumber := value.(float64); isNumber && name == "status" {
			raw[name] = fmt.Sprintf("%.0f", n)
		}
	}
	text, err := json.Marshal(raw)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, (*plain)(d))
}

// describe returns a fact with its title and text.
func describe(r factRow) (Fact, error) {
	f := Fact{Source: r.Source, Kind: r.Kind, ID: r.ID, At: r.At, Times: r.Times}
	var d factData
	if err := json.Unmarshal(r.Data, &d); err != nil {
		return f, err
	}
	if d.Amount != "" {
		amount, err := money.ParseMoney(d.Amount, money.Currency(d.Currency))
		if err != nil {
			return f, err
		}
		f.Amount = &amount
	}
	f.Actor = d.By
	words := factTexts[r.Kind]
	if words == nil {
		f.Title = r.Kind
		return f, nil
	}
	f.Title, f.Text = words(d)
	return f, nil
}

// factTexts returns the title and the optional text of a fact by its kind.
var factTexts = map[string]func(factData) (title, text string){
	"event": func(d factData) (string, string) {
		text := order.Text(d.Event, d.Params)
		if text == "" {
			text = named(eventNames, d.Event)
		}
		return text, d.Line
	},
	"attempt": func(d factData) (string, string) {
		return fmt.Sprintf("Попытка оплаты %d: %s", d.Number, providers.MethodTitle(d.Method)), providers.Title(d.Provider) + " · " + named(attemptNames, d.Status)
	},
	"notice": func(d factData) (string, string) {
		text := named(noticeVias, d.Via) + " · " + d.ProviderID
		if !d.IsConfirmed {
			text += " · ещё не подтверждено"
		}
		return providers.Title(d.Provider) + ": " + named(noticeNames, d.Said), text
	},
	"payment": func(d factData) (string, string) {
		return "Деньги получены: " + named(useNames, d.Use), providers.Title(d.Provider) + " · " + d.ProviderID
	},
	"refund": func(d factData) (string, string) {
		return "Возврат " + named(destinationNames, d.Destination) + ": " + named(refundNames, d.Status), named(refundReasons, d.Reason)
	},
	"refund_end": func(factData) (string, string) { return "Возврат завершён", "" },
	"outside_refund": func(d factData) (string, string) {
		if d.IsChargeback {
			return "Банк покупателя забрал деньги", ""
		}
		return "Провайдер вернул деньги без нас", ""
	},
	"receipt": func(d factData) (string, string) {
		if d.IsRefund {
			return "Чек возврата", ""
		}
		return "Чек", ""
	},
	"placement": func(d factData) (string, string) {
		return unitName(d) + ": заказали у " + suppliers.Title(d.Supplier), strings.TrimSuffix(fmt.Sprintf("обращений %d · %s", d.Asks, d.Ref), " · ")
	},
	"outcome": func(d factData) (string, string) {
		return unitName(d) + ": " + named(outcomeNames, d.State), strings.Trim(suppliers.Title(d.Supplier)+" "+d.Ref+" · "+d.Reason, " ·")
	},
	"exchange": func(d factData) (string, string) {
		if d.Status == "0" {
			return suppliers.Title(d.Supplier) + " не ответил", ""
		}
		return suppliers.Title(d.Supplier) + " ответил: " + d.Status, ""
	},
	"code": func(d factData) (string, string) { return "Коды выданы", d.Line },
	"reveal": func(d factData) (string, string) {
		return "Код показан: " + named(viewerNames, d.Viewer), d.Line
	},
	"failing_step": func(d factData) (string, string) {
		return "Не получается шаг: " + named(stepNames, d.Step), d.Reason
	},
	"task": func(d factData) (string, string) {
		return "Передано человеку: " + named(taskNames, d.Task), unitName(d)
	},
	"task_end": func(d factData) (string, string) {
		return "Задача закрыта: " + named(taskNames, d.Task), d.Proof
	},
	"payment_task": func(d factData) (string, string) {
		return "Передано человеку: " + named(taskNames, d.Task), d.Note
	},
	"payment_task_end": func(d factData) (string, string) {
		return "Задача закрыта: " + named(taskNames, d.Task), d.Answer
	},
	"action": func(d factData) (string, string) { return d.Action, d.Reason },
	"note":   func(d factData) (string, string) { return "Заметка", d.Note },
	"grant": func(d factData) (string, string) {
		return "Возврат разрешён " + named(destinationNames, d.Destination) + ": " + named(grantNames, d.State), d.Reason
	},
	"letter": func(d factData) (string, string) {
		return "Письмо: " + named(letterNames, d.Event), named(letterStates, d.State)
	},
	"letter_sent": func(d factData) (string, string) {
		return "Письмо отправлено: " + named(letterNames, d.Event), ""
	},
	"entry": func(d factData) (string, string) { return "Проводка: " + named(entryNames, d.Reason), "" },
	"promo": func(d factData) (string, string) { return "Промокод " + d.Code, named(promoStates, d.State) },
	"review": func(d factData) (string, string) {
		return fmt.Sprintf("Отзыв, звёзд %d", d.Rating), named(reviewStates, d.State)
	},
}

// unitName names one unit of a line.
func unitName(d factData) string {
	if d.Of < 2 {
		return d.Line
	}
	return fmt.Sprintf("%s, %d из %d", d.Line, d.N, d.Of)
}

// named returns the Russian name of a stored value, or the value itself.
func named(names map[string]string, value string) string {
	if name := names[value]; name != "" {
		return name
	}
	return value
}
