package arch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const repository = "../.."

func TestImportRules(t *testing.T) {
	t.Parallel()
	packages, err := Scan(repository)
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 5 {
		t.Fatalf("got only %d packages: wrong root folder", len(packages))
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
		dir := filepath.Join(repository, "internal", name)
		if _, err := os.Stat(dir); os.IsNotExist(err) {
			continue // not built yet
		}
		if _, err := os.Stat(filepath.Join(dir, "README.md")); err != nil {
			t.Errorf("internal/%s has no README.md: it describes what the domain owns and how it fails", name)
		}
	}
}

// TestCheckCatches checks that violations are reported.
func TestCheckCatches(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		pkg  Package
		want string // empty: allowed
	}{
		"domain uses platform":            {Package{Path: "internal/catalog", Imports: []string{"larek/internal/money", "fmt"}}, ""},
		"domain uses its queries":         {Package{Path: "internal/catalog", Imports: []string{"larek/internal/catalog/catalogdb"}}, ""},
		"httpapi uses domain":             {Package{Path: "internal/httpapi/store", Imports: []string{"larek/internal/catalog"}}, ""},
		"command uses root":               {Package{Path: "cmd/larek", Imports: []string{"larek/internal/app"}}, ""},
		"root uses lists of adapters":     {Package{Path: "internal/app", Imports: []string{"larek/internal/payment/providers", "larek/internal/delivery/suppliers"}}, ""},
		"list uses adapter":               {Package{Path: "internal/payment/providers", Imports: []string{"larek/internal/payment/tbank"}}, ""},
		"supplier uses its helper":        {Package{Path: "internal/delivery/rokky", Imports: []string{"larek/internal/delivery/supplierhttp"}}, ""},
		"root builds the API":             {Package{Path: "internal/app", Imports: []string{"larek/internal/httpapi"}}, ""},
		"command builds the API":          {Package{Path: "cmd/larek", Imports: []string{"larek/internal/httpapi"}}, "only internal/app builds the shop"},
		"root uses adapter":               {Package{Path: "internal/app", Imports: []string{"larek/internal/payment/tbank"}}, "only the list of a kind"},
		"whole-shop test uses adapter":    {Package{Path: "e2e/shoptest", Imports: []string{"larek/internal/payment/tbank"}}, "only the list of a kind"},
		"list uses the other kind":        {Package{Path: "internal/payment/providers", Imports: []string{"larek/internal/delivery/rokky"}}, "only the list of a kind"},
		"httpapi uses root":               {Package{Path: "internal/httpapi", Imports: []string{"larek/internal/app"}}, "imports point down"},
		"orderflow uses Temporal":         {Package{Path: "internal/orderflow", Imports: []string{"go.temporal.io/sdk/workflow"}}, ""},
		"command reads environment":       {Package{Path: "cmd/larek", Env: []string{"main.go:1"}}, ""},
		"test helper reads it":            {Package{Path: "internal/pg/pgtest", Env: []string{"pgtest.go:1"}}, ""},
		"platform uses domain":            {Package{Path: "internal/money", Imports: []string{"larek/internal/order"}}, "imports point down"},
		"domain uses domain":              {Package{Path: "internal/order", Imports: []string{"larek/internal/catalog"}}, "imports point down"},
		"domain uses httpapi":             {Package{Path: "internal/order", Imports: []string{"larek/internal/httpapi"}}, "imports point down"},
		"checkout uses orderflow":         {Package{Path: "internal/checkout", Imports: []string{"larek/internal/orderflow"}}, "imports point down"},
		"seed uses httpapi":               {Package{Path: "internal/seed", Imports: []string{"larek/internal/httpapi"}}, "imports point down"},
		"httpapi uses queries":            {Package{Path: "internal/httpapi", Imports: []string{"larek/internal/catalog/catalogdb"}}, "written by one domain"},
		"ordersearch uses others queries": {Package{Path: "internal/ordersearch", Imports: []string{"larek/internal/order/orderdb"}}, "written by one domain"},
		"checkout uses Temporal":          {Package{Path: "internal/checkout", Imports: []string{"go.temporal.io/sdk/client"}}, "only orderflow"},
		"platform reads environment":      {Package{Path: "internal/pg", Env: []string{"pg.go:7"}}, "settings enter through cmd/larek"},
		"checks read strictly":            {Package{Path: "internal/httpapi/validation", Imports: []string{"larek/internal/httpapi/strictjson"}}, ""},
		"handlers read strictly":          {Package{Path: "internal/httpapi/store", Imports: []string{"larek/internal/httpapi/strictjson"}}, "may add fields"},
		"test helper builds the API":      {Package{Path: "internal/httpapi/httpapitest", Imports: []string{"larek/internal/httpapi", "larek/internal/seed", "larek/internal/pg/pgtest"}}, ""},
		"handlers use a test helper":      {Package{Path: "internal/httpapi/store", Imports: []string{"larek/internal/httpapi/httpapitest"}}, "by tests alone"},
		"domain uses a test helper":       {Package{Path: "internal/order", Imports: []string{"larek/internal/pg/pgtest"}}, "by tests alone"},
		"sandbox lists services":          {Package{Path: "internal/sandbox", Imports: []string{"larek/internal/sandbox/tbank"}}, ""},
		"sandbox service uses core":       {Package{Path: "internal/sandbox/tbank", Imports: []string{"larek/internal/sandbox/core"}}, ""},
		"sandbox service uses another":    {Package{Path: "internal/sandbox/tbank", Imports: []string{"larek/internal/sandbox/payin"}}, "core knows no service"},
		"sandbox core uses service":       {Package{Path: "internal/sandbox/core", Imports: []string{"larek/internal/sandbox/tbank"}}, "core knows no service"},
		"sandbox console uses service":    {Package{Path: "internal/sandbox/console", Imports: []string{"larek/internal/sandbox/tbank"}}, "core knows no service"},
		"sandbox service uses the root":   {Package{Path: "internal/sandbox/tbank", Imports: []string{"larek/internal/sandbox"}}, "core knows no service"},
		"new folder":                      {Package{Path: "internal/helpers"}, "has no layer"},
		"import of a new folder":          {Package{Path: "internal/catalog", Imports: []string{"larek/internal/helpers"}}, "imports point down"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := strings.Join(Check([]Package{c.pkg}), "\n")
			if c.want == "" && got != "" {
				t.Errorf("got %s, want no violation", got)
			}
			if c.want != "" && !strings.Contains(got, c.want) {
				t.Errorf("got %[2]q, want a violation with %[1]q", c.want, got)
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
