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
	"larek/internal/delivery/supplierhttp"
	"larek/internal/outbound"
)

// renewBefore is how long before its expiry a session is renewed.
const renewBefore = 5 * time.Minute

type session struct {
	token   string
	expires time.Time
}

// sign returns the signature of the canonical string. Without a token its line is
// omitted, not left empty.
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

// timestamps gives each repetition of the same request a later second, because a
// signature is accepted once. Different requests may share a second; otherwise many
// requests would run further ahead of the clock than the supplier allows.
type timestamps struct {
	mu   sync.Mutex
	last map[string]int64
}

// signatureMemory is how many seconds the supplier remembers a signature.
const signatureMemory = 120

func (s *timestamps) next(request string, now int64) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last == nil {
		s.last = map[string]int64{}
	}
	for r, at := range s.last {
		if at < now-signatureMemory {
			delete(s.last, r)
		}
	}
	at := max(now, s.last[request]+1)
	s.last[request] = at
	return at
}

// send makes a signed call within a session. A call rejected for its session or
// signature was not carried out, so it is repeated once in a new session.
func (s *Supplier) send(ctx context.Context, method, path string, body any, personal string) (outbound.Response, delivery.Exchange, error) {
	raw, err := encode(body)
	if err != nil {
		return outbound.Response{}, delivery.Exchange{}, err
	}
	var stale string
	for {
		token, err := s.token(ctx, stale)
		if err != nil {
			return outbound.Response{}, delivery.Exchange{}, fmt.Errorf("nsgifts: session: %w", supplierhttp.AsUnreachable(err))
		}
		a, seen, err := s.sendOnce(ctx, method, path, token, raw, personal)
		if a.Status == http.StatusUnauthorized && stale == "" && errors.Is(err, delivery.ErrUnreachable) {
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

func (s *Supplier) sendOnce(ctx context.Context, method, path, token string, body []byte, personal string) (outbound.Response, delivery.Exchange, error) {
	at := s.timestamps.next(method+path+token+string(body), s.now().Unix())
	timestamp := strconv.FormatInt(at, 10)
	header := supplierhttp.JSON()
	header.Set("X-User-Id", s.cfg.UserID)
	header.Set("X-Timestamp", timestamp)
	header.Set("X-Signature", sign(s.key, method, prefix+path, "", timestamp, token, body))
	if token != "" {
		header.Set("X-Token", token)
	}
	return s.client.Send(ctx, supplierhttp.Call{Method: method, Path: prefix + path, Header: header, Body: body, PersonalData: []string{personal}})
}

// token returns the token of the current session, and renews the session if its token
// is stale or expires soon. Concurrent callers wait for one renewal.
func (s *Supplier) token(ctx context.Context, stale string) (string, error) {
	var current session
	select {
	case current = <-s.session:
	case <-ctx.Done():
		return "", fmt.Errorf("%w: %w", delivery.ErrUnreachable, ctx.Err())
	}
	defer func() { s.session <- current }()
	if current.token != "" && current.token != stale && s.now().Before(current.expires.Add(-renewBefore)) {
		return current.token, nil
	}
	body, err := encode(map[string]string{"login": s.cfg.Login, "password": s.cfg.Password})
	if err != nil {
		return "", err
	}
	a, _, err := s.sendOnce(ctx, http.MethodPost, "/get_token", "", body, "")
	if a.Status == http.StatusUnauthorized { // another instance may have sent the same signature in this second
		a, _, err = s.sendOnce(ctx, http.MethodPost, "/get_token", "", body, "")
	}
	var said struct {
		Token   string `json:"token"`
		Expires int64  `json:"expires_in"`
	}
	if err == nil {
		err = a.JSON(&said)
	}
	if err == nil && (!a.OK() || said.Token == "" || said.Expires <= 0) {
		err = supplierhttp.Unreadable(fmt.Sprintf("no token, status %d", a.Status))
	}
	if err != nil {
		return "", err
	}
	current = session{said.Token, s.now().Add(time.Duration(said.Expires) * time.Second)}
	return current.token, nil
}
