package nsgifts

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"larek/internal/delivery"
	"larek/internal/delivery/exchange"
	"larek/internal/wire"
)

// spare is how long before its end a session is renewed.
const spare = 5 * time.Minute

type session struct {
	token   string
	expires time.Time
}

// sign is the canonical string's signature. There is no line for the token when
// there is none, not even an empty one.
func sign(key []byte, method, path, query, timestamp, token string, body []byte) string {
	sum := sha256.Sum256(body)
	lines := []string{method, path, query, timestamp}
	if token != "" {
		lines = append(lines, token)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(strings.Join(append(lines, hex.EncodeToString(sum[:])), "\n")))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// stamps gives the same request a later second each time: a signature is
// accepted once. Different requests may share a second, or a busy minute would
// run ahead of the clock further than the supplier allows.
type stamps struct {
	mu   sync.Mutex
	last map[string]int64
}

// memory is how long the supplier remembers a signature.
const memory = 120

func (s *stamps) next(request string, now int64) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last == nil {
		s.last = map[string]int64{}
	}
	for r, at := range s.last {
		if at < now-memory {
			delete(s.last, r)
		}
	}
	at := max(now, s.last[request]+1)
	s.last[request] = at
	return at
}

// send makes a signed call within a session. One that is refused for its
// session or signature was not carried out, so it is made once more in a new one.
func (s *Supplier) send(ctx context.Context, method, path string, body any, person string) (wire.Answer, delivery.Exchange, error) {
	raw, err := encode(body)
	if err != nil {
		return wire.Answer{}, delivery.Exchange{}, err
	}
	var stale string
	for {
		token, err := s.token(ctx, stale)
		if err != nil {
			return wire.Answer{}, delivery.Exchange{}, fmt.Errorf("nsgifts: session: %w", exchange.BeforeOrdering(err))
		}
		a, seen, err := s.once(ctx, method, path, token, raw, person)
		if a.Status == http.StatusUnauthorized && stale == "" && errors.Is(err, delivery.ErrAway) {
			stale = token
			continue
		}
		if err != nil {
			err = fmt.Errorf("nsgifts: %w", err)
		}
		return a, seen, err
	}
}

func encode(body any) ([]byte, error) {
	if body == nil {
		return nil, nil
	}
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("nsgifts: %w", err)
	}
	return raw, nil
}

func (s *Supplier) once(ctx context.Context, method, path, token string, body []byte, person string) (wire.Answer, delivery.Exchange, error) {
	at := s.stamps.next(method+path+token+string(body), s.now().Unix())
	timestamp := strconv.FormatInt(at, 10)
	header := exchange.JSON()
	header.Set("X-User-Id", s.cfg.UserID)
	header.Set("X-Timestamp", timestamp)
	header.Set("X-Signature", sign(s.key, method, prefix+path, "", timestamp, token, body))
	if token != "" {
		header.Set("X-Token", token)
	}
	return s.call.Send(ctx, exchange.Call{Method: method, Path: prefix + path, Header: header, Body: body, People: []string{person}})
}

// token is that of the current session; a stale one is given up. Callers that
// come while it is renewed wait for the one renewal.
func (s *Supplier) token(ctx context.Context, stale string) (string, error) {
	var current session
	select {
	case current = <-s.session:
	case <-ctx.Done():
		return "", fmt.Errorf("%w: %w", delivery.ErrAway, ctx.Err())
	}
	defer func() { s.session <- current }()
	if current.token != "" && current.token != stale && s.now().Before(current.expires.Add(-spare)) {
		return current.token, nil
	}
	body, err := encode(map[string]string{"login": s.cfg.Login, "password": s.cfg.Password})
	if err != nil {
		return "", err
	}
	a, _, err := s.once(ctx, http.MethodPost, "/get_token", "", body, "")
	if a.Status == http.StatusUnauthorized { // another of our processes may have signed the same in this second
		a, _, err = s.once(ctx, http.MethodPost, "/get_token", "", body, "")
	}
	var said struct {
		Token   string `json:"token"`
		Expires int64  `json:"expires_in"`
	}
	if err == nil {
		err = a.JSON(&said)
	}
	if err == nil && (!a.OK() || said.Token == "" || said.Expires <= 0) {
		err = exchange.Unreadable(fmt.Sprintf("no token, status %d", a.Status))
	}
	if err != nil {
		return "", err
	}
	current = session{said.Token, s.now().Add(time.Duration(said.Expires) * time.Second)}
	return current.token, nil
}
