package store_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/sandbox/signin"
)

func TestLinkedServicesOpenTheSameAccount(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewSignInShop(t), httpapitest.Contract(t)
	b := s.Browser()
	p := b.SignIn("yandex", "ivan")
	me := s.Profile(p)
	if me.Nickname != "Иван Ковалёв" || me.Email == nil || *me.Email != "ivan@yandex.ru" {
		t.Errorf("%+v", me)
	}
	for _, provider := range []string{"steam", "telegram", "vk", "vk_id"} {
		a := b.Bind(p, b.SignInAt(provider, "timur"))
		if a.Status != 200 {
			t.Fatalf("%s: got %d %s, want 200", provider, a.Status, a.Body)
		}
		httpapitest.MatchesContract(t, doc, "bindSocial", a)
		if again := b.SignIn(provider, "timur"); again.IsSignedUp || s.Profile(again).ID != me.ID {
			t.Errorf("%s opens another account", provider)
		}
		if a := b.Bind(p, b.SignInAt(provider, "timur")); a.Status != 200 {
			t.Errorf("%s again: got %d %s, want 200", provider, a.Status, a.Body)
		}
		b.Bind(p, b.SignInAt(provider, "maria")).WantRefusal(t, 409, "signin.already_bound")
	}
	if got := s.Profile(p).Socials; !slices.Equal(got, []string{"steam", "telegram", "vk", "vk_id", "yandex"}) {
		t.Errorf("%v", got)
	}
}

func TestIdentityOfAnotherAccountIsRefusedWithoutSayingWhose(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	owner, b := s.Browser(), s.Browser()
	owner.SignIn("steam", "maria")
	p := b.SignIn("yandex", "ivan")
	a := b.Bind(p, b.SignInAt("steam", "maria"))
	if r := a.Refused(t, 409); r.Code != "signin.taken" || r.Detail != "Этот профиль уже привязан к другому аккаунту." || len(r.Fields) != 0 {
		t.Errorf("%s", a.Body)
	}
	if got := s.Profile(p).Socials; !slices.Equal(got, []string{"yandex"}) {
		t.Errorf("%v", got)
	}
	b.Shop.Do("POST", "/api/auth/social/steam/bind/", b.Header(nil), b.SignInAt("steam", "ivan").Body("")).WantRefusal(t, 401, "unauthorized")
}

func unbind(s *httpapitest.Shop, p httpapitest.Tokens, provider, country string) httpapitest.Response {
	h := p.Header()
	h.Set("X-Client-Country", country)
	return s.Do(http.MethodPost, "/api/auth/social/"+provider+"/unbind/", h, "")
}

func TestLastWayToSignInCannotBeUnbound(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewSignInShop(t), httpapitest.Contract(t)
	b := s.Browser()
	p := b.SignIn("yandex", "ivan")
	unbind(s.Shop, p, "yandex", "KZ").WantRefusal(t, 409, "signin.last_way")
	if a := b.Bind(p, b.SignInAt("steam", "ivan")); a.Status != 200 {
		t.Fatalf("got %d %s, want 200", a.Status, a.Body)
	}
	unbind(s.Shop, p, "yandex", "RU").WantRefusal(t, 409, "signin.last_way") // Steam cannot sign in there
	if a := unbind(s.Shop, p, "vk", "KZ"); a.Status != 200 {
		t.Errorf("what is not bound: got %d %s, want 200", a.Status, a.Body)
	}
	a := unbind(s.Shop, p, "yandex", "KZ")
	if a.Status != 200 {
		t.Fatalf("got %d %s, want 200", a.Status, a.Body)
	}
	httpapitest.MatchesContract(t, doc, "unbindSocial", a)
	unbind(s.Shop, p, "steam", "KZ").WantRefusal(t, 409, "signin.last_way")
	if got := s.Profile(p).Socials; !slices.Equal(got, []string{"steam"}) {
		t.Errorf("%v", got)
	}
	if got := s.Profile(s.Browser().SignIn("yandex", "ivan")); got.ID == s.Profile(p).ID {
		// By the address: Yandex vouches for its own boxes, and the account's is proven.
		if !slices.Contains(got.Socials, "yandex") {
			t.Errorf("%+v", got)
		}
	}
}

func TestTwoUnbindsAtOnceLeaveOneWay(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	b := s.Browser()
	p := b.SignIn("yandex", "anya")
	if a := b.Bind(p, b.SignInAt("vk", "anya")); a.Status != 200 {
		t.Fatalf("got %d %s, want 200", a.Status, a.Body)
	}
	var wg sync.WaitGroup
	for _, provider := range []string{"yandex", "vk"} {
		wg.Go(func() { unbind(s.Shop, p, provider, "KZ") })
	}
	wg.Wait()
	if got := s.Profile(p).Socials; len(got) != 1 {
		t.Errorf("left: %v", got)
	}
}

