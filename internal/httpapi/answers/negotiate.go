package answers

import (
	"strconv"
	"strings"
)

// accepted picks br, gzip or "" from an Accept-Encoding header. A coding
// with q=0 is refused; otherwise brotli wins, because it is smaller.
func accepted(header string) string {
	switch header { // what browsers and our edge send, read without parsing
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

// matches compares If-None-Match weakly, as conditional GET wants it.
func matches(header, etag string) bool {
	for part := range strings.SplitSeq(header, ",") {
		part = strings.TrimSpace(part)
		if part == "*" || strings.TrimPrefix(part, "W/") == etag {
			return true
		}
	}
	return false
}
