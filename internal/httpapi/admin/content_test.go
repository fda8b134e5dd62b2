package admin_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httpapitest"
)

const (
	questionBody = `"version":%d,"game_id":1,"text":"Когда?","answer":"Сразу.","is_active":true,`
	contactBody  = `"version":%d,"company_name":"ООО «Киоск»","address":"Тверь","inn":"7700000000","company_id":"1","extra":"","is_active":true,`
)

// bannerBody is a banner with the pictures of the first one of the shop.
func bannerBody(s *httpapitest.Shop, fields string) string {
	var b strings.Builder
	for _, layer := range []string{"background", "foreground"} {
		for _, size := range []string{"desktop", "tablet", "mobile"} {
			name := layer + "_" + size
			fmt.Fprintf(&b, "%q:%q,", name, s.Value(`select `+name+` from banners where id = 1`))
		}
	}
	return b.String() + `"place":"games","title":"Ночь","description":"Скидки","gift_id":null,` + fields
}

var _ = rows(func() map[string]row {
	return map[string]row{
		"listArticles":   {call: at("/api/admin/content/articles/")},
		"getArticle":     {call: at("/api/admin/content/articles/about/")},
		"previewArticle": {call: at("/api/admin/content/preview/", `{"text":"<p>Текст</p>"}`)},
		"uploadArticlePicture": {action: "picture.upload", call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/content/pictures/", `{"data":"` + base64.StdEncoding.EncodeToString(drawn(f.T, 400, 300)) + `"}`
		}},
		"saveArticle": {action: "article.save", call: func(f *fixture, _ caller) (string, string) {
			return fmt.Sprintf("/api/admin/content/articles/new-%d/", f.next()), `{"version":0,"header":"Новая","text":"<p>Текст</p>","is_active":true,` + reason + `}`
		}},
		"planArticle": {action: "article.plan", call: func(f *fixture, _ caller) (string, string) {
			f.Exec(`delete from article_plans`)
			body := fmt.Sprintf(`{"version":1,"header":"Потом","text":"<p>Потом</p>","applies_at":%q,%s}`, f.Clock.Now().Add(time.Hour).Format(time.RFC3339), reason)
			return "/api/admin/content/articles/cookies/plan/", body
		}},
		"cancelArticlePlan": {action: "article.plan_cancel", call: func(f *fixture, _ caller) (string, string) {
			f.Exec(`insert into article_plans (slug, header, text, applies_at, staff_id, created) select 'offer', 'Потом', 'Потом', now(), min(id), now() from staff on conflict do nothing`)
			return "/api/admin/content/articles/offer/plan/cancel/", `{` + reason + `}`
		}},
		"listQuestions": {call: at("/api/admin/content/questions/?game_id=1")},
		"saveQuestion":  {action: "question.save", call: at("/api/admin/content/questions/", `{"id":null,`, fmt.Sprintf(questionBody, 0), reason, `}`)},
		"listBanners":   {call: at("/api/admin/content/banners/?place=games")},
		"saveBanner": {action: "banner.save", call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/content/banners/", `{"id":null,"version":0,` + bannerBody(f.Shop, `"game_id":1,"shown_from":null,"shown_until":null,"is_active":true,`) + reason + `}`
		}},
		"listContacts": {call: at("/api/admin/content/contacts/")},
		"saveContact":  {action: "contact.save", call: at("/api/admin/content/contacts/", `{"id":null,`, fmt.Sprintf(contactBody, 0), reason, `}`)},
		"orderContent": {action: "content.order", call: func(f *fixture, _ caller) (string, string) {
			ids := f.Value(`select json_agg(id order by position desc, id)::text from faq_items where game_id = 2`)
			return "/api/admin/content/order/", `{"kind":"question","ids":` + ids + `,` + reason + `}`
		}},
		"listContentVersions": {call: at("/api/admin/content/versions/article/about/")},
		"getContentVersion": {call: func(f *fixture, _ caller) (string, string) {
			f.Exec(`insert into content_versions (kind, object, version, body, created) values ('contact', '9', 1, '{"company_name":"ООО"}', now()) on conflict do nothing`)
			return "/api/admin/content/versions/contact/9/1/", ""
		}},
		"restoreContent": {action: "contact.restore", call: func(f *fixture, _ caller) (string, string) {
			f.Exec(`insert into content_versions (kind, object, version, body, created)
				select 'contact', '1', 0, '{"company_name":"ООО «Ларёк»","address":"Москва","inn":"9900000017","company_id":"1","extra":"","is_active":true}', now() on conflict do nothing`)
			return "/api/admin/content/restore/", fmt.Sprintf(`{"kind":"contact","object":"1","version":%s,"to":0,%s}`, f.Value(`select version::text from contacts where id = 1`), reason)
		}},
	}
})

