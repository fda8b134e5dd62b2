package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/httpapi/middleware"
)

func TestLogsHoldNothingPrivate(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	secrets := []string{"victim@example.test", "victim%40example.test", "eyJhbGciOiJIUzI1NiJ9", "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ", "79990000000", "s3cretcookie", "drop table"}
	for _, secret := range secrets {
		escaped := escapeAll(secret)
		for _, path := range []string{
			"/api/games/?search=" + escaped, "/api/games/?limit=" + escaped, "/api/games/?token=" + escaped, "/api/gifts/?title_exact=" + escaped,
			"/api/games/" + escaped + "/", "/api/articles/" + escaped + "/", "/api/orders/" + escaped + "/", "/api/orders/" + escaped + "/details/",
			"/" + escaped, "/media/" + escaped + "/640.png", httpapitest.ActivePath + "?x=" + escaped,
		} {
			if a := s.Do(http.MethodGet, path, http.Header{
				"Authorization": {"Bearer " + secret}, "Cookie": {"guest=" + escaped}, "X-Order-Hash": {secret}, "X-Country": {secret}, "User-Agent": {secret}, "Referer": {secret},
			}, ""); a.Status >= 500 {
				t.Errorf("%s: %d %s", path, a.Status, a.Body)
			}
		}
		body, _ := json.Marshal(map[string]string{"country_id": secret, "email": secret, "password": secret})
		s.Post(httpapitest.SelectPath, string(body))
		s.Post("/api/auth/jwt/create/", string(body))
		s.Post("/api/payments/"+escaped+"/", string(body))
	}
	if metrics := string(s.GetInside("/metrics").Body); strings.Contains(metrics, "example.test") || strings.Contains(metrics, "7ZQ4C0M9") {
		t.Error("a private value is a label of a metric")
	}
	s.Stop()
	logs := s.Logs.String()
	if !strings.Contains(logs, `"route":"/api/articles/{slug}/"`) {
		t.Fatalf("no request is logged: %.500s", logs)
	}
	for _, secret := range secrets {
		if strings.Contains(logs, secret) {
			t.Errorf("%s is in the log", secret)
		}
	}
}

func TestLogsNameTheRequest(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Do(http.MethodGet, httpapitest.ActivePath, http.Header{"X-Request-Id": {"edge-0123456789"}}, "")
	s.Stop()
	var line map[string]any
	if err := json.Unmarshal([]byte(strings.TrimSpace(s.Logs.String())), &line); err != nil {
		t.Fatalf("%s: %v", s.Logs, err)
	}
	for k, want := range map[string]any{
		"msg": "request", "request_id": "edge-0123456789", "method": "GET", "route": httpapitest.ActivePath, "status": 200.0, "level": "INFO",
	} {
		if line[k] != want {
			t.Errorf("%s is %v instead of %v", k, line[k], want)
		}
	}
}

// A sign-in, a permission, a limit of the contract and a stranger that were refused differ in
// the log, with a name for whoever it was that is neither an email nor a number.
func TestRefusalsAreLoggedWithTheirCodeAndWho(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	me, tokens := s.CreateAccount("kassa@example.test")
	signIn := func(email, password string) {
		s.Post("/api/auth/jwt/create/", fmt.Sprintf(`{"email": %q, "password": %q}`, email, password))
	}
	signIn("KASSA@example.test", "guess")
	signIn("kassa@example.test", me.Password)
	signIn("nobody@example.test", "guess")
	s.Profile(tokens)
	s.Do(http.MethodGet, "/api/auth/profile/", http.Header{"Authorization": {"Bearer forged"}}, "")
	social := s.Profile(s.Browser().SignIn("yandex", "ivan")).ID
	s.Post("/api/orders/steam/", `{"amount": "-1"}`)
	clerk := s.HireOperator("catalog")
	s.Do(http.MethodGet, "/api/admin/staff/", clerk.Header(), "")
	s.Do(http.MethodGet, "/api/admin/staff/", nil, "")
	s.Stop()
	name := func(who string) string { return middleware.LogName(s.Deps.LogKey, who) }
	mailbox, user := name("kassa@example.test"), name("user "+strconv.FormatInt(me.ID, 10))
	var got []string
	for line := range strings.Lines(s.Logs.String()) {
		var l struct {
			Msg, Route, Code, Who, Way string
			Status                     int
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		if l.Msg == "request" {
			got = append(got, strings.Join([]string{strconv.Itoa(l.Status), l.Route, l.Code, l.Who, l.Way}, " "))
		}
	}
	for _, want := range []string{
		"400 /api/auth/jwt/create/ signin.wrong_password " + mailbox + " ",
		"200 /api/auth/jwt/create/  " + mailbox + " ",
		"400 /api/auth/jwt/create/ signin.wrong_password " + name("nobody@example.test") + " ",
		"200 /api/auth/profile/  " + user + " ",
		"401 /api/auth/profile/ unauthorized  ",
		"200 /api/auth/social/{provider}/auth/  " + name("user "+strconv.FormatInt(social, 10)) + " yandex",
		"400 /api/orders/steam/ invalid  ",
		"403 /api/admin/staff/ console.forbidden " + name("staff "+strconv.FormatInt(clerk.ID, 10)) + " ",
		"401 /api/admin/staff/ console.session  ",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no line %q in\n%s", want, strings.Join(got, "\n"))
		}
	}
	if strings.Contains(s.Logs.String(), "example.test") {
		t.Error("an email is in the log")
	}
}