func TestParallelFirstSignInsMakeOneAccount(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	var wg sync.WaitGroup
	for range 6 {
		b := s.Browser()
		r := b.SignInAt("google", "maria")
		wg.Go(func() {
			if a := b.FinishSignIn(r, ""); a.Status != 200 {
				t.Errorf("got %d %s, want 200", a.Status, a.Body)
			}
		})
	}
	wg.Wait()
	if got := s.Value(`select concat_ws(' ', (select count(*) from identities), (select count(*) from users where email = 'maria@example.test'), (select count(*) from sessions))`); got != "1 1 6" {
		t.Errorf("identities, users, devices: got %s", got)
	}
}

func TestVerifiedEmailLinksAndAnUnverifiedOneDoesNot(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	m, _ := s.CreateAccount("ivan@example.test")
	b := s.Browser()
	for _, provider := range []string{"facebook", "vk", "vk_id"} { // they verify no address
		p := b.SignIn(provider, "ivan")
		me := s.Profile(p)
		if me.ID == m.ID || me.Email != nil || me.PendingEmail == nil || *me.PendingEmail != "ivan@example.test" {
			t.Errorf("%s: %+v", provider, me)
		}
	}
	s.Fault("google", signin.UnverifiedEmail)
	first := b.FinishSignIn(b.SignInAt("google", "ivan"), "")
	if me := s.Profile(httpapitest.Decode[httpapitest.Tokens](t, first)); me.ID == m.ID || me.Email != nil {
		t.Errorf("an unverified address opened the account: %+v", me)
	}
	s.Exec(`delete from identities where provider = 'google'`)
	if me := s.Profile(b.SignIn("google", "ivan")); me.ID != m.ID || !slices.Equal(me.Socials, []string{"google"}) {
		t.Errorf("a verified address did not: %+v", me)
	}
	s.Fault("yandex", signin.UnverifiedEmail) // a mailbox that is not Yandex's own
	if me := s.Profile(b.SignIn("yandex", "ivan")); me.ID == m.ID {
		t.Errorf("got %+v, want no verified e-mail for a mailbox outside Yandex", me)
	}
}

func TestRussianLawDecidesWhoSignsInWhere(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewSignInShop(t), httpapitest.Contract(t)
	b, abroad := s.Browser(), s.Browser()
	b.Country = "RU"
	for _, provider := range everyService {
		if slices.Contains([]string{"vk", "vk_id", "yandex"}, provider) {
			if a := b.FinishSignIn(b.SignInAt(provider, "anya"), ""); a.Status != 200 {
				t.Errorf("%s: got %d %s, want 200", provider, a.Status, a.Body)
			}
			continue
		}
		b.BeginSignIn(provider, nil).WantRefusal(t, 403, "signin.not_here")
		came := abroad.SignInAt(provider, "anya")
		abroad.Country = "RU"
		abroad.FinishSignIn(came, "").WantRefusal(t, 403, "signin.not_here")
		abroad.Country = "KZ"
	}
	p := b.SignIn("yandex", "ivan")
	link := b.BeginSignIn("steam", p.Header())
	b.Cookie, _, _ = strings.Cut(link.Header.Get("Set-Cookie"), ";")
	page := httpapitest.Decode[struct{ URL string }](t, link).URL
	if a := b.Bind(p, b.ParseCallback("steam", b.ChoosePerson(page, "ivan"))); a.Status != 200 {
		t.Errorf("linking: got %d %s, want 200", a.Status, a.Body)
	}
	list := s.Do("GET", "/api/auth/social/", b.Header(nil), "")
	httpapitest.MatchesContract(t, doc, "listSignInMethods", list)
	list.WantJSON(t, 200, `[
		{"provider": "facebook", "title": "Facebook", "can_sign_in": false, "can_bind": false},
		{"provider": "google", "title": "Google", "can_sign_in": false, "can_bind": false},
		{"provider": "steam", "title": "Steam", "can_sign_in": false, "can_bind": true},
		{"provider": "telegram", "title": "Telegram", "can_sign_in": false, "can_bind": true},
		{"provider": "vk", "title": "ВКонтакте", "can_sign_in": true, "can_bind": true},
		{"provider": "vk_id", "title": "VK ID", "can_sign_in": true, "can_bind": true},
		{"provider": "yandex", "title": "Яндекс ID", "can_sign_in": true, "can_bind": true}]`)
	s.Exec(`insert into sign_in_methods values ('steam', 'KZ', false)`)
	b.Country = "KZ"
	b.BeginSignIn("steam", nil).WantRefusal(t, 403, "signin.not_here")
	chosen := s.Do("GET", "/api/auth/social/", http.Header{"Cookie": {"country=KZ"}, "X-Country": {"KZ"}}, "")
	if got := fmt.Sprint(httpapitest.Decode[[]map[string]any](t, chosen)[1]["can_sign_in"]); got != "false" {
		t.Errorf("by the country the buyer shops for: got can_sign_in %s, want false: %s", got, chosen.Body)
	}
}
