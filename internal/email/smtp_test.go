package email_test

import (
	"bufio"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"
)

// mailServer is a mail server that can be made to fail.
type mailServer struct {
	t        *testing.T
	listener net.Listener

	mu       sync.Mutex
	messages []*mail.Message
	refusing bool // refuses every recipient
	silent   bool // accepts the message and closes the connection without a reply
}

func newMailServer(t *testing.T) *mailServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // closed below
	if err != nil {
		t.Fatal(err)
	}
	p := &mailServer{t: t, listener: l}
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

func (p *mailServer) url() string { return "smtp://shop:secret@" + p.listener.Addr().String() }

func (p *mailServer) set(refusing, silent bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refusing, p.silent = refusing, silent
}

func (p *mailServer) got() []*mail.Message {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.messages
}

func (p *mailServer) serve(c net.Conn) {
	defer c.Close() //nolint:errcheck // a test
	in := bufio.NewReader(c)
	reply := func(line string) { _, _ = c.Write([]byte(line + "\r\n")) }
	reply("220 post office")
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
			reply("250-post office\r\n250-8BITMIME\r\n250 AUTH PLAIN")
		case verb == "AUTH":
			reply("235 welcome")
		case verb == "RCPT" && refusing:
			reply("450 buyer@example.test: come back later")
		case verb == "DATA":
			reply("354 go on")
			p.readMessage(in)
			if silent {
				return
			}
			reply("250 taken")
		case verb == "QUIT":
			reply("221 bye")
			return
		default:
			reply("250 ok")
		}
	}
}

func (p *mailServer) readMessage(in *bufio.Reader) {
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
		p.t.Errorf("parse message: %v", err)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.messages = append(p.messages, m)
}