const hostile = `<p onclick='x()'>Привет</p><script>alert(1)</script><img src=x onerror=alert(1)><a href='javascript:alert(1)'>сюда</a>` +
	`<svg onload=alert(1)></svg><style>p{display:none}</style><iframe src='https://evil.example'></iframe><a href='https://larek.example/'>туда</a>`

// TestHostileArticleIsCleanBeforeItIsStored also follows the versions of an article.
func TestHostileArticleIsCleanBeforeItIsStored(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	anna, page := s.HireOperator("catalog"), "/api/admin/content/articles/about/"
	first := httpapitest.Decode[adminapi.ArticleEdited](t, s.Do("GET", page, anna.Header(), ""))
	save := func(version int32, header, text string) httpapitest.Response {
		return s.Do("POST", page, anna.Header(), fmt.Sprintf(`{"version":%d,"header":%q,"text":%q,"is_active":true,%s}`, version, header, text, reason))
	}
	done := httpapitest.Decode[adminapi.ContentSaved](t, save(first.Version, "О нас", hostile))
	if got := strings.Join(done.Removed, " "); got != "<a> <iframe> <img> <script> <style> <svg> href onclick onerror onload src" {
		t.Errorf("removed %q", got)
	}
	const clean = `<p>Привет</p>сюда<a href="https://larek.example/">туда</a>`
	if got := s.Value(`select text from articles where slug = 'about'`); got != clean {
		t.Errorf("stored %q, want %q", got, clean)
	}
	if got := s.Value(`select body->>'html' from content_versions where object = 'about' and version = $1`, done.Version); got != clean {
		t.Errorf("the version keeps %q, want %q", got, clean)
	}
	s.Do("POST", "/api/admin/content/preview/", anna.Header(), `{"text":"<p>Честно</p>"}`).WantJSON(t, 200, `{"text":"<p>Честно</p>","removed":[]}`)
	s.RefreshVersions()
	s.Get("/api/articles/about/").WantJSON(t, 200, fmt.Sprintf(`{"slug":"about","header":"О нас","text":%q}`, clean))
	save(first.Version, "Поверх", "<p>Поверх</p>").WantRefusal(t, 409, "content.stale")
	save(done.Version, "О нас", "<script>alert(1)</script>").WantRefusal(t, 400, "invalid")
	if got := s.Value(`select header || ' ' || version from articles where slug = 'about'`); got != "О нас 2" {
		t.Errorf("refused saves left %q", got)
	}
	restore := fmt.Sprintf(`{"kind":"article","object":"about","version":2,"to":1,%s}`, reason)
	if a := s.Do("POST", "/api/admin/content/restore/", anna.Header(), restore); a.Status != 200 {
		t.Fatalf("restoring: %d %s", a.Status, a.Body)
	}
	again := httpapitest.Decode[adminapi.ArticleEdited](t, s.Do("GET", page, anna.Header(), ""))
	if again.Header != first.Header || strings.TrimSpace(again.Text) != strings.TrimSpace(first.Text) || again.Version != 3 {
		t.Errorf("got %q %d, want the first text as version 3", again.Header, again.Version)
	}
	list := httpapitest.Decode[adminapi.ContentVersionList](t, s.Do("GET", "/api/admin/content/versions/article/about/", anna.Header(), ""))
	if len(list.Results) != 3 || list.Results[2].By != nil || list.Results[0].By == nil {
		t.Errorf("got %+v, want three versions, the first by nobody", list.Results)
	}
}

