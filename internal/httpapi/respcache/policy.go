package respcache

import (
	"fmt"
	"time"

	"larek/internal/dataversion"
)

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
