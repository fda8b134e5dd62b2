package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/smtp"
	"strings"
	"testing"

	"larek/internal/sandbox/core"
)

const letter = "From: =?utf-8?q?=D0=9B=D0=B0=D1=80=D1=91=D0=BA?= <shop@larek.example>\r\nTo: buyer@example.com\r\n" +
	"Subject: =?utf-8?b?0J7Qv9C70LDRh9C10L3Qvg==?=\r\nMessage-ID: <1@larek.example>\r\nMIME-Version: 1.0\r\n" +
	"Content-Type: multipart/alternative; boundary=b\r\n\r\n" +
	"--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=D0=9A=D0=BE=D0=B4\r\n..\r\n" +
	"--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nPGI+0JrQvtC0PC9iPg==\r\n--b--\r\n"

func TestInboxKeepsLetters(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- b.server.ServeSMTP(l) }()
	addr := l.Addr().String()
	send := func(to ...string) error {
		return smtp.SendMail(addr, smtp.PlainAuth("", "larek", "any", "127.0.0.1"), "shop@larek.example", to, []byte(letter))
	}
	if err := send("buyer@example.com"); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		fault string
		kept  int
	}{{"error_500", 0}, {"refuse", 0}, {"connection_reset", 0}, {"timeout_after_accept", 1}} {
		to := test.fault + "@example.com"
		b.must("POST", "/faults", `{"provider":"smtp","operation":"send","kind":%q,"count":1}`, test.fault)
		if err := send(to); err == nil {
			t.Errorf("%s: sent", test.fault)
		}
		if got := b.letters(to); len(got) != test.kept {
			t.Errorf("%s: got %d stored", test.fault, len(got))
		}
	}
	got := b.letters("Buyer@example.com")
	if len(got) != 1 || got[0].Subject != "Оплачено" || got[0].Text != "Код\n.." || got[0].HTML != "<b>Код</b>" || got[0].MessageID != "<1@larek.example>" {
		t.Fatalf("%+v", got)
	}
	path := fmt.Sprintf("/inbox/%d", got[0].N)
	want(t, "list", must(b.send("GET", "/inbox", "", "", nil)), 200, "Оплачено", path)
	want(t, "letter", must(b.send("GET", path, "", "", nil)), 200, "Код", "<iframe", `sandbox="allow-popups"`)
	want(t, "no letter", must(b.send("GET", "/inbox/1", "", "", nil)), http.StatusNotFound)
	resp, err := (&http.Client{Transport: new(http.Transport)}).Get(b.url + path + "/html")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if policy := resp.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "sandbox") {
		t.Errorf("policy %q", policy)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-served; err != nil {
		t.Fatal(err)
	}
	b.stop()
	b.start()
	if len(b.letters("")) != 2 {
		t.Error("a restart lost letters")
	}
}

func (b *box) letters(to string) (list []core.Letter) {
	b.t.Helper()
	if err := json.Unmarshal([]byte(b.must("GET", "/letters?to="+to, "").body), &list); err != nil {
		b.t.Fatal(err)
	}
	return list
}
