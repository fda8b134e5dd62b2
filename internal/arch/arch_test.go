package arch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

func TestArrowsHold(t *testing.T) {
	t.Parallel()
	packages, err := Scan(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 5 {
		t.Fatalf("found only %d packages: the scan looks at the wrong folder", len(packages))
	}
	for _, line := range Check(packages) {
		t.Error(line)
	}
}

func TestEveryDomainHasReadme(t *testing.T) {
	t.Parallel()
	for name, l := range layers {
		if l != domain {
			continue
		}
		dir := filepath.Join(root, "internal", name)
		if _, err := os.Stat(dir); os.IsNotExist(err) {
			continue // not built yet
		}
		if _, err := os.Stat(filepath.Join(dir, "README.md")); err != nil {
			t.Errorf("internal/%s has no README.md: it says what the domain owns, does not own, and how it fails", name)
		}
	}
}

// TestCheckCatches feeds the checker small false shops: a checker that accepts
// everything would pass every other test.
func TestCheckCatches(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		pkg  Package
		want string // empty: allowed
	}{
		"domain uses leaf":           {Package{Path: "internal/catalog", Imports: []string{"larek/internal/money", "fmt"}}, ""},
		"domain uses its queries":    {Package{Path: "internal/catalog", Imports: []string{"larek/internal/catalog/catalogdb"}}, ""},
		"httpapi uses domain":        {Package{Path: "internal/httpapi/store", Imports: []string{"larek/internal/catalog"}}, ""},
		"command uses httpapi":       {Package{Path: "cmd/larek", Imports: []string{"larek/internal/httpapi"}}, ""},
		"flow uses engine":           {Package{Path: "internal/orderflow", Imports: []string{"go.temporal.io/sdk/workflow"}}, ""},
		"command reads environment":  {Package{Path: "cmd/larek", Env: []string{"main.go:1"}}, ""},
		"test helper reads it":       {Package{Path: "internal/pg/pgtest", Env: []string{"pgtest.go:1"}}, ""},
		"leaf uses domain":           {Package{Path: "internal/money", Imports: []string{"larek/internal/order"}}, "arrows point down"},
		"domain uses domain":         {Package{Path: "internal/order", Imports: []string{"larek/internal/catalog"}}, "arrows point down"},
		"domain uses httpapi":        {Package{Path: "internal/order", Imports: []string{"larek/internal/httpapi"}}, "arrows point down"},
		"checkout uses orderflow":    {Package{Path: "internal/checkout", Imports: []string{"larek/internal/orderflow"}}, "arrows point down"},
		"seed uses httpapi":          {Package{Path: "internal/seed", Imports: []string{"larek/internal/httpapi"}}, "arrows point down"},
		"httpapi uses queries":       {Package{Path: "internal/httpapi", Imports: []string{"larek/internal/catalog/catalogdb"}}, "written by one domain"},
		"report uses others queries": {Package{Path: "internal/report", Imports: []string{"larek/internal/order/orderdb"}}, "written by one domain"},
		"checkout uses engine":       {Package{Path: "internal/checkout", Imports: []string{"go.temporal.io/sdk/client"}}, "only orderflow"},
		"leaf reads environment":     {Package{Path: "internal/pg", Env: []string{"pg.go:7"}}, "settings enter through cmd/larek"},
		"checks read strictly":       {Package{Path: "internal/httpapi", Imports: []string{"larek/internal/httpapi/strictjson"}}, ""},
		"handlers read strictly":     {Package{Path: "internal/httpapi/store", Imports: []string{"larek/internal/httpapi/strictjson"}}, "may grow fields"},
		"new folder":                 {Package{Path: "internal/helpers"}, "has no layer"},
		"import of a new folder":     {Package{Path: "internal/catalog", Imports: []string{"larek/internal/helpers"}}, "arrows point down"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := strings.Join(Check([]Package{c.pkg}), "\n")
			if c.want == "" && got != "" {
				t.Errorf("should be allowed, but: %s", got)
			}
			if c.want != "" && !strings.Contains(got, c.want) {
				t.Errorf("wanted a complaint with %q, got %q", c.want, got)
			}
		})
	}
}

func TestScanSeesEnvironment(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	source := "package x\n\nimport \"os\"\n\nvar home = os.Getenv(\"HOME\")\n"
	if err := os.WriteFile(filepath.Join(dir, "x.go"), []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	packages, err := Scan(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) != 1 || len(packages[0].Env) != 1 || packages[0].Env[0] != "x.go:5" {
		t.Errorf("got %+v", packages)
	}
}
