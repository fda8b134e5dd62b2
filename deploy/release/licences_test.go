package release

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// known are the licences that are recognised by words of their text. The first ones ask for a
// notice and nothing of our own code; any other licence, and a component without one, is
// refused until a person has looked at it.
var known = []struct {
	licence string
	allowed bool
	words   string
}{
	{"Apache-2.0", true, "Apache License"},
	{"BSD", true, "Redistribution and use in source and binary forms"},
	{"CC0-1.0", true, "CC0 1.0 Universal"},
	{"ISC", true, "Permission to use, copy, modify, and"},
	{"MIT", true, "Permission is hereby granted, free of charge"},
	{"MPL-2.0", true, "Mozilla Public License"},
	{"Unlicense", true, "This is free and unencumbered software"},
	{"AGPL", false, "GNU AFFERO GENERAL PUBLIC LICENSE"},
	{"BUSL", false, "Business Source License"},
	{"Commons-Clause", false, "Commons Clause"},
	{"GPL", false, "GNU GENERAL PUBLIC LICENSE"},
	{"LGPL", false, "GNU LESSER GENERAL PUBLIC LICENSE"},
	{"SSPL", false, "Server Side Public License"},
}

// licenceFile is the name of a file with a licence at the top of a module.
var licenceFile = regexp.MustCompile(`^(?i)(LICEN|COPYING|UNLICENSE)`)

// named are the allowed licences as npm packages name them.
var named = regexp.MustCompile(`^(0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|ISC|MIT|MPL-2\.0|OFL-1\.1|Unlicense)$`)

// lookedAt state no licence anywhere, and a person has let them pass: one generated file of
// protobuf options that go.temporal.io/api imports. That and sdk-go of the same project are
// MIT, which is a reason to let it pass and no licence. A newer version is looked at again.
var lookedAt = []string{"github.com/nexus-rpc/nexus-proto-annotations v0.1.0"}

// refusal says what is wrong with the licences that stand in a text; nothing if they are allowed.
func refusal(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	found, refused := false, ""
	for _, k := range known {
		if strings.Contains(text, k.words) {
			found = true
			if !k.allowed {
				refused += " " + k.licence
			}
		}
	}
	if !found {
		return "no licence was found"
	}
	return refused
}

// allowed reports whether an SPDX expression can be followed with allowed licences: one side
// of an OR, all sides of an AND.
func allowed(expression string) bool {
	expression = strings.Trim(expression, "() ")
	if sides := strings.Split(expression, " OR "); len(sides) > 1 {
		return slices.ContainsFunc(sides, allowed)
	}
	if sides := strings.Split(expression, " AND "); len(sides) > 1 {
		return !slices.ContainsFunc(sides, func(side string) bool { return !allowed(side) })
	}
	return named.MatchString(expression)
}

func TestLicencesOfGoModules(t *testing.T) {
	t.Parallel()
	//nolint:noctx // ends with the test
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", "../../cmd/larek", "../../cmd/sandbox")
	list.Env = append(os.Environ(), "GOFLAGS=-mod=readonly", "GOOS=linux", "CGO_ENABLED=0") //nolint:forbidigo // the compiler's own
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	modules := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		modules[strings.TrimSpace(line)] = true
	}
	if len(modules) < 50 {
		t.Fatalf("%d modules are known", len(modules))
	}
	for module := range modules {
		name, dir, _ := strings.Cut(module, "\t")
		var text bytes.Buffer
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if licenceFile.MatchString(file.Name()) {
				content, _ := os.ReadFile(filepath.Join(dir, file.Name())) //nolint:gosec // of the module cache; a folder has no text
				text.Write(content)
			}
		}
		if why := refusal(text.String()); why != "" && !slices.Contains(lookedAt, name) {
			t.Errorf("%s: %s", name, why)
		}
	}
}

func TestLicencesOfPackages(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	var lock struct {
		Packages map[string]struct {
			Version, License                 string
			Dev, DevOptional, Optional, Link bool
		}
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		t.Fatal(err)
	}
	found := 0
	for at, p := range lock.Packages {
		if !strings.Contains(at, "node_modules/") || p.Link || p.Dev || p.DevOptional || p.Optional { // ours, or not shipped
			continue
		}
		found++
		if !allowed(p.License) {
			t.Errorf("%s %s: licence %q is not allowed", at, p.Version, p.License)
		}
	}
	if found < 20 {
		t.Fatalf("%d packages are known", found)
	}
}

func TestLicencesAreRecognised(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Permission is hereby granted, free of\ncharge, to any person":                                                         "",
		"Redistribution and use in source and binary forms, with or without modification":                                      "",
		"Apache License\nVersion 2.0 …\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of the": "",
		"Mozilla Public License Version 2.0 … means either the GNU General Public License, Version 2.0":                        "",
		"   GNU GENERAL PUBLIC LICENSE\n   Version 2":                                                                          " GPL",
		"Apache License … with the Commons Clause":                                                                             " Commons-Clause",
		"All rights reserved.": "no licence was found",
	} {
		if got := refusal(text); got != want {
			t.Errorf("%.40q: %q, want %q", text, got, want)
		}
	}
	for expression, want := range map[string]bool{
		"MIT": true, "(MIT OR GPL-3.0)": true, "MIT AND Apache-2.0": true, "OFL-1.1": true,
		"GPL-3.0": false, "AGPL-3.0-only": false, "MIT AND LGPL-3.0": false, "SEE LICENSE IN x": false, "": false, "UNLICENSED": false,
	} {
		if got := allowed(expression); got != want {
			t.Errorf("%q: %t, want %t", expression, got, want)
		}
	}
}
