package sandbox_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"larek/internal/sandbox"
	"larek/internal/sandbox/core"
	"larek/internal/sandbox/payselection"
)

// box is a sandbox with a shop that receives its webhooks.
type box struct {
	t      *testing.T
	dir    string
	url    string
	server *sandbox.Server
	http   *httptest.Server

	mu     sync.Mutex
	heard  []heard
	answer func(n int) (int, string) // to the n-th webhook; "OK" if nil
	shop   *httptest.Server
}

type heard struct {
	path   string
	header http.Header
	body   string
}

func newBox(t *testing.T) *box {
	t.Helper()
	b := &box{t: t, dir: t.TempDir()}
	b.shop = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		b.mu.Lock()
		b.heard = append(b.heard, heard{r.URL.Path, r.Header, string(body)})
		n, answer := len(b.heard), b.answer
		b.mu.Unlock()
		status, text := http.StatusOK, "OK"
		if answer != nil {
			status, text = answer(n)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}))
	t.Cleanup(b.shop.Close)
	b.start()
	t.Cleanup(b.stop)
	return b
}

func (b *box) start() {
	b.t.Helper()
	b.http = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { b.server.ServeHTTP(w, r) }))
	b.url = b.http.URL
	var err error
	b.server, err = sandbox.New(sandbox.Config{
		Origin: b.url, StateDir: b.dir, Shop: b.shop.URL,
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *box) stop() {
	if err := b.server.Close(); err != nil {
		b.t.Error(err)
	}
	b.http.Close()
}

// webhooks waits until n have come.
func (b *box) webhooks(n int) []heard {
	b.t.Helper()
	deadline := time.After(5 * time.Second)
	for {
		b.mu.Lock()
		got := append([]heard(nil), b.heard...)
		b.mu.Unlock()
		if len(got) >= n {
			return got
		}
		select {
		case <-deadline:
			b.t.Fatalf("received %d webhooks, want %d", len(got), n)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

type reply struct {
	status int
	body   string
}

func (r reply) json(t *testing.T) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(r.body), &m); err != nil {
		t.Fatalf("answer %q: %v", r.body, err)
	}
	return m
}

func (b *box) send(method, path, contentType, body string, header map[string]string) (reply, error) {
	req, err := http.NewRequest(method, b.url+path, strings.NewReader(body))
	if err != nil {
		return reply{}, err
	}
	req.Header.Set("Content-Type", contentType)
	for k, v := range header {
		req.Header.Set(k, v)
	}
	client := &http.Client{Timeout: 3 * time.Second, Transport: new(http.Transport), CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	resp, err := client.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	return reply{resp.StatusCode, string(bytes.TrimSpace(got))}, err
}

func (b *box) control(method, path, body string) reply {
	b.t.Helper()
	r, err := b.send(method, "/control"+path, "application/json", body, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

// must is control that has to succeed.
func (b *box) must(method, path, format string, args ...any) reply {
	b.t.Helper()
	r := b.control(method, path, fmt.Sprintf(format, args...))
	if r.status >= 300 {
		b.t.Fatalf("%s %s: %d %s", method, path, r.status, r.body)
	}
	return r
}

func (b *box) total(reference string) core.Total {
	b.t.Helper()
	var rec core.Record
	if err := json.Unmarshal([]byte(b.must("GET", "/record?list=0&reference="+reference, "").body), &rec); err != nil {
		b.t.Fatal(err)
	}
	if len(rec.Totals) != 1 {
		b.t.Fatalf("record has %d totals for %s", len(rec.Totals), reference)
	}
	return rec.Totals[0]
}

func (b *box) invoice(reference string) core.Invoice {
	b.t.Helper()
	var list []core.Invoice
	if err := json.Unmarshal([]byte(b.must("GET", "/invoices?reference="+reference, "").body), &list); err != nil {
		b.t.Fatal(err)
	}
	if len(list) == 0 {
		b.t.Fatalf("no invoice %s", reference)
	}
	return list[0]
}

func hmacHex(secret string, lines ...string) string {
	m := hmac.New(sha256.New, []byte(secret))
	m.Write([]byte(strings.Join(lines, "\n")))
	return hex.EncodeToString(m.Sum(nil))
}

// payselection makes a signed call; path is as at the real service.
func (b *box) payselection(mount, method, path, body string) (reply, error) {
	id := fmt.Sprint(time.Now().UnixNano())
	return b.send(method, mount+path, "application/json", body, map[string]string{
		"X-SITE-ID": payselection.SiteID, "X-REQUEST-ID": id,
		"X-REQUEST-SIGNATURE": hmacHex(payselection.SecretKey, method, path, payselection.SiteID, id, body),
	})
}

// open makes a Payselection invoice of 100.00 roubles.
func (b *box) open(reference string) reply {
	b.t.Helper()
	body := fmt.Sprintf(`{"PaymentRequest":{"OrderId":%q,"Amount":"100.00","Currency":"RUB","Description":"Test",
		"ExtraData":{"WebhookUrl":%q,"ReturnUrl":"https://shop.example/o"}}}`, reference, b.shop.URL+"/ps/")
	r, err := b.payselection(payselection.WebformPath, "POST", "/webpayments/create", body)
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

func (b *box) gateway(method, path, body string) reply {
	b.t.Helper()
	r, err := b.payselection(payselection.GatewayPath, method, path, body)
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

// until waits for something that happens after an answer.
func (b *box) until(happened func() bool) {
	b.t.Helper()
	deadline := time.After(5 * time.Second)
	for !happened() {
		select {
		case <-deadline:
			b.t.Fatal("it did not happen")
		case <-time.After(5 * time.Millisecond):
		}
	}
}
