package main

import (
	"strings"
	"testing"
)

func TestOperationsOfTheConsoleCarryTheirPermission(t *testing.T) {
	t.Parallel()
	source, err := consoleSource("adminapi", parse(t, `
paths:
  /api/admin/me/: {get: {operationId: getMe, x-permission: self}}
  /api/admin/find/: {post: {operationId: find, x-permission: orders.read, x-reads: true}}
  /api/admin/session/: {post: {operationId: openSession, x-permission: none, x-rate-limit: sign_in}}
  /api/admin/x/: {post: {operationId: sendRefund, x-permission: refund.send, x-fresh: true, parameters: [{$ref: '#/components/parameters/IdempotencyKey'}]}}
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{OperationID: "getMe", Method: "GET", Path: "/api/admin/me/", Permission: "self"},`,
		`{OperationID: "find", Method: "POST", Path: "/api/admin/find/", Permission: "orders.read"},`,
		`{OperationID: "openSession", Method: "POST", Path: "/api/admin/session/", Permission: "none", Writes: true, RateLimit: "sign_in"},`,
		`{OperationID: "sendRefund", Method: "POST", Path: "/api/admin/x/", Permission: "refund.send", Fresh: true, Writes: true},`,
	} {
		if !strings.Contains(source, want) {
			t.Errorf("got\n%s\nwant a line %s", source, want)
		}
	}
}

func TestOperationsOfTheConsoleThatCannotWorkAreRefused(t *testing.T) {
	t.Parallel()
	for operation, want := range map[string]string{
		`get: {operationId: x}`:                                                "is not the name of a permission",
		`get: {operationId: x, x-permission: Orders}`:                          "is not the name of a permission",
		`post: {operationId: x, x-permission: order.note}`:                     "IdempotencyKey",
		`post: {operationId: x, x-permission: self}`:                           "IdempotencyKey",
		`put: {operationId: x, x-permission: self}`:                            "want get or post",
		`get: {operationId: x, x-permission: self, x-reads: true}`:             "a GET always reads",
		`get: {operationId: x, x-permission: self, x-cache: {ttl: 2s}, x-a: }`: "x-a",
	} {
		_, err := consoleSource("adminapi", parse(t, "paths: {/api/admin/x/: {"+operation+"}}"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", operation, err, want)
		}
	}
}
