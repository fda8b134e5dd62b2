// Package sandbox plays every external service of the shop: it speaks their
// protocols, verifies our signatures as strictly as they do, and writes a
// journal of what happened.
package sandbox

import (
	"log/slog"
	"net"
	"net/http"

	"larek/internal/clock"
	"larek/internal/sandbox/console"
	"larek/internal/sandbox/core"
	"larek/internal/sandbox/mailbox"
)

// Config is what a sandbox is built from.
type Config struct {
	// Origin is the address of the sandbox for browsers and the shop, without a
	// slash at the end.
	Origin string
	// StateDir is the folder of the journal.
	StateDir string
	// Shop is the address of the shop for the webhooks whose address the protocols do
	// not carry. At the real services it is a setting of our account. They are not sent
	// if it is empty.
	Shop   string
	Clock  clock.Clock  // the system clock if nil
	Client *http.Client // sends webhooks; nil creates one
	Log    *slog.Logger // silent if nil
}

// Server is a running sandbox: an http.Handler that must be closed.
type Server struct {
	*core.Server
	mailbox *mailbox.Service
}

// New opens the journal, resumes unfinished work and returns a sandbox that is
// ready to serve.
func New(cfg Config) (*Server, error) {
	inbox := mailbox.New()
	server, err := core.New(core.Config{
		Origin: cfg.Origin, StateDir: cfg.StateDir, Services: append(core.Services(cfg.Shop), inbox), Console: console.Routes,
		Clock: cfg.Clock, Client: cfg.Client, Log: cfg.Log,
	})
	if err != nil {
		return nil, err
	}
	return &Server{server, inbox}, nil
}

// ServeSMTP receives emails until the listener is closed.
func (s *Server) ServeSMTP(l net.Listener) error { return s.mailbox.ServeSMTP(l) }
