package sandbox

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
)

const (
	nsWindow  = time.Minute       // how far a timestamp may be off
	nsMemory  = 120 * time.Second // how long a used signature is remembered
	nsSession = 2 * time.Hour
)

// nsSign signs lines: method, path, query, time, token if there is one, and
// the hash of the body. The token's line is absent, not empty, without one.
func nsSign(secret, method, path, query, timestamp, token, body string) string {
	raw, err := base64.StdEncoding.DecodeString(secret)
	if err != nil {
		return "" // fits no signature
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

// nsSessions are the tokens given out and the signatures used up. A restart
// forgets them: the shop must ask for a new token.
type nsSessions struct {
	mu     sync.Mutex
	tokens map[string]time.Time
	used   map[string]time.Time
	swept  time.Time
}

// open gives out a token.
func (n *nsSessions) open(now time.Time) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.tokens == nil {
		n.tokens = map[string]time.Time{}
	}
	token := rand.Text()
	n.tokens[token] = now.Add(nsSession)
	return token
}

func (n *nsSessions) valid(token string, now time.Time) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return now.Before(n.tokens[token])
}

// use marks a signature; false if it was used before.
func (n *nsSessions) use(signature string, now time.Time) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if now.Sub(n.swept).Abs() > nsMemory {
		fresh := map[string]time.Time{}
		for s, at := range n.used {
			if now.Sub(at) < nsMemory {
				fresh[s] = at
			}
		}
		n.used, n.swept = fresh, now
	}
	if at, known := n.used[signature]; known && now.Sub(at) < nsMemory {
		return false
	}
	n.used[signature] = now
	return true
}

func (n *nsSessions) clear() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.tokens, n.used, n.swept = nil, nil, time.Time{}
}

// nsCall is the union of the bodies.
type nsCall struct {
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

// nsgifts checks who asks, then lets fn answer. Only get_token has no token.
func (s *Server) nsgifts(operation string, withToken bool, fn func(http.ResponseWriter, *http.Request, nsCall)) http.HandlerFunc {
	account := s.cfg.Accounts.NSGifts
	return s.supplierCall(NSGifts, operation, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			nsError(w, http.StatusBadRequest, "The body was not read")
			return
		}
		now, token, stamp, signature := s.now(), "", r.Header.Get("X-Timestamp"), r.Header.Get("X-Signature")
		if withToken {
			token = r.Header.Get("X-Token")
		}
		sent, errTime := strconv.ParseInt(stamp, 10, 64)
		query, errQuery := url.QueryUnescape(r.URL.RawQuery)
		path := strings.TrimPrefix(r.URL.Path, NSGiftsPath)
		want := nsSign(account.Secret, r.Method, path, query, stamp, token, string(body))
		var call nsCall
		switch {
		case r.Header.Get("X-User-Id") != account.UserID:
			nsError(w, http.StatusUnauthorized, "Unknown user")
		case errTime != nil || now.Sub(time.Unix(sent, 0)).Abs() > nsWindow:
			nsError(w, http.StatusUnauthorized, "Timestamp is out of range")
		case withToken && !s.nsSessions.valid(token, now):
			nsError(w, http.StatusUnauthorized, "Token is invalid or expired")
		case want == "" || errQuery != nil || !hmac.Equal([]byte(signature), []byte(want)):
			nsError(w, http.StatusUnauthorized, "Invalid signature")
		case !s.nsSessions.use(signature, now):
			nsError(w, http.StatusUnauthorized, "Signature has already been used")
		case len(body) > 0 && json.Unmarshal(body, &call) != nil:
			nsError(w, http.StatusBadRequest, "The body is not JSON")
		default:
			fn(w, r, call)
		}
	})
}

func nsError(w http.ResponseWriter, status int, detail string) {
	answerJSON(w, status, map[string]string{"detail": detail})
}
