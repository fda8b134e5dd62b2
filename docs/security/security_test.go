// Package security holds the tests that keep the tables of this folder true.
package security

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"larek/internal/doccheck"
)

var repository = os.DirFS("../..")

func TestEveryRequirementHasOneLine(t *testing.T) {
	t.Parallel()
	doccheck.Report(t, repository, wrongIDs)
}

func TestEvidenceExists(t *testing.T) {
	t.Parallel()
	doccheck.Report(t, repository, wrongEvidence)
}

func TestCountsAreThoseOfTheTables(t *testing.T) {
	t.Parallel()
	doccheck.Report(t, repository, wrongCounts)
}

// wrongIDs lists ids that are missing, named twice, unknown or in the file of
// another chapter.
func wrongIDs(repo fs.FS) ([]string, error) {
	all, err := rows(repo)
	if err != nil {
		return nil, err
	}
	ids, err := requirements(repo)
	if err != nil {
		return nil, err
	}
	var wrong []string
	named := map[string]string{}
	for _, r := range all {
		for _, id := range r.IDs {
			c := chapter(id)
			switch {
			case !slices.Contains(ids, id):
				wrong = append(wrong, fmt.Sprintf("%s: %q is no requirement of level 1 or 2", r.At, id))
			case named[id] != "":
				wrong = append(wrong, fmt.Sprintf("%s: %s is named in %s already", r.At, id, named[id]))
			case !strings.HasPrefix(r.At, fmt.Sprintf("docs/security/v%02s-", c)):
				wrong = append(wrong, fmt.Sprintf("%s: %s belongs to chapter %s", r.At, id, c))
			}
			named[id] = r.At
		}
	}
	for _, id := range ids {
		if named[id] == "" {
			wrong = append(wrong, id+" has no line")
		}
	}
	return wrong, nil
}

// wrongEvidence lists rows whose state is unknown, whose evidence leads
// nowhere, or which claim to be shown by nothing.
func wrongEvidence(repo fs.FS) ([]string, error) {
	all, err := rows(repo)
	return doccheck.Evidence{States: []string{shown, notYet, notApplicable}, Optional: notApplicable, Missing: func(_ doccheck.Row, reference string) string {
		return doccheck.Missing(repo, reference)
	}}.Wrong(all), err
}

var countLine = regexp.MustCompile(`(?m)^\| (?:\[V(\d+) [^\]]*\]\([^)]*\)|\*\*(all)\*\*) \| (\d+) \| (\d+) \| (\d+) \|$`)

// wrongCounts compares the table of docs/security.md with the chapters.
func wrongCounts(repo fs.FS) ([]string, error) {
	all, err := rows(repo)
	if err != nil {
		return nil, err
	}
	text, err := fs.ReadFile(repo, "docs/security.md")
	if err != nil {
		return nil, fmt.Errorf("counts: %w", err)
	}
	count := map[string]map[string]int{"all": {}}
	for _, r := range all {
		for _, id := range r.IDs {
			c := chapter(id)
			if count[c] == nil {
				count[c] = map[string]int{}
			}
			count[c][r.State]++
			count["all"][r.State]++
		}
	}
	var wrong []string
	for _, m := range countLine.FindAllStringSubmatch(string(text), -1) {
		c := m[1] + m[2]
		got, want := strings.Join(m[3:], ", "), fmt.Sprintf("%d, %d, %d", count[c][shown], count[c][notYet], count[c][notApplicable])
		if got != want {
			wrong = append(wrong, fmt.Sprintf("docs/security.md: the counts of %s are %s, want %s", c, got, want))
		}
		delete(count, c)
	}
	for c := range count {
		wrong = append(wrong, "docs/security.md: no counts of "+c)
	}
	slices.Sort(wrong)
	return wrong, nil
}

// TestChecksCatch feeds the checks small false documents: a check that accepts
// everything would pass every other test.
func TestChecksCatch(t *testing.T) {
	t.Parallel()
	const good = "| id | state | what we do | evidence |\n|---|---|---|---|\n" +
		"| 1.1.1 | shown | x | `a TestA`, `a/c.conf: on` |\n| 1.1.2, 1.2.1 | not yet | x | later |\n"
	const counts = "| [V1 x](y) | 1 | 2 | 0 |\n| **all** | 1 | 2 | 0 |\n"
	for name, c := range map[string]struct{ table, counts, want string }{
		"all is well":      {good, counts, ""},
		"missing id":       {strings.Replace(good, "1.1.2, ", "", 1), "| [V1 x](y) | 1 | 1 | 0 |\n| **all** | 1 | 1 | 0 |\n", "1.1.2 has no line"},
		"id twice":         {strings.Replace(good, "1.2.1", "1.1.1", 1), counts, "named in"},
		"unknown id":       {strings.Replace(good, "1.2.1", "1.9.9", 1), counts, "no requirement"},
		"no such test":     {strings.Replace(good, "TestA", "TestB", 1), counts, "no test TestB in a"},
		"no such file":     {strings.Replace(good, "a/c.conf", "a/d.conf", 1), counts, "no file a/d.conf"},
		"no such text":     {strings.Replace(good, ": on", ": off", 1), counts, "does not contain"},
		"no such path":     {strings.Replace(good, "`a TestA`", "`b/x`", 1), counts, "no file or folder b/x"},
		"shown by nothing": {strings.Replace(good, "`a TestA`, `a/c.conf: on`", "words", 1), counts, "shown by nothing"},
		"unknown state":    {strings.Replace(good, "not yet", "soon", 1), "| [V1 x](y) | 1 | 0 | 0 |\n| **all** | 1 | 0 | 0 |\n", "want shown"},
		"wrong counts":     {good, strings.Replace(counts, "| 1 |", "| 3 |", 1), "counts of 1 are 3, 2, 0"},
		"no counts":        {good, "", "no counts of all"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doccheck.Catch(t, map[string]string{
				"docs/security/v01-x.md": c.table, "docs/security.md": c.counts, "docs/security/requirements.txt": "1.1.1 1\n1.1.2 2\n1.2.1 1\n",
				"a/a_test.go": "package a\n\nfunc TestA(t *testing.T) {}\n", "a/c.conf": "switch on\n",
			}, c.want, wrongIDs, wrongEvidence, wrongCounts)
		})
	}
}
