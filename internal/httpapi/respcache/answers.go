// Package respcache caches whole encoded answers: body, compressed bodies and
// entity tag. A hit is a map lookup and a write.
package respcache

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"net/http"
	"strconv"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// Response is an encoded 200 answer with its compressed forms and headers prepared.
type Response struct {
	etag        string
	plain       form
	gzip        *form // nil for a small body, and so is brotli
	brotli      *form
	notModified http.Header // of a 304
}

// form is the answer in one encoding. Its header is shared by all requests and must
// not be changed.
type form struct {
	header http.Header
	body   []byte
}

// minCompress is the size below which compression costs more than it saves.
const minCompress = 860

// New encodes a body once. cacheControl is the header for browsers and proxies.
func New(body []byte, contentType, cacheControl string) *Response {
	sum := sha256.Sum256(body)
	etag := `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
	common := http.Header{
		"Content-Type":           {contentType},
		"Cache-Control":          {cacheControl},
		"Vary":                   {"Accept-Encoding"},
		"X-Content-Type-Options": {"nosniff"},
		"Etag":                   {etag},
	}
	a := &Response{etag: etag, notModified: common, plain: *newForm(common, "", body)}
	if len(body) >= minCompress {
		a.gzip, a.brotli = newForm(common, "gzip", gzipped(body)), newForm(common, "br", brotlied(body))
	}
	return a
}

func newForm(common http.Header, encoding string, body []byte) *form {
	h := common.Clone()
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	if encoding != "" {
		h["Content-Encoding"] = []string{encoding}
	}
	return &form{header: h, body: body}
}

// Size returns the memory the answer takes, roughly.
func (a *Response) Size() int {
	size := len(a.plain.body) + 2048
	if a.gzip != nil {
		size += len(a.gzip.body) + len(a.brotli.body)
	}
	return size
}

// Serve writes the answer in the best encoding the caller accepts, or a 304.
func (a *Response) Serve(w http.ResponseWriter, r *http.Request) {
	if none := r.Header["If-None-Match"]; none != nil && matches(none[0], a.etag) {
		maps.Copy(w.Header(), a.notModified)
		w.WriteHeader(http.StatusNotModified)
		return
	}
	f := &a.plain
	if a.gzip != nil {
		switch accepted(r.Header.Get("Accept-Encoding")) {
		case "br":
			f = a.brotli
		case "gzip":
			f = a.gzip
		}
	}
	maps.Copy(w.Header(), f.header)
	if r.Method == http.MethodHead {
		w.WriteHeader(http.StatusOK)
		return
	}
	_, _ = w.Write(f.body) // an error means that the caller has disconnected
}

func gzipped(body []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, _ = w.Write(body)
	_ = w.Close()
	return b.Bytes()
}

func brotlied(body []byte) []byte {
	var b bytes.Buffer
	// Level 5 is within a few percent of 11 at a fiftieth of the time, and on a
	// miss a caller waits for it.
	w := brotli.NewWriterLevel(&b, 5)
	_, _ = w.Write(body)
	_ = w.Close()
	return b.Bytes()
}
