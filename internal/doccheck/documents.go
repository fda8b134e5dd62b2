// Package doccheck reads the documents of the repository, for tests that check
// what they name.
package doccheck

import (
	"io/fs"
	"path"
	"testing"
)

// Documents returns the text of every document by its path. Decisions are left
// out, which are not edited after they were accepted, and so is what comes from
// outside.
func Documents(t testing.TB, repo fs.FS) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(repo, ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == "node_modules" || e.Name() == ".dev" || e.Name() == ".git" || name == "docs/adr"):
			return fs.SkipDir
		case path.Ext(name) != ".md":
			return nil
		}
		text, err := fs.ReadFile(repo, name)
		all[name] = string(text)
		return err
	})
	if err != nil || len(all) < 30 {
		t.Fatalf("%d documents, %v", len(all), err)
	}
	return all
}
