package feedback

import "testing"

func TestContactsAreDetected(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Всё пришло за минуту":          false,
		"Хорошо.Спасибо":                false,
		"Версия 3.2, брал 2 раза":       false,
		"60 UC за 79.00, норм":          false,
		"дешевле на https://x.example":  true,
		"www.kupi":                      true,
		"заходи на Лавка.рф":            true,
		"t.me/lavka":                    true,
		"пишите в lavka.ru, отвечу":     true,
		"LAVKA.COM":                     true,
		"Мой сайт larek.de":             true,
		"larek-shop\u2024ru":            true,
		"larek．ru":                      true,
		"larek。ru":                      true,
		"la\u200brek.\u200bru":          true,
		"Пишите @larek_support_help":    true,
		"＠larek":                        true,
		"пишите на 8 (900) 123-45-67":   true,
		"+7 900 123 45 67":              true,
		"Заказ 4049 от 15.11.2026":      false,
		"Взял 3850 UC за 4399,00":       false,
		"Заказ пришёл.по времени 5 мин": false,
		"larek . ru лучше":              true,
		"larek. ru":                     true,
		"Лавка . рф":                    true,
		"larek точка ру":                true,
		"larek (точка) ru":              true,
		"larek [dot] com":               true,
		"Пришло сразу. PUBG доволен":    false,
		"Всё . Спасибо":                 false,
		"Точка в споре поставлена":      false,
	} {
		if got := leadsAway(text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}
