package email

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/url"
	"strconv"
	"time"

	"github.com/wneessen/go-mail"
)

// dialTimeout bounds every step of an SMTP session.
const dialTimeout = 20 * time.Second

var errNotAnAddress = errors.New("email: the recipient is not an address alone")

// SMTP sends emails through a mail server.
type SMTP struct {
	host    string
	from    netmail.Address // without a name, the shop is the sender
	options []mail.Option
}

// NewSMTP parses an address like smtp://user:password@host:587, or smtps:// for
// implicit TLS. A password is sent only over TLS or to the local host.
func NewSMTP(address, from string) (*SMTP, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || (u.Scheme != "smtp" && u.Scheme != "smtps") {
		return nil, errors.New("email: want smtp://user:password@host:port") // the value may contain a password
	}
	sender, err := netmail.ParseAddress(from)
	if err != nil {
		return nil, errors.New("email: invalid sender address")
	}
	s := &SMTP{host: u.Hostname(), from: *sender, options: []mail.Option{mail.WithTimeout(dialTimeout), mail.WithoutNoop()}}
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
		return nil, fmt.Errorf("email: %w", err)
	}
	return s, nil
}

func local(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || (ip != nil && ip.IsLoopback())
}

// Send sends one email. Its errors contain no personal data: replies of
// servers often repeat the address.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	msg, err := s.build(m)
	if err != nil {
		return fmt.Errorf("%w: invalid message", ErrRefused)
	}
	client, err := mail.NewClient(s.host, s.options...)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	conn, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return fmt.Errorf("%w: connect: %w", ErrRefused, err)
	}
	err = client.SendWithSMTPClient(conn, msg)
	// The outcome is known; an error of QUIT does not matter.
	_ = client.CloseWithSMTPClient(conn)
	if err == nil || msg.IsDelivered() {
		return nil
	}
	var failed *mail.SendError
	if !errors.As(err, &failed) {
		return errors.New("email: connection lost while sending")
	}
	switch failed.Reason {
	case mail.ErrWriteContent, mail.ErrAmbiguous:
		return fmt.Errorf("email: connection lost while sending: %s", failed.Reason)
	case mail.ErrSMTPData, mail.ErrSMTPDataClose:
		if failed.ErrorCode() == 0 { // no reply
			return fmt.Errorf("email: connection lost while sending: %s", failed.Reason)
		}
	}
	return fmt.Errorf("%w: %s, code %d", ErrRefused, failed.Reason, failed.ErrorCode())
}

func (s *SMTP) build(m Message) (*mail.Msg, error) {
	msg := mail.NewMsg()
	if err := msg.FromFormat(cmp.Or(s.from.Name, m.Shop), s.from.Address); err != nil {
		return nil, err
	}
	// Read as a header, a text that is more than an address names another mailbox than it
	// was compared by.
	if to, err := netmail.ParseAddress(m.To); err != nil || to.Name != "" || to.Address != m.To {
		return nil, errNotAnAddress
	}
	if err := msg.To(m.To); err != nil {
		return nil, err
	}
	msg.SetMessageIDWithValue(m.ID)
	msg.SetDate()
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.Subject(m.Subject)
	msg.SetBodyString(mail.TypeTextPlain, m.Text)
	msg.AddAlternativeString(mail.TypeTextHTML, m.HTML)
	return msg, nil
}
