package social

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// widgetMaxAge is how old a widget response may be. Until then it is as good as
// a password.
const widgetMaxAge = 5 * time.Minute

// fromWidget verifies the query of the login widget. Our state parameter is in
// the query too and is not signed.
func (t *Telegram) fromWidget(query string) (Identity, error) {
	q, err := url.ParseQuery(strings.TrimPrefix(query, "?"))
	if err != nil || t.botToken == "" {
		return Identity{}, fmt.Errorf("%w: telegram: widget response not accepted", ErrRejected)
	}
	q.Del("state")
	// The signature covers lines: of fields with line breaks, one answer could be read as another.
	for k, v := range q {
		if strings.ContainsAny(k+strings.Join(v, ""), "\r\n") {
			return Identity{}, fmt.Errorf("%w: telegram: line break in a field", ErrRejected)
		}
	}
	// Compared as text, so that a spent answer is not accepted again in capitals.
	hash := hex.EncodeToString(widgetHash(q, t.botToken))
	if !hmac.Equal([]byte(q.Get("hash")), []byte(hash)) {
		return Identity{}, fmt.Errorf("%w: telegram: invalid signature", ErrRejected)
	}
	unix, err := strconv.ParseInt(q.Get("auth_date"), 10, 64)
	age := t.now().Sub(time.Unix(unix, 0))
	if err != nil || age > widgetMaxAge || age < -leeway {
		return Identity{}, fmt.Errorf("%w: telegram: expired or not yet valid", ErrRejected)
	}
	return requireSubject(Identity{
		Subject: q.Get("id"), Name: strings.TrimSpace(q.Get("first_name") + " " + q.Get("last_name")), ReplayKey: "telegram " + hash,
	})
}

// widgetHash covers every received field, sorted by name.
func widgetHash(q url.Values, botToken string) []byte {
	var lines []string
	for k, v := range q {
		if k != "hash" {
			lines = append(lines, k+"="+strings.Join(v, ","))
		}
	}
	slices.Sort(lines)
	key := sha256.Sum256([]byte(botToken))
	mac := hmac.New(sha256.New, key[:])
	_, _ = mac.Write([]byte(strings.Join(lines, "\n")))
	return mac.Sum(nil)
}
