// Package release tests the scripts beside it that need nothing but a shell.
package release

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const before = `# Changelog

## Unreleased: runnable

- One host.

## Unreleased: trusted

- Links.

## 1x0 (2026-01-02)

- Another version that 1.0 would match as a pattern.
`

func notes(t *testing.T, args ...string) (string, error) {
	t.Helper()
	out, err := exec.Command("./notes", args...).CombinedOutput()
	return string(out), err
}

func changelog(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "CHANGELOG.md")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// A release has everything that was not released, and the next dry run has nothing of it.
func TestEverySectionIsReleased(t *testing.T) {
	file := changelog(t, before)
	if out, err := notes(t, "write", "1.0", file); err != nil {
		t.Fatal(err, out)
	}
	released := "## 1.0 (" + time.Now().UTC().Format(time.DateOnly) + ")\n\n### runnable\n\n- One host.\n\n### trusted\n\n- Links.\n\n"
	if out, err := notes(t, "show", "1.0", file); err != nil || out != released {
		t.Errorf("%v, 1.0 brings\n%s", err, out)
	}
	if out, err := notes(t, "show", "1.1", file); err != nil || out != "## Unreleased\n\n" {
		t.Errorf("%v, a dry run brings\n%s", err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, tail, _ := strings.Cut(before, "## Unreleased: runnable\n")
	_, tail, _ = strings.Cut(tail, "## 1x0")
	if want := head + "## Unreleased\n\n" + released + "## 1x0" + tail; string(text) != want {
		t.Errorf("the file is\n%s", text)
	}
}

func TestADryRunShowsWhatIsNotReleased(t *testing.T) {
	want := "## Unreleased: runnable\n\n- One host.\n\n## Unreleased: trusted\n\n- Links.\n\n"
	if out, err := notes(t, "show", "check", changelog(t, before)); err != nil || out != want {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestWhatCannotBeReleasedIsRefused(t *testing.T) {
	for version, want := range map[string]string{"": "a version is letters", "1/0": "a version is letters", "1x0": "has 1x0 already"} {
		file := changelog(t, before)
		if out, err := notes(t, "write", version, file); err == nil || !strings.Contains(out, want) {
			t.Errorf("%q: %v, %s", version, err, out)
		}
		if text, _ := os.ReadFile(file); string(text) != before {
			t.Errorf("%q: the file has changed", version)
		}
	}
}
