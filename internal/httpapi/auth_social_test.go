package httpapi_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"larek/internal/sandbox"
)

var everyService = []string{"facebook", "google", "steam", "telegram", "vk", "vk_id", "yandex"}

func TestEveryServiceSignsIn(t *testing.T) {
	t.Parallel()
	s, doc := newSignInShop(t), contract(t)
	for _, provider := range everyService {
		b := s.browser()
		a := b.enter(b.visit(provider, "anya"), "")
		keepsTo(t, doc, "signInWithSocial", a)
		first := decode[pair](t, a)
		if a.status != 200 || !first.IsSignedUp {
			t.Errorf("%s: %d %s", provider, a.status, a.body)
			continue
		}
		second := b.signIn(provider, "anya")
		if me := s.profile(second); second.IsSignedUp || me.ID != s.profile(first).ID || !slices.Equal(me.Socials, []string{provider}) || me.Email != nil {
			t.Errorf("%s: came back as %+v", provider, me)
		}
		keepsTo(t, doc, "getProfile", s.do("GET", "/api/auth/profile/", second.header(), ""))
		if n := s.value(`select count(*)::text from sessions where user_id = $1`, s.profile(first).ID); n != "2" {
			t.Errorf("%s: %s devices", provider, n)
		}
	}
}

func TestTelegramWidgetSignsIn(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	b := s.browser()
	known := s.profile(b.signIn("telegram", "ivan"))
	widget := func(person string) returned {
		state := query(t, b.leave("telegram")).Get("state")
		page := s.box + "/idp/telegram/widget?return_to=" + url.QueryEscape(backTo("telegram")+"?state="+state)
		return b.come("telegram", b.press(page, person))
	}
	r := widget("ivan")
	a := b.enter(r, "")
	if p := decode[pair](t, a); a.status != 200 || s.profile(p).ID != known.ID {
		t.Fatalf("%d %s", a.status, a.body)
	}
	// The same signed answer under a state of its own.
	again := returned{provider: "telegram", code: r.code, state: query(t, b.leave("telegram")).Get("state")}
	wantRefusal(t, b.enter(again, ""), 400, "signin.refused")
	late := widget("ivan")
	s.clock.advance(6 * time.Minute)
	wantRefusal(t, b.enter(late, ""), 400, "signin.refused")
}

func query(t *testing.T, address string) url.Values {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query()
}

