package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// goModules returns the modules whose packages are in a program, with the licences
// that their folders hold.
func goModules(program string) ([]component, error) {
	list := exec.Command("go", "list", "-deps", "-json=Module", program) //nolint:noctx // ends by itself
	list.Stderr = os.Stderr
	list.Env = append(os.Environ(), "GOFLAGS=-mod=readonly", "GOOS=linux", "CGO_ENABLED=0") //nolint:forbidigo // the compiler's own
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	found := map[string]component{}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var pkg struct {
			Module *struct {
				Path, Version, Dir string
				Main               bool
			}
		}
		if err := decoder.Decode(&pkg); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		m := pkg.Module
		if m == nil || m.Main || found[m.Path].name != "" {
			continue
		}
		licences, err := licencesIn(m.Dir)
		if err != nil {
			return nil, err
		}
		found[m.Path] = component{kind: "golang", name: m.Path, version: m.Version, licences: licences, where: "go.mod"}
	}
	return inOrder(found), nil
}

// licencesIn recognises the licences at the top of a module.
func licencesIn(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var licences []string
	for _, entry := range entries {
		name := strings.ToUpper(entry.Name())
		if entry.IsDir() || !strings.HasPrefix(name, "LICEN") && !strings.HasPrefix(name, "COPYING") && !strings.HasPrefix(name, "UNLICENSE") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, entry.Name())) //nolint:gosec // of the module cache
		if err != nil {
			return nil, err
		}
		licences = append(licences, recognise(string(text))...)
	}
	slices.Sort(licences)
	return slices.Compact(licences), nil
}

// npmPackages returns the packages that a lock file does not mark as development's own.
func npmPackages(lock string) ([]component, error) {
	text, err := os.ReadFile(lock) //nolint:gosec // of this repository
	if err != nil {
		return nil, err
	}
	var file struct {
		Packages map[string]struct {
			Version, License           string
			Dev, DevOptional, Optional bool
			Link                       bool // to a workspace: ours
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", lock, err)
	}
	found := map[string]component{}
	for at, p := range file.Packages {
		const folder = "node_modules/"
		if !strings.Contains(at, folder) || p.Link || p.Dev || p.DevOptional || p.Optional {
			continue
		}
		name := at[strings.LastIndex(at, folder)+len(folder):]
		c := component{kind: "npm", name: strings.Replace(name, "@", "%40", 1), version: p.Version, where: lock}
		if p.License != "" {
			c.licences = []string{p.License}
		}
		found[at] = c
	}
	return inOrder(found), nil
}

// debianPackages reads lines of «checksum  name_version_architecture.deb».
func debianPackages(list string) ([]component, error) {
	file, err := os.Open(list) //nolint:gosec // named by the release
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	found := map[string]component{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		sum, name, _ := strings.Cut(lines.Text(), "  ")
		parts := strings.Split(strings.TrimSuffix(path.Base(name), ".deb"), "_")
		if len(parts) != 3 {
			return nil, fmt.Errorf("%s: no package: %q", list, lines.Text())
		}
		version, err := url.PathUnescape(parts[1])
		if err != nil {
			return nil, err
		}
		found[parts[0]] = component{kind: "deb", name: "debian/" + parts[0], version: version, hash: sum, where: list}
	}
	return inOrder(found), lines.Err()
}

func inOrder(found map[string]component) []component {
	var list []component
	for _, key := range slices.Sorted(maps.Keys(found)) {
		list = append(list, found[key])
	}
	return list
}
