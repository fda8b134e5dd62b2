package sandbox_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"larek/internal/sandbox"
	"larek/internal/sandbox/core"
	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/moogold"
	"larek/internal/sandbox/nsgifts"
	"larek/internal/sandbox/rokky"
)

// moogold makes a signed call.
func (b *box) moogold(path string, fields map[string]any) reply {
	b.t.Helper()
	r, err := b.moogoldWith(moogold.Secret, time.Now(), path, fields)
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

func (b *box) moogoldWith(secret string, at time.Time, path string, fields map[string]any) (reply, error) {
	b.t.Helper()
	all := map[string]any{"path": path}
	for name, v := range fields {
		all[name] = v
	}
	body, err := json.Marshal(all)
	if err != nil {
		b.t.Fatal(err)
	}
	stamp := fmt.Sprint(at.Unix())
	m := hmac.New(sha256.New, []byte(secret))
	m.Write([]byte(string(body) + stamp + path))
	return b.send("POST", moogold.Path+"/"+path, "application/json", string(body), map[string]string{
		"Authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(moogold.PartnerID+":"+moogold.Secret)),
		"timestamp":     stamp, "auth": hex.EncodeToString(m.Sum(nil)),
	})
}

var diamonds = sandbox.SupplierSKU(moogold.Name, "free-fire", "110 алмазов")

// moogoldOrder orders one of them.
func (b *box) moogoldOrder(key, player string) reply {
	b.t.Helper()
	return b.moogold("order/create_order", moogoldData(key, player))
}

func moogoldData(key, player string) map[string]any {
	return map[string]any{"partnerOrderId": key, "data": map[string]any{
		"category": 1, "product-id": diamonds, "quantity": 1, "User ID": player,
	}}
}

func (b *box) moogoldStatus(key string) any {
	b.t.Helper()
	got := b.moogold("order/order_detail_partner_id", map[string]any{"partner_order_id": key}).json(b.t)
	if code, failed := got["err_code"]; failed {
		return code
	}
	return got["order_status"]
}

// nsgifts makes a signed call; at makes identical calls different.
func (b *box) nsgifts(method, path, token, body string, at int64) reply {
	b.t.Helper()
	sum := sha256.Sum256([]byte(body))
	lines := []string{method, path, "", fmt.Sprint(at)}
	header := map[string]string{"X-User-Id": nsgifts.UserID, "X-Timestamp": fmt.Sprint(at)}
	if token != "" {
		lines = append(lines, token)
		header["X-Token"] = token
	}
	secret, err := base64.StdEncoding.DecodeString(nsgifts.Secret)
	if err != nil {
		b.t.Fatal(err)
	}
	m := hmac.New(sha256.New, secret)
	m.Write([]byte(strings.Join(append(lines, hex.EncodeToString(sum[:])), "\n")))
	header["X-Signature"] = base64.StdEncoding.EncodeToString(m.Sum(nil))
	r, err := b.send(method, nsgifts.Path+path, "application/json", body, header)
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

func (b *box) gamesdrop(path, body string) reply {
	b.t.Helper()
	r, err := b.send("POST", gamesdrop.Path+path, "application/json", body, map[string]string{"Authorization": gamesdrop.Token})
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

func (b *box) rokky(method, path, body string) reply {
	b.t.Helper()
	stamp := fmt.Sprint(time.Now().Unix())
	r, err := b.send(method, rokky.Path+path, "application/json", body, map[string]string{
		"X-Partner": rokky.Partner, "X-Timestamp": stamp, "X-Signature": rokkySignature(stamp, method, path, body),
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

func rokkySignature(stamp, method, path, body string) string {
	m := hmac.New(sha256.New, []byte(rokky.Secret))
	m.Write([]byte(stamp + method + path + body))
	return hex.EncodeToString(m.Sum(nil))
}

// handed returns the totals of one key in the journal.
func (b *box) handed(key string) (total core.DeliveredTotal) {
	b.t.Helper()
	var rec core.Record
	if err := json.Unmarshal([]byte(b.must("GET", "/record?list=0&reference="+key, "").body), &rec); err != nil {
		b.t.Fatal(err)
	}
	if len(rec.Delivered) > 1 || len(rec.Totals) != 0 {
		b.t.Fatalf("record of %s: %+v", key, rec)
	}
	for _, total = range rec.Delivered {
	}
	return total
}

func want(t *testing.T, what string, got reply, status int, contains ...string) {
	t.Helper()
	ok := got.status == status
	for _, part := range contains {
		ok = ok && strings.Contains(got.body, part)
	}
	if !ok {
		t.Fatalf("%s: got %d %s, want %d with %q", what, got.status, got.body, status, contains)
	}
}
