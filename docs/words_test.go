package docs

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"larek/internal/doccheck"
)

func TestNoRetiredWords(t *testing.T) {
	t.Parallel()
	repo := os.DirFS("..")
	err := fs.WalkDir(repo, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case doccheck.Skipped(name, d):
			return fs.SkipDir
		case d.IsDir() || !doccheck.HasProse(name):
			return nil
		}
		text, err := fs.ReadFile(repo, name)
		for _, prose := range doccheck.Prose(name, text) {
			for _, found := range doccheck.Retired(prose) {
				t.Errorf("%s: %s in %q", name, found, strings.TrimSpace(prose))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
