package mailbox

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"regexp"
	"strings"
	"time"

	"larek/internal/sandbox/core"
)

const (
	sessionTimeout = 2 * time.Minute
	maxRecipients  = 100
)

// ServeSMTP receives emails until the listener is closed. There is no TLS, and
// any login and password are accepted.
func (s *Service) ServeSMTP(l net.Listener) error {
	for {
		conn, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("sandbox: smtp: %w", err)
		}
		go func() {
			defer conn.Close()
			if err := s.serveConn(conn); err != nil && !errors.Is(err, io.EOF) {
				s.core.Log().Warn("serve an SMTP connection", "error", err)
			}
		}()
	}
}

// smtpSession is one SMTP connection.
type smtpSession struct {
	server *Service
	text   *textproto.Conn
	from   string
	to     []string
	begun  bool // MAIL was received
	over   bool
}

func (s *Service) serveConn(conn net.Conn) error {
	m := &smtpSession{server: s, text: textproto.NewConn(conn)}
	if err := m.reply(220, "sandbox ESMTP"); err != nil {
		return err
	}
	for !m.over {
		if err := conn.SetDeadline(time.Now().Add(sessionTimeout)); err != nil {
			return err
		}
		line, err := m.text.ReadLine()
		if err != nil {
			return err
		}
		verb, rest, _ := strings.Cut(line, " ")
		if err := m.handle(strings.ToUpper(verb), rest); err != nil {
			return err
		}
	}
	return nil
}

func (m *smtpSession) reply(code int, text string) error {
	return m.text.PrintfLine("%d %s", code, text)
}

func (m *smtpSession) handle(verb, rest string) error {
	switch verb {
	case "HELO":
		return m.reply(250, "sandbox")
	case "EHLO":
		return m.text.PrintfLine("250-sandbox\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-AUTH PLAIN\r\n250 SIZE %d", maxLetter)
	case "AUTH":
		return m.auth(rest)
	case "MAIL":
		return m.mail(rest)
	case "RCPT":
		return m.rcpt(rest)
	case "DATA":
		return m.data()
	case "RSET":
		m.from, m.to, m.begun = "", nil, false
		return m.reply(250, "forgotten")
	case "NOOP":
		return m.reply(250, "still here")
	case "QUIT":
		m.over = true
		return m.reply(221, "goodbye")
	}
	return m.reply(500, "unknown command")
}

// auth handles AUTH PLAIN, with or without an initial response.
func (m *smtpSession) auth(rest string) error {
	kind, response, _ := strings.Cut(rest, " ")
	if !strings.EqualFold(kind, "PLAIN") {
		return m.reply(504, "only PLAIN")
	}
	if response == "" {
		if err := m.text.PrintfLine("334 "); err != nil {
			return err
		}
		var err error
		if response, err = m.text.ReadLine(); err != nil {
			return err
		}
	}
	raw, err := base64.StdEncoding.DecodeString(response)
	if parts := strings.Split(string(raw), "\x00"); err != nil || len(parts) != 3 || parts[1] == "" {
		return m.reply(535, "not a login and a password")
	}
	return m.reply(235, "welcome")
}

var smtpPath = regexp.MustCompile(`(?i)^(FROM|TO):\s*<([^<>\s]*)>`)

func (m *smtpSession) mail(rest string) error {
	path := smtpPath.FindStringSubmatch(rest)
	if path == nil || !strings.EqualFold(path[1], "FROM") {
		return m.reply(501, "want MAIL FROM:<address>")
	}
	m.from, m.to, m.begun = path[2], nil, true
	return m.reply(250, "ok")
}

func (m *smtpSession) rcpt(rest string) error {
	path := smtpPath.FindStringSubmatch(rest)
	switch {
	case !m.begun:
		return m.reply(503, "MAIL comes first")
	case path == nil || !strings.EqualFold(path[1], "TO") || !strings.Contains(path[2], "@"):
		return m.reply(501, "want RCPT TO:<address>")
	case len(m.to) >= maxRecipients:
		return m.reply(452, "too many recipients")
	}
	m.to = append(m.to, path[2])
	return m.reply(250, "ok")
}

// data receives an email, or fails as the faults say: error_500 is a temporary
// failure, refuse a permanent one; timeout_after_accept and wrong_body record the
// email and disconnect; connection_reset does not record it.
func (m *smtpSession) data() error {
	if len(m.to) == 0 {
		return m.reply(503, "RCPT comes first")
	}
	if err := m.reply(354, "end with a dot"); err != nil {
		return err
	}
	raw, err := io.ReadAll(io.LimitReader(m.text.DotReader(), maxLetter+1))
	switch {
	case err != nil:
		return err
	case len(raw) > maxLetter:
		m.over = true // the rest of it is still to be read
		return m.reply(552, "the letter is too long")
	}
	from, to := m.from, m.to
	m.from, m.to, m.begun = "", nil, false
	fault, hit := m.server.core.Faults.Take(Name, "send")
	switch {
	case hit && fault.Kind == core.ConnectionReset:
		m.over = true
		return nil
	case hit && fault.Kind == core.Error500 && !fault.AfterAccept:
		return m.reply(451, "try again later")
	case hit && fault.Kind == core.Refuse:
		return m.reply(550, "no such mailbox")
	case hit && fault.Kind == core.Slow:
		m.server.core.Pause(time.Duration(fault.SlowMS) * time.Millisecond)
	}
	if err := m.server.record(from, to, raw); err != nil {
		return m.reply(554, strings.ReplaceAll(err.Error(), "\n", " "))
	}
	if hit && fault.Kind != core.Slow {
		m.over = true
		return nil
	}
	return m.reply(250, "kept")
}
