package docs

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var (
	fence = regexp.MustCompile("(?ms)^ *```(?:sh|sql)\n(.*?)^ *```$")
	// aCommand is a span of a page that a person types.
	aCommand = regexp.MustCompile(`^(?:larek|select|insert|make|dev/service|systemctl|journalctl|sudo|psql|pgbackrest|curl|redis-cli|apt-get|pg_\w+|pg_ctlcluster) `)
	aDrill   = regexp.MustCompile(`^make -C e2e (?:drills|restore-drill)`) // tried by itself
	remark   = regexp.MustCompile(`\s+#.*$`)
	spaces   = regexp.MustCompile(`\s+`)
)

// TestDrillsOfPlaybooksTryEveryCommand checks that a page that has a script (`make -C e2e playbooks`)
// has no command that the script does not try or name.
func TestDrillsOfPlaybooksTryEveryCommand(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"backup-late", "books-do-not-balance", "paid-not-delivered", "registry-not-reconciled"} {
		script := spaces.ReplaceAllString(text(t, "../e2e/playbooks/"+name+".sh"), " ")
		script = strings.ReplaceAll(script, `'\''`, `'`)
		for _, command := range commands(text(t, "playbooks/"+name+".md")) {
			if !strings.Contains(script, command) {
				t.Errorf("%s: its script does not try %q, and does not say so", name, command)
			}
		}
	}
}

// commands returns the commands of a page: the lines of its examples, and spans that begin like one. Of statements of
// many lines the script takes the page's own text.
func commands(page string) (list []string) {
	for _, m := range fence.FindAllStringSubmatch(page, -1) {
		if strings.Contains(m[1], ";\n") { // statements
			continue
		}
		for line := range strings.Lines(m[1]) {
			if line = strings.TrimSpace(remark.ReplaceAllString(strings.TrimRight(line, "\n"), "")); line != "" {
				list = append(list, spaces.ReplaceAllString(line, " "))
			}
		}
	}
	for _, m := range regexp.MustCompile("(?s)`([^`]+)`").FindAllStringSubmatch(fence.ReplaceAllString(page, ""), -1) {
		if span := spaces.ReplaceAllString(m[1], " "); aCommand.MatchString(span) && !aDrill.MatchString(span) {
			list = append(list, span)
		}
	}
	return list
}

// TestPlaybooksNameWhatTheScreensSay checks that texts in «» on a page occur in the console, the storefront or the
// shop's messages.
func TestPlaybooksNameWhatTheScreensSay(t *testing.T) {
	t.Parallel()
	var screens strings.Builder
	for _, folder := range []string{"../console/messages", "../web/messages", "../internal/desk", "../internal/order", "../internal/httpapi/httperr"} {
		files, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if !f.IsDir() {
				screens.WriteString(strings.ReplaceAll(text(t, folder+"/"+f.Name()), "\u00a0", " "))
			}
		}
	}
	pages, err := os.ReadDir("playbooks")
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile(`«([^»]+)»`)
	for _, p := range pages {
		for _, m := range said.FindAllStringSubmatch(text(t, "playbooks/"+p.Name()), -1) {
			words := strings.TrimSuffix(spaces.ReplaceAllString(m[1], " "), "…")
			if !strings.Contains(screens.String(), words) {
				t.Errorf("%s: no screen says «%s»", p.Name(), words)
			}
		}
	}
}