func TestOfTwoEditorsOneIsRefused(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	var saved atomic.Int32
	var wg sync.WaitGroup
	for i, who := range []httpapitest.Operator{s.HireOperator("catalog"), s.HireOperator("admin")} {
		wg.Go(func() {
			body := fmt.Sprintf(`{"version":1,"header":"Правка %d","text":"<p>Текст</p>","is_active":true,%s}`, i, reason)
			if a := s.Do("POST", "/api/admin/content/articles/about/", who.Header(), body); a.Status == 200 {
				saved.Add(1)
			}
		})
	}
	wg.Wait()
	if n := saved.Load(); n != 1 || s.Value(`select version::text from articles where slug = 'about'`) != "2" {
		t.Errorf("%d of two saves were kept, want 1", n)
	}
}

func TestBuyersSeeQuestionsInTheirNewOrder(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	anna := s.HireOperator("catalog")
	ids := func() []int64 {
		s.RefreshVersions()
		list := httpapitest.Decode[[]struct{ ID int64 }](t, s.Get("/api/faq/1/"))
		found := make([]int64, len(list))
		for i, q := range list {
			found[i] = q.ID
		}
		return found
	}
	before := ids()
	made := httpapitest.Decode[adminapi.ContentSaved](t, s.Do("POST", "/api/admin/content/questions/", anna.Header(), `{"id":null,`+fmt.Sprintf(questionBody, 0)+reason+`}`))
	if got := ids(); len(got) != len(before)+1 || fmt.Sprint(got[len(before)]) != made.Object {
		t.Fatalf("got %v, want %s after %v", got, made.Object, before)
	}
	order := fmt.Sprintf(`{"kind":"question","ids":[%s,%s],%s}`, made.Object, strings.Trim(strings.ReplaceAll(fmt.Sprint(before), " ", ","), "[]"), reason)
	if a := s.Do("POST", "/api/admin/content/order/", anna.Header(), order); a.Status != 200 || fmt.Sprint(ids()[0]) != made.Object {
		t.Errorf("ordering: %d %s, first %d, want %s", a.Status, a.Body, ids()[0], made.Object)
	}
	// An order without one of them comes from a page that is old.
	s.Do("POST", "/api/admin/content/order/", anna.Header(), fmt.Sprintf(`{"kind":"question","ids":[%s],%s}`, made.Object, reason)).WantRefusal(t, 409, "content.order")
	hidden := strings.Replace(fmt.Sprintf(questionBody, 1), `"is_active":true`, `"is_active":false`, 1)
	s.Do("POST", "/api/admin/content/questions/", anna.Header(), `{"id":`+made.Object+`,`+hidden+reason+`}`)
	if got := ids(); fmt.Sprint(got) != fmt.Sprint(before) {
		t.Errorf("got %v, want %v without the hidden one", got, before)
	}
}

