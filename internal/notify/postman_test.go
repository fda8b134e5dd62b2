package notify_test

import (
	"bufio"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"
)

// postman is a mail server that can be told to misbehave.
type postman struct {
	t        *testing.T
	listener net.Listener

	mu       sync.Mutex
	letters  []*mail.Message
	refusing bool // says no to every recipient
	silent   bool // takes the letter and hangs up without a word
}

func newPostman(t *testing.T) *postman {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // closed below
	if err != nil {
		t.Fatal(err)
	}
	p := &postman{t: t, listener: l}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(c)
		}
	}()
	return p
}

func (p *postman) url() string { return "smtp://shop:secret@" + p.listener.Addr().String() }

func (p *postman) set(refusing, silent bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refusing, p.silent = refusing, silent
}

func (p *postman) got() []*mail.Message {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.letters
}

func (p *postman) serve(c net.Conn) {
	defer c.Close() //nolint:errcheck // a test
	in := bufio.NewReader(c)
	say := func(line string) { _, _ = c.Write([]byte(line + "\r\n")) }
	say("220 post office")
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		p.mu.Lock()
		refusing, silent := p.refusing, p.silent
		p.mu.Unlock()
		switch verb := strings.ToUpper(strings.Fields(line)[0]); {
		case verb == "EHLO":
			say("250-post office\r\n250-8BITMIME\r\n250 AUTH PLAIN")
		case verb == "AUTH":
			say("235 welcome")
		case verb == "RCPT" && refusing:
			say("450 buyer@example.test: come back later")
		case verb == "DATA":
			say("354 go on")
			p.take(in)
			if silent {
				return
			}
			say("250 taken")
		case verb == "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}

func (p *postman) take(in *bufio.Reader) {
	var text strings.Builder
	for {
		line, err := in.ReadString('\n')
		if err != nil || line == ".\r\n" {
			break
		}
		text.WriteString(strings.TrimPrefix(line, "."))
	}
	m, err := mail.ReadMessage(strings.NewReader(text.String()))
	if err != nil {
		p.t.Errorf("unreadable letter: %v", err)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.letters = append(p.letters, m)
}
