package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"larek/internal/sandbox/core"
)

const (
	// certificateOut is for how long the shop meets an expired certificate.
	certificateOut = 20 * time.Second
	// sbp is T-Bank's method in methods.
	sbp = 1
)

// tlsFront is a provider behind TLS, as real ones are, whose certificate can be changed.
type tlsFront struct {
	*httptest.Server
	shown atomic.Pointer[tls.Certificate]
	valid *tls.Certificate
	old   *tls.Certificate
}

// newTLSFront serves the sandbox over TLS and writes the certificate of its authority.
func newTLSFront(backend, authority string) (*tlsFront, error) {
	to, err := url.Parse(backend)
	if err != nil {
		return nil, err
	}
	f := &tlsFront{}
	if err := f.issue(authority); err != nil {
		return nil, err
	}
	f.shown.Store(f.valid)
	f.Server = httptest.NewUnstartedServer(httputil.NewSingleHostReverseProxy(to))
	f.TLS = &tls.Config{MinVersion: tls.VersionTLS12, GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
		return &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{*f.shown.Load()}}, nil
	}}
	f.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError) // clients who refuse the certificate
	f.StartTLS()
	return f, nil
}

// issue makes an authority and two certificates of it: one that is valid and one that has
// expired an hour ago.
func (f *tlsFront) issue(authority string) error {
	now := time.Now()
	root := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "drill"}, NotBefore: now.Add(-48 * time.Hour), NotAfter: now.Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	signed, err := x509.CreateCertificate(rand.Reader, root, root, key.Public(), key)
	if err != nil {
		return err
	}
	leaf := func(number int64, until time.Time) (*tls.Certificate, error) {
		made, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
			SerialNumber: big.NewInt(number), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
			NotBefore: now.Add(-24 * time.Hour), NotAfter: until, KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		}, root, key.Public(), key)
		return &tls.Certificate{Certificate: [][]byte{made}, PrivateKey: key}, err
	}
	if f.valid, err = leaf(2, now.Add(time.Hour)); err != nil {
		return err
	}
	if f.old, err = leaf(3, now.Add(-time.Hour)); err != nil {
		return err
	}
	return os.WriteFile(authority, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}), 0o600)
}

// show changes the certificate, also for clients that are connected.
func (f *tlsFront) show(c *tls.Certificate) {
	f.shown.Store(c)
	f.CloseClientConnections()
}

// address is the front's, by the name in its certificates.
func (f *tlsFront) address() string { return strings.Replace(f.URL, "127.0.0.1", "localhost", 1) }

// expireCertificate: docs/playbooks/payment-method-fails.md.
func (d *drill) expireCertificate(ctx context.Context) error {
	d.say("expected: while T-Bank's certificate is expired none of its payments is taken for paid or refused, other methods sell; when it is renewed all is settled by asking")
	authority := filepath.Join(d.o.home, "authority.pem")
	front, err := newTLSFront(d.o.sandbox, authority)
	if err != nil {
		return err
	}
	defer front.Close()
	if err := d.change(ctx, "LAREK_TBANK_URL="+front.address()+"/tbank/v2", "SSL_CERT_FILE="+authority); err != nil {
		return err
	}
	before, err := d.orderBySBP(ctx, 4)
	if err != nil {
		return err
	}
	if err := d.pay(ctx, before[0]); err != nil {
		return err
	}
	if _, err := d.untilOver(ctx, before[0]); err != nil {
		return fmt.Errorf("with a valid certificate: %w", err)
	}
	failed, err := d.failedPayments(ctx)
	if err != nil {
		return err
	}
	front.show(front.old)
	silent, other, err := d.buyWithoutTBank(ctx, before[1:])
	if err != nil {
		return err
	}
	now, err := d.failedPayments(ctx)
	if err != nil {
		return err
	}
	if now <= failed {
		d.violated("%d payments failed by the metric that CheckoutFails watches, want more than %d", now, failed)
	}
	d.say("seen: for %s payments are unknown; the metric of failed payments went from %d to %d", certificateOut, failed, now)
	if err := d.findInLogs("certificate has expired", d.api, d.worker); err != nil {
		return err
	}
	front.show(front.valid)
	renewed := time.Now()
	// Who got no answer presses the button again.
	if _, err := silent.start(ctx, sbp); err != nil {
		return fmt.Errorf("after the renewal: %w", err)
	}
	if err := d.pay(ctx, silent, before[3]); err != nil {
		return err
	}
	all := append(slices.Clone(before), silent, other)
	if err := d.finish(ctx, all); err != nil {
		return err
	}
	d.say("  all settled %.1f s after the renewal", time.Since(renewed).Seconds())
	return d.doctor(ctx)
}

