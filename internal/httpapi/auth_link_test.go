package httpapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"

	"larek/internal/sandbox"
)

func TestLinkedServicesOpenTheSameAccount(t *testing.T) {
	t.Parallel()
	s, doc := newSignInShop(t), contract(t)
	b := s.browser()
	p := b.signIn("yandex", "ivan")
	me := s.profile(p)
	if me.Nickname != "Иван Ковалёв" || me.Email == nil || *me.Email != "ivan@yandex.ru" {
		t.Errorf("%+v", me)
	}
	for _, provider := range []string{"steam", "telegram", "vk", "vk_id"} {
		a := b.bind(p, b.visit(provider, "timur"))
		if a.status != 200 {
			t.Fatalf("%s: %d %s", provider, a.status, a.body)
		}
		keepsTo(t, doc, "bindSocial", a)
		if again := b.signIn(provider, "timur"); again.IsSignedUp || s.profile(again).ID != me.ID {
			t.Errorf("%s opens another account", provider)
		}
		if a := b.bind(p, b.visit(provider, "timur")); a.status != 200 {
			t.Errorf("%s again: %d %s", provider, a.status, a.body)
		}
		wantRefusal(t, b.bind(p, b.visit(provider, "maria")), 409, "signin.already_bound")
	}
	if got := s.profile(p).Socials; !slices.Equal(got, []string{"steam", "telegram", "vk", "vk_id", "yandex"}) {
		t.Errorf("%v", got)
	}
}

func TestIdentityOfAnotherAccountIsRefusedWithoutSayingWhose(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	owner, b := s.browser(), s.browser()
	owner.signIn("steam", "maria")
	p := b.signIn("yandex", "ivan")
	a := b.bind(p, b.visit("steam", "maria"))
	if r := refused(t, a, 409); r.Code != "signin.taken" || r.Detail != "Этот профиль уже привязан к другому аккаунту." || len(r.Fields) != 0 {
		t.Errorf("%s", a.body)
	}
	if got := s.profile(p).Socials; !slices.Equal(got, []string{"yandex"}) {
		t.Errorf("%v", got)
	}
	wantRefusal(t, b.s.do("POST", "/api/auth/social/steam/bind/", b.header(nil), b.visit("steam", "ivan").body("")), 401, "unauthorized")
}

func unbind(s *shop, p pair, provider, country string) answer {
	h := p.header()
	h.Set("X-Client-Country", country)
	return s.do(http.MethodPost, "/api/auth/social/"+provider+"/unbind/", h, "")
}

func TestLastWayToSignInCannotBeUnbound(t *testing.T) {
	t.Parallel()
	s, doc := newSignInShop(t), contract(t)
	b := s.browser()
	p := b.signIn("yandex", "ivan")
	wantRefusal(t, unbind(s.shop, p, "yandex", "KZ"), 409, "signin.last_way")
	if a := b.bind(p, b.visit("steam", "ivan")); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	wantRefusal(t, unbind(s.shop, p, "yandex", "RU"), 409, "signin.last_way") // Steam opens nothing there
	if a := unbind(s.shop, p, "vk", "KZ"); a.status != 200 {
		t.Errorf("what is not bound: %d %s", a.status, a.body)
	}
	a := unbind(s.shop, p, "yandex", "KZ")
	if a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	keepsTo(t, doc, "unbindSocial", a)
	wantRefusal(t, unbind(s.shop, p, "steam", "KZ"), 409, "signin.last_way")
	if got := s.profile(p).Socials; !slices.Equal(got, []string{"steam"}) {
		t.Errorf("%v", got)
	}
	if got := s.profile(s.browser().signIn("yandex", "ivan")); got.ID == s.profile(p).ID {
		// By the address: Yandex vouches for its own boxes, and the account's is proven.
		if !slices.Contains(got.Socials, "yandex") {
			t.Errorf("%+v", got)
		}
	}
}

func TestTwoUnbindsAtOnceLeaveOneWay(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	b := s.browser()
	p := b.signIn("yandex", "anya")
	if a := b.bind(p, b.visit("vk", "anya")); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	var wg sync.WaitGroup
	for _, provider := range []string{"yandex", "vk"} {
		wg.Go(func() { unbind(s.shop, p, provider, "KZ") })
	}
	wg.Wait()
	if got := s.profile(p).Socials; len(got) != 1 {
		t.Errorf("left: %v", got)
	}
}

