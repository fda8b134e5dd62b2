// Package docs checks that what the documents name exists.
package docs

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"larek/internal/doccheck"
)

var (
	link   = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	target = regexp.MustCompile("`make (?:-C ([a-z0-9/]+) )?([a-z][a-z0-9-]*)")
	typed  = regexp.MustCompile(`(?m)^(?: {4})?make (?:-C ([a-z0-9/]+) )?([a-z][a-z0-9-]*)(?:\s+(?:#|[A-Z]+=)|$)`) // a line of an example
	span   = regexp.MustCompile("`([^`\n]+)`")
	// aPath is a file or folder named from the root of the repository.
	aPath = regexp.MustCompile(`^(?:api|cmd|db|deploy|dev|docs|e2e|internal|tools|web|\.ci|\.github|\.vscode)/[\w./-]*\w$`)
)

func exists(repo fs.FS, name string) bool {
	_, err := fs.Stat(repo, path.Clean(name))
	return err == nil
}

func TestLinksOfDocumentsLeadSomewhere(t *testing.T) {
	t.Parallel()
	repo := os.DirFS("..")
	for name, text := range doccheck.Documents(t, repo) {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			to, _, _ := strings.Cut(m[1], "#")
			if to == "" || strings.Contains(to, "://") || strings.HasPrefix(to, "mailto:") {
				continue
			}
			if !exists(repo, path.Join(path.Dir(name), to)) {
				t.Errorf("%s: link to %s, which does not exist", name, m[1])
			}
		}
	}
}

func TestPathsNamedInDocumentsExist(t *testing.T) {
	t.Parallel()
	repo := os.DirFS("..")
	for name, text := range doccheck.Documents(t, repo) {
		for _, m := range span.FindAllStringSubmatch(text, -1) {
			if p, _, _ := strings.Cut(m[1], ":"); aPath.MatchString(p) && !exists(repo, p) {
				t.Errorf("%s: %s does not exist", name, p)
			}
		}
	}
}

func TestMakeTargetsNamedInDocumentsExist(t *testing.T) {
	t.Parallel()
	repo := os.DirFS("..")
	targets := map[string][]string{}
	for _, folder := range []string{"", "e2e", "e2e/load", "deploy"} {
		makefile := text(t, path.Join("..", folder, "Makefile")) + text(t, "../dev/common.mk")
		for _, m := range regexp.MustCompile(`(?m)^([a-z][a-z0-9-]*):`).FindAllStringSubmatch(makefile, -1) {
			targets[folder] = append(targets[folder], m[1])
		}
	}
	for name, text := range doccheck.Documents(t, repo) {
		for _, m := range append(target.FindAllStringSubmatch(text, -1), typed.FindAllStringSubmatch(text, -1)...) {
			if !slices.Contains(targets[m[1]], m[2]) {
				t.Errorf("%s: %s does not exist", name, m[0])
			}
		}
	}
}