// findInLogs checks that each of the processes has logged what an operator has to know.
func (d *drill) findInLogs(text string, procs ...*process) error {
	for _, p := range procs {
		log, err := os.ReadFile(p.log)
		if err != nil {
			return err
		}
		if !strings.Contains(string(log), text) {
			d.violated("the log of %s does not say %q", p.name, text)
		}
	}
	return nil
}

// orderBySBP makes orders of codes with an invoice at T-Bank.
func (d *drill) orderBySBP(ctx context.Context, n int) (buyers []*buyer, err error) {
	for range n {
		b, err := d.order(ctx, d.mixed()[0], sbp)
		if err != nil {
			return nil, err
		}
		buyers = append(buyers, b)
	}
	return buyers, nil
}

// buyWithoutTBank pays one open invoice with its webhook and one without, while the shop
// cannot ask about either; the third stays open. silent gets no answer from T-Bank, other
// pays by card.
func (d *drill) buyWithoutTBank(ctx context.Context, open []*buyer) (silent, other *buyer, err error) {
	for i, mode := range []core.Mode{core.Send, core.Lose} {
		if err := d.control.act(ctx, open[i].invoices[0], core.Pay, webhook{mode: mode}); err != nil {
			return nil, nil, err
		}
	}
	d.n++
	silent = &buyer{n: d.n, shop: d.shop, control: d.control, plan: d.mixed()[0], method: sbp, scenario: paysOnce}
	silent.plan.email = fmt.Sprintf("buyer%d@example.test", d.n)
	if silent.order, err = d.shop.create(ctx, pubg, silent.plan.body()); err != nil {
		return nil, nil, err
	}
	body := map[string]any{"order_id": silent.order.ID, "currency": "RUB", "phone": "+79161234567"}
	err = call(ctx, d.shop.client, http.MethodPost, d.shop.base+"/api/payments/"+methods[sbp]+"/", silent.order, body, nil)
	var no *refusal
	if !errors.As(err, &no) || no.Status != http.StatusServiceUnavailable {
		d.violated("a payment at a provider with an expired certificate is answered %v, want 503", err)
	}
	if other, err = d.order(ctx, d.mixed()[0], 0); err != nil {
		return nil, nil, err
	}
	if err := d.pay(ctx, other); err != nil {
		return nil, nil, err
	}
	if _, err := d.untilOver(ctx, other); err != nil {
		return nil, nil, fmt.Errorf("by card: %w", err)
	}
	for until := time.Now().Add(certificateOut); time.Now().Before(until); pause(ctx, time.Second) {
		for _, b := range append(slices.Clone(open), silent) {
			pg, err := d.shop.look(ctx, b.order)
			if err != nil {
				return nil, nil, err
			}
			if pg.Status != "created" && pg.Status != "waiting_for_payment" || len(codesOf(pg)) > 0 {
				return nil, nil, fmt.Errorf("order %d is %s while its provider cannot be asked", b.order.ID, pg.Status)
			}
		}
	}
	return silent, other, nil
}

// failedPayments is how many requests for a payment the API has answered with 5xx.
func (d *drill) failedPayments(ctx context.Context) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.o.metrics+"/metrics", nil)
	if err != nil {
		return 0, err
	}
	resp, err := d.shop.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, err
	}
	n := 0
	for row := range strings.Lines(string(text)) {
		if !strings.HasPrefix(row, "larek_http_request_seconds_count{") || !strings.Contains(row, `route="/api/payments/`) || !strings.Contains(row, `status="5xx"`) {
			continue
		}
		var more int
		if _, err := fmt.Sscan(row[strings.LastIndex(row, " ")+1:], &more); err != nil {
			return 0, err
		}
		n += more
	}
	return n, nil
}
