package httperr_test

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"syscall"
	"testing"

	"larek/internal/httpapi/httperr"
)

// TestOnlyTheDatabaseIsCalledUnavailable tells a lost connection from a disk that is full: a
// bare error of the system looks like one of the network.
func TestOnlyTheDatabaseIsCalledUnavailable(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		err  error
		want int
	}{
		"a connection that broke":     {&net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", syscall.ECONNRESET)}, http.StatusServiceUnavailable},
		"a full disk":                 {fmt.Errorf("store: %w", &fs.PathError{Op: "write", Path: "variants/k", Err: syscall.ENOSPC}), http.StatusInternalServerError},
		"a folder that is a file":     {&fs.PathError{Op: "stat", Path: "variants/k", Err: syscall.ENOTDIR}, http.StatusInternalServerError},
		"a file that cannot be moved": {&os.LinkError{Op: "rename", Old: "a", New: "b", Err: syscall.EROFS}, http.StatusInternalServerError},
		"a mistake of ours":           {errors.New("no"), http.StatusInternalServerError},
	} {
		w := httptest.NewRecorder()
		rs := httperr.Responder{Log: slog.New(slog.DiscardHandler)}
		rs.Fail(w, httptest.NewRequest(http.MethodGet, "/", nil), tc.err)
		if w.Code != tc.want {
			t.Errorf("%s: got %d, want %d", name, w.Code, tc.want)
		}
	}
}