func TestBannerIsShownInItsTime(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	anna := s.HireOperator("catalog")
	now := s.Clock.Now()
	times := fmt.Sprintf(`"shown_from":%q,"shown_until":%q,"is_active":true,`, now.Add(time.Hour).Format(time.RFC3339), now.Add(2*time.Hour).Format(time.RFC3339))
	save := func(game string) httpapitest.Response {
		return s.Do("POST", "/api/admin/content/banners/", anna.Header(), `{"id":null,"version":0,`+bannerBody(s, `"game_id":`+game+`,`+times)+reason+`}`)
	}
	s.Exec(`update games set is_active = false where id = 2`)
	save("2").WantRefusal(t, 400, "invalid")
	made := httpapitest.Decode[adminapi.ContentSaved](t, save("1"))
	isShown := func() bool {
		if _, err := s.Operations.Texts.Content.TurnBanners(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.RefreshVersions()
		return strings.Contains(string(s.Get("/api/banners/games/?page_size=100").Body), fmt.Sprintf(`"id":%s,`, made.Object))
	}
	for _, want := range []bool{false, true, false} {
		if got := isShown(); got != want {
			t.Errorf("at %s: shown %t, want %t", s.Clock.Now(), got, want)
		}
		s.Clock.Advance(61 * time.Minute)
	}
	if turned, err := s.Operations.Texts.Content.TurnBanners(t.Context()); turned || err != nil {
		t.Errorf("turned %t, %v; want nothing to do", turned, err)
	}
}

const consentPage = "/api/admin/content/articles/personal-data-consent/"

// TestConsentTextAppliesFromItsDate follows a text buyers agree to: a planned version, and
// what the consents of buyers name before and after it.
func TestConsentTextAppliesFromItsDate(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	anna := s.HireOperator("catalog")
	_, buyer := s.CreateAccount("buyer@example.test")
	agree := func() string {
		s.Do("POST", "/api/auth/consents/set/", buyer.Header(), `{"kind":"personal_data","given":true}`)
		return s.Value(`select version || ' ' || revision from consents order by id desc limit 1`)
	}
	digest := func() string {
		return s.Value(`select left(encode(sha256(convert_to(text, 'UTF8')), 'hex'), 16) from articles where slug = 'personal-data-consent'`)
	}
	at := s.Clock.Now().Add(10 * time.Minute)
	plan := func(version int, when time.Time) httpapitest.Response {
		return s.Do("POST", consentPage+"plan/", anna.Header(), fmt.Sprintf(`{"version":%d,"header":"Согласие","text":"<p>Новое<script>x</script></p>","applies_at":%q,%s}`, version, when.Format(time.RFC3339), reason))
	}
	save := func(isActive bool) httpapitest.Response {
		return s.Do("POST", consentPage, anna.Header(), fmt.Sprintf(`{"version":1,"header":"Согласие","text":"<p>Сразу</p>","is_active":%t,%s}`, isActive, reason))
	}
	if got, want := agree(), "1 "+digest(); got != want {
		t.Errorf("agreed to %q, want %q", got, want)
	}
	save(false).WantRefusal(t, 400, "invalid")
	plan(1, s.Clock.Now()).WantRefusal(t, 400, "invalid")
	plan(2, at).WantRefusal(t, 409, "content.stale")
	plan(1, at).WantJSON(t, 200, `{"object":"personal-data-consent","version":1,"message":"Запланировано.","removed":["<script>"]}`)
	plan(1, at).WantRefusal(t, 409, "content.planned")
	save(true).WantRefusal(t, 409, "content.planned")
	page := httpapitest.Decode[adminapi.ArticleEdited](t, s.Do("GET", consentPage, anna.Header(), ""))
	if page.Version != 1 || page.Plan == nil || page.Plan.Text != "<p>Новое</p>" || !page.Plan.AppliesAt.Equal(at.Truncate(time.Second)) || len(page.Consents) != 2 {
		t.Errorf("got %+v, want the planned text beside the first", page)
	}
	operations := s.Operations
	for _, step := range []struct {
		after time.Duration
		want  string
	}{{0, "1"}, {10 * time.Minute, "2"}, {0, "2"}} {
		s.Clock.Advance(step.after)
		if err := operations.Texts.ApplyPlans(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := s.Value(`select version::text from articles where slug = 'personal-data-consent'`); got != step.want {
			t.Fatalf("version %s, want %s", got, step.want)
		}
	}
	if got, want := agree(), "2 "+digest(); got != want || s.Value(`select text from articles where slug = 'personal-data-consent'`) != "<p>Новое</p>" {
		t.Errorf("agreed to %q, want %q", got, want)
	}
	if got := s.Value(`select actor || ' ' || (select count(*) from content_versions where object = 'personal-data-consent') from audit where action = 'article.apply'`); got != "магазин 2" {
		t.Errorf("got %q, want one row by the shop and both versions", got)
	}
}
