// Package address returns the network address a request comes from.
package address

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Exact returns the whole address a request comes from, as the edge reports it.
func Exact(r *http.Request) (netip.Addr, error) {
	given := r.Header.Get("X-Forwarded-For")
	if given == "" {
		given, _, _ = net.SplitHostPort(r.RemoteAddr)
	}
	ip, err := netip.ParseAddr(strings.TrimSpace(given[strings.LastIndexByte(given, ',')+1:]))
	return ip.Unmap(), err
}

// Networks returns the networks a request comes from, smallest first: for IPv6 the /64 of
// Of, the /56 and the /48 that contain it, which providers give to one customer; for IPv4
// the address alone. It is empty where Of is.
func Networks(r *http.Request) []string {
	smallest := Of(r)
	if smallest == "" {
		return nil
	}
	networks := []string{smallest}
	if p, err := netip.ParsePrefix(smallest); err == nil {
		for _, bits := range []int{56, 48} {
			wider, _ := p.Addr().Prefix(bits)
			networks = append(networks, wider.String())
		}
	}
	return networks
}

// Of returns the address a request comes from, as the edge reports it. It is empty
// for a request from our own machine that names no address. An IPv6 address is
// reduced to its /64 network: one household has more addresses than could be
// counted.
func Of(r *http.Request) string {
	given := r.Header.Get("X-Forwarded-For")
	if given == "" {
		host, _, _ := net.SplitHostPort(r.RemoteAddr)
		if ip, err := netip.ParseAddr(host); err != nil || ip.IsLoopback() {
			return ""
		}
		given = host
	}
	last := strings.TrimSpace(given[strings.LastIndexByte(given, ',')+1:])
	ip, err := netip.ParseAddr(last)
	if err != nil {
		return "unknown" // the edge always writes one; whoever does not is counted together
	}
	if ip = ip.Unmap(); ip.Is6() {
		network, _ := ip.Prefix(64)
		return network.String()
	}
	return ip.String()
}
