// Package mailbox plays the mail server: it receives every email of the shop by
// SMTP and shows it on the inbox pages.
package mailbox

import (
	"cmp"
	"embed"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"larek/internal/sandbox/core"
)

// Name identifies the mail server in faults and the journal.
const Name = "smtp"

//go:embed pages/*.html
var pageFiles embed.FS

var pages = core.NewPages(pageFiles)

// Service is the played mail server.
type Service struct{ core *core.Server }

// New returns the mail server.
func New() *Service { return &Service{} }

// Name implements core.Service.
func (*Service) Name() string { return Name }

// Env implements core.Service. The mail server is not at the origin, see SMTPEnv.
func (*Service) Env(string) map[string]string { return nil }

// SMTPEnv returns the settings of a shop that sends its emails to an address.
func SMTPEnv(addr string) map[string]string {
	return map[string]string{"LAREK_SMTP_URL": "smtp://" + addr}
}

// Routes implements core.Service: the inbox pages.
func (s *Service) Routes(r chi.Router, c *core.Server) {
	s.core = c
	r.Get("/inbox", s.inboxPage)
	r.Get("/inbox/{n}", s.letterPage)
	r.Get("/inbox/{n}/html", s.letterHTML)
}

// Control implements core.Controller.
func (s *Service) Control(r chi.Router) { r.Get("/letters", s.listLetters) }

// record writes an email to the journal.
func (s *Service) record(from string, to []string, raw []byte) error {
	l, err := readLetter(raw)
	if err != nil {
		return err
	}
	l.From, l.To = from, to
	return s.core.Do(func(st *core.State) error {
		s.core.AddLetter(st, l)
		return nil
	})
}

// letters returns the letters to an address, or all, newest first.
func (s *Service) letters(to string, limit int) ([]*core.Letter, error) {
	list := []*core.Letter{}
	err := s.core.Do(func(st *core.State) error {
		for _, l := range slices.Backward(st.Letters()) {
			if len(list) >= limit {
				break
			}
			if to == "" || slices.ContainsFunc(l.To, func(a string) bool { return strings.EqualFold(a, to) }) {
				list = append(list, l)
			}
		}
		return nil
	})
	return list, err
}

func (s *Service) listLetters(w http.ResponseWriter, r *http.Request) {
	limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
	if err != nil || limit <= 0 {
		limit = core.DefaultLimit
	}
	list, err := s.letters(r.URL.Query().Get("to"), limit)
	s.core.ControlResult(w, list, err)
}

func (s *Service) inboxPage(w http.ResponseWriter, r *http.Request) {
	page := struct {
		Title, To string
		Letters   []letterView
	}{Title: "Письма", To: r.URL.Query().Get("to")}
	list, err := s.letters(page.To, core.ListLimit)
	if err != nil {
		s.core.InternalError(w, err)
		return
	}
	for _, l := range list {
		page.Letters = append(page.Letters, viewLetter(l))
	}
	s.core.Render(w, pages, "inbox.html", page)
}

// letterView is a letter as the pages show it.
type letterView struct {
	Title, Path, Subject, From, To, At, Text string
	HasHTML                                  bool
}

func viewLetter(l *core.Letter) letterView {
	return letterView{
		Title: l.Subject, Path: "/inbox/" + url.PathEscape(strconv.FormatInt(l.N, 10)), Subject: cmp.Or(l.Subject, "Без темы"),
		From: l.From, To: strings.Join(l.To, ", "), At: core.PageTime(l.At), Text: l.Text, HasHTML: l.HTML != "",
	}
}

// find returns the email of a page, or answers 404 and returns nil.
func (s *Service) find(w http.ResponseWriter, r *http.Request) *core.Letter {
	var found *core.Letter
	err := s.core.Do(func(st *core.State) error {
		for _, l := range st.Letters() {
			if strconv.FormatInt(l.N, 10) == core.URLParam(r, "n") {
				found = l
			}
		}
		return nil
	})
	switch {
	case err != nil:
		s.core.InternalError(w, err)
		return nil
	case found == nil:
		http.Error(w, "Такого письма нет.", http.StatusNotFound)
	}
	return found
}

func (s *Service) letterPage(w http.ResponseWriter, r *http.Request) {
	if l := s.find(w, r); l != nil {
		s.core.Render(w, pages, "letter.html", viewLetter(l))
	}
}

// letterHTML serves the content of the frame. The policy lets a letter neither
// run nor load anything.
func (s *Service) letterHTML(w http.ResponseWriter, r *http.Request) {
	l := s.find(w, r)
	if l == nil {
		return
	}
	w.Header().Set("Content-Security-Policy", "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write([]byte(l.HTML)) //nolint:gosec // the policy above makes it harmless
}
