package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

const schemaRef = "#/components/schemas/"

// bundle reads the contract, adds the schemas it uses and the extensions for
// Go.
func bundle(spec, dirs string) (*yaml.Node, error) {
	root, err := readYAML(spec)
	if err != nil {
		return nil, err
	}
	fragments, err := readFragments(dirs)
	if err != nil {
		return nil, err
	}
	names, err := collectSchemas(root, fragments)
	if err != nil {
		return nil, err
	}
	schemas := mapping()
	for _, name := range names {
		set(schemas, name, fragments[name])
	}
	set(get(root, "components"), "schemas", schemas)
	addGoExtensions(schemas)
	return root, nil
}

func readYAML(path string) (*yaml.Node, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read contract: %w", err)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(raw, &doc); err != nil {
		return nil, fmt.Errorf("parse %s: %w", path, err)
	}
	// Comments stay in the source files; the bundle is generated.
	walk(&doc, func(n *yaml.Node) { n.HeadComment, n.LineComment, n.FootComment = "", "", "" })
	return doc.Content[0], nil
}

func readFragments(dirs string) (map[string]*yaml.Node, error) {
	var files []string
	for dir := range strings.SplitSeq(dirs, ",") {
		found, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	all := map[string]*yaml.Node{}
	for _, file := range files {
		root, err := readYAML(file)
		if err != nil {
			return nil, err
		}
		var twice []string
		pairs(root, func(k, v *yaml.Node) {
			if all[k.Value] != nil {
				twice = append(twice, k.Value)
			}
			all[k.Value] = v
		})
		if len(twice) > 0 {
			return nil, fmt.Errorf("%s: schemas defined twice: %v", file, twice)
		}
	}
	return all, nil
}

// collectSchemas flattens and returns, sorted by name, every schema the
// contract uses directly or indirectly.
func collectSchemas(root *yaml.Node, fragments map[string]*yaml.Node) ([]string, error) {
	seen := map[string]bool{}
	queue := refs(root)
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if seen[name] {
			continue
		}
		schema := fragments[name]
		if schema == nil {
			return nil, fmt.Errorf("schema %s is referenced but not defined", name)
		}
		if get(schema, "x-base") != nil {
			return nil, fmt.Errorf("schema %s is a base: use it only in allOf", name)
		}
		flat, err := flatten(schema, fragments)
		if err != nil {
			return nil, fmt.Errorf("schema %s: %w", name, err)
		}
		fragments[name] = flat
		seen[name] = true
		queue = append(queue, refs(flat)...)
	}
	names := make([]string, 0, len(seen))
	for name := range seen {
		names = append(names, name)
	}
	slices.Sort(names)
	return names, nil
}

func refs(n *yaml.Node) []string {
	var names []string
	walk(n, func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode && strings.HasPrefix(n.Value, schemaRef) {
			names = append(names, strings.TrimPrefix(n.Value, schemaRef))
		}
	})
	return names
}

// flatten merges the parts of allOf into one object, so that generators see
// plain objects.
func flatten(schema *yaml.Node, fragments map[string]*yaml.Node) (*yaml.Node, error) {
	parts := get(schema, "allOf")
	if parts == nil {
		return schema, nil
	}
	required, properties := list(yaml.FlowStyle), mapping()
	for _, part := range parts.Content {
		if ref := text(get(part, "$ref")); ref != "" {
			name := strings.TrimPrefix(ref, schemaRef)
			if part = fragments[name]; part == nil {
				return nil, fmt.Errorf("part %s is not defined", name)
			}
		}
		part, err := flatten(part, fragments)
		if err != nil {
			return nil, err
		}
		if text(get(part, "type")) != "object" {
			return nil, fmt.Errorf("only objects can be merged")
		}
		if names := get(part, "required"); names != nil {
			for _, name := range names.Content {
				if !slices.ContainsFunc(required.Content, func(n *yaml.Node) bool { return n.Value == name.Value }) {
					required.Content = append(required.Content, scalar(name.Value))
				}
			}
		}
		pairs(get(part, "properties"), func(k, v *yaml.Node) { set(properties, k.Value, v) })
	}
	flat := mapping()
	pairs(schema, func(k, v *yaml.Node) {
		if k.Value != "allOf" {
			set(flat, k.Value, v)
		}
	})
	set(flat, "type", scalar("object"))
	if len(required.Content) > 0 {
		set(flat, "required", required)
	}
	set(flat, "properties", properties)
	return flat, nil
}
