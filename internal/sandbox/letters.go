package sandbox

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/http"
	"net/mail"
	"net/textproto"
	"slices"
	"strings"
	"time"
)

// Sent is the entry of a letter.
const Sent What = "letter"

// Letter is one letter that reached the inbox.
type Letter struct {
	N         int64     `json:"n"`
	At        time.Time `json:"at"`
	From      string    `json:"from"` // of the envelope, like To
	To        []string  `json:"to"`
	Subject   string    `json:"subject"`
	MessageID string    `json:"message_id"`
	// Header is of the whole letter, with words decoded.
	Header map[string]string `json:"header"`
	Text   string            `json:"text"`
	HTML   string            `json:"html"`
}

const (
	maxLetter = 5 << 20
	maxNested = 5
)

// readLetter takes a message apart. The shop writes UTF-8 alone.
func readLetter(raw []byte) (*Letter, error) {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("letter: %w", err)
	}
	l := &Letter{Header: map[string]string{}}
	var words mime.WordDecoder
	for name, values := range m.Header {
		value, err := words.DecodeHeader(strings.Join(values, ", "))
		if err != nil {
			return nil, fmt.Errorf("letter: %s: %w", name, err)
		}
		l.Header[name] = value
	}
	l.Subject, l.MessageID = l.Header["Subject"], l.Header["Message-Id"]
	return l, l.readPart(textproto.MIMEHeader(m.Header), m.Body, 0)
}

// readPart keeps the first text and the first HTML it meets.
func (l *Letter) readPart(header textproto.MIMEHeader, body io.Reader, depth int) error {
	kind, params, err := mime.ParseMediaType(pickText(header.Get("Content-Type"), "text/plain"))
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
				err = l.readPart(part.Header, part, depth+1)
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

// keepLetter puts a letter on record.
func (s *Server) keepLetter(from string, to []string, raw []byte) error {
	l, err := readLetter(raw)
	if err != nil {
		return err
	}
	l.From, l.To = from, to
	return s.do(func(b *book) error {
		l.N, l.At = b.n+1, s.now()
		e := Entry{N: l.N, At: l.At, What: Sent, Provider: "smtp", Reference: l.MessageID, Letter: l}
		s.record.append(e)
		b.apply(e)
		return nil
	})
}

// letters are those to an address, or all, newest first.
func (s *Server) letters(to string, limit int) ([]*Letter, error) {
	list := []*Letter{}
	err := s.do(func(b *book) error {
		for i := len(b.letters) - 1; i >= 0 && len(list) < limit; i-- {
			l := b.letters[i]
			if to == "" || slices.ContainsFunc(l.To, func(a string) bool { return strings.EqualFold(a, to) }) {
				list = append(list, l)
			}
		}
		return nil
	})
	return list, err
}

func (s *Server) controlLetters(w http.ResponseWriter, r *http.Request) {
	limit, ok := small(r.URL.Query().Get("limit"))
	if !ok || limit <= 0 {
		limit = listLimit
	}
	list, err := s.letters(r.URL.Query().Get("to"), limit)
	if err != nil {
		s.broken(w, err)
		return
	}
	answerJSON(w, http.StatusOK, list)
}
