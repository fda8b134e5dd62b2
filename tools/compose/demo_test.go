package compose

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
)

// The demo reaches nothing but this machine and needs no setting.
func TestDemoStandsAlone(t *testing.T) {
	options, err := cli.NewProjectOptions([]string{"../../compose.demo.yaml"}, cli.WithWorkingDirectory("../.."), cli.WithEnv(nil))
	if err != nil {
		t.Fatal(err)
	}
	p, err := options.LoadProject(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range p.Services {
		for _, port := range s.Ports {
			if port.HostIP != "127.0.0.1" {
				t.Errorf("%s: port %s is published to %q, want this machine only", name, port.Published, port.HostIP)
			}
		}
		if name == "postgres" {
			continue
		}
		if s.NetworkMode != "service:postgres" || len(s.Ports) > 0 || s.Privileged {
			t.Errorf("%s: network %q, ports %v, privileged %t", name, s.NetworkMode, s.Ports, s.Privileged)
		}
		if strings.Contains(s.Image, "/larek/") && !slices.Equal(s.CapDrop, []string{"ALL"}) {
			t.Errorf("%s: drops %v, want all", name, s.CapDrop)
		}
		for _, v := range s.Volumes {
			if v.Type != "volume" {
				t.Errorf("%s: reads %s of the machine: the file would not stand alone", name, v.Source)
			}
		}
	}
	for name, c := range p.Configs {
		if c.Content == "" {
			t.Errorf("config %s is not in the file", name)
		}
	}
}
