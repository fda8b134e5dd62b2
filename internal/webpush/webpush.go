// Package webpush sends messages to browsers by their push services: RFC 8030, encrypted as in
// RFC 8291 and signed as in RFC 8292.
package webpush

import (
	"context"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"larek/internal/clock"
	"larek/internal/outbound"
	"larek/internal/seal"
)

// Errors of a message. After any other one it may have been delivered.
var (
	// ErrRefused means that the message was certainly not delivered.
	ErrRefused = errors.New("webpush: refused")
	// ErrGone means that the subscription has ended.
	ErrGone    = errors.New("webpush: subscription is gone")
	errUnknown = errors.New("webpush: outcome unknown")
)

// ErrSubscription is returned for a subscription that no push service gives.
var ErrSubscription = errors.New("webpush: invalid subscription")

const (
	// sendTimeout bounds one call to a push service.
	sendTimeout = 10 * time.Second
	// tokenLife is how long a signature is valid; RFC 8292 allows a day.
	tokenLife = 12 * time.Hour
	// maxEndpoint bounds the address of a subscription.
	maxEndpoint = 1000
)

// Subscription is a browser that agreed to get messages.
type Subscription struct {
	Endpoint string // the address at its push service
	P256DH   []byte // its public key
	Auth     []byte // its secret
}

// Config is what a Client is built from.
type Config struct {
	Key seal.Key // the private key that browsers bind their subscriptions to
	// Contact is the email address at which push services reach us.
	Contact string
	// Service is the sandbox's push service, which need not be public. Empty for none.
	Service string
	HTTP    *http.Client // calls Service
	Clock   clock.Clock
}

// Client sends messages with one key.
type Client struct {
	cfg            Config
	key            *ecdsa.PrivateKey
	public         string
	service, world outbound.Client
}

// New returns a client.
func New(cfg Config) (*Client, error) {
	key, err := ecdsa.ParseRawPrivateKey(curve, cfg.Key[:])
	if err != nil {
		return nil, fmt.Errorf("webpush: key: %w", err)
	}
	public, err := key.PublicKey.Bytes()
	if err != nil {
		return nil, fmt.Errorf("webpush: key: %w", err)
	}
	errs := outbound.Errors{NotSent: ErrRefused, OutcomeUnknown: errUnknown}
	return &Client{
		cfg: cfg, key: key, public: encode(public), service: outbound.New(cfg.HTTP, errs), world: outbound.New(outbound.Public(), errs),
	}, nil
}

// PublicKey returns what browsers bind their subscriptions to.
func (c *Client) PublicKey() string { return c.public }

// Check returns ErrSubscription if no message can be sent to a subscription: its address is not
// that of a public service, or its keys are none.
func (c *Client) Check(s Subscription) error {
	if _, err := c.reach(s.Endpoint); err != nil {
		return err
	}
	if _, err := ecdh.P256().NewPublicKey(s.P256DH); err != nil || len(s.Auth) != authSize {
		return fmt.Errorf("%w: keys", ErrSubscription)
	}
	return nil
}

// reach returns the client for an address. Browsers give it, so it must not lead into our own
// network: a name that does is refused when it is dialled.
func (c *Client) reach(endpoint string) (outbound.Client, error) {
	if c.cfg.Service != "" && strings.HasPrefix(endpoint, c.cfg.Service+"/") {
		return c.service, nil
	}
	u, err := url.Parse(endpoint)
	if err != nil || u.Scheme != "https" || u.User != nil || u.Hostname() == "" || u.Port() != "" || len(endpoint) > maxEndpoint {
		return outbound.Client{}, fmt.Errorf("%w: address", ErrSubscription)
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil && !outbound.IsPublic(ip) {
		return outbound.Client{}, fmt.Errorf("%w: address", ErrSubscription)
	}
	return c.world, nil
}

// Send sends a message. The push service drops it if the browser does not come within life.
func (c *Client) Send(ctx context.Context, s Subscription, message []byte, life time.Duration) error {
	client, err := c.reach(s.Endpoint)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	body, err := encrypt(message, s)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	token, err := c.sign(s.Endpoint)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	answer, err := client.Send(ctx, http.MethodPost, s.Endpoint, http.Header{
		"Authorization": {"vapid t=" + token + ", k=" + c.public}, "Content-Encoding": {"aes128gcm"}, "Content-Type": {"application/octet-stream"},
		"Ttl": {strconv.Itoa(int(life.Seconds()))}, "Urgency": {"high"},
	}, body)
	switch {
	case err != nil:
		return err //nolint:wrapcheck // one of ours, see New
	case answer.Status == http.StatusNotFound, answer.Status == http.StatusGone:
		return ErrGone
	case !answer.OK():
		return fmt.Errorf("%w: status %d", ErrRefused, answer.Status)
	}
	return nil
}

// sign returns the token that proves to a push service who sends: a JWT signed by ES256.
func (c *Client) sign(endpoint string) (string, error) {
	u, err := url.Parse(endpoint)
	if err != nil {
		return "", fmt.Errorf("webpush: %w", ErrSubscription)
	}
	claims, err := json.Marshal(map[string]any{
		"aud": u.Scheme + "://" + u.Host, "exp": c.cfg.Clock().Add(tokenLife).Unix(), "sub": "mailto:" + c.cfg.Contact,
	})
	if err != nil {
		return "", fmt.Errorf("webpush: claims: %w", err)
	}
	text := encode([]byte(`{"alg":"ES256","typ":"JWT"}`)) + "." + encode(claims)
	digest := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, c.key, digest[:])
	if err != nil {
		return "", fmt.Errorf("webpush: sign: %w", err)
	}
	signature := make([]byte, 2*seal.KeySize)
	r.FillBytes(signature[:seal.KeySize])
	s.FillBytes(signature[seal.KeySize:])
	return text + "." + encode(signature), nil
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
