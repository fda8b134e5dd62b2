package feedback

import "testing"

func TestLinksAreDetected(t *testing.T) {
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
		"Заказ пришёл.по времени 5 мин": false,
	} {
		if got := link.MatchString(text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}
