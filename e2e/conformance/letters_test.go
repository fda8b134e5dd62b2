package conformance

import (
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"larek/internal/brand"
	"larek/internal/email"
	"larek/internal/sandbox"
)

// TestLettersArriveInTheInbox sends every letter through a real mail server.
func TestLettersArriveInTheInbox(t *testing.T) {
	t.Parallel()
	server, err := sandbox.New(sandbox.Config{Origin: "http://sandbox.test", StateDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // closed below
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() { _ = server.ServeSMTP(l) }()
	post, err := email.NewSMTP("smtp://larek:secret@"+l.Addr().String(), "Ларёк <shop@example.test>")
	if err != nil {
		t.Fatal(err)
	}
	for _, event := range email.Kinds {
		m, err := email.Preview(event, email.NewLook(brand.Default, "https://larek.example"))
		if err == nil {
			err = post.Send(t.Context(), m)
		}
		if err != nil {
			t.Fatalf("%s: %v", event, err)
		}
	}
	w := httptest.NewRecorder()
	server.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/control/letters?to=buyer@example.test", nil))
	if !json.Valid(w.Body.Bytes()) {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	for _, want := range []string{"Заказ 4001 оплачен", "Заказ 4001 доставлен", "проверьте данные", "вернули 730,55", "ждём верные данные"} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("no %q in %.2000s", want, w.Body)
		}
	}
}
