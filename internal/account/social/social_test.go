package social

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"larek/internal/clock"
)

func TestWidgetHashAgreesWithTelegram(t *testing.T) {
	t.Parallel()
	q := url.Values{"auth_date": {"1700000000"}, "first_name": {"Ivan"}, "id": {"42"}, "username": {"ivan"}}
	const want = "97782d27d5db593fc725e185370e480e68970c42eb5e1d71b7309157e1a707e4"
	if got := hex.EncodeToString(widgetHash(q, "123456:TEST")); got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	q.Set("hash", want)
	q.Set("state", "ours")
	tg := &Telegram{botToken: "123456:TEST"}
	for at, good := range map[int64]bool{1700000000: true, 1700000299: true, 1700000301: false, 1699999000: false} {
		tg.now = clock.Fixed(time.Unix(at, 0))
		p, err := tg.fromWidget(q.Encode())
		if good != (err == nil) || good && (p.Subject != "42" || p.Name != "Ivan" || p.ReplayKey == "") || !good && !errors.Is(err, ErrRejected) {
			t.Errorf("at %d: %+v, %v", at, p, err)
		}
	}
	tg.botToken = ""
	if _, err := tg.fromWidget(q.Encode()); !errors.Is(err, ErrRejected) {
		t.Error("widget without a bot token: want ErrRejected")
	}
}

func TestAudienceMayBeStringNumberOrList(t *testing.T) {
	t.Parallel()
	for audience, want := range map[string]bool{
		`"7770001112"`: true, `7770001112`: true, `["x","7770001112"]`: true, `[7770001112]`: true,
		`"777000111"`: false, `[]`: false, `null`: false, `{}`: false, `""`: false, `true`: false,
	} {
		c := idClaims{Audience: json.RawMessage(audience)}
		if got := c.isFor("7770001112"); got != want {
			t.Errorf("%s: got %t, want %t", audience, got, want)
		}
	}
}

func TestAuthURLParameters(t *testing.T) {
	t.Parallel()
	a := AuthRequest{State: "s", Nonce: "n", Verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", RedirectURI: "https://shop.test/auth/x/redirect/"}
	for _, p := range []Provider{
		NewFacebook(App{"id", "secret"}, "https://www.facebook.com/v22.0", "https://graph.facebook.com/v22.0", &http.Client{Transport: new(http.Transport)}), NewVKID(App{"id", "secret"}, "https://id.vk.ru", &http.Client{Transport: new(http.Transport)}), NewYandex(App{"id", "secret"}, "https://oauth.yandex.ru", "https://login.yandex.ru", &http.Client{Transport: new(http.Transport)}),
	} {
		q := authQuery(t, p, a)
		if q.Get("code_challenge") != "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM" || q.Get("code_challenge_method") != "S256" || q.Get("state") != "s" ||
			q.Get("response_type") != "code" || q.Get("redirect_uri") != a.RedirectURI || q.Get("client_id") != "id" || q.Has("client_secret") {
			t.Errorf("%s: %v", p.Name(), q)
		}
	}
	q := authQuery(t, NewSteam("https://steamcommunity.com", &http.Client{Transport: new(http.Transport)}, clock.System), a)
	if q.Get("openid.return_to") != a.RedirectURI+"?state=s" || q.Get("openid.realm") != "https://shop.test" || q.Get("openid.mode") != "checkid_setup" {
		t.Errorf("steam: %v", q)
	}
}

func authQuery(t *testing.T, p Provider, a AuthRequest) url.Values {
	t.Helper()
	to, err := p.AuthURL(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query()
}

// Spent answers are stored by hash, so a hash has one spelling.
func TestWidgetAnswerHasOneSpelling(t *testing.T) {
	t.Parallel()
	tg := &Telegram{botToken: "123456:TEST"}
	tg.now = clock.Fixed(time.Unix(1600000000, 0))
	q := url.Values{"id": {"42"}, "first_name": {"Иван"}, "auth_date": {"1600000000"}}
	hash := hex.EncodeToString(widgetHash(q, "123456:TEST"))
	q.Set("hash", hash)
	if who, err := tg.fromWidget(q.Encode()); err != nil || who.ReplayKey != "telegram "+hash {
		t.Fatalf("got %+v, %v, want the answer known by its hash", who, err)
	}
	letter := strings.IndexAny(hash, "abcdef")
	for name, spelling := range map[string]string{
		"capitals":    strings.ToUpper(hash),
		"one capital": hash[:letter] + strings.ToUpper(hash[letter:letter+1]) + hash[letter+1:],
		"a space":     hash + " ",
		"cut":         hash[:62],
	} {
		q.Set("hash", spelling)
		if who, err := tg.fromWidget(q.Encode()); !errors.Is(err, ErrRejected) {
			t.Errorf("%s: got %+v, %v, want ErrRejected", name, who, err)
		}
	}
}

// The signature covers lines, so a name with line breaks could be read as other fields.
func TestWidgetAnswerIsReadInOneWay(t *testing.T) {
	t.Parallel()
	tg := &Telegram{botToken: "123456:TEST"}
	tg.now = clock.Fixed(time.Unix(1600000000, 0))
	signed := url.Values{"id": {"13"}, "first_name": {"Eve\nid=42\nlast_name="}, "auth_date": {"1600000000"}}
	hash := hex.EncodeToString(widgetHash(signed, "123456:TEST"))
	for name, q := range map[string]url.Values{
		"as signed":                {"id": {"13"}, "first_name": {"Eve\nid=42\nlast_name="}, "auth_date": {"1600000000"}},
		"the name as other fields": {"id": {"42"}, "first_name": {"Eve"}, "last_name": {"\nid=13"}, "auth_date": {"1600000000"}},
		"the break in a key":       {"id": {"42"}, "first_name": {"Eve"}, "last_name=\nid": {"13"}, "auth_date": {"1600000000"}},
	} {
		if got := hex.EncodeToString(widgetHash(q, "123456:TEST")); got != hash {
			t.Fatalf("%s: the hash is another, so this shows nothing", name)
		}
		q.Set("hash", hash)
		if who, err := tg.fromWidget(q.Encode()); !errors.Is(err, ErrRejected) {
			t.Errorf("%s: got %+v, %v, want ErrRejected", name, who, err)
		}
	}
}

func TestProviderGivesAnAddressAloneOrNone(t *testing.T) {
	t.Parallel()
	for email, want := range map[string]string{"box@example.test": "box@example.test", "x<box@example.test>": "", "box@example.test(1)": "", "": ""} {
		who, err := requireSubject(Identity{Subject: "1", Email: email, EmailVerified: true})
		if err != nil || who.Email != want || who.EmailVerified != (want != "") {
			t.Errorf("%s: got %+v, %v, want the address %q", email, who, err, want)
		}
	}
}
