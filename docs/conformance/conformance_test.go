// Package conformance holds the tests that keep the tables of this folder true.
package conformance

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"larek/internal/doccheck"
)

// The states of a statement.
const (
	shown = doccheck.Shown
	open  = "open"
)

var repository = os.DirFS("../..")

func rows(repo fs.FS) ([]doccheck.Row, error) {
	return doccheck.Rows(repo, "docs/conformance/*.md")
}

func isMissing(reference string) bool {
	return doccheck.MissingTest(repository, reference) != ""
}

func TestStatementsAreNumberedInOrder(t *testing.T) {
	t.Parallel()
	doccheck.Report(t, repository, wrongIDs)
}

func TestEveryStatementNamesTestsThatExist(t *testing.T) {
	t.Parallel()
	doccheck.Report(t, repository, wrongEvidence)
}

func TestOpenStatementsAreCounted(t *testing.T) {
	t.Parallel()
	all, err := rows(repository)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, r := range all {
		count[r.State]++
		if r.State != open {
			continue
		}
		hint := ""
		if found := doccheck.References(r.Evidence); len(found) > 0 && !slices.ContainsFunc(found, isMissing) {
			hint = " Its tests exist: close it."
		}
		t.Logf("open: %s %s%s", r.IDs[0], r.What, hint)
	}
	t.Logf("%d statements: %d shown, %d open", len(all), count[shown], count[open])
	if count[shown] == 0 {
		t.Error("no statement is shown")
	}
}

// wrongIDs lists rows whose id is not the one after the row before: sections are
// files, statements are numbered from 1.
func wrongIDs(repo fs.FS) ([]string, error) {
	all, err := rows(repo)
	if err != nil {
		return nil, err
	}
	var wrong []string
	file, number := "", 0
	for _, r := range all {
		if at, _, _ := strings.Cut(r.At, ":"); at != file {
			file, number = at, 0
		}
		number++
		section := strings.TrimLeft(strings.TrimPrefix(file, "docs/conformance/"), "0")
		section, _, _ = strings.Cut(section, "-")
		if want := fmt.Sprintf("%s.%d", section, number); !slices.Equal(r.IDs, []string{want}) {
			wrong = append(wrong, fmt.Sprintf("%s: id %s, want %s", r.At, strings.Join(r.IDs, ", "), want))
		}
	}
	return wrong, nil
}

// wrongEvidence lists rows whose state is unknown, which name no test, or a test
// that does not exist. Of an open row only the words count.
func wrongEvidence(repo fs.FS) ([]string, error) {
	all, err := rows(repo)
	return doccheck.Evidence{States: []string{shown, open}, Missing: func(r doccheck.Row, reference string) string {
		if r.State != shown {
			return ""
		}
		return doccheck.MissingTest(repo, reference)
	}}.Wrong(all), err
}

// TestChecksCatch feeds the checks small false documents: a check that accepts
// everything would pass every other test.
func TestChecksCatch(t *testing.T) {
	t.Parallel()
	const good = "| id | state | what the shop does | tests |\n|---|---|---|---|\n" +
		"| 2.1 | shown | x | `a TestA`, `a/b.test.ts: goes home` |\n| 2.2 | open | x | comes with `a TestLater` |\n"
	for name, c := range map[string]struct{ table, want string }{
		"all is well":      {good, ""},
		"a number skipped": {strings.Replace(good, "2.2", "2.3", 1), "id 2.3, want 2.2"},
		"another section":  {strings.Replace(good, "2.1", "3.1", 1), "id 3.1, want 2.1"},
		"no such test":     {strings.Replace(good, "TestA", "TestB", 1), "no test TestB in a"},
		"no such title":    {strings.Replace(good, "goes home", "goes", 1), `has no test "goes"`},
		"no test":          {strings.Replace(good, "`a TestA`", "`a/a_test.go`", 1), "is not a reference to a test"},
		"shown by nothing": {strings.Replace(good, "`a TestA`, `a/b.test.ts: goes home`", "words", 1), "shown by nothing"},
		"unknown state":    {strings.Replace(good, "| open", "| soon", 1), "want shown or open"},
		"nothing missing":  {strings.Replace(good, "comes with `a TestLater`", "", 1), "a cell is empty"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doccheck.Catch(t, map[string]string{
				"docs/conformance/02-x.md": c.table,
				"a/a_test.go":              "package a\n\nfunc TestA(t *testing.T) {}\n",
				"a/b.test.ts":              "test('goes home', () => {})\n",
			}, c.want, wrongIDs, wrongEvidence)
		})
	}
}
