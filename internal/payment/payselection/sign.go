package payselection

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
)

// sign returns the HMAC over the parts, one per line, the body last and unchanged.
func sign(key string, parts ...string) string {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(strings.Join(parts, "\n")))
	return hex.EncodeToString(mac.Sum(nil))
}

// validSignature compares in constant time, ignoring the case of hex digits.
func validSignature(given, key string, parts ...string) bool {
	return key != "" && hmac.Equal([]byte(strings.ToLower(given)), []byte(sign(key, parts...)))
}

func (p *Provider) headers(id, signature string) http.Header {
	h := http.Header{}
	h.Set("X-Site-Id", p.cfg.SiteID)
	h.Set("X-Request-Id", id)
	h.Set("X-Request-Signature", signature)
	h.Set("Content-Type", "application/json")
	return h
}

// requestID returns the same ID for the same action and key.
func requestID(action, key string) string {
	d := sha256.Sum256([]byte(action + "\n" + key))
	return asUUID(d[:16])
}

func freshID() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b) // never fails since Go 1.24
	return asUUID(b)
}

// asUUID formats 16 bytes as a version 4 UUID, the only version the provider's own
// libraries send.
func asUUID(b []byte) string {
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:16])
}
