package sandbox

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
)

const (
	smtpPatience   = 2 * time.Minute
	smtpRecipients = 100
)

// ServeSMTP takes letters in until the listener is closed. There is no TLS:
// it is for one machine's own talk. Any login and password are right.
func (s *Server) ServeSMTP(l net.Listener) error {
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
			if err := s.smtpTalk(conn); err != nil && !errors.Is(err, io.EOF) {
				s.log.Warn("a letter's connection broke", "error", err)
			}
		}()
	}
}

// mailing is one talk over SMTP.
type mailing struct {
	server *Server
	text   *textproto.Conn
	from   string
	to     []string
	begun  bool // MAIL was said
	over   bool
}

func (s *Server) smtpTalk(conn net.Conn) error {
	m := &mailing{server: s, text: textproto.NewConn(conn)}
	if err := m.say(220, "sandbox ESMTP"); err != nil {
		return err
	}
	for !m.over {
		if err := conn.SetDeadline(time.Now().Add(smtpPatience)); err != nil {
			return err
		}
		line, err := m.text.ReadLine()
		if err != nil {
			return err
		}
		verb, rest, _ := strings.Cut(line, " ")
		if err := m.obey(strings.ToUpper(verb), rest); err != nil {
			return err
		}
	}
	return nil
}

func (m *mailing) say(code int, words string) error { return m.text.PrintfLine("%d %s", code, words) }

func (m *mailing) obey(verb, rest string) error {
	switch verb {
	case "HELO":
		return m.say(250, "sandbox")
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
		return m.say(250, "forgotten")
	case "NOOP":
		return m.say(250, "still here")
	case "QUIT":
		m.over = true
		return m.say(221, "goodbye")
	}
	return m.say(500, "unknown command")
}

// auth reads AUTH PLAIN, with the response at once or when asked for.
func (m *mailing) auth(rest string) error {
	kind, response, _ := strings.Cut(rest, " ")
	if !strings.EqualFold(kind, "PLAIN") {
		return m.say(504, "only PLAIN")
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
		return m.say(535, "not a login and a password")
	}
	return m.say(235, "welcome")
}

var smtpPath = regexp.MustCompile(`(?i)^(FROM|TO):\s*<([^<>\s]*)>`)

func (m *mailing) mail(rest string) error {
	path := smtpPath.FindStringSubmatch(rest)
	if path == nil || !strings.EqualFold(path[1], "FROM") {
		return m.say(501, "want MAIL FROM:<address>")
	}
	m.from, m.to, m.begun = path[2], nil, true
	return m.say(250, "ok")
}

func (m *mailing) rcpt(rest string) error {
	path := smtpPath.FindStringSubmatch(rest)
	switch {
	case !m.begun:
		return m.say(503, "MAIL comes first")
	case path == nil || !strings.EqualFold(path[1], "TO") || !strings.Contains(path[2], "@"):
		return m.say(501, "want RCPT TO:<address>")
	case len(m.to) >= smtpRecipients:
		return m.say(452, "too many recipients")
	}
	m.to = append(m.to, path[2])
	return m.say(250, "ok")
}

// data takes the letter in, or fails as it was told to: error_500 is a passing
// failure, refuse a lasting one, timeout_after_accept and wrong_body keep the
// letter and break off, connection_reset does not keep it.
func (m *mailing) data() error {
	if len(m.to) == 0 {
		return m.say(503, "RCPT comes first")
	}
	if err := m.say(354, "end with a dot"); err != nil {
		return err
	}
	raw, err := io.ReadAll(io.LimitReader(m.text.DotReader(), maxLetter+1))
	switch {
	case err != nil:
		return err
	case len(raw) > maxLetter:
		m.over = true // the rest of it is still on the wire
		return m.say(552, "the letter is too long")
	}
	from, to := m.from, m.to
	m.from, m.to, m.begun = "", nil, false
	fault, hit := m.server.faults.take("smtp", "send", false)
	switch {
	case hit && fault.Kind == ConnectionReset:
		m.over = true
		return nil
	case hit && fault.Kind == Error500 && !fault.AfterAccept:
		return m.say(451, "try again later")
	case hit && fault.Kind == Refuse:
		return m.say(550, "no such mailbox")
	case hit && fault.Kind == Slow:
		m.server.mu.Lock()
		life := m.server.life
		m.server.mu.Unlock()
		pause(life, min(time.Duration(fault.SlowMS)*time.Millisecond, maxHold))
	}
	if err := m.server.keepLetter(from, to, raw); err != nil {
		return m.say(554, strings.ReplaceAll(err.Error(), "\n", " "))
	}
	if hit && fault.Kind != Slow {
		m.over = true
		return nil
	}
	return m.say(250, "kept")
}
