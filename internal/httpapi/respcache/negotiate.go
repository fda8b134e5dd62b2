package respcache

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"larek/internal/dataversion"
)

// accepted returns br, gzip or "" for an Accept-Encoding header. A coding with q=0
// is not accepted; otherwise brotli is preferred, because it is smaller.
func accepted(header string) string {
	switch header { // the common headers of browsers and our edge, without parsing
	case "":
		return ""
	case "br", "gzip, deflate, br", "gzip, deflate, br, zstd":
		return "br"
	case "gzip":
		return "gzip"
	}
	gzip := false
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		if q, ok := strings.CutPrefix(strings.TrimSpace(params), "q="); ok {
			if v, err := strconv.ParseFloat(q, 64); err != nil || v == 0 {
				continue
			}
		}
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "br":
			return "br"
		case "gzip":
			gzip = true
		}
	}
	if gzip {
		return "gzip"
	}
	return ""
}

// matches reports whether If-None-Match contains the tag, by weak comparison.
func matches(header, etag string) bool {
	for part := range strings.SplitSeq(header, ",") {
		part = strings.TrimSpace(part)
		if part == "*" || strings.TrimPrefix(part, "W/") == etag {
			return true
		}
	}
	return false
}

// sharedCaching is the header of responses that are the same for every caller. The
// edge may cache one for a minute and serve it while it fetches the next; a browser
// revalidates every time and mostly receives 304.
const sharedCaching = "public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400"

// Policy sets how long a response of one operation is valid.
type Policy struct {
	// Scopes are the data the response is made of: it is valid until the version of
	// one changes.
	Scopes []dataversion.Scope
	// TTL bounds the age of a response that no version covers. Orders, for one, are
	// delivered all the time, so that a version would change with every request.
	TTL time.Duration
	// Params are the query parameters the response depends on; others are ignored.
	Params []string
}

// cacheControl returns the header for browsers and proxies.
func (p *Policy) cacheControl() string {
	if p.TTL > 0 {
		return fmt.Sprintf("public, max-age=0, s-maxage=%d", int(p.TTL.Seconds()))
	}
	return sharedCaching
}
