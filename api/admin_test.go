package api_test

import (
	"context"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"larek/api"
)

func TestContractOfTheConsoleIsValidAndComplete(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromData(api.AdminYAML)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(context.Background()); err != nil {
		t.Fatal(err)
	}
	ids := map[string]string{}
	for path, item := range doc.Paths.Map() {
		if !strings.HasPrefix(path, "/api/admin/") || !strings.HasSuffix(path, "/") {
			t.Errorf("%s: want a path under /api/admin/ that ends with a slash", path)
		}
		for method, op := range item.Operations() {
			call := method + " " + path
			if ids[op.OperationID] != "" || op.OperationID == "" {
				t.Errorf("%s: operationId %q is empty or taken by %s", call, op.OperationID, ids[op.OperationID])
			}
			ids[op.OperationID] = call
			if op.Security == nil || len(op.Tags) != 1 || op.Summary == "" || op.Responses.Default() == nil {
				t.Errorf("%s: want security, one tag, a summary and the default response", call)
			}
			if strings.Contains(string(api.AdminYAML), "x-permission") {
				t.Errorf("%s: who may call it is published", call)
			}
		}
	}
	if len(ids) < 30 {
		t.Errorf("got %d operations, want all of them", len(ids))
	}
}
