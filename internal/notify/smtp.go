package notify

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"time"

	"github.com/wneessen/go-mail"
)

// dialLimit bounds every step of the conversation.
const dialLimit = 20 * time.Second

// SMTP sends letters through a mail server.
type SMTP struct {
	host    string
	from    string
	options []mail.Option
}

// NewSMTP reads an address like smtp://user:password@host:587, or smtps:// for
// a server that speaks TLS from the first byte. A password is sent only over
// TLS or within this machine.
func NewSMTP(address, from string) (*SMTP, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || (u.Scheme != "smtp" && u.Scheme != "smtps") {
		return nil, errors.New("notify: want smtp://user:password@host:port") // the value may hold a password
	}
	if err := mail.NewMsg().From(from); err != nil {
		return nil, errors.New("notify: the sender is no mail address")
	}
	s := &SMTP{host: u.Hostname(), from: from, options: []mail.Option{mail.WithTimeout(dialLimit), mail.WithoutNoop()}}
	port := 587
	switch {
	case u.Scheme == "smtps":
		port = 465
		s.options = append(s.options, mail.WithSSL())
	case local(s.host):
		s.options = append(s.options, mail.WithTLSPolicy(mail.NoTLS))
	case u.User != nil:
		s.options = append(s.options, mail.WithTLSPolicy(mail.TLSMandatory))
	default:
		s.options = append(s.options, mail.WithTLSPolicy(mail.TLSOpportunistic))
	}
	if named, err := strconv.Atoi(u.Port()); err == nil {
		port = named
	}
	s.options = append(s.options, mail.WithPort(port))
	if password, ok := u.User.Password(); ok {
		s.options = append(s.options, mail.WithSMTPAuth(mail.SMTPAuthPlain), mail.WithUsername(u.User.Username()), mail.WithPassword(password))
	}
	if _, err := mail.NewClient(s.host, s.options...); err != nil {
		return nil, fmt.Errorf("notify: %w", err)
	}
	return s, nil
}

func local(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || (ip != nil && ip.IsLoopback())
}

// Send hands over one letter. Errors name no person: what the server says
// often repeats the address.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	letter, err := s.letter(m)
	if err != nil {
		return fmt.Errorf("%w: the letter cannot be written", ErrRefused)
	}
	client, err := mail.NewClient(s.host, s.options...)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	conn, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return fmt.Errorf("%w: connecting: %w", ErrRefused, err)
	}
	err = client.SendWithSMTPClient(conn, letter)
	// The letter's fate is settled; how the parting goes is of no interest.
	_ = client.CloseWithSMTPClient(conn)
	if err == nil || letter.IsDelivered() {
		return nil
	}
	var failed *mail.SendError
	if !errors.As(err, &failed) {
		return errors.New("notify: sending broke off")
	}
	switch failed.Reason {
	case mail.ErrWriteContent, mail.ErrAmbiguous:
		return fmt.Errorf("notify: sending broke off: %s", failed.Reason)
	case mail.ErrSMTPData, mail.ErrSMTPDataClose:
		if failed.ErrorCode() == 0 { // no answer
			return fmt.Errorf("notify: sending broke off: %s", failed.Reason)
		}
	}
	return fmt.Errorf("%w: %s, code %d", ErrRefused, failed.Reason, failed.ErrorCode())
}

func (s *SMTP) letter(m Message) (*mail.Msg, error) {
	letter := mail.NewMsg()
	if err := letter.From(s.from); err != nil {
		return nil, err
	}
	if err := letter.To(m.To); err != nil {
		return nil, err
	}
	letter.SetMessageIDWithValue(m.ID)
	letter.SetDate()
	letter.SetGenHeader("Auto-Submitted", "auto-generated")
	letter.Subject(m.Subject)
	letter.SetBodyString(mail.TypeTextPlain, m.Text)
	letter.AddAlternativeString(mail.TypeTextHTML, m.HTML)
	return letter, nil
}
