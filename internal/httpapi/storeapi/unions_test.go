package storeapi

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"go.yaml.in/yaml/v3"

	"larek/api"
)

// row is one variant with the JSON a buyer's program must get for it.
type row struct {
	value any
	want  string
}

var at = time.Date(2026, 11, 15, 10, 30, 0, 0, time.UTC)

func TestUnionVariantsMarshalExactly(t *testing.T) {
	t.Parallel()
	contract, err := openapi3.NewLoader().LoadFromData(api.StoreYAML)
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range allRows() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := json.Marshal(r.value)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != r.want {
				t.Errorf("got  %s\nwant %s", got, r.want)
			}
			var plain any
			if err := json.Unmarshal(got, &plain); err != nil {
				t.Fatal(err)
			}
			if err := contract.Components.Schemas[name].Value.VisitJSON(plain); err != nil {
				t.Errorf("not what the contract says: %v", err)
			}
		})
	}
}

func TestEveryUnionVariantHasARow(t *testing.T) {
	t.Parallel()
	var doc struct {
		Components struct {
			Schemas map[string]struct {
				OneOf []struct {
					Ref string `yaml:"$ref"`
				} `yaml:"oneOf"`
			}
		}
	}
	if err := yaml.Unmarshal(api.StoreYAML, &doc); err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, schema := range doc.Components.Schemas {
		for _, variant := range schema.OneOf {
			want = append(want, strings.TrimPrefix(variant.Ref, "#/components/schemas/"))
		}
	}
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(allRows())); !slices.Equal(got, want) {
		t.Errorf("rows are %v\nvariants are %v", got, want)
	}
}

func TestTagRefusesAnotherVariant(t *testing.T) {
	t.Parallel()
	var product PUBGProduct
	err := json.Unmarshal([]byte(`{"resourcetype":"SteamProduct"}`), &product)
	if err == nil || !strings.Contains(err.Error(), `want "PUBGProduct"`) {
		t.Errorf("error is %v", err)
	}
}

func allRows() map[string]row {
	all := map[string]row{}
	for _, rows := range []map[string]row{productRows(), gameRows(), orderRows(), cartRows(), promoRows(), scenarioRows()} {
		maps.Copy(all, rows)
	}
	return all
}
