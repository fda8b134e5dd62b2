package strictjson

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-json-experiment/json/jsontext"
)

// Complaint names a place in a body and the keyword of the contract that is
// violated there.
type Complaint struct{ Path, Keyword string }

// The keywords of Check; the contract's own checks report the others.
const (
	UnknownKey = "additionalProperties"
	WrongType  = "type"
)

// Check compares a body with its schema where the contract's library and the
// decoders differ: every key must be one the schema names, letter by letter, and a
// whole number must be written with digits only and fit the machine. A schema
// without additionalProperties allows none.
func Check(v jsontext.Value, schema *openapi3.Schema) []Complaint { return check(v, schema, "") }

func check(v jsontext.Value, schema *openapi3.Schema, path string) []Complaint {
	if schema == nil {
		return nil
	}
	variants := append(append(openapi3.SchemaRefs{}, schema.OneOf...), schema.AnyOf...)
	if len(variants) > 0 {
		return checkVariants(v, schema, variants, path)
	}
	switch v.Kind() {
	case '{':
		if takesObject(schema) {
			return checkObject(v, schema, path)
		}
	case '[':
		return checkItems(v, schema, path)
	case '0':
		if isInteger(schema) && !fits(string(bytes.TrimSpace(v)), schema.Format) {
			return []Complaint{{cmp.Or(path, "body"), WrongType}}
		}
	}
	return nil
}

// takesObject reports whether the schema describes objects; for any other one the
// contract's own checks report that an object is of the wrong type.
func takesObject(schema *openapi3.Schema) bool {
	return schema.Type.Is(openapi3.TypeObject) || len(schema.Properties) > 0 ||
		slices.ContainsFunc(schema.AllOf, func(part *openapi3.SchemaRef) bool { return takesObject(part.Value) })
}

func checkObject(v jsontext.Value, schema *openapi3.Schema, path string) (all []Complaint) {
	properties, others := openapi3.Schemas{}, anyOther(schema)
	collect(schema, properties)
	for key, value := range members(v) {
		at := join(path, key)
		switch p, known := properties[key]; {
		case known:
			all = append(all, check(value, p.Value, at)...)
		case others != nil:
			all = append(all, check(value, others, at)...)
		default:
			all = append(all, Complaint{at, UnknownKey})
		}
	}
	return all
}

func checkItems(v jsontext.Value, schema *openapi3.Schema, path string) (all []Complaint) {
	of := itemsOf(schema)
	for i, item := range items(v) {
		all = append(all, check(item, of, join(path, strconv.Itoa(i)))...)
	}
	return all
}

// checkVariants takes the variant the discriminator names, or the one with the
// fewest complaints. Properties that all variants share may be declared beside
// them.
func checkVariants(v jsontext.Value, schema *openapi3.Schema, variants openapi3.SchemaRefs, path string) []Complaint {
	var best []Complaint
	for _, variant := range variants {
		if named, is := discriminated(v, schema, variant); is && !named {
			continue
		}
		merged := *variant.Value
		if len(schema.Properties) > 0 || len(schema.AllOf) > 0 {
			shared := *schema
			shared.OneOf, shared.AnyOf = nil, nil
			merged = openapi3.Schema{AllOf: openapi3.SchemaRefs{{Value: &shared}, variant}}
		}
		complaints := check(v, &merged, path)
		if len(complaints) == 0 {
			return nil
		}
		if best == nil || len(complaints) < len(best) {
			best = complaints
		}
	}
	if best == nil && v.Kind() == '{' {
		return []Complaint{{join(path, schema.Discriminator.PropertyName), "enum"}}
	}
	return best
}

// discriminated reports whether the value names a variant, and whether it is
// this one.
func discriminated(v jsontext.Value, schema *openapi3.Schema, variant *openapi3.SchemaRef) (named, is bool) {
	if schema.Discriminator == nil {
		return false, false
	}
	if v.Kind() != '{' {
		return false, true
	}
	for key, value := range members(v) {
		if key != schema.Discriminator.PropertyName || value.Kind() != '"' {
			continue
		}
		name, err := jsontext.AppendUnquote(nil, value)
		if err != nil {
			return false, true
		}
		ref, mapped := schema.Discriminator.Mapping[string(name)]
		return mapped && ref.Ref == variant.Ref || variant.Ref == "#/components/schemas/"+string(name), true
	}
	return false, true
}

// collect gathers the properties an object of the schema may have.
func collect(schema *openapi3.Schema, into openapi3.Schemas) {
	for name, p := range schema.Properties {
		into[name] = p
	}
	for _, part := range schema.AllOf {
		collect(part.Value, into)
	}
}

var anything = &openapi3.Schema{}

// anyOther returns the schema of keys that are not named, nil if there may be none.
func anyOther(schema *openapi3.Schema) *openapi3.Schema {
	switch more := schema.AdditionalProperties; {
	case more.Schema != nil:
		return more.Schema.Value
	case more.Has != nil && *more.Has:
		return anything
	}
	return nil
}

func itemsOf(schema *openapi3.Schema) *openapi3.Schema {
	if schema.Items != nil {
		return schema.Items.Value
	}
	for _, part := range schema.AllOf {
		if items := itemsOf(part.Value); items != nil {
			return items
		}
	}
	return nil
}

func isInteger(schema *openapi3.Schema) bool {
	return schema.Type.Is(openapi3.TypeInteger) ||
		slices.ContainsFunc(schema.AllOf, func(part *openapi3.SchemaRef) bool { return isInteger(part.Value) })
}

// fits reports whether a number is a whole one that a Go integer holds: 1.0
// and 1e3 are whole to the contract's library and not to the decoder.
func fits(number, format string) bool {
	bits := 64
	if format == "int32" {
		bits = 32
	}
	if strings.ContainsAny(number, ".eE") || number == "-0" {
		return false
	}
	_, err := strconv.ParseInt(number, 10, bits)
	return err == nil
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
