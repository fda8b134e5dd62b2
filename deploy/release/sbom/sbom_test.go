package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestLicencesThatMayBeShipped(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]bool{
		"MIT": true, "(MIT OR GPL-3.0)": true, "MIT AND Apache-2.0": true, "OFL-1.1": true,
		"GPL-3.0": false, "AGPL-3.0-only": false, "MIT AND LGPL-3.0": false, "SEE LICENSE IN x": false, "": false, "UNLICENSED": false,
	} {
		if got := isAllowed(expression); got != want {
			t.Errorf("%q: %t, want %t", expression, got, want)
		}
	}
}

func TestLicencesAreRecognised(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Permission is hereby granted, free of\ncharge, to any person":                                                         "MIT",
		"Redistribution and use in source and binary\nforms … be used to endorse or promote products":                          "BSD-3-Clause",
		"Redistribution and use in source and binary forms, with or without modification":                                      "BSD-2-Clause",
		"   GNU GENERAL PUBLIC LICENSE\n   Version 2":                                                                          "GPL-3.0",
		"Mozilla Public License Version 2.0 … means either the GNU General Public License, Version 2.0":                        "MPL-2.0",
		"Apache License\nVersion 2.0 …\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of the": "Apache-2.0 MIT",
		"All rights reserved.": "",
	} {
		if got := strings.Join(recognise(text), " "); got != want {
			t.Errorf("%.40q: %q, want %q", text, got, want)
		}
	}
}

func TestEveryProblemIsSaidAtOnce(t *testing.T) {
	t.Parallel()
	err := refuse([]component{
		{name: "good", version: "1", licences: []string{"MIT"}, where: "go.mod"},
		{name: "bare", version: "2", where: "go.mod"},
		{name: "github.com/nexus-rpc/nexus-proto-annotations", version: "v0.1.0", where: "go.mod"},
		{name: "gnu", version: "3", licences: []string{"MIT", "AGPL-3.0"}, where: "package-lock.json"},
	})
	want := "bare 2 (go.mod): no licence was found\ngnu 3 (package-lock.json): licence AGPL-3.0 is not allowed"
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

func TestPackagesOfALockFile(t *testing.T) {
	t.Parallel()
	lock := filepath.Join(t.TempDir(), "package-lock.json")
	text := `{"packages": {"": {"version": "0"}, "node_modules/react": {"version": "19.3.1", "license": "MIT"},
		"node_modules/vite": {"version": "8", "license": "MIT", "dev": true},
		"web": {"version": "0"}, "node_modules/larek-web": {"resolved": "web", "link": true},
		"node_modules/a/node_modules/@x/b": {"version": "2", "license": "ISC"}}}`
	if err := os.WriteFile(lock, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := npmPackages(lock)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, c := range got {
		names = append(names, c.name+"@"+c.version)
	}
	if want := []string{"%40x/b@2", "react@19.3.1"}; !slices.Equal(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
}
