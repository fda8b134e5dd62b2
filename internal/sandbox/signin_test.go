package sandbox_test

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"larek/internal/sandbox/signin"
)

// leave returns the address a shop redirects buyers to at Yandex ID.
func leave(more ...string) string {
	q := url.Values{
		"client_id": {signin.ClientID}, "response_type": {"code"}, "state": {"s"}, "redirect_uri": {"https://shop.example/auth/yandex/redirect/"},
	}
	for i := 0; i+1 < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	return signin.Path + "yandex/authorize?" + q.Encode()
}

func TestConsentPageOffersPeople(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	r, err := b.send("GET", leave(), "", "", nil)
	if err != nil || r.status != 200 {
		t.Fatalf("%d %s %v", r.status, r.body, err)
	}
	for _, want := range []string{"Песочница", "Яндекс ID", "Иван Ковалёв", "Аня", "Отказать"} {
		if !strings.Contains(r.body, want) {
			t.Errorf("no %s on the page", want)
		}
	}
	for name, page := range map[string]string{
		"another app": leave("client_id", "x"), "no state": leave("state", ""), "an address not registered": leave("redirect_uri", "https://evil.example/"),
		"no such service": strings.Replace(leave(), "yandex/", "myspace/", 1),
		"no challenge":    strings.NewReplacer("/idp/yandex/", "/idp/vk_id/", "yandex%2Fredirect", "vk_id%2Fredirect").Replace(leave()),
	} {
		if r, err := b.send("GET", page, "", "", nil); err != nil || r.status != 400 {
			t.Errorf("%s: got %d %v, want 400", name, r.status, err)
		}
	}
}

func TestCodesWorkOnceAndTheirTokensTellWho(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.must("POST", "/signin", `{"provider": "yandex", "auto": "maria"}`)
	code := func() string {
		u := b.location(leave())
		return u.Query().Get("code")
	}
	change := func(code string) reply {
		form := url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {"https://shop.example/auth/yandex/redirect/"}}
		r, err := b.send("POST", "/idp/yandex/token", "application/x-www-form-urlencoded", form.Encode(),
			map[string]string{"Authorization": basic(signin.ClientID, signin.ClientSecret)})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	first := code()
	r := change(first)
	if r.status != 200 {
		t.Fatalf("got %d %s, want 200", r.status, r.body)
	}
	token, _ := r.json(t)["access_token"].(string)
	who, err := b.send("GET", "/idp/yandex/info?format=json", "", "", map[string]string{"Authorization": "OAuth " + token})
	if err != nil || who.json(t)["default_email"] != "maria@yandex.ru" {
		t.Errorf("%s %v", who.body, err)
	}
	if r := change(first); r.status != 400 {
		t.Errorf("a used code: got %d, want 400", r.status)
	}
	b.must("POST", "/signin", `{"provider": "yandex", "fault": "replay"}`)
	again := code()
	change(again)
	if r := change(again); r.status != 200 {
		t.Errorf("played to be used twice: got %d, want 200", r.status)
	}
	for _, bad := range []string{`{"provider": "myspace"}`, `{"provider": "yandex", "fault": "x"}`} {
		if r := b.control("POST", "/signin", bad); r.status != 400 {
			t.Errorf("%s: got %d, want 400", bad, r.status)
		}
	}
}

func basic(id, secret string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(id+":"+secret))
}

// location is where a page sends its visitor.
func (b *box) location(path string) *url.URL {
	b.t.Helper()
	client := &http.Client{Transport: new(http.Transport), CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Get(b.url + path)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	to, err := resp.Location()
	if err != nil {
		b.t.Fatalf("%s: %d", path, resp.StatusCode)
	}
	return to
}
