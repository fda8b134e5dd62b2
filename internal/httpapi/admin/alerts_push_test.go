package admin_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"larek/internal/desk/alerts"
	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httpapitest"
	"larek/internal/sandbox"
	"larek/internal/sandbox/sandboxtest"
	"larek/internal/seal"
	"larek/internal/webpush"
)

const (
	subscription = `{"endpoint": "https://push.test/1", "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "auth": "BTBZMqHH6r4Tts7J_aSIgg"}`
	pushTest     = `{"channel": "push"}`
)

var _ = rows(func() map[string]row {
	return map[string]row{
		"subscribeAlerts":   {call: at("/api/admin/me/alerts/subscribe/", subscription), want: 204, action: "alerts.subscribe"},
		"unsubscribeAlerts": {call: at("/api/admin/me/alerts/unsubscribe/", `{"endpoint": "https://push.test/1"}`), want: 204, action: "alerts.unsubscribe"},
	}
})

// pushes is a shop whose pushes go to the sandbox.
type pushes struct {
	*watch
	sandbox *sandboxtest.Server
}

func newPushes(t *testing.T) *pushes {
	t.Helper()
	w := newWatch(t)
	box := sandboxtest.Start(t, sandbox.Config{Clock: w.Clock.Now})
	client, err := webpush.New(webpush.Config{Key: seal.NewKey(), Contact: "shop@larek.example", Service: box.URL + "/push", HTTP: &http.Client{Transport: new(http.Transport)}, Clock: w.Clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	w.Operations.Alerts.Senders[alerts.Push] = alerts.ByPush{Pool: w.Pool, Client: client}
	return &pushes{w, box}
}

// browser is one that a person turned pushes on in.
type browser struct{ ID, Endpoint, P256dh, Auth string }

func (p *pushes) turnOn(o httpapitest.Operator) browser {
	p.T.Helper()
	settings := httpapitest.Decode[adminapi.Alerts](p.T, p.Do("GET", "/api/admin/me/alerts/", o.Header(), ""))
	var b browser
	if err := json.Unmarshal(p.sandbox.Control("POST", "/push", fmt.Sprintf(`{"key": %q}`, *settings.PushKey)), &b); err != nil {
		p.T.Fatal(err)
	}
	if a := p.Do("POST", "/api/admin/me/alerts/subscribe/", o.Header(), fmt.Sprintf(`{"endpoint": %q, "p256dh": %q, "auth": %q}`, b.Endpoint, b.P256dh, b.Auth)); a.Status != 204 {
		p.T.Fatal(a.Status, string(a.Body))
	}
	return b
}

// wantPushes compares the messages that a browser got: title, body, path.
func (p *pushes) wantPushes(b browser, when string, want ...string) {
	p.T.Helper()
	var messages []struct{ Text, Urgency string }
	if err := json.Unmarshal(p.sandbox.Control("GET", "/push/"+b.ID, ""), &messages); err != nil {
		p.T.Fatal(err)
	}
	got := make([]string, len(messages))
	for i, m := range messages {
		var note struct{ Title, Body, Path, Tag string }
		if err := json.Unmarshal([]byte(m.Text), &note); err != nil || note.Tag == "" {
			p.T.Fatal(m.Text, err)
		}
		got[i] = note.Title + "|" + note.Body + "|" + note.Path
	}
	if strings.Join(got, "; ") != strings.Join(want, "; ") {
		p.T.Errorf("%s: got pushes %q, want %q", when, got, want)
	}
}

// wantPush are settings as of wants, by push.
func wantPush(kinds ...alerts.Kind) string {
	return strings.NewReplacer(`"email"`, `"push"`, `"push"`, `"email"`).Replace(wants(kinds...))
}

const onePush = "Задачи в очереди|Задачи в очереди: 2|/queue"

// TestPushesReachTheBrowsersOfAPerson tells two browsers of one person, and none of others.
func TestPushesReachTheBrowsersOfAPerson(t *testing.T) {
	t.Parallel()
	p := newPushes(t)
	anna, boris := p.subscribed("operator", wantPush(alerts.Row)), p.subscribed("operator", wants())
	desk, phone, other := p.turnOn(anna), p.turnOn(anna), p.turnOn(boris)
	p.rows(2)
	p.tick()
	p.tick()
	p.wantPushes(desk, "at the desk", onePush)
	p.wantPushes(phone, "on the phone", onePush)
	p.wantPushes(other, "of a person who wants none")
	p.wantMail(anna, "by push alone")
	if got := p.Value(`select string_agg(channel || ' ' || state, ',') from staff_messages`); got != "push sent" {
		t.Errorf("messages: %s", got)
	}
	p.Do("POST", "/api/admin/me/alerts/unsubscribe/", boris.Header(), fmt.Sprintf(`{"endpoint": %q}`, phone.Endpoint))
	p.Do("POST", "/api/admin/me/alerts/unsubscribe/", anna.Header(), fmt.Sprintf(`{"endpoint": %q}`, desk.Endpoint))
	if a := p.Do("POST", "/api/admin/me/alerts/test/", anna.Header(), pushTest); a.Status != 204 {
		t.Fatal(a.Status, string(a.Body))
	}
	p.tick()
	p.wantPushes(desk, "turned off", onePush)
	p.wantPushes(phone, "turned off by somebody else", onePush, "Пробное уведомление|Уведомления: доходят|/account")
}

func TestEndedSubscriptionIsRemoved(t *testing.T) {
	t.Parallel()
	p := newPushes(t)
	anna := p.subscribed("operator", wantPush(alerts.Row))
	ended, kept := p.turnOn(anna), p.turnOn(anna)
	p.sandbox.Control("DELETE", "/push/"+ended.ID, "")                                                                                                                                                                             // 410
	p.Exec(`insert into push_subscriptions (staff_id, endpoint, p256dh, auth, created) select staff_id, replace(endpoint, '/push/', '/push/9'), p256dh, auth, created from push_subscriptions where endpoint = $1`, kept.Endpoint) // 404
	p.rows(2)
	p.tick()
	p.wantPushes(kept, "the other browser", onePush)
	if got := p.Value(`select string_agg(endpoint, ',') from push_subscriptions`); got != kept.Endpoint {
		t.Errorf("subscriptions: %s", got)
	}
	p.sandbox.Control("DELETE", "/push/"+kept.ID, "")
	p.rows(1)
	p.tick()
	if got := p.Value(`select string_agg(state, ',' order by id) || (select count(*) from push_subscriptions) from staff_messages`); got != "sent,dropped0" {
		t.Errorf("without a browser: %s", got)
	}
}

// TestPushIsSentAgainOnlyIfRefused answers a push with a refusal, an error and not at all.
func TestPushIsSentAgainOnlyIfRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind string
		want []string
	}{
		{"refuse", []string{onePush}},
		{"error_500", nil},
		{"connection_reset", nil},
		{"timeout_after_accept", []string{onePush}},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			p := newPushes(t)
			b := p.turnOn(p.subscribed("operator", wantPush(alerts.Row)))
			p.sandbox.Control("POST", "/faults", fmt.Sprintf(`{"provider": "push", "operation": "send", "kind": %q, "count": 1, "slow_ms": 50}`, c.kind))
			p.rows(2)
			p.tick()
			for range 4 {
				p.Clock.Advance(10 * time.Minute)
				p.tick()
			}
			p.wantPushes(b, c.kind, c.want...)
		})
	}
}

