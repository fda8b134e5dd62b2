package docs

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"larek/internal/doccheck"
)

var (
	decision = regexp.MustCompile(`ADR (\d{4})`)
	heading  = regexp.MustCompile(`(?m)^#+ (.+)$`)
	anchored = regexp.MustCompile(`\]\(([^)\s:#]*)#([^)\s]+)\)`)
	setting  = regexp.MustCompile(`LAREK_[A-Z0-9_]*[A-Z0-9]`)
	script   = regexp.MustCompile("`(?:npm run|npm --prefix web run) ([a-z]+)")
	metric   = regexp.MustCompile(`(?:Name:\s+|NewDesc\(|gauge\(|total\()"(larek_[a-z_]+)"`)
	measured = regexp.MustCompile("(?m)^\\| `(larek_[a-z_]+)`")
	// webPath is a file of the storefront, named from web/ or from web/app/. Texts are
	// compiled to app/paraglide, which exists after a build.
	webPath = regexp.MustCompile(`^(?:(app|server|scripts|public|tests|messages)|features|entities|components|lib|routes)/[\w./-]*\w$`)
)

func TestDecisionsNamedInDocumentsExist(t *testing.T) {
	t.Parallel()
	repo := os.DirFS("..")
	for name, text := range doccheck.Documents(t, repo) {
		for _, m := range decision.FindAllStringSubmatch(text, -1) {
			if found, _ := fs.Glob(repo, "docs/adr/"+m[1]+"-*.md"); len(found) != 1 {
				t.Errorf("%s: there is no ADR %s", name, m[1])
			}
		}
	}
}

func TestHeadingsLinkedInDocumentsExist(t *testing.T) {
	t.Parallel()
	documents := doccheck.Documents(t, os.DirFS(".."))
	for name, text := range documents {
		for _, m := range anchored.FindAllStringSubmatch(text, -1) {
			to := name
			if m[1] != "" {
				to = path.Join(path.Dir(name), m[1])
			}
			if other, isDocument := documents[to]; isDocument && !slices.Contains(anchors(other), m[2]) {
				t.Errorf("%s: %s has no heading #%s", name, to, m[2])
			}
		}
	}
}

// anchors returns the addresses of the headings of a document.
func anchors(text string) []string {
	var all []string
	dropped := regexp.MustCompile(`[^\p{L}\p{N}\s_-]`)
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		all = append(all, strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return all
}

func TestSettingsNamedInDocumentsAreRead(t *testing.T) {
	t.Parallel()
	repo := os.DirFS("..")
	known := map[string]bool{}
	eachSource(t, repo, func(_, text string) {
		for _, name := range setting.FindAllString(text, -1) {
			known[name] = true
		}
	})
	for name, text := range doccheck.Documents(t, repo) {
		for _, s := range setting.FindAllString(text, -1) {
			if !known[s] {
				t.Errorf("%s: no code reads %s", name, s)
			}
		}
	}
}

func TestRecipeListsEveryMetric(t *testing.T) {
	t.Parallel()
	repo := os.DirFS("..")
	want := map[string]bool{}
	eachSource(t, repo, func(name, text string) {
		if strings.HasSuffix(name, "_test.go") {
			return
		}
		for _, m := range metric.FindAllStringSubmatch(text, -1) {
			want[m[1]] = true
		}
	})
	text, err := fs.ReadFile(repo, "docs/recipes/read-the-metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range measured.FindAllStringSubmatch(string(text), -1) {
		got = append(got, m[1])
	}
	slices.Sort(got)
	if want := slices.Sorted(maps.Keys(want)); !slices.Equal(got, want) {
		t.Errorf("the recipe lists %v, want %v", got, want)
	}
}

// eachSource calls f with every file that is code or configuration.
func eachSource(t *testing.T, repo fs.FS, f func(name, text string)) {
	t.Helper()
	kinds := []string{".go", ".sh", ".env", ".ts", ".tsx", ".yml", ".yaml", ".conf", ".vcl", ""}
	err := fs.WalkDir(repo, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case doccheck.Skipped(d) || d.Name() == "testdata":
			return fs.SkipDir
		case !d.Type().IsRegular() || !slices.Contains(kinds, path.Ext(name)): // a link stands for what is read elsewhere
			return nil
		}
		text, err := fs.ReadFile(repo, name)
		f(name, string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestStorefrontNamesInDocumentsExist(t *testing.T) {
	t.Parallel()
	repo := os.DirFS("..")
	var pack struct{ Scripts map[string]string } // of both: a map keeps what it has
	for _, name := range []string{"package.json", "web/package.json"} {
		text, err := fs.ReadFile(repo, name)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &pack); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"docs/web.md", "web/README.md"} {
		text, err := fs.ReadFile(repo, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range script.FindAllStringSubmatch(string(text), -1) {
			if pack.Scripts[m[1]] == "" {
				t.Errorf("%s: npm run %s does not exist", name, m[1])
			}
		}
		for _, m := range span.FindAllStringSubmatch(string(text), -1) {
			if p := webPath.FindStringSubmatch(m[1]); p != nil && m[1] != "app/paraglide" {
				base := "web/app"
				if p[1] != "" {
					base = "web"
				}
				if !exists(repo, path.Join(base, m[1])) {
					t.Errorf("%s: %s does not exist in %s", name, m[1], base)
				}
			}
		}
	}
}
