package httpapi_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

func TestLogsHoldNothingPrivate(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	secrets := []string{"victim@example.test", "victim%40example.test", "eyJhbGciOiJIUzI1NiJ9", "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ", "79990000000", "s3cretcookie", "drop table"}
	for _, secret := range secrets {
		escaped := escapeAll(secret)
		for _, path := range []string{
			"/api/games/?search=" + escaped, "/api/games/?limit=" + escaped, "/api/games/?token=" + escaped, "/api/gifts/?title_exact=" + escaped,
			"/api/games/" + escaped + "/", "/api/articles/" + escaped + "/", "/api/orders/" + escaped + "/", "/api/orders/" + escaped + "/details/",
			"/" + escaped, "/media/" + escaped + "/640.png", activePath + "?x=" + escaped,
		} {
			if a := s.do(http.MethodGet, path, http.Header{
				"Authorization": {"Bearer " + secret}, "Cookie": {"guest=" + escaped}, "X-Order-Hash": {secret}, "X-Country": {secret}, "User-Agent": {secret}, "Referer": {secret},
			}, ""); a.status >= 500 && a.status != 501 {
				t.Errorf("%s: %d %s", path, a.status, a.body)
			}
		}
		body, _ := json.Marshal(map[string]string{"country_id": secret, "email": secret, "password": secret})
		s.post(selectPath, string(body))
		s.post("/api/auth/jwt/create/", string(body))
		s.post("/api/payments/"+escaped+"/", string(body))
	}
	if metrics := string(s.look("/metrics").body); strings.Contains(metrics, "example.test") || strings.Contains(metrics, "7ZQ4C0M9") {
		t.Error("a private value is a label of a metric")
	}
	s.stop()
	logs := s.logs.String()
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
	s := newShop(t)
	s.do(http.MethodGet, activePath, http.Header{"X-Request-Id": {"edge-0123456789"}}, "")
	s.stop()
	var line map[string]any
	if err := json.Unmarshal([]byte(strings.TrimSpace(s.logs.String())), &line); err != nil {
		t.Fatalf("%s: %v", s.logs, err)
	}
	for k, want := range map[string]any{
		"msg": "request", "request_id": "edge-0123456789", "method": "GET", "route": activePath, "status": 200.0, "level": "INFO",
	} {
		if line[k] != want {
			t.Errorf("%s is %v instead of %v", k, line[k], want)
		}
	}
}
