package sandbox

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Fault makes calls of one operation fail.
type Fault struct {
	Provider  string    `json:"provider,omitempty"`  // empty: any
	Operation string    `json:"operation,omitempty"` // empty: any
	Kind      FaultKind `json:"kind"`
	Count     int       `json:"count,omitempty"`   // so many calls, then no more
	Percent   float64   `json:"percent,omitempty"` // of all calls, until switched off
	SlowMS    int64     `json:"slow_ms,omitempty"`
	// AfterAccept: the call is done before the answer goes wrong. Always so for
	// timeout_after_accept and wrong_body.
	AfterAccept bool `json:"after_accept,omitempty"`
	// Shift in hundredths is what shift_amount adds to a Payin card transfer.
	Shift int64 `json:"shift,omitempty"`
}

// FaultKind is one way to fail.
type FaultKind string

// The kinds.
const (
	TimeoutAfterAccept FaultKind = "timeout_after_accept"
	Error500           FaultKind = "error_500"
	Slow               FaultKind = "slow"
	WrongBody          FaultKind = "wrong_body"
	Refuse             FaultKind = "refuse"
	ConnectionReset    FaultKind = "connection_reset"
	ShiftAmount        FaultKind = "shift_amount"
	// NoticeFirst does what was asked at once and answers slow_ms later: the
	// webhook overtakes the answer.
	NoticeFirst FaultKind = "notice_first"
)

// maxHold bounds how long a time-out is played to a client that never gives up.
const maxHold = time.Minute

type faults struct {
	mu  sync.Mutex
	all []*Fault
}

func (f *faults) add(fault Fault) error {
	kinds := []FaultKind{TimeoutAfterAccept, Error500, Slow, WrongBody, Refuse, ConnectionReset, ShiftAmount, NoticeFirst}
	switch {
	case !slices.Contains(kinds, fault.Kind):
		return fmt.Errorf("kind must be one of %v", kinds)
	case (fault.Count > 0) == (fault.Percent > 0):
		return fmt.Errorf("want either count or percent")
	case (fault.Kind == Slow || fault.Kind == NoticeFirst) && fault.SlowMS <= 0:
		return fmt.Errorf("%s needs slow_ms", fault.Kind)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, &fault)
	return nil
}

func (f *faults) clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = nil
}

func (f *faults) list() []Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := make([]Fault, 0, len(f.all))
	for _, one := range f.all {
		out = append(out, *one)
	}
	return out
}

// take returns the fault this call meets, if any.
func (f *faults) take(provider, operation string, shift bool) (Fault, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, one := range f.all {
		if (one.Provider != "" && one.Provider != provider) || (one.Operation != "" && one.Operation != operation) ||
			(one.Kind == ShiftAmount) != shift {
			continue
		}
		if one.Percent > 0 {
			if rand.Float64()*100 >= one.Percent { //nolint:gosec // chance, not secrecy
				continue
			}
			return *one, true
		}
		one.Count--
		if one.Count == 0 {
			f.all = slices.Delete(f.all, i, i+1)
		}
		return *one, true
	}
	return Fault{}, false
}

// faulty serves an operation, or fails as it was told to.
func (s *Server) faulty(provider, operation string, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		fault, hit := s.faults.take(provider, operation, false)
		if !hit {
			next(w, r)
			return
		}
		if fault.AfterAccept || fault.Kind == TimeoutAfterAccept || fault.Kind == WrongBody {
			next(discard{http.Header{}}, r)
		}
		switch fault.Kind {
		case Slow:
			s.slowly(w, r, fault, next)
		case NoticeFirst:
			s.noticeFirst(w, r, fault, next)
		case TimeoutAfterAccept:
			s.hold(r, fault)
			panic(http.ErrAbortHandler)
		case Error500:
			http.Error(w, "Internal Server Error", http.StatusInternalServerError)
		case WrongBody:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte("<html><body>Ведутся технические работы</body></html>"))
		case Refuse:
			s.refuse(w, provider)
		case ConnectionReset:
			resetConnection(w)
		}
	}
}

// hold keeps the client waiting until it gives up.
func (s *Server) hold(r *http.Request, fault Fault) {
	limit := maxHold
	if fault.SlowMS > 0 {
		limit = time.Duration(fault.SlowMS) * time.Millisecond
	}
	s.mu.Lock()
	life := s.life
	s.mu.Unlock()
	t := time.NewTimer(limit)
	defer t.Stop()
	select {
	case <-r.Context().Done():
	case <-life.Done():
	case <-t.C:
	}
}

func (s *Server) refuse(w http.ResponseWriter, provider string) {
	if wire, ok := s.wire[provider]; ok {
		wire.refuse(w)
		return
	}
	if slices.Contains(supplierNames, provider) {
		supplierRefuse(w, provider)
		return
	}
	http.Error(w, "Forbidden", http.StatusForbidden)
}

// resetConnection ends the connection as a crashed host would.
func resetConnection(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// discard swallows an answer the client will never see.
type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) Write(b []byte) (int, error) { return len(b), nil }
func (d discard) WriteHeader(int)             {}
