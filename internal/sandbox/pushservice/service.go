// Package pushservice plays browsers and the service that brings pushes to them: it checks who
// sends, and decrypts what comes with the browser's key.
package pushservice

import (
	"crypto/ecdh"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"larek/internal/sandbox/core"
)

const (
	// Path replaces the host of the push service.
	Path = "/push"
	// Name identifies the push service in faults; its operation is send.
	Name = "push"
	// Key is the setting of a shop that uses the sandbox.
	Key = "c2FuZGJveC1wdXNoLWtleS1vZi10aGUtc2FuZGJveC0="
)

// Service is the played push service. Nothing of it survives a restart.
type Service struct {
	core *core.Server

	mu       sync.Mutex // guards what follows
	browsers map[string]*browser
	last     int
}

// browser is one subscription.
type browser struct {
	key      *ecdh.PrivateKey
	auth     []byte
	sender   string // the only one that may send to it
	isGone   bool
	messages []message
}

// message is what a browser got.
type message struct {
	Text    string    `json:"text"`
	TTL     int       `json:"ttl"`
	Urgency string    `json:"urgency"`
	At      time.Time `json:"at"`
}

func init() {
	core.Register(func(string) core.Service { return &Service{browsers: map[string]*browser{}} })
}

// Name implements core.Service.
func (*Service) Name() string { return Name }

// Env implements core.Service.
func (*Service) Env(origin string) map[string]string {
	return map[string]string{"LAREK_PUSH_KEY": Key, "LAREK_PUSH_SERVICE": origin + Path}
}

// Routes implements core.Service.
func (s *Service) Routes(r chi.Router, c *core.Server) {
	s.core = c
	r.Post(Path+"/{id}", c.WithFaults(Name, "send", s.receive))
}

// Control implements core.Controller.
func (s *Service) Control(r chi.Router) {
	r.Post("/push", s.subscribe)
	r.Get("/push/{id}", s.listMessages)
	r.Delete("/push/{id}", s.unsubscribe)
}

// Reset implements core.Resetter.
func (s *Service) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.browsers)
}

// receive takes a message, as RFC 8030, section 5.
func (s *Service) receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxMessage+1))
	if err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.browsers[core.URLParam(r, "id")]
	ttl, ttlErr := strconv.Atoi(r.Header.Get("TTL"))
	switch {
	case b == nil:
		http.Error(w, "no such subscription", http.StatusNotFound)
		return
	case b.isGone:
		http.Error(w, "the subscription has ended", http.StatusGone)
		return
	case ttlErr != nil || r.Header.Get("Content-Encoding") != "aes128gcm":
		http.Error(w, "want TTL and aes128gcm", http.StatusBadRequest)
		return
	case len(body) > maxMessage:
		http.Error(w, "too large", http.StatusRequestEntityTooLarge)
		return
	}
	if err := checkSender(r.Header.Get("Authorization"), b.sender, s.core.Origin(), s.core.Now()); err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	text, err := decrypt(b.key, b.auth, body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	b.messages = append(b.messages, message{Text: string(text), TTL: ttl, Urgency: r.Header.Get("Urgency"), At: s.core.Now()})
	w.WriteHeader(http.StatusCreated)
}

// subscribe plays a browser that agrees to get messages of one sender.
func (s *Service) subscribe(w http.ResponseWriter, r *http.Request) {
	var c struct {
		Key string `json:"key"`
	}
	if !core.ReadCommand(w, r, &c) {
		return
	}
	if _, err := publicKey(c.Key); err != nil {
		core.ControlError(w, http.StatusBadRequest, fmt.Errorf("key: %w", err))
		return
	}
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		s.core.InternalError(w, err)
		return
	}
	b := &browser{key: key, auth: make([]byte, 16), sender: c.Key}
	_, _ = rand.Read(b.auth) // never fails
	s.mu.Lock()
	s.last++
	id := strconv.Itoa(s.last)
	s.browsers[id] = b
	s.mu.Unlock()
	core.WriteJSON(w, http.StatusOK, map[string]string{
		"id": id, "endpoint": s.core.Origin() + Path + "/" + id, "p256dh": base64url.EncodeToString(key.PublicKey().Bytes()), "auth": base64url.EncodeToString(b.auth),
	})
}

// listMessages answers with what a browser got, oldest first.
func (s *Service) listMessages(w http.ResponseWriter, r *http.Request) {
	s.withBrowser(w, r, func(b *browser) any { return append([]message{}, b.messages...) })
}

// unsubscribe plays a browser that agrees no more.
func (s *Service) unsubscribe(w http.ResponseWriter, r *http.Request) {
	s.withBrowser(w, r, func(b *browser) any {
		b.isGone = true
		return map[string]bool{"gone": true}
	})
}

func (s *Service) withBrowser(w http.ResponseWriter, r *http.Request, do func(b *browser) any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.browsers[core.URLParam(r, "id")]
	if b == nil {
		core.ControlError(w, http.StatusNotFound, errors.New("no such browser"))
		return
	}
	core.WriteJSON(w, http.StatusOK, do(b))
}
