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
	"testing/fstest"
)

var repository = os.DirFS("../..")

func TestEveryRequirementHasOneLine(t *testing.T) {
	t.Parallel()
	report(t, repository, wrongIDs)
}

func TestEvidenceExists(t *testing.T) {
	t.Parallel()
	report(t, repository, wrongEvidence)
}

func TestCountsAreThoseOfTheTables(t *testing.T) {
	t.Parallel()
	report(t, repository, wrongCounts)
}

func report(t *testing.T, repo fs.FS, check func(fs.FS) ([]string, error)) {
	t.Helper()
	wrong, err := check(repo)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range wrong {
		t.Error(line)
	}
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
		for _, id := range r.ids {
			c := chapter(id)
			switch {
			case !slices.Contains(ids, id):
				wrong = append(wrong, fmt.Sprintf("%s: %q is no requirement of level 1 or 2", r.at, id))
			case named[id] != "":
				wrong = append(wrong, fmt.Sprintf("%s: %s is named in %s already", r.at, id, named[id]))
			case !strings.HasPrefix(r.at, fmt.Sprintf("docs/security/v%02s-", c)):
				wrong = append(wrong, fmt.Sprintf("%s: %s belongs to chapter %s", r.at, id, c))
			}
			named[id] = r.at
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
	if err != nil {
		return nil, err
	}
	var wrong []string
	for _, r := range all {
		found := references(r.evidence)
		switch {
		case r.state != shown && r.state != notYet && r.state != notApplicable:
			wrong = append(wrong, fmt.Sprintf("%s: state %q, want shown, not yet or n.a.", r.at, r.state))
		case r.state == shown && len(found) == 0:
			wrong = append(wrong, r.at+": shown by nothing")
		case r.what == "" || r.state == notYet && r.evidence == "":
			wrong = append(wrong, r.at+": a cell is empty")
		}
		for _, reference := range found {
			if why := missing(repo, reference); why != "" {
				wrong = append(wrong, r.at+": "+why)
			}
		}
	}
	return wrong, nil
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
		for _, id := range r.ids {
			c := chapter(id)
			if count[c] == nil {
				count[c] = map[string]int{}
			}
			count[c][r.state]++
			count["all"][r.state]++
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
		"no such test":     {strings.Replace(good, "TestA", "TestB", 1), counts, "no TestB in a"},
		"no such file":     {strings.Replace(good, "a/c.conf", "a/d.conf", 1), counts, "no file a/d.conf"},
		"no such text":     {strings.Replace(good, ": on", ": off", 1), counts, "does not contain"},
		"no such path":     {strings.Replace(good, "`a TestA`", "`b/x`", 1), counts, "there is no b/x"},
		"shown by nothing": {strings.Replace(good, "`a TestA`, `a/c.conf: on`", "words", 1), counts, "shown by nothing"},
		"unknown state":    {strings.Replace(good, "not yet", "soon", 1), "| [V1 x](y) | 1 | 0 | 0 |\n| **all** | 1 | 0 | 0 |\n", "want shown"},
		"wrong counts":     {good, strings.Replace(counts, "| 1 |", "| 3 |", 1), "counts of 1 are 3, 2, 0"},
		"no counts":        {good, "", "no counts of all"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			repo := fstest.MapFS{}
			for file, text := range map[string]string{
				"docs/security/v01-x.md": c.table, "docs/security.md": c.counts, "docs/security/requirements.txt": "1.1.1 1\n1.1.2 2\n1.2.1 1\n",
				"a/a_test.go": "package a\n\nfunc TestA(t *testing.T) {}\n", "a/c.conf": "switch on\n",
			} {
				repo[file] = &fstest.MapFile{Data: []byte(text)}
			}
			var all []string
			for _, check := range []func(fs.FS) ([]string, error){wrongIDs, wrongEvidence, wrongCounts} {
				wrong, err := check(repo)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, wrong...)
			}
			if got := strings.Join(all, "\n"); c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
