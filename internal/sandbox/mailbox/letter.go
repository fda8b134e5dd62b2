package mailbox

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strings"

	"larek/internal/sandbox/core"
)

const (
	maxLetter = 5 << 20
	maxNested = 5
)

// readLetter parses a message. The shop sends UTF-8 only.
func readLetter(raw []byte) (*core.Letter, error) {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("letter: %w", err)
	}
	l := &core.Letter{Header: map[string]string{}}
	var words mime.WordDecoder
	for name, values := range m.Header {
		value, err := words.DecodeHeader(strings.Join(values, ", "))
		if err != nil {
			return nil, fmt.Errorf("letter: %s: %w", name, err)
		}
		l.Header[name] = value
	}
	l.Subject, l.MessageID = l.Header["Subject"], l.Header["Message-Id"]
	return l, readPart(l, textproto.MIMEHeader(m.Header), m.Body, 0)
}

// readPart sets the first text and the first HTML of an email.
func readPart(l *core.Letter, header textproto.MIMEHeader, body io.Reader, depth int) error {
	kind, params, err := mime.ParseMediaType(cmp.Or(header.Get("Content-Type"), "text/plain"))
	if err != nil {
		return fmt.Errorf("letter: content type: %w", err)
	}
	if strings.HasPrefix(kind, "multipart/") && depth < maxNested {
		parts := multipart.NewReader(body, params["boundary"])
		for {
			part, err := parts.NextRawPart()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err == nil {
				err = readPart(l, part.Header, part, depth+1)
			}
			if err != nil {
				return fmt.Errorf("letter: part: %w", err)
			}
		}
	}
	switch strings.ToLower(header.Get("Content-Transfer-Encoding")) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	content, err := io.ReadAll(body)
	switch {
	case err != nil:
		return fmt.Errorf("letter: body: %w", err)
	case kind == "text/plain" && l.Text == "":
		l.Text = string(content)
	case kind == "text/html" && l.HTML == "":
		l.HTML = string(content)
	}
	return nil
}
