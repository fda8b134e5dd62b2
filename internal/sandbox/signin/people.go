package signin

import (
	"slices"
	"strings"
)

// TestPerson is one of those a buyer can sign in as. The number is the same at
// every service whose numbers allow it.
type TestPerson struct {
	Login, First, Last string
	Number             int64
	Mailless           bool
}

// Name returns the full name.
func (p TestPerson) Name() string { return strings.TrimSpace(p.First + " " + p.Last) }

// email returns the address that a service knows, or an empty text.
func (p TestPerson) email(provider string) string {
	switch {
	case p.Mailless:
		return ""
	case provider == "yandex":
		return p.Login + "@yandex.ru"
	}
	return p.Login + "@example.test"
}

var testPeople = []TestPerson{
	{Login: "ivan", First: "Иван", Last: "Ковалёв", Number: 1001},
	{Login: "maria", First: "Мария", Last: "Лебедева", Number: 1002},
	{Login: "timur", First: "Тимур", Last: "Сафин", Number: 1003},
	{Login: "anya", First: "Аня", Number: 1004, Mailless: true},
}

func personBy(login string) (TestPerson, bool) {
	i := slices.IndexFunc(testPeople, func(p TestPerson) bool { return p.Login == login })
	if i < 0 {
		return TestPerson{}, false
	}
	return testPeople[i], true
}
