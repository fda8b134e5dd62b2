package notify

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestLettersTakeNoHeadersFromPeople(t *testing.T) {
	t.Parallel()
	s, err := NewSMTP("smtp://127.0.0.1:1", "shop@example.test")
	if err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{"a@b.test\r\nBcc: c@d.test", "a@b.test\nRCPT TO:<c@d.test>", "a@b.test, c@d.test", ""} {
		if err := s.Send(t.Context(), Message{ID: "1@b.test", To: to}); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "cannot be written") {
			t.Errorf("%q: got %v, want a letter that cannot be written", to, err)
		}
	}
	letter, err := s.letter(Message{ID: "1@b.test", To: "a@b.test", Subject: "Заказ\r\nBcc: c@d.test"})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := letter.WriteTo(&text); err != nil || strings.Contains(text.String(), "\nBcc:") {
		t.Errorf("got %v and %s, want no header of the subject's own", err, text.String())
	}
}
