package stream

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"larek/internal/httpapi/httperr"
)

// openConsole serves a Console for one person and returns it with its address.
func openConsole(t *testing.T) (*Console, string) {
	t.Helper()
	c := NewConsole()
	c.Who = func(*http.Request) (int64, bool) { return 7, true }
	srv := httptest.NewServer(c.Handler(&httperr.Responder{Log: slog.New(slog.NewTextHandler(io.Discard, nil))}))
	t.Cleanup(srv.Close)
	t.Cleanup(c.Close)
	return c, srv.URL
}

// open opens a page and returns its lines after the first.
func open(t *testing.T, url string) *bufio.Scanner {
	t.Helper()
	r, err := (&http.Client{Transport: new(http.Transport)}).Get(url) //nolint:noctx // ends with the server
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Body.Close() })
	if r.StatusCode != http.StatusOK {
		t.Fatalf("got %d, want 200", r.StatusCode)
	}
	lines := bufio.NewScanner(r.Body)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "retry") { //nolint:revive // reads the first event
	}
	return lines
}

// read returns the next n events, "name id" each.
func read(t *testing.T, lines *bufio.Scanner, n int) []string {
	t.Helper()
	var events []string
	name := ""
	for len(events) < n && lines.Scan() {
		if text, is := strings.CutPrefix(lines.Text(), "event: "); is {
			name = text
		}
		if text, is := strings.CutPrefix(lines.Text(), "data: "); is {
			events = append(events, name+" "+text)
		}
	}
	return events
}

func TestConsolePagesGetIDsOfWhatChanged(t *testing.T) {
	t.Parallel()
	c, url := openConsole(t)
	page := open(t, url)
	c.OnOrderChange("481907")
	c.OnDeskChange("queue refund:12")
	c.OnDeskChange("malformed")
	want := []string{`order {"id":"481907"}`, `queue {"id":"refund:12"}`}
	if got := read(t, page, 2); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestConsolePageThatIsBehindReadsEverythingAgain(t *testing.T) {
	t.Parallel()
	c := NewConsole()
	page, leave, _ := c.enter(7)
	defer leave()
	for i := range 3 * consoleBacklog {
		c.OnOrderChange(fmt.Sprint(i))
		c.OnOrderChange("1") // a change that is unread already takes no room
	}
	c.OnDeskChange("queue task:1")
	got := c.take(page)
	if want := []Change{{"order", everything}, {"queue", "task:1"}}; !slices.Equal(got, want) {
		t.Errorf("got %d changes, first %v; want %v", len(got), got[0], want)
	}
}

func TestConsoleBoundsThePagesOfAPerson(t *testing.T) {
	t.Parallel()
	c, url := openConsole(t)
	for range consolePages {
		open(t, url)
	}
	r, err := (&http.Client{Transport: new(http.Transport)}).Get(url) //nolint:noctx // ends with the server
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	if r.StatusCode != http.StatusTooManyRequests {
		t.Errorf("one page too many: got %d, want 429", r.StatusCode)
	}
	_, leave, ok := c.enter(8)
	if !ok {
		t.Fatal("another person is refused too")
	}
	leave()
}
