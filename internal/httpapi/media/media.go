// Package media serves pictures.
package media

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"larek/internal/httpapi/httperr"
	"larek/internal/picture"
)

// Handler serves /media/{key}/{width}.{format}. The key is the hash of the picture,
// so the response never changes.
type Handler struct {
	Pictures  *picture.Store
	Responder *httperr.Responder
}

// ServeHTTP writes one variant of a picture.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key := picture.Key(chi.URLParam(r, "key"))
	size, format, _ := strings.Cut(chi.URLParam(r, "variant"), ".")
	width, err := strconv.Atoi(size)
	if err != nil {
		httperr.Write(w, httperr.ErrNotFound)
		return
	}
	f := picture.Format(format)
	data, err := h.Pictures.Variant(r.Context(), key, width, f)
	if errors.Is(err, picture.ErrNotFound) {
		httperr.Write(w, httperr.ErrNotFound)
		return
	}
	if err != nil {
		h.Responder.Fail(w, r, err)
		return
	}
	header := w.Header()
	header.Set("Content-Type", f.MediaType())
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Length", strconv.Itoa(len(data)))
	// The browser must treat it as a picture only, even when it is opened by
	// itself.
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	_, _ = w.Write(data)
}
