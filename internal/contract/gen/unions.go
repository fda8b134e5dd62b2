package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// addGoExtensions makes oapi-codegen use our types: a sealed interface for a
// union, a constant type for its tag. Its own unions are raw JSON and need an
// order of magnitude more allocations.
func addGoExtensions(schemas *yaml.Node) {
	unions := map[string]bool{}
	pairs(schemas, func(name, schema *yaml.Node) {
		if get(schema, "oneOf") != nil {
			set(schema, "x-go-type", scalar(name.Value+"Union"))
			unions[schemaRef+name.Value] = true
		}
	})
	pairs(schemas, func(_, schema *yaml.Node) {
		pairs(get(schema, "properties"), func(_, property *yaml.Node) {
			if tag, ok := tagValue(property); ok {
				set(property, "x-go-type", scalar(tagType(tag)))
			}
			// An interface can be nil; no pointer is needed.
			if all := get(property, "allOf"); all != nil && unions[text(get(all.Content[0], "$ref"))] {
				set(property, "x-go-type-skip-optional-pointer", &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "true"})
			}
		})
	})
}

// tagValue returns the only value a property may have.
func tagValue(property *yaml.Node) (string, bool) {
	values := get(property, "enum")
	if values == nil || len(values.Content) != 1 {
		return "", false
	}
	return values.Content[0].Value, true
}

func tagType(value string) string { return "Tag" + pascal(value) }

func pascal(snake string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(snake, "_") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

func variantName(ref *yaml.Node) string { return strings.TrimPrefix(text(get(ref, "$ref")), schemaRef) }

// writeSiblings generates methods that convert the first variant to each other
// one, so that the common fields are set once.
func writeSiblings(b *strings.Builder, schemas *yaml.Node, variants []*yaml.Node) {
	first := variantName(variants[0])
	shared := get(schemas, first, "properties")
	for _, v := range variants[1:] {
		name := variantName(v)
		properties := get(schemas, name, "properties")
		fmt.Fprintf(b, "\n// %s has the fields that %s shares with it.\nfunc (v %s) %s() %s {\n\treturn %s{\n", name, first, first, name, name, name)
		pairs(shared, func(key, property *yaml.Node) {
			if _, tag := tagValue(property); !tag && same(property, get(properties, key.Value)) {
				fmt.Fprintf(b, "\t\t%s: v.%s,\n", goName(key.Value), goName(key.Value))
			}
		})
		b.WriteString("\t}\n}\n")
	}
}

// same reports whether two properties have the same schema, and so the same Go
// type.
func same(a, b *yaml.Node) bool {
	if a == nil || b == nil {
		return false
	}
	x, errX := yaml.Marshal(a)
	y, errY := yaml.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

// goName returns the name oapi-codegen gives a property; a wrong one does not
// compile.
func goName(snake string) string {
	words := strings.Split(snake, "_")
	for i, w := range words {
		if upper := strings.ToUpper(w); upper == "ID" || upper == "URL" {
			words[i] = upper
		} else {
			words[i] = pascal(w)
		}
	}
	return strings.Join(words, "")
}

// unionSource generates the interfaces with their marker methods, and the tags.
func unionSource(pkg string, doc *yaml.Node) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport \"fmt\"\n", pkg)
	tags := map[string]string{}
	pairs(get(doc, "components", "schemas"), func(name, schema *yaml.Node) {
		pairs(get(schema, "properties"), func(_, property *yaml.Node) {
			if tag, ok := tagValue(property); ok {
				tags[tagType(tag)] = tag
			}
		})
		variants := get(schema, "oneOf")
		if variants == nil {
			return
		}
		union, marker := name.Value+"Union", "is"+name.Value
		fmt.Fprintf(&b, "\n// %s is any variant of %s.\ntype %s interface{ %s() }\n\n", union, name.Value, union, marker)
		for _, variant := range variants.Content {
			fmt.Fprintf(&b, "func (%s) %s() {}\n", variantName(variant), marker)
		}
		writeSiblings(&b, get(doc, "components", "schemas"), variants.Content)
	})
	for _, name := range slices.Sorted(maps.Keys(tags)) {
		fmt.Fprintf(&b, "\n// %s is the constant %q.\ntype %s struct{}\n\n", name, tags[name], name)
		fmt.Fprintf(&b, "func (%s) MarshalJSON() ([]byte, error) { return []byte(%q), nil }\n\n", name, `"`+tags[name]+`"`)
		fmt.Fprintf(&b, "func (%s) UnmarshalJSON(b []byte) error { return expectTag(b, %q) }\n", name, `"`+tags[name]+`"`)
	}
	b.WriteString("\nfunc expectTag(got []byte, want string) error {\n\tif string(got) != want {\n\t\treturn fmt.Errorf(\"tag is %s, want %s\", got, want)\n\t}\n\treturn nil\n}\n")
	return b.String()
}