func TestPushesAreForThoseAtWork(t *testing.T) {
	t.Parallel()
	p := newPushes(t)
	onDuty := strings.Replace(wantPush(alerts.Row), `"on_duty_only": false`, `"on_duty_only": true`, 1)
	off, suspended, late := p.subscribed("operator", onDuty), p.subscribed("operator", wantPush(alerts.Row)), p.subscribed("operator", wantPush(alerts.Row))
	browsers := []browser{p.turnOn(off), p.turnOn(suspended), p.turnOn(late)}
	suspend := func(o httpapitest.Operator) {
		p.Exec(`update staff set suspended_at = $2, suspended_for = 'test' where id = $1`, o.ID, p.Clock.Now())
	}
	suspend(suspended)
	p.rows(2)
	if err := p.Operations.Alerts.Find(t.Context()); err != nil {
		t.Fatal(err)
	}
	suspend(late) // after the message was queued
	p.tick()
	for i, who := range []string{"off duty", "suspended", "suspended before it was sent"} {
		p.wantPushes(browsers[i], who)
	}
}

// TestBrowsersArePeoplesOwn checks the addresses that are accepted, whose a browser is, and how
// many a person has.
func TestBrowsersArePeoplesOwn(t *testing.T) {
	t.Parallel()
	p := newPushes(t)
	anna, boris := p.HireOperator("operator"), p.HireOperator("operator")
	for _, endpoint := range []string{"http://push.test/1", "https://127.0.0.1/1", "https://10.0.0.1/1", "https://[fd00::1]/1", "https://push.test:8443/1", "file:///etc/passwd"} {
		p.Do("POST", "/api/admin/me/alerts/subscribe/", anna.Header(), strings.Replace(subscription, "https://push.test/1", endpoint, 1)).WantRefusal(t, 400, "invalid")
	}
	p.Do("POST", "/api/admin/me/alerts/subscribe/", anna.Header(), strings.Replace(subscription, "BCVx", "BCVy", 1)).WantRefusal(t, 400, "invalid")
	count := func(o httpapitest.Operator) int {
		return len(httpapitest.Decode[adminapi.Alerts](t, p.Do("GET", "/api/admin/me/alerts/", o.Header(), "")).Browsers)
	}
	if n := count(anna); n != 0 {
		t.Errorf("%d browsers after refusals", n)
	}
	for n := range 6 {
		p.Clock.Advance(time.Second)
		p.Do("POST", "/api/admin/me/alerts/subscribe/", anna.Header(), strings.Replace(subscription, "test/1", fmt.Sprintf("test/%d", n), 1))
	}
	if got := p.Value(`select min(endpoint) from push_subscriptions`); count(anna) != 5 || got != "https://push.test/1" {
		t.Errorf("%d browsers from %s on, want the 5 newest", count(anna), got)
	}
	p.Do("POST", "/api/admin/me/alerts/subscribe/", boris.Header(), subscription)
	if count(anna) != 4 || count(boris) != 1 {
		t.Errorf("a browser that somebody else uses now is of %d and %d", count(anna), count(boris))
	}
	delete(p.Operations.Alerts.Senders, alerts.Push)
	p.Do("POST", "/api/admin/me/alerts/subscribe/", anna.Header(), subscription).WantRefusal(t, 409, "alerts.no_channel")
	p.Do("POST", "/api/admin/me/alerts/test/", anna.Header(), pushTest).WantRefusal(t, 409, "alerts.no_channel")
}
