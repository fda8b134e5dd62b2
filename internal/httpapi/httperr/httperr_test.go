package httperr_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

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

// A caller that hangs up must not spend the error budget of the shop: neither a 5xx is
// counted nor an error logged. Our own deadlines are faults as before.
func TestACallerThatHungUpIsNoFaultOfTheShop(t *testing.T) {
	t.Parallel()
	gone, hangUp := context.WithCancel(t.Context())
	hangUp()
	late, cancel := context.WithDeadline(t.Context(), time.Unix(1, 0))
	defer cancel()
	cut := func(ctx context.Context) error { return fmt.Errorf("read the order: %w", ctx.Err()) }
	silent := problem.New(problem.Unavailable, "payment.silent", "Платёжная система не ответила.")
	for name, tc := range map[string]struct {
		ctx    context.Context
		err    error
		want   int
		logged bool
	}{
		"hung up in a query":                   {gone, cut(gone), 499, false},
		"hung up, the provider was cut":        {gone, silent.Because(cut(gone)), 499, false},
		"hung up after a refusal of ours":      {gone, httperr.ErrNotFound, http.StatusNotFound, false},
		"our own deadline":                     {late, cut(late), http.StatusServiceUnavailable, true},
		"cancelled by us, the caller is there": {t.Context(), cut(gone), http.StatusInternalServerError, true},
	} {
		var log bytes.Buffer
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(tc.ctx, http.MethodGet, "/", nil)
		(&httperr.Responder{Log: slog.New(slog.NewTextHandler(&log, nil))}).Fail(w, r, tc.err)
		if w.Code != tc.want || (log.Len() > 0) != tc.logged {
			t.Errorf("%s: got %d, log %q, want %d, logged %t", name, w.Code, log.String(), tc.want, tc.logged)
		}
	}
}
