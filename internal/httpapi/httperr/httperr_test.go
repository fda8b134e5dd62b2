package httperr_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"larek/internal/httpapi/httperr"
	"larek/internal/problem"
)

// A buyer reads that the provider did not answer; why is for who reads the log.
func TestTheCauseOfAProblemIsLoggedAndNotShown(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	silent := problem.New(problem.Unavailable, "payment.silent", "Платёжная система не ответила.")
	w := httptest.NewRecorder()
	(&httperr.Responder{Log: slog.New(slog.NewTextHandler(&log, nil))}).Fail(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil), silent.Because(errors.New("certificate has expired")))
	if body := w.Body.String(); w.Code != http.StatusServiceUnavailable || !strings.Contains(body, "payment.silent") || strings.Contains(body, "certificate") {
		t.Errorf("got %d %s, want 503 payment.silent without its cause", w.Code, body)
	}
	if !strings.Contains(log.String(), "certificate has expired") {
		t.Errorf("the log lacks the cause: %s", log.String())
	}
	if !errors.Is(silent.Because(errors.New("x")), silent) {
		t.Error("a problem with its cause is not the problem any more")
	}
}
