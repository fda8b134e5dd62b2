package admin_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httpapitest"
)

const (
	letterPage = "/api/admin/content/letters/paid/"
	paidTexts  = `"texts":[{"name":"subject","text":"Заказ {заказ}: деньги пришли"},{"name":"lead","text":"Спасибо!\nСкоро привезём <b>заказ {заказ}</b>."}]`
)

var _ = rows(func() map[string]row {
	return map[string]row{
		"listLetters":   {call: at("/api/admin/content/letters/")},
		"getLetter":     {call: at(letterPage)},
		"previewLetter": {call: at(letterPage+"preview/", `{`, paidTexts, `}`)},
		"saveLetter": {action: "letter.save", call: func(f *fixture, _ caller) (string, string) {
			version := f.Value(`select coalesce(max(version), 0)::text from letter_texts where kind = 'paid'`)
			return letterPage, `{"version":` + version + `,` + paidTexts + `,` + reason + `}`
		}},
		"testLetter": {action: "letter.test", call: at(letterPage+"test/", `{"sample":"usual",`, paidTexts, `}`)},
	}
})

func TestLetterSaysWhatTheEditorWrote(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	anna := s.HireOperator("catalog")
	save := func(version int, texts string) httpapitest.Response {
		return s.Do("POST", letterPage, anna.Header(), fmt.Sprintf(`{"version":%d,%s,%s}`, version, texts, reason))
	}
	first := httpapitest.Decode[adminapi.LetterTexts](t, s.Do("GET", letterPage, anna.Header(), ""))
	if first.Version != 0 || len(first.Versions) != 0 || len(first.Places) != 2 || first.Places[0].Text != "Заказ {заказ} оплачен: {покупка}" || first.Places[0].Text != first.Places[0].Default {
		t.Fatalf("got %+v, want the shop's own words", first)
	}
	save(0, paidTexts).WantJSON(t, 200, `{"object":"paid","version":1,"message":"Сохранено.","removed":[]}`)
	save(0, paidTexts).WantRefusal(t, 409, "letter.stale")
	now := httpapitest.Decode[adminapi.LetterTexts](t, s.Do("GET", letterPage, anna.Header(), ""))
	if now.Version != 1 || now.Places[0].Text != "Заказ {заказ}: деньги пришли" || len(now.Versions) != 1 || now.Versions[0].By == "" {
		t.Errorf("got %+v, want the first version", now)
	}
	list := httpapitest.Decode[adminapi.LetterTextsList](t, s.Do("GET", "/api/admin/content/letters/", anna.Header(), ""))
	if len(list.Results) != 14 || list.Results[0].ChangedBy == nil || list.Results[1].ChangedBy != nil || list.Results[1].ChangedAt != nil {
		t.Errorf("got %+v, want fourteen letters, the first changed", list.Results)
	}
}

func quoted(text string) string {
	b, _ := json.Marshal(text) //nolint:errchkjson // a string
	return string(b)
}

func TestTextsThatDoNotFitAreRefused(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	anna := s.HireOperator("catalog")
	for name, c := range map[string]struct{ subject, lead, fields string }{
		"an unknown word":  {"Заказ {заказ}", "Здравствуйте, {имя}!", `lead unknown_word`},
		"a missing word":   {"Заказ оплачен", "Спасибо.", `subject missing_word`},
		"an open brace":    {"Заказ {заказ}", "Скидка {заказ", `lead wrong_format`},
		"an empty text":    {"Заказ {заказ}", "  ", `lead required`},
		"a long text":      {"Заказ {заказ}", strings.Repeat("я", 1501), `lead too_long`},
		"two lines":        {"Заказ {заказ}\nBcc: a@b.test", "Спасибо.", `subject wrong_format`},
		"a line separator": {"Заказ {заказ}\u2028Bcc: a@b.test", "Спасибо.", `subject wrong_format`},
		"a control sign":   {"Заказ {заказ}", "Спа\u0007сибо.", `lead wrong_format`},
		"the code of none": {"Заказ {заказ}", "{код}", `lead unknown_word`},
	} {
		texts := `"texts":[{"name":"subject","text":` + quoted(c.subject) + `},{"name":"lead","text":` + quoted(c.lead) + `}]`
		for _, call := range []struct{ path, body string }{
			{letterPage, `{"version":0,` + texts + `,` + reason + `}`},
			{letterPage + "preview/", `{` + texts + `}`},
			{letterPage + "test/", `{"sample":"usual",` + texts + `}`},
		} {
			refused := s.Do("POST", call.path, anna.Header(), call.body).Refused(t, 400)
			if got := fmt.Sprint(refused.Fields[0].Field, " ", refused.Fields[0].Code); len(refused.Fields) != 1 || got != c.fields {
				t.Errorf("%s: %s: got %q, want %q", name, call.path, got, c.fields)
			}
		}
	}
	foreign := `{"version":0,"texts":[{"name":"subject","text":"Заказ {заказ}"},{"name":"lead","text":"Да."},{"name":"foot","text":"Нет."}],` + reason + `}`
	s.Do("POST", letterPage, anna.Header(), foreign).WantRefusal(t, 400, "invalid")
	s.Do("POST", letterPage+"test/", anna.Header(), `{"sample":"partial",`+paidTexts+`}`).WantRefusal(t, 400, "invalid")
	if n := s.Value(`select (select count(*) from letter_texts) || ' ' || (select count(*) from audit where action like 'letter.%')`); n != "0 0" || len(s.Emails.Sent()) != 0 {
		t.Errorf("refused texts left %s rows and %d letters", n, len(s.Emails.Sent()))
	}
}

func TestSampleGoesToTheOperatorAlone(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewLimitedShop(t)
	anna := s.HireOperator("catalog")
	test := func() httpapitest.Response {
		return s.Do("POST", letterPage+"test/", anna.Header(), `{"sample":"usual",`+paidTexts+`}`)
	}
	if a := test(); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	sent := s.Emails.Sent()
	if len(sent) != 1 || sent[0].To != anna.Email || sent[0].Subject != "[Проба] Заказ 4001: деньги пришли" {
		t.Fatalf("got %+v, want one letter to %s", sent, anna.Email)
	}
	if html := sent[0].HTML; !strings.Contains(html, "Скоро привезём &lt;b&gt;заказ 4001&lt;/b&gt;.</p>") || !strings.Contains(sent[0].Text, "\nСпасибо!\n") {
		t.Errorf("got %s and %s, want paragraphs of plain text", html, sent[0].Text)
	}
	s.Emails.Refuses = true
	test().WantRefusal(t, 503, "letter.not_sent")
	s.Emails.Refuses = false
	for range 3 {
		test()
	}
	test().WantRefusal(t, 429, "too_many")
	if n := s.Value(`select count(*)::text from audit where action = 'letter.test' and object_id = 'paid'`); n != "5" || len(s.Emails.Sent()) != 4 {
		t.Errorf("got %s rows and %d letters, want 5 and 4", n, len(s.Emails.Sent()))
	}
}
