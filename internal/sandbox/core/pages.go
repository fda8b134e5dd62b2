package core

import (
	"embed"
	"html/template"
	"io/fs"
	"net/http"
	"time"
)

//go:embed pages/layout.html
var layout embed.FS

// Pages are HTML templates with the common layout.
type Pages struct{ templates *template.Template }

// NewPages parses the pages/*.html of a file system. It panics if they are not
// valid, because they are inside the binary.
func NewPages(files fs.FS) Pages {
	t := template.Must(template.ParseFS(layout, "pages/*.html"))
	return Pages{template.Must(t.ParseFS(files, "pages/*.html"))}
}

// Render answers with a page.
func (s *Server) Render(w http.ResponseWriter, pages Pages, name string, data any) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if err := pages.templates.ExecuteTemplate(w, name, data); err != nil {
		s.log.Error("render a page", "page", name, "error", err)
	}
}

// PageTime formats a time for the pages.
func PageTime(t time.Time) string { return t.In(Moscow).Format("02.01 15:04:05") + " МСК" }

// ListLimit is how many items the pages list.
const ListLimit = 50
