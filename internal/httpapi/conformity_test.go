package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"larek/internal/httpapi/httpapitest"
)

func TestAnswersKeepToTheContract(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	doc := httpapitest.Contract(t)
	for _, op := range httpapitest.PublicOperations() {
		t.Run(op.OperationID, func(t *testing.T) {
			t.Parallel()
			path, body := httpapitest.ExistingPath(op), ""
			if strings.Contains(path, "{") {
				t.Fatalf("%s needs an address in httpapitest.ExistingPath", op.OperationID)
			}
			if op.OperationID == "selectCountry" {
				body = `{"country_id": 1}`
			}
			a := s.Do(op.Method, path, http.Header{"Content-Type": {"application/json"}}, body)
			if a.Status != 200 {
				t.Fatalf("got %d %s, want 200", a.Status, a.Body)
			}
			if op.OperationID == "getDocsSchema" {
				return // YAML, compared byte by byte elsewhere
			}
			httpapitest.MatchesContract(t, doc, op.OperationID, a)
		})
	}
}
