package store_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/sandbox/signin"
)

var everyService = []string{"facebook", "google", "steam", "telegram", "vk", "vk_id", "yandex"}

func TestEveryServiceSignsIn(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewSignInShop(t), httpapitest.Contract(t)
	for _, provider := range everyService {
		b := s.Browser()
		a := b.FinishSignIn(b.SignInAt(provider, "anya"), "")
		httpapitest.MatchesContract(t, doc, "signInWithSocial", a)
		first := httpapitest.Decode[httpapitest.Tokens](t, a)
		if a.Status != 200 || !first.IsSignedUp {
			t.Errorf("%s: %d %s", provider, a.Status, a.Body)
			continue
		}
		second := b.SignIn(provider, "anya")
		if me := s.Profile(second); second.IsSignedUp || me.ID != s.Profile(first).ID || !slices.Equal(me.Socials, []string{provider}) || me.Email != nil {
			t.Errorf("%s: came back as %+v", provider, me)
		}
		httpapitest.MatchesContract(t, doc, "getProfile", s.Do("GET", "/api/auth/profile/", second.Header(), ""))
		if n := s.Value(`select count(*)::text from sessions where user_id = $1`, s.Profile(first).ID); n != "2" {
			t.Errorf("%s: got %s devices, want 2", provider, n)
		}
	}
}

