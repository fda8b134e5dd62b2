package app

import (
	"bufio"
	"encoding/base64"
	"encoding/hex"
	"net/netip"
	"os"
	"slices"
	"strings"

	"larek/internal/httpapi/admin"
)

// DemoEmail is the sign-in of the person whose console a demo opens.
const DemoEmail = "anna@demo.example"

// demo returns the link into the console of a demo, or nil.
func (s *Services) demo() *admin.Demo {
	if s.cfg.Demo == "" {
		return nil
	}
	d := &admin.Demo{Email: DemoEmail, Token: base64.RawURLEncoding.EncodeToString(s.in.Keys.Demo().MAC([]byte("link")))}
	if s.cfg.Demo == "container" {
		d.From = gateways("/proc/net/route")
	}
	return d
}

// DemoLink returns the address that signs its visitor in to the console of a demo, or an
// empty text.
func (s *Services) DemoLink() string {
	d := s.demo()
	if d == nil {
		return ""
	}
	return s.cfg.PublicOrigin + admin.DemoPath + d.Token
}

// gateways returns the addresses of the routes out of this network: in a container, of the
// machine whose ports are published. The file is Linux's table of routes, whose numbers
// have the last byte first.
func gateways(file string) (list []netip.Addr) {
	f, err := os.Open(file) //nolint:gosec // a constant
	if err != nil {
		return nil
	}
	defer f.Close() //nolint:errcheck // it was only read
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) < 3 || fields[1] != "00000000" {
			continue
		}
		if raw, err := hex.DecodeString(fields[2]); err == nil && len(raw) == 4 {
			slices.Reverse(raw)
			list = append(list, netip.AddrFrom4([4]byte(raw)))
		}
	}
	return list
}
