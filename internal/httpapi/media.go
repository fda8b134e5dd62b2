package httpapi

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"larek/internal/picture"
)

// serveMedia serves /media/{key}/{width}.{format}. The key is the hash of the
// picture, so the answer never changes.
func (s *server) serveMedia(w http.ResponseWriter, r *http.Request) {
	key := picture.Key(chi.URLParam(r, "key"))
	size, format, _ := strings.Cut(chi.URLParam(r, "variant"), ".")
	width, err := strconv.Atoi(size)
	if err != nil {
		writeProblem(w, errNotFound)
		return
	}
	f := picture.Format(format)
	data, err := s.pictures.Variant(r.Context(), key, width, f)
	if errors.Is(err, picture.ErrNotFound) {
		writeProblem(w, errNotFound)
		return
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.MediaType())
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Length", strconv.Itoa(len(data)))
	// A picture is only ever a picture, even opened by itself.
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	_, _ = w.Write(data)
}
