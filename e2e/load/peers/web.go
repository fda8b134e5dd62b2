package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// web calls shops over HTTP, with connections that stay open.
type web struct{ client *http.Client }

// call makes a request and reads the whole answer. body and into may be nil.
func (w *web) call(ctx context.Context, method, url string, header http.Header, body, into any) (http.Header, error) {
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		sent = strings.NewReader(string(text))
	}
	req, err := http.NewRequestWithContext(ctx, method, url, sent)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	for name, values := range header {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	res, err := w.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	if res.StatusCode >= 300 {
		return nil, fmt.Errorf("%s: %s %.500s", url, res.Status, answer)
	}
	if into == nil {
		return res.Header, nil
	}
	return res.Header, json.Unmarshal(answer, into)
}
