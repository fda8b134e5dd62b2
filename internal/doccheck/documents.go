// Package doccheck reads the documents for tests, and draws diagrams of states.
package doccheck

import (
	"io/fs"
	"path"
	"slices"
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
