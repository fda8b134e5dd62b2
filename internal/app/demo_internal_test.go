package app

import (
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestGateways(t *testing.T) {
	t.Parallel()
	table := filepath.Join(t.TempDir(), "route")
	text := "Iface\tDestination\tGateway \tFlags\n" +
		"eth0\t00000000\t010012AC\t0003\neth0\t000012AC\t00000000\t0001\n"
	if err := os.WriteFile(table, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, want := gateways(table), []netip.Addr{netip.MustParseAddr("172.18.0.1")}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := gateways(filepath.Join(t.TempDir(), "none")); got != nil {
		t.Errorf("without a table: %v, want none", got)
	}
}
