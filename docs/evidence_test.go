package docs

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// row is one line of docs/conformance.tsv or of a table of docs/security.
type row struct{ at, ids, state, what, evidence string }

func rows(t *testing.T, repo fs.FS, pattern string) (all []row) {
	t.Helper()
	files, err := fs.Glob(repo, pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		for line := range strings.Lines(text(t, "../"+file)) {
			cells := split(file, strings.TrimSuffix(line, "\n"))
			if len(cells) == 0 || strings.TrimSpace(cells[0]) == "id" {
				continue
			}
			if len(cells) != 4 {
				t.Fatalf("%s: %d cells, want 4: %s", file, len(cells), line)
			}
			r := row{file, strings.TrimSpace(cells[0]), strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2]), strings.TrimSpace(cells[3])}
			r.at += " " + r.ids
			all = append(all, r)
		}
	}
	return all
}

// split returns the cells of a line of a table, or none if the line is not in one.
func split(file, line string) []string {
	switch {
	case path.Ext(file) == ".tsv":
		return strings.Split(line, "\t")
	case strings.HasPrefix(line, "| "):
		return strings.Split(strings.Trim(line, "|"), "|")
	}
	return nil
}

func TestEvidenceOfConformanceAndSecurityExists(t *testing.T) {
	t.Parallel()
	repo := os.DirFS("..")
	for pattern, states := range map[string][]string{
		"docs/conformance.tsv": {"shown", "open"},
		"docs/security/v*.md":  {"shown", "not yet", "n.a."},
	} {
		all := rows(t, repo, pattern)
		if len(all) < 100 {
			t.Errorf("%s: %d rows", pattern, len(all))
		}
		for _, r := range all {
			found := span.FindAllStringSubmatch(r.evidence, -1)
			if !slices.Contains(states, r.state) || r.what == "" || r.state == "shown" && len(found) == 0 {
				t.Errorf("%s: state %q, %q, %d references", r.at, r.state, r.what, len(found))
			}
			for _, m := range found {
				if r.state != "open" && !leads(repo, m[1]) {
					t.Errorf("%s: %s does not exist", r.at, m[1])
				}
			}
		}
	}
}

var (
	goTest   = regexp.MustCompile(`^(\S+) ((?:Test|Fuzz)[A-Z]\w*)$`)
	fileText = regexp.MustCompile(`^([\w./-]+): (.+)$`)
)

// leads reports whether a reference leads somewhere: `folder TestName`, `file: text in it` or `path`.
func leads(repo fs.FS, reference string) bool {
	if m := goTest.FindStringSubmatch(reference); m != nil {
		files, _ := fs.Glob(repo, m[1]+"/*_test.go")
		return slices.ContainsFunc(files, func(file string) bool {
			text, err := fs.ReadFile(repo, file)
			return err == nil && strings.Contains(string(text), "\nfunc "+m[2]+"(")
		})
	}
	if m := fileText.FindStringSubmatch(reference); m != nil {
		text, err := fs.ReadFile(repo, m[1])
		return err == nil && strings.Contains(string(text), m[2])
	}
	return exists(repo, path.Clean(reference))
}

func TestEveryRequirementOfSecurityHasOneLine(t *testing.T) {
	t.Parallel()
	var want, got []string
	for line := range strings.Lines(text(t, "security/requirements.txt")) {
		if id, level, ok := strings.Cut(strings.TrimSpace(line), " "); ok && (level == "1" || level == "2") {
			want = append(want, id)
		}
	}
	for _, r := range rows(t, os.DirFS(".."), "docs/security/v*.md") {
		got = append(got, strings.Split(r.ids, ", ")...)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the tables have %v, want %v", got, want)
	}
}
