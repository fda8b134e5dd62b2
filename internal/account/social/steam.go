package social

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"larek/internal/clock"
	"larek/internal/wire"
)

// SteamOrigin is the real one.
const SteamOrigin = "https://steamcommunity.com"

const (
	openIDNamespace = "http://specs.openid.net/auth/2.0"
	identifySelf    = openIDNamespace + "/identifier_select"
	// steamFresh is how old a signed answer may be.
	steamFresh = 5 * time.Minute
)

// steamSigned must all be covered by the signature.
var steamSigned = []string{"signed", "op_endpoint", "claimed_id", "identity", "return_to", "response_nonce", "assoc_handle"}

// Steam is OpenID 2.0, whose signature only Steam itself can check. It has no
// state of its own: ours travels inside the address to return to.
type Steam struct {
	endpoint string
	id       *regexp.Regexp
	calls    wire.Client
	now      clock.Clock
}

// NewSteam signs in with Steam.
func NewSteam(origin string, client *http.Client, now clock.Clock) *Steam {
	return &Steam{
		endpoint: wire.Join(origin, "/openid/login"),
		id:       regexp.MustCompile(`^` + regexp.QuoteMeta(wire.Join(origin, "/openid/id/")) + `(\d{17})$`),
		calls:    wire.New(client, wire.Ends{Unsent: ErrAway, Unknown: ErrAway}), now: now,
	}
}

// Name is the service's name in the contract.
func (s *Steam) Name() string { return "steam" }

func returnTo(a Attempt) string { return a.RedirectURI + "?state=" + url.QueryEscape(a.State) }

// URL is where the visitor is sent.
func (s *Steam) URL(_ context.Context, a Attempt) (string, error) {
	realm, err := url.Parse(a.RedirectURI)
	if err != nil {
		return "", fmt.Errorf("return address: %w", err)
	}
	return s.endpoint + "?" + url.Values{
		"openid.ns": {openIDNamespace}, "openid.mode": {"checkid_setup"}, "openid.identity": {identifySelf}, "openid.claimed_id": {identifySelf},
		"openid.return_to": {returnTo(a)}, "openid.realm": {realm.Scheme + "://" + realm.Host},
	}.Encode(), nil
}

// Person checks the answer and tells who it is about: first all that can be
// seen in it, then the signature, by asking Steam at its own address and
// never at one from the answer.
func (s *Steam) Person(ctx context.Context, a Attempt, got Answer) (Person, error) {
	q, err := url.ParseQuery(strings.TrimPrefix(got.Code, "?"))
	if err != nil {
		return Person{}, fmt.Errorf("%w: steam: not a query", ErrRefused)
	}
	subject, err := s.examine(a, q)
	if err != nil {
		return Person{}, fmt.Errorf("%w: steam: %w", ErrRefused, err)
	}
	form := url.Values{}
	for k, v := range q {
		if strings.HasPrefix(k, "openid.") {
			form[k] = v
		}
	}
	form.Set("openid.mode", "check_authentication")
	answer, err := s.calls.Form(ctx, s.endpoint, form)
	if err != nil {
		return Person{}, fmt.Errorf("steam: %w", err)
	}
	lines := strings.Split(strings.ReplaceAll(string(answer.Body), "\r\n", "\n"), "\n")
	if answer.Status != http.StatusOK || !slices.Contains(lines, "is_valid:true") {
		return Person{}, fmt.Errorf("%w: steam did not sign it", ErrRefused)
	}
	return known(Person{Subject: subject, Name: "Игрок " + subject[len(subject)-4:], Once: "steam " + q.Get("openid.response_nonce")})
}

func (s *Steam) examine(a Attempt, q url.Values) (string, error) {
	for k, v := range q {
		if strings.HasPrefix(k, "openid.") && len(v) != 1 {
			return "", fmt.Errorf("a field given twice")
		}
	}
	signed := strings.Split(q.Get("openid.signed"), ",")
	for _, field := range steamSigned {
		if !slices.Contains(signed, field) {
			return "", fmt.Errorf("%s is not signed", field)
		}
	}
	m := s.id.FindStringSubmatch(q.Get("openid.claimed_id"))
	at, err := time.Parse("2006-01-02T15:04:05Z", q.Get("openid.response_nonce")[:min(20, len(q.Get("openid.response_nonce")))])
	age := s.now().Sub(at)
	switch {
	case q.Get("openid.mode") != "id_res" || q.Get("openid.ns") != openIDNamespace:
		return "", fmt.Errorf("not an answer")
	case q.Get("openid.op_endpoint") != s.endpoint:
		return "", fmt.Errorf("another service")
	case q.Get("openid.return_to") != returnTo(a):
		return "", fmt.Errorf("an answer to another question")
	case m == nil || q.Get("openid.identity") != q.Get("openid.claimed_id"):
		return "", fmt.Errorf("not a Steam identity")
	case err != nil || age > steamFresh || age < -leeway:
		return "", fmt.Errorf("not of this hour")
	}
	return m[1], nil
}
