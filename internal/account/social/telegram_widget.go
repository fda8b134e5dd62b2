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

// widgetFresh is how old the widget's answer may be; it is as good as a
// password until then.
const widgetFresh = 5 * time.Minute

// fromWidget checks the query the widget sends people back with. Ours is in it
// too: the state is not a field of theirs.
func (t *Telegram) fromWidget(query string) (Person, error) {
	q, err := url.ParseQuery(strings.TrimPrefix(query, "?"))
	if err != nil || t.botToken == "" {
		return Person{}, fmt.Errorf("%w: telegram: no such answer", ErrRefused)
	}
	q.Del("state")
	hash, err := hex.DecodeString(q.Get("hash"))
	if err != nil || !hmac.Equal(hash, widgetHash(q, t.botToken)) {
		return Person{}, fmt.Errorf("%w: telegram: not signed by the bot", ErrRefused)
	}
	unix, err := strconv.ParseInt(q.Get("auth_date"), 10, 64)
	age := t.now().Sub(time.Unix(unix, 0))
	if err != nil || age > widgetFresh || age < -leeway {
		return Person{}, fmt.Errorf("%w: telegram: not of this hour", ErrRefused)
	}
	return known(Person{
		Subject: q.Get("id"), Name: strings.TrimSpace(q.Get("first_name") + " " + q.Get("last_name")), Once: "telegram " + q.Get("hash"),
	})
}

// widgetHash covers every field received, in the order of their names.
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
