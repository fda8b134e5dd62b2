package nsgifts

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"larek/internal/sandbox/core"
)

const (
	maxClockSkew = time.Minute       // how far a timestamp may be off
	signatureTTL = 120 * time.Second // how long a used signature is remembered
	tokenTTL     = 2 * time.Hour
)

// sign signs the lines of a request: method, path, query, time, token, and the
// hash of the body. Without a token its line is absent, not empty.
func sign(secret, method, path, query, timestamp, token, body string) string {
	raw, err := base64.StdEncoding.DecodeString(secret)
	if err != nil {
		return "" // matches no signature
	}
	lines := []string{method, path, query, timestamp}
	if token != "" {
		lines = append(lines, token)
	}
	sum := sha256.Sum256([]byte(body))
	m := hmac.New(sha256.New, raw)
	_, _ = io.WriteString(m, strings.Join(append(lines, hex.EncodeToString(sum[:])), "\n"))
	return base64.StdEncoding.EncodeToString(m.Sum(nil))
}

// sessions holds the issued tokens and the used signatures. They are lost at a
// restart: the shop must request a new token.
type sessions struct {
	mu     sync.Mutex
	tokens map[string]time.Time
	used   map[string]time.Time
	swept  time.Time
}

// open issues a token.
func (n *sessions) open(now time.Time) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.tokens == nil {
		n.tokens = map[string]time.Time{}
	}
	token := rand.Text()
	n.tokens[token] = now.Add(tokenTTL)
	return token
}

func (n *sessions) valid(token string, now time.Time) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return now.Before(n.tokens[token])
}

// use records a signature and reports whether it was not used before.
func (n *sessions) use(signature string, now time.Time) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if now.Sub(n.swept).Abs() > signatureTTL {
		fresh := map[string]time.Time{}
		for s, at := range n.used {
			if now.Sub(at) < signatureTTL {
				fresh[s] = at
			}
		}
		n.used, n.swept = fresh, now
	}
	if at, known := n.used[signature]; known && now.Sub(at) < signatureTTL {
		return false
	}
	n.used[signature] = now
	return true
}

func (n *sessions) clear() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.tokens, n.used, n.swept = nil, nil, time.Time{}
}

// request has the fields of all bodies.
type request struct {
	Login     string      `json:"login"`
	Password  string      `json:"password"`
	SteamID   string      `json:"steam_id"`
	ServiceID json.Number `json:"service_id"`
	CustomID  string      `json:"custom_id"`
	Fields    []struct {
		Key   string `json:"key"`
		Value any    `json:"value"`
	} `json:"fields"`
}

// signed verifies the signature and, unless it is get_token, the token of a
// request, then calls fn.
func (s *Service) signed(operation string, withToken bool, fn func(http.ResponseWriter, *http.Request, request)) http.HandlerFunc {
	return s.core.Suppliers.Call(Name, operation, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, core.MaxBody))
		if err != nil {
			writeError(w, http.StatusBadRequest, "The body was not read")
			return
		}
		now, token, stamp, signature := s.core.Now(), "", r.Header.Get("X-Timestamp"), r.Header.Get("X-Signature")
		if withToken {
			token = r.Header.Get("X-Token")
		}
		sent, errTime := strconv.ParseInt(stamp, 10, 64)
		query, errQuery := url.QueryUnescape(r.URL.RawQuery)
		path := strings.TrimPrefix(r.URL.Path, Path)
		want := sign(Secret, r.Method, path, query, stamp, token, string(body))
		var in request
		switch {
		case r.Header.Get("X-User-Id") != UserID:
			writeError(w, http.StatusUnauthorized, "Unknown user")
		case errTime != nil || now.Sub(time.Unix(sent, 0)).Abs() > maxClockSkew:
			writeError(w, http.StatusUnauthorized, "Timestamp is out of range")
		case withToken && !s.sessions.valid(token, now):
			writeError(w, http.StatusUnauthorized, "Token is invalid or expired")
		case want == "" || errQuery != nil || !hmac.Equal([]byte(signature), []byte(want)):
			writeError(w, http.StatusUnauthorized, "Invalid signature")
		case !s.sessions.use(signature, now):
			writeError(w, http.StatusUnauthorized, "Signature has already been used")
		case len(body) > 0 && json.Unmarshal(body, &in) != nil:
			writeError(w, http.StatusBadRequest, "The body is not JSON")
		default:
			fn(w, r, in)
		}
	})
}

func writeError(w http.ResponseWriter, status int, detail string) {
	core.WriteJSON(w, status, map[string]string{"detail": detail})
}
