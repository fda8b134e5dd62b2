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
	"larek/internal/outbound"
)

const (
	openIDNamespace = "http://specs.openid.net/auth/2.0"
	identifySelf    = openIDNamespace + "/identifier_select"
	// steamMaxAge is how old a signed response may be.
	steamMaxAge = 5 * time.Minute
)

// steamSigned lists the fields that the signature must cover.
var steamSigned = []string{"signed", "op_endpoint", "claimed_id", "identity", "return_to", "response_nonce", "assoc_handle"}

// Steam signs users in with OpenID 2.0, whose signature only Steam can verify.
// It has no state parameter; ours is a part of the return address.
type Steam struct {
	endpoint string
	id       *regexp.Regexp
	calls    outbound.Client
	now      clock.Clock
}

// NewSteam returns a provider for Steam.
func NewSteam(origin string, client *http.Client, now clock.Clock) *Steam {
	return &Steam{
		endpoint: outbound.Join(origin, "/openid/login"),
		id:       regexp.MustCompile(`^` + regexp.QuoteMeta(outbound.Join(origin, "/openid/id/")) + `(\d{17})$`),
		calls:    outbound.New(client, outbound.Errors{NotSent: ErrUnavailable, OutcomeUnknown: ErrUnavailable}), now: now,
	}
}

// Name returns the provider's name in the contract.
func (s *Steam) Name() string { return "steam" }

func returnTo(a AuthRequest) string { return a.RedirectURI + "?state=" + url.QueryEscape(a.State) }

// AuthURL returns the URL to which the browser is redirected.
func (s *Steam) AuthURL(_ context.Context, a AuthRequest) (string, error) {
	realm, err := url.Parse(a.RedirectURI)
	if err != nil {
		return "", fmt.Errorf("parse return address: %w", err)
	}
	return s.endpoint + "?" + url.Values{
		"openid.ns": {openIDNamespace}, "openid.mode": {"checkid_setup"}, "openid.identity": {identifySelf}, "openid.claimed_id": {identifySelf},
		"openid.return_to": {returnTo(a)}, "openid.realm": {realm.Scheme + "://" + realm.Host},
	}.Encode(), nil
}

// FetchIdentity verifies the callback and returns the identity: first
// everything that can be verified here, then the signature, by Steam.
func (s *Steam) FetchIdentity(ctx context.Context, a AuthRequest, got CallbackParams) (Identity, error) {
	q, err := url.ParseQuery(strings.TrimPrefix(got.Code, "?"))
	if err != nil {
		return Identity{}, fmt.Errorf("%w: steam: not a query", ErrRejected)
	}
	subject, err := s.examine(a, q)
	if err != nil {
		return Identity{}, fmt.Errorf("%w: steam: %w", ErrRejected, err)
	}
	form := url.Values{}
	for k, v := range q {
		if strings.HasPrefix(k, "openid.") {
			form[k] = v
		}
	}
	form.Set("openid.mode", "check_authentication")
	resp, err := s.calls.Form(ctx, s.endpoint, form)
	if err != nil {
		return Identity{}, fmt.Errorf("steam: %w", err)
	}
	lines := strings.Split(strings.ReplaceAll(string(resp.Body), "\r\n", "\n"), "\n")
	if resp.Status != http.StatusOK || !slices.Contains(lines, "is_valid:true") {
		return Identity{}, fmt.Errorf("%w: steam: invalid signature", ErrRejected)
	}
	return requireSubject(Identity{Subject: subject, Name: "Игрок " + subject[len(subject)-4:], ReplayKey: "steam " + q.Get("openid.response_nonce")})
}

func (s *Steam) examine(a AuthRequest, q url.Values) (string, error) {
	for k, v := range q {
		if strings.HasPrefix(k, "openid.") && len(v) != 1 {
			return "", fmt.Errorf("repeated field")
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
		return "", fmt.Errorf("not an OpenID response")
	case q.Get("openid.op_endpoint") != s.endpoint:
		return "", fmt.Errorf("wrong endpoint")
	case q.Get("openid.return_to") != returnTo(a):
		return "", fmt.Errorf("wrong return_to")
	case m == nil || q.Get("openid.identity") != q.Get("openid.claimed_id"):
		return "", fmt.Errorf("not a Steam identity")
	case err != nil || age > steamMaxAge || age < -leeway:
		return "", fmt.Errorf("expired or not yet valid")
	}
	return m[1], nil
}
