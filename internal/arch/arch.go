// Package arch keeps the arrows between the folders of the shop:
//
//	cmd/larek → httpapi → checkout, orderflow, report → domains → leaves
//
// The rules are data (rules.go); a test reads the source tree and holds them.
package arch

import (
	"fmt"
	"slices"
	"strings"
)

// Module is the module's own import prefix.
const Module = "larek/"

// Package is one folder of Go code, test files left out: tests may span folders.
type Package struct {
	Path    string   // from the repository's root: internal/catalog
	Imports []string // as written in the source
	Env     []string // positions that read the process environment
}

// Check returns one line for every broken rule, with the rule's reason.
func Check(packages []Package) []string {
	var broken []string
	for _, p := range packages {
		if layerOf(p.Path) == unknown {
			broken = append(broken, p.Path+": this folder has no layer; add it to the table in internal/arch/rules.go")
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

// folder is the name that decides a package's layer: catalog for
// internal/catalog/catalogdb, cmd for cmd/larek.
func folder(path string) string {
	parts := strings.Split(path, "/")
	if parts[0] == "internal" && len(parts) > 1 {
		return parts[1]
	}
	return parts[0]
}

func layerOf(path string) layer { return layers[folder(path)] }
