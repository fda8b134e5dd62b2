package storeapi

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"go.yaml.in/yaml/v3"

	"larek/api"
)

var at = time.Date(2026, 11, 15, 10, 30, 0, 0, time.UTC)

// update records the JSON of every variant after a change of the contract; the
// difference is reviewed with it.
var update = flag.Bool("update", false, "record testdata/variants.gen.json")

const recorded = "testdata/variants.gen.json"

// TestUnionVariantsMarshalExactly compares the JSON a buyer's program gets for each
// variant with the recorded one, byte by byte, and with the contract.
func TestUnionVariantsMarshalExactly(t *testing.T) {
	t.Parallel()
	contract, err := openapi3.NewLoader().LoadFromData(api.StoreYAML)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		record(t)
	}
	raw, err := os.ReadFile(recorded)
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]json.RawMessage
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	for name, value := range allRows() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := json.Marshal(value)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want[name]) {
				t.Errorf("got  %s\nwant %s; if it should change, run this test with -update", got, want[name])
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

// record writes one line for each variant.
func record(t *testing.T) {
	t.Helper()
	var lines []string
	rows := allRows()
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		value, err := json.Marshal(rows[name])
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strconv.Quote(name)+": "+string(value))
	}
	if err := os.WriteFile(recorded, []byte("{\n"+strings.Join(lines, ",\n")+"\n}\n"), 0o644); err != nil {
		t.Fatal(err)
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

func allRows() map[string]any {
	all := map[string]any{}
	for _, rows := range []map[string]any{productRows(), gameRows(), orderRows(), cartRows(), promoRows(), scenarioRows()} {
		maps.Copy(all, rows)
	}
	return all
}
