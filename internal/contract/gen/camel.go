package main

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// camelCase renames properties and parameters for TypeScript and removes the
// extensions for Go. The web client maps the names back by a rule, so a name
// the rule cannot restore is an error.
func camelCase(doc *yaml.Node) error {
	var lost []string
	rename := func(n *yaml.Node) {
		camel := camelName(n.Value)
		if snakeName(camel) != n.Value {
			lost = append(lost, n.Value)
		}
		n.Value = camel
	}
	seen := map[*yaml.Node]bool{} // flattened schemas share nodes
	walk(doc, func(n *yaml.Node) {
		if n.Kind != yaml.MappingNode || seen[n] {
			return
		}
		seen[n] = true
		if text(get(n, "type")) == "object" {
			pairs(get(n, "properties"), func(k, _ *yaml.Node) { rename(k) })
			for _, name := range content(get(n, "required")) {
				rename(name)
			}
		}
		if in := text(get(n, "in")); in == "query" || in == "path" {
			rename(get(n, "name"))
		}
		if name := get(n, "discriminator", "propertyName"); name != nil {
			rename(name)
		}
		// IDs fit into a JavaScript number; bigint would complicate all code that uses them.
		if text(get(n, "format")) == "int64" {
			remove(n, "format")
		}
		for _, key := range []string{"x-go-type", "x-go-type-import", "x-go-type-skip-optional-pointer"} {
			remove(n, key)
		}
	})
	pairs(get(doc, "paths"), func(path, _ *yaml.Node) {
		parts := strings.Split(path.Value, "/")
		for i, part := range parts {
			if strings.HasPrefix(part, "{") {
				parts[i] = camelName(part)
			}
		}
		path.Value = strings.Join(parts, "/")
	})
	if len(lost) > 0 {
		return fmt.Errorf("names that do not survive snake_case to camelCase and back: %v", lost)
	}
	return nil
}

func camelName(snake string) string {
	head, tail, _ := strings.Cut(snake, "_")
	if tail == "" {
		return snake
	}
	return head + pascal(tail)
}

func snakeName(camel string) string {
	var b strings.Builder
	for _, r := range camel {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
