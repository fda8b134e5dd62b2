package respcache

import (
	"strconv"
	"strings"
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
