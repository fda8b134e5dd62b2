package main

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

func TestOperationsCarryCacheAndRateLimit(t *testing.T) {
	t.Parallel()
	source, err := operationSource("storeapi", parse(t, `
paths:
  /api/games/: {get: {operationId: listGames, security: [], x-cache: {scopes: [content, catalog]}}}
  /api/live_feed/: {get: {operationId: getLiveFeed, security: [], x-cache: {ttl: 2s}}}
  /api/orders/pubg/: {post: {operationId: createPubgOrder, security: [{bearerAuth: []}], x-rate-limit: order, x-own: true}}
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{OperationID: "listGames", Method: "GET", Path: "/api/games/", Access: Public, Cache: &Cache{Scopes: []dataversion.Scope{dataversion.Content, dataversion.Catalog}}},`,
		`{OperationID: "getLiveFeed", Method: "GET", Path: "/api/live_feed/", Access: Public, Cache: &Cache{TTL: 2 * time.Second}},`,
		`{OperationID: "createPubgOrder", Method: "POST", Path: "/api/orders/pubg/", Access: SignedIn, RateLimit: "order"},`,
	} {
		if !strings.Contains(source, want) {
			t.Errorf("got\n%s\nwant a line %s", source, want)
		}
	}
}

func TestExtensionsThatCannotWorkAreRefused(t *testing.T) {
	t.Parallel()
	for operation, want := range map[string]string{
		`post: {operationId: x, security: [], x-cache: {scopes: [catalog]}}`:                "only a GET",
		`get: {operationId: x, security: [{bearerAuth: []}], x-cache: {scopes: [catalog]}}`: "only a GET",
		`get: {operationId: x, security: [{}, {bearerAuth: []}], x-cache: {ttl: 2s}}`:       "only a GET",
		`get: {operationId: x, security: [], x-cache: {scopes: []}}`:                        "want scopes or ttl",
		`get: {operationId: x, security: [], x-cache: {scopes: [catalog], ttl: 2s}}`:        "want scopes or ttl",
		`get: {operationId: x, security: [], x-cache: {ttl: 1500ms}}`:                       "not a number of seconds",
		`get: {operationId: x, security: [], x-chache: {ttl: 2s}}`:                          "x-chache",
	} {
		_, err := operationSource("storeapi", parse(t, "paths: {/api/x/: {"+operation+"}}"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", operation, err, want)
		}
	}
}

func TestServerExtensionsAreNotPublished(t *testing.T) {
	t.Parallel()
	doc := parse(t, `paths: {/api/x/: {post: {operationId: x, x-provider-notice: true, x-rate-limit: order, x-own: true}, get: {operationId: y, x-cache: {ttl: 2s}}}}`)
	removeServerExtensions(doc)
	got, err := yaml.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	if want := "paths: {/api/x/: {post: {operationId: x, x-provider-notice: true}, get: {operationId: y}}}\n"; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
