// Command sbom lists what the shop is made of, with licences: Go modules of the binary, npm
// packages that are shipped, Debian packages of the images. It writes CycloneDX; with
// -check it only refuses licences that are not allowed. It needs no network.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"time"
)

// component is a part that others have made.
type component struct {
	kind, name, version, hash string // kind is golang, npm or deb
	licences                  []string
	where                     string // a lock file or module, for people
}

func main() {
	check := flag.Bool("check", false, "only check the licences")
	debs := flag.String("debs", "", "a `file` with checksums and names of Debian packages, as sha256sum writes them")
	version := flag.String("version", "dev", "`version` of the shop")
	created := flag.Int64("created", 0, "`seconds` since 1970")
	flag.Parse()
	if err := run(*check, *debs, *version, *created, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(check bool, debs, version string, created int64, out io.Writer) error {
	components, err := goModules("./cmd/larek")
	if err != nil {
		return err
	}
	packages, err := npmPackages("package-lock.json")
	if err != nil {
		return err
	}
	components = append(components, packages...)
	if err := refuse(components); err != nil {
		return err
	}
	if check {
		fmt.Fprintf(out, "licences: %d components, all allowed\n", len(components))
		return nil
	}
	if debs != "" {
		packages, err := debianPackages(debs)
		if err != nil {
			return err
		}
		components = append(components, packages...)
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(document(components, version, time.Unix(created, 0).UTC()))
}

// document returns the list as CycloneDX 1.5 has it.
func document(components []component, version string, created time.Time) map[string]any {
	seen := map[string]bool{}
	list := []any{}
	for _, c := range components {
		purl := "pkg:" + c.kind + "/" + c.name + "@" + c.version
		if seen[purl] {
			continue
		}
		seen[purl] = true
		entry := map[string]any{"type": "library", "bom-ref": purl, "purl": purl, "name": c.name, "version": c.version}
		if len(c.licences) > 0 {
			licences := []any{}
			for _, l := range c.licences {
				licences = append(licences, map[string]any{"expression": l})
			}
			if len(licences) > 1 { // an expression must stand alone
				licences = nil
				for _, l := range c.licences {
					licences = append(licences, map[string]any{"license": map[string]string{"id": l}})
				}
			}
			entry["licenses"] = licences
		}
		if c.hash != "" {
			entry["hashes"] = []any{map[string]string{"alg": "SHA-256", "content": c.hash}}
		}
		list = append(list, entry)
	}
	return map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"metadata": map[string]any{
			"timestamp": created.Format(time.RFC3339),
			"component": map[string]any{"type": "application", "name": "larek", "version": version, "licenses": []any{map[string]any{"expression": "MIT"}}},
		},
		"components": list,
	}
}
