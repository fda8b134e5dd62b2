package email

import (
	"bytes"
	"errors"
	netmail "net/mail"
	"strings"
	"testing"
)

func TestEmailHeadersCannotBeInjected(t *testing.T) {
	t.Parallel()
	s, err := NewSMTP("smtp://127.0.0.1:1", "shop@example.test")
	if err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{"a@b.test\r\nBcc: c@d.test", "a@b.test\nRCPT TO:<c@d.test>", "a@b.test, c@d.test", ""} {
		if err := s.Send(t.Context(), Message{ID: "1@b.test", To: to}); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "invalid message") {
			t.Errorf("%q: got %v, want an invalid message", to, err)
		}
	}
	msg, err := s.build(Message{ID: "1@b.test", To: "a@b.test", Subject: "Заказ\r\nBcc: c@d.test"})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := msg.WriteTo(&text); err != nil || strings.Contains(text.String(), "\nBcc:") {
		t.Errorf("got %v and %s, want no injected header", err, text.String())
	}
}

// Read as a header, such a text names the mailbox inside it.
func TestNothingIsSentToMoreThanAnAddress(t *testing.T) {
	t.Parallel()
	s := &SMTP{from: netmail.Address{Address: "shop@b.test"}}
	for _, to := range []string{"x<a@b.test>", "<a@b.test>", "a@b.test(1)", `"a"@b.test`, "Имя <a@b.test>"} {
		if _, err := s.build(Message{ID: "1@b.test", To: to, Subject: "Заказ"}); !errors.Is(err, errNotAnAddress) {
			t.Errorf("%s: got %v, want errNotAnAddress", to, err)
		}
	}
	if _, err := s.build(Message{ID: "1@b.test", To: "a@b.test", Subject: "Заказ"}); err != nil {
		t.Error(err)
	}
}
