package signin

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	steamFields = "signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle"
	// steamFirst is the first SteamID64 of an individual.
	steamFirst = 76561197960265728
)

// steamAnswer returns a positive assertion of OpenID 2.0.
func (s *Service) steamAnswer(g *grant) url.Values {
	at := s.issuer("steam")
	identity := at + "/openid/id/" + strconv.FormatInt(steamFirst+g.who.Number, 10)
	nonce := s.core.Now().UTC().Format("2006-01-02T15:04:05Z") + rand.Text()
	q := url.Values{
		"openid.ns": {"http://specs.openid.net/auth/2.0"}, "openid.mode": {"id_res"}, "openid.op_endpoint": {at + "/openid/login"},
		"openid.claimed_id": {identity}, "openid.identity": {identity}, "openid.return_to": {g.redirect},
		"openid.response_nonce": {nonce}, "openid.assoc_handle": {"1234567890"}, "openid.signed": {steamFields},
	}
	q.Set("openid.sig", steamSign(q))
	if g.fault == BadSignature {
		q.Set("openid.sig", steamSign(url.Values{}))
	}
	if g.fault == WrongState {
		q.Set("openid.return_to", withQuery(g.redirect, url.Values{"state": {rand.Text()}}))
		q.Set("openid.sig", steamSign(q))
	}
	s.memory.store(nonce, g)
	return q
}

// steamSign signs the fields that the assertion lists, in that order.
func steamSign(q url.Values) string {
	mac := hmac.New(sha256.New, []byte(ClientSecret))
	for field := range strings.SplitSeq(q.Get("openid.signed"), ",") {
		_, _ = mac.Write([]byte(field + ":" + q.Get("openid."+field) + "\n"))
	}
	return hex.EncodeToString(mac.Sum(nil))
}

// steamLogin serves the verification call of a shop and the buttons of the page.
func (s *Service) steamLogin(w http.ResponseWriter, r *http.Request) {
	if r.PostFormValue("openid.mode") != "check_authentication" {
		s.consentPressed(w, r)
		return
	}
	_, fresh := s.memory.use("steam", r.PostFormValue("openid.response_nonce"), true)
	valid := fresh && hmac.Equal([]byte(steamSign(r.PostForm)), []byte(r.PostFormValue("openid.sig")))
	w.Header().Set("Content-Type", "text/plain")
	_, _ = io.WriteString(w, "ns:http://specs.openid.net/auth/2.0\nis_valid:"+strconv.FormatBool(valid)+"\n")
}

// widgetAnswer returns the query that Telegram's older widget redirects with.
func widgetAnswer(g *grant, now time.Time) url.Values {
	q := url.Values{
		"id": {strconv.FormatInt(g.who.Number, 10)}, "first_name": {g.who.First}, "username": {g.who.Login}, "auth_date": {unix(now)},
	}
	var lines []string
	for k, v := range q {
		lines = append(lines, k+"="+v[0])
	}
	slices.Sort(lines)
	key := sha256.Sum256([]byte(TelegramBotToken))
	mac := hmac.New(sha256.New, key[:])
	_, _ = mac.Write([]byte(strings.Join(lines, "\n")))
	q.Set("hash", hex.EncodeToString(mac.Sum(nil)))
	if g.fault == BadSignature {
		q.Set("hash", strings.Repeat("0", 64))
	}
	return q
}
