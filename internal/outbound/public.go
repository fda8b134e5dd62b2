package outbound

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"syscall"
	"time"
)

var errNotPublic = errors.New("not a public address")

// special are networks that are not the public internet, besides those netip knows: shared,
// for tests and documents, reserved, or carrying an IPv4 address inside.
var special = parsePrefixes(
	"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
	"64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "fec0::/10",
)

func parsePrefixes(texts ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(texts))
	for i, s := range texts {
		list[i] = netip.MustParsePrefix(s)
	}
	return list
}

// IsPublic reports whether an address is one of the public internet.
func IsPublic(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && !slices.ContainsFunc(special, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// Public returns a client for addresses that others give: it connects to public ones alone,
// whatever a name leads to at that moment.
func Public() *http.Client {
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: func(_, address string, _ syscall.RawConn) error {
		if at, err := netip.ParseAddrPort(address); err != nil || !IsPublic(at.Addr()) {
			return errNotPublic
		}
		return nil
	}}
	// A proxy would dial for us.
	return &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, ForceAttemptHTTP2: true, IdleConnTimeout: time.Minute}}
}
