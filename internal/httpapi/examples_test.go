package httpapi_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"larek/internal/httpapi/httpapitest"
)

var update = flag.Bool("update", false, "record the examples of the contract")

// recordedExamples maps a schema to the addresses whose responses are its examples.
// The other examples are written by hand.
var recordedExamples = map[string][]string{
	"GamePage":    {"/api/games/?limit=5"},
	"GameDetail":  {"/api/games/1/", "/api/games/2/", "/api/games/3/", "/api/games/5/"},
	"ProductPage": {"/api/products/?page_size=3"},
	"Product":     {"/api/products/1/", "/api/products/11/", "/api/products/22/", "/api/products/41/"},
	"GiftPage":    {"/api/gifts/?limit=3"},
	"GiftDetail":  {"/api/gifts/5/"},
}

// TestExamplesAreResponsesOfTheDemoShop compares the recorded examples with what the
// API returns; -update records them.
func TestExamplesAreResponsesOfTheDemoShop(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	for name, paths := range recordedExamples {
		file := "../../api/examples/" + name + ".json"
		values := make([]json.RawMessage, len(paths))
		for i, path := range paths {
			a := s.Get(path)
			if a.Status != 200 {
				t.Fatalf("%s: got %d %s, want 200", path, a.Status, a.Body)
			}
			values[i] = a.Body
		}
		got, err := json.MarshalIndent(values, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, '\n')
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the API returns: run this test with -update", file)
		}
	}
}
