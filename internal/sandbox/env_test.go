package sandbox_test

import (
	"maps"
	"os/exec"
	"strings"
	"testing"

	"larek/internal/sandbox"
)

// dev/sandbox.env has the same settings, for scripts that run before anything is
// built.
func TestEnvMatchesDevelopmentSettings(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("sh", "-c", ". ../../dev/sandbox.env && env")
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LAREK_SANDBOX_ORIGIN=http://localhost:8090", "LAREK_SANDBOX_SMTP_ADDR=127.0.0.1:8025"}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		if strings.HasPrefix(name, "LAREK_") && !strings.HasPrefix(name, "LAREK_SANDBOX_") {
			got[name] = value
		}
	}
	if want := sandbox.Env("http://localhost:8090", "127.0.0.1:8025"); !maps.Equal(got, want) {
		t.Errorf("dev/sandbox.env: got %v, want %v", got, want)
	}
}
