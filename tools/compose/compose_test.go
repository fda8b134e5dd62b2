// Package compose checks deploy/compose/compose.yaml as the engine reads it.
package compose

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

const folder = "../../deploy/compose"

// load reads the file with some variables, as `docker compose` would.
func load(t *testing.T, file string, env ...string) (*types.Project, error) {
	t.Helper()
	options, err := cli.NewProjectOptions([]string{file}, cli.WithName("larek"), cli.WithWorkingDirectory(folder), cli.WithEnv(env),
		cli.WithProfiles([]string{"*"}), cli.WithoutEnvironmentResolution)
	if err != nil {
		t.Fatal(err)
	}
	return options.LoadProject(context.Background())
}

var complete = []string{"LAREK_VERSION=1.2.3", "LAREK_PUBLIC_ORIGIN=https://shop.example"}

func project(t *testing.T) *types.Project {
	t.Helper()
	p, err := load(t, filepath.Join(folder, "compose.yaml"), complete...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestMissingVariablesAreSaidInOurWords(t *testing.T) {
	for i, want := range []string{"the version to run", "the address in the buyer's browser"} {
		env := slices.Delete(slices.Clone(complete), i, i+1)
		if _, err := load(t, filepath.Join(folder, "compose.yaml"), env...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("with %v: %v, want %q", env, err, want)
		}
	}
}

func TestAMisspeltKeyIsRefused(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(folder, "compose.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "compose.yaml")
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), "    stop_grace_period: 60s", "    stop_grace_perod: 60s", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := load(t, file, complete...); err == nil || !strings.Contains(err.Error(), "stop_grace_perod") {
		t.Errorf("got %v", err)
	}
}

func TestOurServicesOwnNothing(t *testing.T) {
	ours := 0
	for name, s := range project(t).Services {
		if s.Privileged || len(s.CapAdd) > 0 || len(s.Ports) > 0 || s.NetworkMode != "host" {
			t.Errorf("%s: privileged %t, adds %v, ports %v, network %s", name, s.Privileged, s.CapAdd, s.Ports, s.NetworkMode)
		}
		if !strings.HasPrefix(s.Image, "ghcr.io/larek/") {
			if _, tag, ok := strings.Cut(s.Image, ":"); !ok || tag == "latest" {
				t.Errorf("%s: %s is no fixed version", name, s.Image)
			}
			continue
		}
		ours++
		if !strings.HasSuffix(s.Image, ":1.2.3") || s.User != "65532:65532" || !s.ReadOnly || !slices.Equal(s.CapDrop, []string{"ALL"}) || s.MemLimit == 0 && name != "migrate" {
			t.Errorf("%s: image %s, user %s, read-only %t, drops %v, memory %d", name, s.Image, s.User, s.ReadOnly, s.CapDrop, s.MemLimit)
		}
		for variable := range s.Environment {
			if strings.HasSuffix(variable, "SECRET") || strings.HasSuffix(variable, "PASSWORD") || strings.Contains(variable, "DATABASE") {
				t.Errorf("%s: %s is a secret in a variable", name, variable)
			}
		}
	}
	if ours != 10 {
		t.Errorf("%d services of ours, want 10", ours)
	}
}

func TestOnlyMigrationsOwnTables(t *testing.T) {
	want := map[string][]string{"migrate": {"migrate"}, "worker": {"larek"}, "api-1": {"larek"}, "api-2": {"larek"},
		"web-1": {"edge"}, "web-2": {"edge"}, "nginx-1": {"edge"}, "nginx-2": {"edge"}, "varnish-1": nil, "varnish-2": nil}
	for name, secrets := range want {
		var got []string
		for _, s := range project(t).Services[name].Secrets {
			got = append(got, s.Source)
		}
		if !slices.Equal(got, secrets) {
			t.Errorf("%s has %v, want %v", name, got, secrets)
		}
	}
}

// TestPostgreSQLIsWhereTheSettingsSay: what does not read the URLs of the secrets is told by compose.env.
func TestPostgreSQLIsWhereTheSettingsSay(t *testing.T) {
	for _, c := range []struct {
		env                       []string
		address, sslmode, watched string
	}{
		{nil, "127.0.0.1:5432", "disable", "127.0.0.1:5432/larek?sslmode=disable"},
		{[]string{"LAREK_POSTGRES=db.test:6432", "LAREK_POSTGRES_SSLMODE=verify-full"}, "db.test:6432", "verify-full", "db.test:6432/larek?sslmode=verify-full"},
	} {
		p, err := load(t, filepath.Join(folder, "compose.yaml"), append(slices.Clone(complete), c.env...)...)
		if err != nil {
			t.Fatal(err)
		}
		for service, want := range map[string]map[string]string{
			"temporal":          {"TEMPORAL_POSTGRES": c.address, "TEMPORAL_POSTGRES_SSLMODE": c.sslmode},
			"temporal-schema":   {"TEMPORAL_POSTGRES": c.address, "TEMPORAL_POSTGRES_SSLMODE": c.sslmode},
			"postgres-exporter": {"DATA_SOURCE_URI": c.watched},
		} {
			for name, value := range want {
				if got := p.Services[service].Environment[name]; got == nil || *got != value {
					t.Errorf("%s with %v: %s is %v, want %s", service, c.env, name, got, value)
				}
			}
		}
	}
}

func TestMountedFilesOfTheRepositoryExist(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for name, s := range project(t).Services {
		for _, v := range s.Volumes {
			if !strings.HasPrefix(v.Source, root) {
				continue
			}
			found++
			if _, err := os.Stat(v.Source); err != nil {
				t.Errorf("%s mounts %s: %v", name, v.Source, err)
			}
		}
	}
	if found < 5 {
		t.Errorf("%d files are mounted, want at least 5", found)
	}
}
