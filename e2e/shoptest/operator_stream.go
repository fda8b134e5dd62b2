package shoptest

import (
	"bufio"
	"net/http"
	"strings"
)

// Follow opens the operator's stream of changes and returns what it says, each "name
// data", until the test ends.
func (o *Operator) Follow() <-chan string {
	s := o.s
	s.T.Helper()
	req, err := http.NewRequestWithContext(s.T.Context(), http.MethodGet, s.URL+"/api/admin/stream/", http.NoBody)
	if err != nil {
		s.T.Fatal(err)
	}
	req.Header.Set("Cookie", o.cookie)
	res, err := (&http.Client{Transport: new(http.Transport)}).Do(req) //nolint:bodyclose // closed when the stream ends
	if err != nil {
		s.T.Fatal(err)
	}
	if res.StatusCode != http.StatusOK {
		s.T.Fatalf("stream of the operator: %s", res.Status)
	}
	events := make(chan string, 1000)
	go func() {
		defer func() { _ = res.Body.Close() }()
		name := ""
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			if text, is := strings.CutPrefix(lines.Text(), "event: "); is {
				name = text
			}
			if text, is := strings.CutPrefix(lines.Text(), "data: "); is {
				events <- name + " " + text
			}
		}
	}()
	return events
}
