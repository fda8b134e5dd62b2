package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"go.yaml.in/yaml/v3"

	"larek/api"
)

func load(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(api.StoreYAML)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestContractIsValid(t *testing.T) {
	t.Parallel()
	if err := load(t).Validate(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// calls.txt lists the calls of the specification, written by hand and
// independent of the contract; the calls we added are marked in the contract.
func TestContractHoldsEveryCall(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("calls.txt")
	if err != nil {
		t.Fatal(err)
	}
	listed := own(t)
	for pair := range slices.Chunk(strings.Fields(string(raw)), 2) {
		listed = append(listed, pair[0]+" "+pair[1])
	}
	slices.Sort(listed)

	if missing, extra := compare(listed, offered(load(t))); len(missing)+len(extra) > 0 {
		t.Errorf("missing from the contract: %v\nneither in calls.txt nor marked x-own: %v", missing, extra)
	}
	t.Run("a call taken out of the contract is noticed", func(t *testing.T) {
		t.Parallel()
		doc := load(t)
		doc.Paths.Delete("/api/gifts/new/")
		if missing, _ := compare(listed, offered(doc)); !slices.Equal(missing, []string{"GET /api/gifts/new/"}) {
			t.Errorf("missing calls: got %v", missing)
		}
	})
	t.Run("a provider taken out of an enum is noticed", func(t *testing.T) {
		t.Parallel()
		doc := load(t)
		enum := &doc.Components.Schemas["BindableProvider"].Value.Enum
		*enum = slices.DeleteFunc(*enum, func(v any) bool { return v == "vk_id" })
		if missing, _ := compare(listed, offered(doc)); !slices.Equal(missing, []string{"POST /api/auth/social/vk_id/bind/"}) {
			t.Errorf("missing calls: got %v", missing)
		}
	})
	t.Run("a call outside the list is noticed", func(t *testing.T) {
		t.Parallel()
		doc := load(t)
		doc.Paths.Set("/api/surprise/", &openapi3.PathItem{Get: &openapi3.Operation{}})
		if _, extra := compare(listed, offered(doc)); !slices.Equal(extra, []string{"GET /api/surprise/"}) {
			t.Errorf("extra calls: got %v", extra)
		}
	})
}

// own lists the calls marked as ours in the source of the contract; the mark is not
// published.
func own(t *testing.T) []string {
	t.Helper()
	raw, err := os.ReadFile("store.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths map[string]map[string]struct {
			Own bool `yaml:"x-own"`
		}
	}
	if err := yaml.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	var calls []string
	for path, operations := range doc.Paths {
		for method, operation := range operations {
			if operation.Own {
				calls = append(calls, strings.ToUpper(method)+" "+path)
			}
		}
	}
	return calls
}

// offered lists the calls of a contract, one per provider if the path contains
// one.
func offered(doc *openapi3.T) []string {
	var calls []string
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			if !strings.Contains(path, "{provider}") {
				calls = append(calls, method+" "+path)
				continue
			}
			for _, provider := range operation.Parameters.GetByInAndName("path", "provider").Schema.Value.Enum {
				calls = append(calls, method+" "+strings.Replace(path, "{provider}", provider.(string), 1))
			}
		}
	}
	slices.Sort(calls)
	return calls
}

func compare(want, got []string) (missing, extra []string) {
	for _, call := range want {
		if _, ok := slices.BinarySearch(got, call); !ok {
			missing = append(missing, call)
		}
	}
	for _, call := range got {
		if _, ok := slices.BinarySearch(want, call); !ok {
			extra = append(extra, call)
		}
	}
	return missing, extra
}

func TestEveryOperationIsComplete(t *testing.T) {
	t.Parallel()
	ids := map[string]string{}
	for path, item := range load(t).Paths.Map() {
		for method, op := range item.Operations() {
			call := method + " " + path
			if ids[op.OperationID] != "" || op.OperationID == "" {
				t.Errorf("%s: operationId %q is empty or taken by %s", call, op.OperationID, ids[op.OperationID])
			}
			ids[op.OperationID] = call
			if op.Security == nil {
				t.Errorf("%s: no security requirement", call)
			}
			if len(op.Tags) != 1 || op.Summary == "" {
				t.Errorf("%s: want one tag and a summary", call)
			}
			if problem := op.Responses.Default(); problem == nil || problem.Ref != "#/components/responses/Problem" {
				t.Errorf("%s: error responses must be a Problem", call)
			}
			if !strings.HasSuffix(path, "/") {
				t.Errorf("%s: no trailing slash", call)
			}
		}
	}
}

// An example file is named after its schema and contains one value or a list of
// values.
func TestExamplesFitTheContract(t *testing.T) {
	t.Parallel()
	schemas := load(t).Components.Schemas
	files, err := filepath.Glob("examples/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := fits(schemas, name, file); err != nil {
				t.Error(err)
			}
		})
	}
}

func fits(schemas openapi3.Schemas, name, file string) error {
	raw, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if schemas[name] == nil {
		return fmt.Errorf("no schema %s", name)
	}
	if raw = bytes.TrimSpace(raw); raw[0] != '[' {
		raw = slices.Concat([]byte("["), raw, []byte("]"))
	}
	var values []any
	if err := json.Unmarshal(raw, &values); err != nil {
		return err
	}
	for i, value := range values {
		if err := schemas[name].Value.VisitJSON(value); err != nil {
			return fmt.Errorf("value %d: %w", i, err)
		}
	}
	return nil
}
