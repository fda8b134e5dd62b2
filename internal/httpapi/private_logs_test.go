package httpapi_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"larek/internal/httpapi/httpapitest"
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
