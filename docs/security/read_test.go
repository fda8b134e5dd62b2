package security

import (
	"fmt"
	"io/fs"
	"strings"

	"larek/internal/doccheck"
)

// The states a requirement can be in.
const (
	shown         = doccheck.Shown
	notYet        = "not yet"
	notApplicable = "n.a."
)

// rows reads the tables of all chapters.
func rows(repo fs.FS) ([]doccheck.Row, error) {
	return doccheck.Rows(repo, "docs/security/v*.md")
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
