// Package doccheck reads the documents for tests, and draws diagrams of states.
package doccheck

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// generated are folders whose files are not ours, or appear and disappear while the
// storefront is built.
var generated = []string{"node_modules", ".dev", ".git", ".react-router", "build", "paraglide", "dist"}

// Skipped reports whether a folder of the repository holds nothing written by us.
func Skipped(e fs.DirEntry) bool {
	return e.IsDir() && slices.Contains(generated, e.Name())
}

// Documents returns the text of every Markdown file by its path, without
// third-party files.
func Documents(t testing.TB, repo fs.FS) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(repo, ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case Skipped(e):
			return fs.SkipDir
		case path.Ext(name) != ".md":
			return nil
		}
		text, err := fs.ReadFile(repo, name)
		all[name] = string(text)
		return err
	})
	if err != nil || len(all) < 30 {
		t.Fatalf("got %d documents, %v, want at least 30", len(all), err)
	}
	return all
}

var update = flag.Bool("update", false, "rewrite the documents that tests draw")

// Drawn fails the test unless the file has exactly this text. With the flag -update
// it writes the file first.
func Drawn(t *testing.T, path, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil { //nolint:gosec // a document in the repository
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != text {
		t.Fatalf("%s is out of date (%v); run its package's tests with -run '^%s$' -update", path, err, t.Name())
	}
}

// State is a state of a diagram and those that may follow it.
type State[S ~string] struct {
	Name  S
	Next  []S
	Final bool
}

// StateDiagram draws the states as a Mermaid diagram that starts at the first.
func StateDiagram[S ~string](states []State[S]) string {
	var b strings.Builder
	fmt.Fprintf(&b, "```mermaid\nstateDiagram-v2\n    [*] --> %s\n", mermaidName(states[0].Name))
	for _, s := range states {
		for _, next := range s.Next {
			fmt.Fprintf(&b, "    %s --> %s\n", mermaidName(s.Name), mermaidName(next))
		}
		if s.Final {
			fmt.Fprintf(&b, "    %s --> [*]\n", mermaidName(s.Name))
		}
	}
	b.WriteString("```\n")
	return b.String()
}

// mermaidName replaces hyphens, which Mermaid reads as an arrow.
func mermaidName[S ~string](s S) string { return strings.ReplaceAll(string(s), "-", "_") }
