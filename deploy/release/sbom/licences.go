package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// allowed are licences that ask for a notice and nothing of our own code. Any other, and
// a component without one, is refused until a person has looked at it.
var allowed = []string{
	"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "ISC", "MIT", "MPL-2.0", "OFL-1.1", "Unlicense",
}

// lookedAt are components that state no licence anywhere, which a person has looked at
// and let pass. The list of a release names them without a licence: none is made up.
var lookedAt = map[string]bool{
	// The module has no LICENSE file, and neither its README nor a header of its files says
	// a word about one. It is one generated file of protobuf options that go.temporal.io/api
	// imports. That and sdk-go of the same project are MIT, which is a reason to let it pass
	// and no licence. A newer version is looked at again.
	"github.com/nexus-rpc/nexus-proto-annotations v0.1.0": true,
}

// recognise returns the licences whose words stand in a text.
func recognise(text string) []string {
	words := strings.Join(strings.Fields(text), " ")
	var found []string
	for _, known := range []struct{ phrase, licence string }{
		{"GNU AFFERO GENERAL PUBLIC LICENSE", "AGPL-3.0"},
		{"GNU LESSER GENERAL PUBLIC LICENSE", "LGPL-3.0"},
		{"GNU GENERAL PUBLIC LICENSE", "GPL-3.0"},
		{"Business Source License", "BUSL-1.1"},
		{"Server Side Public License", "SSPL-1.0"},
		{"Commons Clause", "Commons-Clause"},
		{"Mozilla Public License", "MPL-2.0"},
		{"Apache License", "Apache-2.0"},
		{"Permission is hereby granted, free of charge", "MIT"},
		{"Permission to use, copy, modify, and", "ISC"},
		{"This is free and unencumbered software", "Unlicense"},
		{"CC0 1.0 Universal", "CC0-1.0"},
	} {
		if strings.Contains(words, known.phrase) {
			found = append(found, known.licence)
		}
	}
	if strings.Contains(words, "Redistribution and use in source and binary forms") {
		if strings.Contains(words, "endorse or promote") {
			found = append(found, "BSD-3-Clause")
		} else {
			found = append(found, "BSD-2-Clause")
		}
	}
	return found
}

// isAllowed reports whether an SPDX expression can be followed with allowed licences:
// one side of an OR, all sides of an AND.
func isAllowed(expression string) bool {
	expression = strings.Trim(strings.TrimSpace(expression), "()")
	if parts := strings.Split(expression, " OR "); len(parts) > 1 {
		return slices.ContainsFunc(parts, isAllowed)
	}
	for part := range strings.SplitSeq(expression, " AND ") {
		if !slices.Contains(allowed, strings.Trim(strings.TrimSpace(part), "()")) {
			return false
		}
	}
	return true
}

// refuse returns an error with every component that may not be shipped.
func refuse(components []component) error {
	var problems []error
	for _, c := range components {
		if len(c.licences) == 0 && !lookedAt[c.name+" "+c.version] {
			problems = append(problems, fmt.Errorf("%s %s (%s): no licence was found", c.name, c.version, c.where))
		}
		for _, l := range c.licences {
			if !isAllowed(l) {
				problems = append(problems, fmt.Errorf("%s %s (%s): licence %s is not allowed", c.name, c.version, c.where, l))
			}
		}
	}
	return errors.Join(problems...)
}
