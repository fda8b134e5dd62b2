package security

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// The states a requirement can be in.
const (
	shown         = "shown"
	notYet        = "not yet"
	notApplicable = "n.a."
)

// row is one line of a chapter's table.
type row struct {
	at       string // file and line number
	ids      []string
	state    string
	what     string
	evidence string
}

// rows reads the tables of all chapters.
func rows(repo fs.FS) ([]row, error) {
	files, err := fs.Glob(repo, "docs/security/v*.md")
	if err != nil {
		return nil, fmt.Errorf("chapters: %w", err)
	}
	var all []row
	for _, file := range files {
		text, err := fs.ReadFile(repo, file)
		if err != nil {
			return nil, fmt.Errorf("chapter: %w", err)
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
			all = append(all, row{fmt.Sprintf("%s:%d", file, i+1), strings.Split(cells[0], ", "), cells[1], cells[2], cells[3]})
		}
	}
	return all, nil
}

// requirements reads the ids of levels 1 and 2.
func requirements(repo fs.FS) ([]string, error) {
	text, err := fs.ReadFile(repo, "docs/security/requirements.txt")
	if err != nil {
		return nil, fmt.Errorf("requirements: %w", err)
	}
	var ids []string
	for line := range strings.Lines(string(text)) {
		if id, level, ok := strings.Cut(strings.TrimSpace(line), " "); ok && (level == "1" || level == "2") {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// chapter returns the chapter of a requirement: 3 for 3.4.1.
func chapter(id string) string {
	c, _, _ := strings.Cut(id, ".")
	return c
}

var (
	span     = regexp.MustCompile("`([^`]+)`")
	goTest   = regexp.MustCompile(`^(\S+) ((?:Test|Fuzz)[A-Z]\w*)$`)
	fileText = regexp.MustCompile(`^([\w./-]+): (.+)$`)
)

// references returns what stands between backquotes.
func references(evidence string) []string {
	var found []string
	for _, m := range span.FindAllStringSubmatch(evidence, -1) {
		found = append(found, m[1])
	}
	return found
}

// missing reports why a reference leads nowhere, or "" when it does not. A
// reference is `folder TestName`, `path` or `path: text in that file`.
func missing(repo fs.FS, reference string) string {
	if m := goTest.FindStringSubmatch(reference); m != nil {
		return missingTest(repo, m[1], m[2])
	}
	if m := fileText.FindStringSubmatch(reference); m != nil {
		text, err := fs.ReadFile(repo, m[1])
		switch {
		case err != nil:
			return "there is no file " + m[1]
		case !strings.Contains(string(text), m[2]):
			return fmt.Sprintf("%s does not contain %q", m[1], m[2])
		}
		return ""
	}
	if _, err := fs.Stat(repo, path.Clean(reference)); err != nil {
		return "there is no " + reference
	}
	return ""
}

func missingTest(repo fs.FS, folder, name string) string {
	files, _ := fs.Glob(repo, folder+"/*_test.go")
	found := slices.ContainsFunc(files, func(file string) bool {
		text, err := fs.ReadFile(repo, file)
		return err == nil && strings.Contains(string(text), "\nfunc "+name+"(")
	})
	if !found {
		return fmt.Sprintf("there is no %s in %s", name, folder)
	}
	return ""
}
