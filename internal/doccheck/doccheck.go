// Package doccheck checks the tables in docs/ that refer to tests.
package doccheck

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// Row is one row of a table with four cells: IDs, state, description, evidence.
type Row struct {
	At       string // file and line number
	IDs      []string
	State    string
	What     string
	Evidence string
}

// Rows reads the tables of all files that match the pattern. A table begins
// with the cell "id".
func Rows(repo fs.FS, pattern string) ([]Row, error) {
	files, err := fs.Glob(repo, pattern)
	if err != nil {
		return nil, fmt.Errorf("list tables: %w", err)
	}
	var all []Row
	for _, file := range files {
		text, err := fs.ReadFile(repo, file)
		if err != nil {
			return nil, fmt.Errorf("read table: %w", err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			cells := strings.Split(strings.Trim(line, "|"), "|")
			if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "|-") || strings.HasPrefix(line, "| id ") {
				continue
			}
			if len(cells) != 4 {
				return nil, fmt.Errorf("%s:%d: %d cells, want 4", file, i+1, len(cells))
			}
			for c := range cells {
				cells[c] = strings.TrimSpace(cells[c])
			}
			all = append(all, Row{fmt.Sprintf("%s:%d", file, i+1), strings.Split(cells[0], ", "), cells[1], cells[2], cells[3]})
		}
	}
	return all, nil
}

// Report fails the test with every line check returns.
func Report(t *testing.T, repo fs.FS, check func(fs.FS) ([]string, error)) {
	t.Helper()
	problems, err := check(repo)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range problems {
		t.Error(line)
	}
}

var (
	span     = regexp.MustCompile("`([^`]+)`")
	goTest   = regexp.MustCompile(`^(\S+) ((?:Test|Fuzz)[A-Z]\w*)$`)
	fileText = regexp.MustCompile(`^([\w./-]+): (.+)$`)
	webTest  = regexp.MustCompile(`\.(test|spec)\.tsx?$`)
)

// References returns the texts in backquotes.
func References(evidence string) []string {
	var found []string
	for _, m := range span.FindAllStringSubmatch(evidence, -1) {
		found = append(found, m[1])
	}
	return found
}

// Evidence is what the rows of a table have to name.
type Evidence struct {
	// States lists the allowed states. One that is shown names something.
	States []string
	// Optional is the state whose evidence may be empty; none if "".
	Optional string
	// Missing reports why a reference of the row is broken, or "".
	Missing func(r Row, reference string) string
}

// Shown is the state of a row that its references prove.
const Shown = "shown"

// Wrong lists rows whose state is unknown, whose evidence is broken, or which are
// shown without evidence.
func (e Evidence) Wrong(all []Row) []string {
	var wrong []string
	for _, r := range all {
		found := References(r.Evidence)
		switch {
		case !slices.Contains(e.States, r.State):
			wrong = append(wrong, fmt.Sprintf("%s: state %q, want %s", r.At, r.State, strings.Join(e.States, " or ")))
		case r.State == Shown && len(found) == 0:
			wrong = append(wrong, r.At+": shown by nothing")
		case r.What == "" || r.Evidence == "" && r.State != e.Optional:
			wrong = append(wrong, r.At+": a cell is empty")
		}
		for _, reference := range found {
			if why := e.Missing(r, reference); why != "" {
				wrong = append(wrong, r.At+": "+why)
			}
		}
	}
	return wrong
}

// Catch runs checks over a repository of a few files and fails the test unless
// they report want; an empty want is for a repository without faults.
func Catch(t *testing.T, files map[string]string, want string, checks ...func(fs.FS) ([]string, error)) {
	t.Helper()
	repo := fstest.MapFS{}
	for file, text := range files {
		repo[file] = &fstest.MapFile{Data: []byte(text)}
	}
	var all []string
	for _, check := range checks {
		wrong, err := check(repo)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, wrong...)
	}
	if got := strings.Join(all, "\n"); want == "" && got != "" || !strings.Contains(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Missing returns why a reference is broken, or "". A reference is `folder TestName`, `path` or `path: text in that file`.
func Missing(repo fs.FS, reference string) string {
	if m := goTest.FindStringSubmatch(reference); m != nil {
		return missingGo(repo, m[1], m[2])
	}
	if m := fileText.FindStringSubmatch(reference); m != nil {
		text, err := fs.ReadFile(repo, m[1])
		switch {
		case err != nil:
			return "no file " + m[1]
		case !strings.Contains(string(text), m[2]):
			return fmt.Sprintf("%s does not contain %q", m[1], m[2])
		}
		return ""
	}
	if _, err := fs.Stat(repo, path.Clean(reference)); err != nil {
		return "no file or folder " + reference
	}
	return ""
}

// MissingTest is Missing for references that must be tests: `folder TestName`
// or `path: whole title`.
func MissingTest(repo fs.FS, reference string) string {
	if m := goTest.FindStringSubmatch(reference); m != nil {
		return missingGo(repo, m[1], m[2])
	}
	m := fileText.FindStringSubmatch(reference)
	if m == nil || !webTest.MatchString(m[1]) {
		return fmt.Sprintf("%q is not a reference to a test", reference)
	}
	text, err := fs.ReadFile(repo, m[1])
	if err != nil {
		return "no file " + m[1]
	}
	isTitle := func(quote string) bool { return strings.Contains(string(text), quote+m[2]+quote) }
	if !slices.ContainsFunc([]string{"'", "`", `"`}, isTitle) {
		return fmt.Sprintf("%s has no test %q", m[1], m[2])
	}
	return ""
}

func missingGo(repo fs.FS, folder, name string) string {
	files, _ := fs.Glob(repo, folder+"/*_test.go")
	found := slices.ContainsFunc(files, func(file string) bool {
		text, err := fs.ReadFile(repo, file)
		return err == nil && strings.Contains(string(text), "\nfunc "+name+"(")
	})
	if !found {
		return fmt.Sprintf("no test %s in %s", name, folder)
	}
	return ""
}
