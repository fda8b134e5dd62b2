// Package totp makes and checks the six digits of authenticator apps (RFC 6238).
package totp

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // what every authenticator app speaks (RFC 6238)
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"time"
)

const (
	stepLength = 30 * time.Second
	// drift is how many steps a device's clock may be off in either
	// direction.
	drift = 1
)

// NewSecret returns a random secret for a second factor.
func NewSecret() []byte {
	secret := make([]byte, 20)
	_, _ = rand.Read(secret) // never fails since Go 1.24
	return secret
}

// URL returns the otpauth URL for authenticator apps, which show the name of the shop.
func URL(secret []byte, shop, email string) string {
	q := url.Values{"secret": {base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret)}, "issuer": {shop}}
	return "otpauth://totp/" + url.PathEscape(shop+":"+email) + "?" + q.Encode()
}

// Code returns the six digits of one step.
func Code(secret []byte, step int64) string {
	mac := hmac.New(sha1.New, secret)
	_, _ = mac.Write(binary.BigEndian.AppendUint64(nil, uint64(step))) //nolint:gosec // steps are positive until 2^63
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 15
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[at:at+4])&0x7fffffff%1_000_000)
}

// Match returns the step a code belongs to, or false.
func Match(secret []byte, code string, now time.Time) (int64, bool) {
	step := now.Unix() / int64(stepLength/time.Second)
	for s := step - drift; s <= step+drift; s++ {
		if subtle.ConstantTimeCompare([]byte(Code(secret, s)), []byte(code)) == 1 {
			return s, true
		}
	}
	return 0, false
}
