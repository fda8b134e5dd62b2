package api_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// lines reads a hand-written list: a name, a sign and its values.
func lines(t *testing.T, file string) []string {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(strings.Split(strings.TrimSpace(string(raw)), "\n"), func(line string) bool { return strings.HasPrefix(line, "#") })
}

func TestEntitiesHaveTheFieldsOfTheSpecification(t *testing.T) {
	t.Parallel()
	schemas := load(t).Components.Schemas
	for _, line := range lines(t, "entities.txt") {
		line, isOpen := strings.CutPrefix(line, "open ")
		name, _, _ := strings.Cut(line, " ")
		t.Run(strings.Trim(name, ":"), func(t *testing.T) {
			t.Parallel()
			why := unlike(schemas, line)
			switch {
			case isOpen && why == "":
				t.Error("matches the specification: remove the mark")
			case !isOpen && why != "":
				t.Error(why)
			}
		})
	}
	for name, line := range map[string]string{
		"a field taken away is noticed":   "Article: slug header text author",
		"a value taken away is noticed":   "GiftType = dlc edition game pack",
		"a value added is noticed":        "GiftType = dlc edition",
		"a variant taken away is noticed": "Product | PUBGProduct StandoffProduct SteamProduct SupplyProduct RoadProduct",
		"a schema taken away is noticed":  "Nothing: id",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if unlike(schemas, line) == "" {
				t.Errorf("%s: got no difference, want one", line)
			}
		})
	}
}

// unlike returns how the contract differs from a line of entities.txt, or "".
func unlike(schemas openapi3.Schemas, line string) string {
	left, right, isFields := strings.Cut(line, ": ")
	if !isFields {
		words := strings.Fields(line)
		return unlikeValues(schemas, words[0], words[1], words[2:])
	}
	name, field, isInside := strings.Cut(left, ".")
	if schemas[name] == nil {
		return "there is no schema " + name
	}
	schema := schemas[name].Value
	if isInside {
		schema = inside(schema.Properties[field].Value)
	}
	return unlikeFields(schema, strings.Fields(right), true)
}

func unlikeValues(schemas openapi3.Schemas, name, sign string, want []string) string {
	if schemas[name] == nil {
		return "there is no schema " + name
	}
	var got []string
	if sign == "|" {
		for value := range schemas[name].Value.Discriminator.Mapping {
			got = append(got, value)
		}
	} else {
		for _, value := range schemas[name].Value.Enum {
			got = append(got, value.(string))
		}
	}
	if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		return fmt.Sprintf("values %v, want %v", got, want)
	}
	return ""
}

// inside returns the items of a list, or the target of a nullable field.
func inside(schema *openapi3.Schema) *openapi3.Schema {
	if schema.Items != nil {
		schema = schema.Items.Value
	}
	if len(schema.AllOf) == 1 {
		schema = schema.AllOf[0].Value
	}
	return schema
}

func unlikeFields(schema *openapi3.Schema, want []string, always bool) string {
	for _, field := range want {
		if schema.Properties[field] == nil {
			return "there is no field " + field
		}
		if always && !slices.Contains(schema.Required, field) {
			return "the field " + field + " may be left out"
		}
	}
	return ""
}

func TestCallsTakeTheParametersOfTheSpecification(t *testing.T) {
	t.Parallel()
	doc := load(t)
	for _, line := range lines(t, "parameters.txt") {
		left, right, _ := strings.Cut(line, ": ")
		t.Run(left, func(t *testing.T) {
			t.Parallel()
			if why := unlikeCall(doc, strings.Fields(left), strings.Fields(right)); why != "" {
				t.Error(why)
			}
		})
	}
	t.Run("a parameter taken away is noticed", func(t *testing.T) {
		t.Parallel()
		if unlikeCall(doc, []string{"GET", "/api/contacts/"}, []string{"page", "colour"}) == "" {
			t.Error("contacts take a colour")
		}
	})
}

// unlikeCall compares a call; the line names a method, a path and optionally
// the list in its body.
func unlikeCall(doc *openapi3.T, call, want []string) string {
	operation := doc.Paths.Value(call[1]).GetOperation(call[0])
	if operation.RequestBody == nil {
		for _, name := range want {
			if operation.Parameters.GetByInAndName("query", name) == nil {
				return "there is no parameter " + name
			}
		}
		return ""
	}
	for _, media := range operation.RequestBody.Value.Content {
		schema := media.Schema.Value
		if len(call) == 3 {
			schema = inside(schema.Properties[call[2]].Value)
		}
		return unlikeFields(schema, want, false)
	}
	return "there is no body"
}