func TestParallelFirstSignInsMakeOneAccount(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	var wg sync.WaitGroup
	for range 6 {
		b := s.browser()
		r := b.visit("google", "maria")
		wg.Go(func() {
			if a := b.enter(r, ""); a.status != 200 {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
	wg.Wait()
	if got := s.value(`select concat_ws(' ', (select count(*) from identities), (select count(*) from users where email = 'maria@example.test'), (select count(*) from sessions))`); got != "1 1 6" {
		t.Errorf("identities, people, devices: %s", got)
	}
}

func TestVerifiedEmailLinksAndAnUnverifiedOneDoesNot(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	m, _ := s.made("ivan@example.test")
	b := s.browser()
	for _, provider := range []string{"facebook", "vk", "vk_id"} { // they verify nothing
		p := b.signIn(provider, "ivan")
		me := s.profile(p)
		if me.ID == m.ID || me.Email != nil || me.PendingEmail == nil || *me.PendingEmail != "ivan@example.test" {
			t.Errorf("%s: %+v", provider, me)
		}
	}
	s.fault("google", sandbox.UnverifiedEmail)
	first := b.enter(b.visit("google", "ivan"), "")
	if me := s.profile(decode[pair](t, first)); me.ID == m.ID || me.Email != nil {
		t.Errorf("an unverified address opened the account: %+v", me)
	}
	s.exec(`delete from identities where provider = 'google'`)
	if me := s.profile(b.signIn("google", "ivan")); me.ID != m.ID || !slices.Equal(me.Socials, []string{"google"}) {
		t.Errorf("a verified address did not: %+v", me)
	}
	s.fault("yandex", sandbox.UnverifiedEmail) // a box that is not Yandex's own
	if me := s.profile(b.signIn("yandex", "ivan")); me.ID == m.ID {
		t.Errorf("Yandex vouches for a box elsewhere: %+v", me)
	}
}

func TestRussianLawDecidesWhoSignsInWhere(t *testing.T) {
	t.Parallel()
	s, doc := newSignInShop(t), contract(t)
	b := s.browser()
	b.country = "RU"
	for _, provider := range everyService {
		a := b.enter(b.visit(provider, "anya"), "")
		if slices.Contains([]string{"vk", "vk_id", "yandex"}, provider) {
			if a.status != 200 {
				t.Errorf("%s: %d %s", provider, a.status, a.body)
			}
			continue
		}
		wantRefusal(t, a, 403, "signin.not_here")
	}
	p := b.signIn("yandex", "ivan")
	if a := b.bind(p, b.visit("steam", "ivan")); a.status != 200 {
		t.Errorf("linking: %d %s", a.status, a.body)
	}
	list := s.do("GET", "/api/auth/social/", b.header(nil), "")
	keepsTo(t, doc, "listSignInMethods", list)
	wantJSON(t, list, 200, `[
		{"provider": "facebook", "title": "Facebook", "can_sign_in": false, "can_bind": false},
		{"provider": "google", "title": "Google", "can_sign_in": false, "can_bind": false},
		{"provider": "steam", "title": "Steam", "can_sign_in": false, "can_bind": true},
		{"provider": "telegram", "title": "Telegram", "can_sign_in": false, "can_bind": true},
		{"provider": "vk", "title": "ВКонтакте", "can_sign_in": true, "can_bind": true},
		{"provider": "vk_id", "title": "VK ID", "can_sign_in": true, "can_bind": true},
		{"provider": "yandex", "title": "Яндекс ID", "can_sign_in": true, "can_bind": true}]`)
	s.exec(`insert into sign_in_methods values ('steam', 'KZ', false)`)
	b.country = "KZ"
	wantRefusal(t, b.enter(b.visit("steam", "maria"), ""), 403, "signin.not_here")
	chosen := s.do("GET", "/api/auth/social/", http.Header{"Cookie": {"country=KZ"}, "X-Country": {"KZ"}}, "")
	if got := fmt.Sprint(decode[[]map[string]any](t, chosen)[1]["can_sign_in"]); got != "false" {
		t.Errorf("by the country somebody shops for: got can_sign_in %s, want false: %s", got, chosen.body)
	}
}
