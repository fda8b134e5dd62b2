package docs

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"testing"
)

// function is a link to a function's folder: [`payment.Inbox.RecordNotice`](../internal/payment).
var function = regexp.MustCompile("\\[`\\w+\\.(?:(\\w+)\\.)?(\\w+)`\\]\\(\\.\\./([\\w/]+)\\)")

func TestFunctionsOfTheWalkthroughExist(t *testing.T) {
	t.Parallel()
	repo := os.DirFS("..")
	text, err := fs.ReadFile(repo, "docs/walkthrough.md")
	if err != nil {
		t.Fatal(err)
	}
	found := function.FindAllStringSubmatch(string(text), -1)
	if len(found) != 10 {
		t.Errorf("the walkthrough names %d functions, want 10", len(found))
	}
	for _, m := range found {
		if !declares(t, repo, m[3], m[1], m[2]) {
			t.Errorf("%s is not declared", m[0])
		}
	}
}

// declares reports whether a file of the folder declares the function, or the
// method if receiver is not empty.
func declares(t *testing.T, repo fs.FS, folder, receiver, name string) bool {
	t.Helper()
	files, err := fs.Glob(repo, path.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	of := ""
	if receiver != "" {
		of = `\(\w+ \*?` + receiver + `\) `
	}
	declaration := regexp.MustCompile(`(?m)^func ` + of + name + `\(`)
	for _, file := range files {
		text, err := fs.ReadFile(repo, file)
		if err != nil {
			t.Fatal(err)
		}
		if declaration.Match(text) {
			return true
		}
	}
	return false
}