func TestTelegramWidgetSignsIn(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	b := s.Browser()
	known := s.Profile(b.SignIn("telegram", "ivan"))
	widget := func(person string) httpapitest.Callback {
		state := query(t, b.RequestSignIn("telegram")).Get("state")
		page := s.Box + "/idp/telegram/widget?return_to=" + url.QueryEscape(httpapitest.RedirectURI("telegram")+"?state="+state)
		return b.ParseCallback("telegram", b.ChoosePerson(page, person))
	}
	r := widget("ivan")
	a := b.FinishSignIn(r, "")
	if p := httpapitest.Decode[httpapitest.Tokens](t, a); a.Status != 200 || s.Profile(p).ID != known.ID {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	// The same signed answer under a state of its own.
	again := httpapitest.Callback{Provider: "telegram", Code: r.Code, State: query(t, b.RequestSignIn("telegram")).Get("state")}
	b.FinishSignIn(again, "").WantRefusal(t, 400, "signin.refused")
	late := widget("ivan")
	s.Clock.Advance(6 * time.Minute)
	b.FinishSignIn(late, "").WantRefusal(t, 400, "signin.refused")
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
	s := httpapitest.NewSignInShop(t)
	b := s.Browser()
	for name, change := range map[string]func(q url.Values){
		"another person": func(q url.Values) { q.Set("id", "1") },
		"later":          func(q url.Values) { q.Set("auth_date", "1794744001") },
		"one field more": func(q url.Values) { q.Set("last_name", "x") },
		"one field less": func(q url.Values) { q.Del("username") },
		"no hash":        func(q url.Values) { q.Set("hash", "") },
		"zeros":          func(q url.Values) { q.Set("hash", strings.Repeat("0", 64)) },
	} {
		state := query(t, b.RequestSignIn("telegram")).Get("state")
		page := s.Box + "/idp/telegram/widget?return_to=" + url.QueryEscape(httpapitest.RedirectURI("telegram")+"?state="+state)
		back := b.ChoosePerson(page, "ivan")
		q := back.Query()
		change(q)
		back.RawQuery = q.Encode()
		if a := b.FinishSignIn(b.ParseCallback("telegram", back), ""); a.Status != 400 {
			t.Errorf("%s: got %d %s, want 400", name, a.Status, a.Body)
		}
	}
	checkNoSignIn(t, s)
}

// checkNoSignIn checks that refused sign-ins stored nothing.
func checkNoSignIn(t *testing.T, s *httpapitest.SignInShop) {
	t.Helper()
	if got := s.Value(`select concat_ws(' ', (select count(*) from identities), (select count(*) from sessions))`); got != "0 0" {
		t.Errorf("identities and sessions: got %s, want 0 0", got)
	}
}

// refusedSignIns are the ways a sign-in at a service must not end in a session.
func refusedSignIns(t *testing.T, s *httpapitest.SignInShop, provider string) map[string]func(b *httpapitest.Browser) httpapitest.Response {
	t.Helper()
	return map[string]func(b *httpapitest.Browser) httpapitest.Response{
		"no state": func(b *httpapitest.Browser) httpapitest.Response {
			r := b.SignInAt(provider, "ivan")
			r.State = ""
			return b.FinishSignIn(r, "")
		},
		"made up state": func(b *httpapitest.Browser) httpapitest.Response {
			r := b.SignInAt(provider, "ivan")
			r.State = strings.Repeat("x", 43)
			return b.FinishSignIn(r, "")
		},
		"another browser": func(b *httpapitest.Browser) httpapitest.Response {
			r, other := b.SignInAt(provider, "ivan"), s.Browser()
			other.RequestSignIn(provider)
			return other.FinishSignIn(r, "")
		},
		"no cookie": func(b *httpapitest.Browser) httpapitest.Response {
			r := b.SignInAt(provider, "ivan")
			b.Cookie = ""
			return b.FinishSignIn(r, "")
		},
		"forged cookie": func(b *httpapitest.Browser) httpapitest.Response {
			r := b.SignInAt(provider, "ivan")
			b.Cookie = strings.TrimRight(b.Cookie, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") + strings.Repeat("A", 52)
			return b.FinishSignIn(r, "")
		},
		"too late": func(b *httpapitest.Browser) httpapitest.Response {
			r := b.SignInAt(provider, "ivan")
			s.Clock.Advance(11 * time.Minute)
			return b.FinishSignIn(r, "")
		},
		"state of another service": func(b *httpapitest.Browser) httpapitest.Response {
			r := b.SignInAt(provider, "ivan")
			other := "yandex"
			if provider == other {
				other = "vk"
			}
			r.State = query(t, b.RequestSignIn(other)).Get("state")
			return b.FinishSignIn(r, "")
		},
		"refused by the person": func(b *httpapitest.Browser) httpapitest.Response { return b.FinishSignIn(b.SignInAt(provider, ""), "") },
	}
}

func TestStateIsUsedOnceAndByItsBrowserAlone(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	for _, provider := range everyService {
		for name, play := range refusedSignIns(t, s, provider) {
			if a := play(s.Browser()); a.Status != 400 || httpapitest.Decode[httpapitest.Refusal](t, a).Code != "signin.refused" {
				t.Errorf("%s, %s: got %d %s, want 400 signin.refused", provider, name, a.Status, a.Body)
			}
		}
	}
	checkNoSignIn(t, s)
	for _, provider := range everyService {
		b := s.Browser()
		s.Fault(provider, signin.Replayable) // the provider allows its answer to be used again
		r := b.SignInAt(provider, "ivan")
		if a := b.FinishSignIn(r, ""); a.Status != 200 {
			t.Fatalf("%s: got %d %s, want 200", provider, a.Status, a.Body)
		}
		b.FinishSignIn(r, "").WantRefusal(t, 400, "signin.refused")
	}
}

func TestCodeReplayIsRefused(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	for _, provider := range everyService {
		b := s.Browser()
		r := b.SignInAt(provider, "ivan")
		if a := b.FinishSignIn(r, ""); a.Status != 200 {
			t.Fatalf("%s: got %d %s, want 200", provider, a.Status, a.Body)
		}
		thief := s.Browser()
		r.State = query(t, thief.RequestSignIn(provider)).Get("state")
		if provider == "steam" { // the state is inside what is signed
			r.State = query(t, query(t, thief.RequestSignIn(provider)).Get("openid.return_to")).Get("state")
		}
		thief.FinishSignIn(r, "").WantRefusal(t, 400, "signin.refused")
	}
}

func TestServicesThatMisbehaveAreNotBelieved(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	for fault, providers := range map[signin.Fault][]string{
		signin.WrongNonce:   {"google", "telegram"},
		signin.BadSignature: {"google", "telegram", "steam"},
		signin.WrongState:   everyService,
	} {
		for _, provider := range providers {
			if provider == "steam" && fault == signin.WrongState {
				continue // see the forged assertions
			}
			b := s.Browser()
			s.Fault(provider, fault)
			if a := b.FinishSignIn(b.SignInAt(provider, "ivan"), ""); a.Status != 400 || httpapitest.Decode[httpapitest.Refusal](t, a).Code != "signin.refused" {
				t.Errorf("%s from %s: got %d %s, want 400 signin.refused", fault, provider, a.Status, a.Body)
			}
		}
	}
	checkNoSignIn(t, s)
}

func TestForgedSteamAssertionsAreRefused(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	for name, change := range map[string]func(q url.Values){
		"a field not signed": func(q url.Values) {
			q.Set("openid.signed", "op_endpoint,identity,return_to,response_nonce,assoc_handle")
		},
		"another return_to": func(q url.Values) {
			q.Set("openid.return_to", "https://evil.test/auth/steam/redirect/?state="+q.Get("state"))
		},
		"return_to, no state": func(q url.Values) { q.Set("openid.return_to", httpapitest.RedirectURI("steam")) },
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
		b := s.Browser()
		back := b.ChoosePerson(b.RequestSignIn("steam"), "ivan")
		state, q := back.Query().Get("state"), back.Query()
		change(q)
		if a := b.FinishSignIn(httpapitest.Callback{Provider: "steam", Code: q.Encode() + "&x=", State: state}, ""); a.Status != 400 || httpapitest.Decode[httpapitest.Refusal](t, a).Code != "signin.refused" {
			t.Errorf("%s: got %d %s, want 400 signin.refused", name, a.Status, a.Body)
		}
	}
	checkNoSignIn(t, s)
	// A nonce is valid once, even if Steam would confirm it again.
	b := s.Browser()
	s.Fault("steam", signin.Replayable)
	r := b.SignInAt("steam", "ivan")
	if a := b.FinishSignIn(r, ""); a.Status != 200 {
		t.Fatalf("got %d %s, want 200", a.Status, a.Body)
	}
	s.Exec(`insert into sign_in_states (digest, provider, browser, redirect_uri, expires_at)
		select sha256($1::bytea), 'steam', $2, $3, $4`, []byte(r.State), httpapitest.BrowserID(t, b), httpapitest.RedirectURI("steam"), s.Clock.Now().Add(time.Minute))
	b.FinishSignIn(r, "").WantRefusal(t, 400, "signin.refused")
}

func TestSwappedDeviceOfVKIDIsRefused(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	b, other := s.Browser(), s.Browser()
	mine, theirs := b.SignInAt("vk_id", "ivan"), other.SignInAt("vk_id", "maria")
	swapped := mine
	swapped.Device = theirs.Device
	b.FinishSignIn(swapped, "").WantRefusal(t, 400, "signin.refused")
	without := b.SignInAt("vk_id", "ivan")
	without.Device = ""
	b.FinishSignIn(without, "").WantRefusal(t, 400, "signin.refused")
	checkNoSignIn(t, s)
}

func TestOpenRedirectsAreRefused(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	for _, to := range []string{
		"https://evil.test/auth/yandex/redirect/", httpapitest.Origin + "/auth/yandex/redirect", httpapitest.Origin + "/auth/yandex/redirect/?next=https://evil.test",
		httpapitest.Origin + "/auth/google/redirect/", httpapitest.Origin + ".evil.test/auth/yandex/redirect/", "https://shop.test@evil.test/auth/yandex/redirect/",
		"//evil.test/auth/yandex/redirect/", "/auth/yandex/redirect/", "http://shop.test/auth/yandex/redirect/", httpapitest.Origin + "/auth/yandex/redirect/#x",
		httpapitest.Origin + "/auth/yandex/redirect/../../x", "HTTPS://SHOP.TEST/auth/yandex/redirect/", "javascript:alert(1)",
	} {
		a := s.Get("/api/auth/social/yandex/url/?redirect_uri=" + url.QueryEscape(to))
		if r := a.Refused(t, 400); r.Code != "invalid" || r.Fields[0].Field != "redirect_uri" || a.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: %s", to, a.Body)
		}
		b := s.Browser()
		r := b.SignInAt("yandex", "ivan")
		body := fmt.Sprintf(`{"code": %q, "state": %q, "redirect_uri": %q}`, r.Code, r.State, to)
		if a := s.Do(http.MethodPost, "/api/auth/social/yandex/auth/", b.Header(nil), body); a.Status != 400 {
			t.Errorf("auth with %s: got %d %s, want 400", to, a.Status, a.Body)
		}
	}
	checkNoSignIn(t, s)
}

func TestServicesThatAreAwaySaySo(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	abroad := http.Header{"X-Client-Country": {"KZ"}}
	s.Do("GET", "/api/auth/social/google/url/?redirect_uri="+url.QueryEscape(httpapitest.RedirectURI("google")), abroad, "").WantRefusal(t, 503, "signin.away")
}

var _ = accessRows(func(_ *accessFixture, _ orders) map[string]access {
	return map[string]access{
		"getSocialLink":     {path: "/api/auth/social/yandex/url/?redirect_uri=" + httpapitest.RedirectURI("yandex"), want: all(200)},
		"signInWithSocial":  {path: "/api/auth/social/yandex/auth/", body: `{"code": "x", "redirect_uri": "x"}`, want: all(400)},
		"bindSocial":        {path: "/api/auth/social/yandex/bind/", body: `{"code": "x", "redirect_uri": "x"}`, want: signedIn(400, 400)},
		"unbindSocial":      {path: "/api/auth/social/yandex/unbind/", want: signedIn(200, 200)},
		"listSignInMethods": {want: all(200)},
	}
})