func TestForgedTelegramHashIsRefused(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	b := s.browser()
	for name, change := range map[string]func(q url.Values){
		"another person": func(q url.Values) { q.Set("id", "1") },
		"later":          func(q url.Values) { q.Set("auth_date", "1794744001") },
		"one field more": func(q url.Values) { q.Set("last_name", "x") },
		"one field less": func(q url.Values) { q.Del("username") },
		"no hash":        func(q url.Values) { q.Set("hash", "") },
		"zeros":          func(q url.Values) { q.Set("hash", strings.Repeat("0", 64)) },
	} {
		state := query(t, b.leave("telegram")).Get("state")
		page := s.box + "/idp/telegram/widget?return_to=" + url.QueryEscape(backTo("telegram")+"?state="+state)
		back := b.press(page, "ivan")
		q := back.Query()
		change(q)
		back.RawQuery = q.Encode()
		if a := b.enter(b.come("telegram", back), ""); a.status != 400 {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	nobodyCameIn(t, s)
}

// nobodyCameIn checks that refused sign-ins left nothing behind.
func nobodyCameIn(t *testing.T, s *signInShop) {
	t.Helper()
	if got := s.value(`select concat_ws(' ', (select count(*) from identities), (select count(*) from sessions))`); got != "0 0" {
		t.Errorf("identities and sessions: %s", got)
	}
}

func TestStateIsUsedOnceAndByItsBrowserAlone(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	for _, provider := range everyService {
		for name, play := range map[string]func(b *browser) answer{
			"no state": func(b *browser) answer {
				r := b.visit(provider, "ivan")
				r.state = ""
				return b.enter(r, "")
			},
			"made up state": func(b *browser) answer {
				r := b.visit(provider, "ivan")
				r.state = strings.Repeat("x", 43)
				return b.enter(r, "")
			},
			"another browser": func(b *browser) answer {
				r, victim := b.visit(provider, "ivan"), s.browser()
				victim.leave(provider)
				return victim.enter(r, "")
			},
			"no cookie": func(b *browser) answer {
				r := b.visit(provider, "ivan")
				b.cookie = ""
				return b.enter(r, "")
			},
			"forged cookie": func(b *browser) answer {
				r := b.visit(provider, "ivan")
				b.cookie = strings.TrimRight(b.cookie, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") + strings.Repeat("A", 52)
				return b.enter(r, "")
			},
			"too late": func(b *browser) answer {
				r := b.visit(provider, "ivan")
				s.clock.advance(11 * time.Minute)
				return b.enter(r, "")
			},
			"state of another service": func(b *browser) answer {
				r := b.visit(provider, "ivan")
				other := "yandex"
				if provider == other {
					other = "vk"
				}
				r.state = query(t, b.leave(other)).Get("state")
				return b.enter(r, "")
			},
			"refused by the person": func(b *browser) answer { return b.enter(b.visit(provider, ""), "") },
		} {
			if a := play(s.browser()); a.status != 400 || decode[refusal](t, a).Code != "signin.refused" {
				t.Errorf("%s, %s: %d %s", provider, name, a.status, a.body)
			}
		}
	}
	nobodyCameIn(t, s)
	for _, provider := range everyService {
		b := s.browser()
		s.fault(provider, sandbox.Replayable) // the service lets its answer be used again
		r := b.visit(provider, "ivan")
		if a := b.enter(r, ""); a.status != 200 {
			t.Fatalf("%s: %d %s", provider, a.status, a.body)
		}
		wantRefusal(t, b.enter(r, ""), 400, "signin.refused")
	}
}

func TestCodeReplayIsRefused(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	for _, provider := range everyService {
		b := s.browser()
		r := b.visit(provider, "ivan")
		if a := b.enter(r, ""); a.status != 200 {
			t.Fatalf("%s: %d %s", provider, a.status, a.body)
		}
		thief := s.browser()
		r.state = query(t, thief.leave(provider)).Get("state")
		if provider == "steam" { // the state is inside what is signed
			r.state = query(t, query(t, thief.leave(provider)).Get("openid.return_to")).Get("state")
		}
		wantRefusal(t, thief.enter(r, ""), 400, "signin.refused")
	}
}

func TestServicesThatMisbehaveAreNotBelieved(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	for fault, providers := range map[sandbox.SignInFault][]string{
		sandbox.WrongNonce:   {"google", "telegram"},
		sandbox.BadSignature: {"google", "telegram", "steam"},
		sandbox.WrongState:   everyService,
	} {
		for _, provider := range providers {
			if provider == "steam" && fault == sandbox.WrongState {
				continue // see the forged assertions
			}
			b := s.browser()
			s.fault(provider, fault)
			if a := b.enter(b.visit(provider, "ivan"), ""); a.status != 400 || decode[refusal](t, a).Code != "signin.refused" {
				t.Errorf("%s from %s: %d %s", fault, provider, a.status, a.body)
			}
		}
	}
	nobodyCameIn(t, s)
}

func TestForgedSteamAssertionsAreRefused(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	for name, change := range map[string]func(q url.Values){
		"a field not signed": func(q url.Values) {
			q.Set("openid.signed", "op_endpoint,identity,return_to,response_nonce,assoc_handle")
		},
		"another return_to": func(q url.Values) {
			q.Set("openid.return_to", "https://evil.test/auth/steam/redirect/?state="+q.Get("state"))
		},
		"return_to, no state": func(q url.Values) { q.Set("openid.return_to", backTo("steam")) },
		"another person": func(q url.Values) {
			q.Set("openid.claimed_id", q.Get("openid.claimed_id")[:len(q.Get("openid.claimed_id"))-1]+"0")
		},
		"both ids": func(q url.Values) {
			id := q.Get("openid.identity")
			q.Set("openid.identity", id[:len(id)-1]+"0")
			q.Set("openid.claimed_id", id[:len(id)-1]+"0")
		},
		"another service": func(q url.Values) { q.Set("openid.op_endpoint", "https://evil.test/openid/login") },
		"identity elsewhere": func(q url.Values) {
			q.Set("openid.claimed_id", "https://evil.test/openid/id/76561197960266729")
			q.Set("openid.identity", q.Get("openid.claimed_id"))
		},
		"another mode":         func(q url.Values) { q.Set("openid.mode", "cancel") },
		"another signature":    func(q url.Values) { q.Set("openid.sig", strings.Repeat("0", 64)) },
		"an old nonce":         func(q url.Values) { q.Set("openid.response_nonce", "2020-01-01T00:00:00Zabc") },
		"a field twice":        func(q url.Values) { q.Add("openid.identity", "x") },
		"nothing":              func(q url.Values) { clear(q) },
		"a nonce of nonsense":  func(q url.Values) { q.Set("openid.response_nonce", "x") },
		"another namespace":    func(q url.Values) { q.Set("openid.ns", "http://openid.net/signon/1.1") },
		"the check's own mode": func(q url.Values) { q.Set("openid.mode", "check_authentication") },
	} {
		b := s.browser()
		back := b.press(b.leave("steam"), "ivan")
		state, q := back.Query().Get("state"), back.Query()
		change(q)
		if a := b.enter(returned{provider: "steam", code: q.Encode() + "&x=", state: state}, ""); a.status != 400 || decode[refusal](t, a).Code != "signin.refused" {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	nobodyCameIn(t, s)
	// A nonce is good once, even if Steam would say yes again.
	b := s.browser()
	s.fault("steam", sandbox.Replayable)
	r := b.visit("steam", "ivan")
	if a := b.enter(r, ""); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	s.exec(`insert into sign_in_states (digest, provider, browser, redirect_uri, expires_at)
		select sha256($1::bytea), 'steam', $2, $3, $4`, []byte(r.state), browserOf(t, b), backTo("steam"), s.clock.now().Add(time.Minute))
	wantRefusal(t, b.enter(r, ""), 400, "signin.refused")
}

func TestSwappedDeviceOfVKIDIsRefused(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	b, other := s.browser(), s.browser()
	mine, theirs := b.visit("vk_id", "ivan"), other.visit("vk_id", "maria")
	swapped := mine
	swapped.device = theirs.device
	wantRefusal(t, b.enter(swapped, ""), 400, "signin.refused")
	without := b.visit("vk_id", "ivan")
	without.device = ""
	wantRefusal(t, b.enter(without, ""), 400, "signin.refused")
	nobodyCameIn(t, s)
}

func TestOpenRedirectsAreRefused(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	for _, to := range []string{
		"https://evil.test/auth/yandex/redirect/", shopOrigin + "/auth/yandex/redirect", shopOrigin + "/auth/yandex/redirect/?next=https://evil.test",
		shopOrigin + "/auth/google/redirect/", shopOrigin + ".evil.test/auth/yandex/redirect/", "https://shop.test@evil.test/auth/yandex/redirect/",
		"//evil.test/auth/yandex/redirect/", "/auth/yandex/redirect/", "http://shop.test/auth/yandex/redirect/", shopOrigin + "/auth/yandex/redirect/#x",
		shopOrigin + "/auth/yandex/redirect/../../x", "HTTPS://SHOP.TEST/auth/yandex/redirect/", "javascript:alert(1)",
	} {
		a := s.get("/api/auth/social/yandex/url/?redirect_uri=" + url.QueryEscape(to))
		if r := refused(t, a, 400); r.Code != "invalid" || r.Fields[0].Field != "redirect_uri" || a.header.Get("Set-Cookie") != "" {
			t.Errorf("%s: %s", to, a.body)
		}
		b := s.browser()
		r := b.visit("yandex", "ivan")
		body := fmt.Sprintf(`{"code": %q, "state": %q, "redirect_uri": %q}`, r.code, r.state, to)
		if a := s.do(http.MethodPost, "/api/auth/social/yandex/auth/", b.header(nil), body); a.status != 400 {
			t.Errorf("auth with %s: %d %s", to, a.status, a.body)
		}
	}
	nobodyCameIn(t, s)
}

func TestServicesThatAreAwaySaySo(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	wantRefusal(t, s.get("/api/auth/social/google/url/?redirect_uri="+url.QueryEscape(backTo("google"))), 503, "signin.away")
}
