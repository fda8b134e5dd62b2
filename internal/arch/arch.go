// Package arch checks the import rules between the folders of the repository:
//
//	cmd/larek → app → httpapi → checkout, orderflow, ordersearch → domains → platform
//
// The rules are data (rules.go); a test checks them against the source tree.
package arch

import (
	"fmt"
	"slices"
	"strings"
)

// Module is the import prefix of the module.
const Module = "larek/"

// Package is one folder of Go code without its tests: tests may import across
// layers.
type Package struct {
	Path    string   // from the repository root, such as internal/catalog
	Imports []string // as written in the source
	Env     []string // positions that read the process environment
}

// Check returns one line with a reason for every violated rule.
func Check(packages []Package) []string {
	var broken []string
	for _, p := range packages {
		if layerOf(p.Path) == unknown {
			broken = append(broken, p.Path+": the folder has no layer; add it to the table in internal/arch/rules.go")
			continue
		}
		for _, imported := range p.Imports {
			for _, r := range importRules {
				if r.breaks(p.Path, imported) {
					broken = append(broken, fmt.Sprintf("%s imports %s: %s", p.Path, imported, r.reason))
				}
			}
		}
		if len(p.Env) > 0 && !mayReadEnvironment(p.Path) {
			broken = append(broken, fmt.Sprintf("%s reads the environment: %s", strings.Join(p.Env, ", "), environmentReason))
		}
	}
	slices.Sort(broken)
	return broken
}

// folder returns the name that determines the layer of a package: catalog for
// internal/catalog/catalogdb, cmd for cmd/larek.
func folder(path string) string {
	parts := strings.Split(path, "/")
	if parts[0] == "internal" && len(parts) > 1 {
		return parts[1]
	}
	return parts[0]
}

func layerOf(path string) layer {
	if slices.Contains(testHelpers, path) {
		return acceptance
	}
	return layers[folder(path)]
}
