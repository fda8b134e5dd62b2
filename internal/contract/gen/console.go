package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Extensions of an operation of the console's contract.
const (
	permissionExtension = "x-permission" // who may call it; required
	freshExtension      = "x-fresh"      // needs a factor proven a short time ago
	readsExtension      = "x-reads"      // a POST that changes nothing, such as a search
)

var permissionName = regexp.MustCompile(`^[a-z]+(\.[a-z_]+)?$`)

// signingIn are the values of x-permission of calls made before a session is open;
// they have no key, because there is nobody yet to whom a key could belong.
var signingIn = []string{"none", "session", "enrolment"}

// notPermissions are the values of x-permission for calls that no role decides:
// without a session, with a session in any state, with a session that may only
// enrol a factor, and with an open session about one's own things.
var notPermissions = append(slices.Clone(signingIn), "self")

// consoleSource generates the list of operations of the console's contract.
func consoleSource(pkg string, doc *yaml.Node) (string, error) {
	var table strings.Builder
	var problems []error
	pairs(get(doc, "paths"), func(path, item *yaml.Node) {
		pairs(item, func(method, operation *yaml.Node) {
			id := text(get(operation, "operationId"))
			if id == "" {
				return
			}
			if err := errors.Join(checkExtensions(operation), checkConsole(method.Value, operation)); err != nil {
				problems = append(problems, fmt.Errorf("operation %s: %w", id, err))
			}
			writes := method.Value != "get" && get(operation, readsExtension) == nil
			fmt.Fprintf(&table, "\t{OperationID: %q, Method: %q, Path: %q, Permission: %q%s%s%s},\n",
				id, strings.ToUpper(method.Value), path.Value, text(get(operation, permissionExtension)),
				flagField("Fresh", get(operation, freshExtension) != nil), flagField("Writes", writes), rateField(operation))
		})
	})
	return fmt.Sprintf(consoleTemplate, pkg, table.String()), errors.Join(problems...)
}

func flagField(name string, is bool) string {
	if !is {
		return ""
	}
	return ", " + name + ": true"
}

// checkConsole refuses an operation that does not say who may call it, and a write
// by a person that could be made twice.
func checkConsole(method string, operation *yaml.Node) error {
	permission := text(get(operation, permissionExtension))
	if !permissionName.MatchString(permission) {
		return fmt.Errorf("%s %q is not the name of a permission", permissionExtension, permission)
	}
	if method != "get" && method != "post" {
		return fmt.Errorf("method %s: want get or post", method)
	}
	if get(operation, readsExtension) != nil && method == "get" {
		return fmt.Errorf("%s: a GET always reads", readsExtension)
	}
	writes := method == "post" && get(operation, readsExtension) == nil
	if writes && !slices.Contains(signingIn, permission) && !hasKey(operation) {
		return errors.New("a write needs the parameter IdempotencyKey")
	}
	return nil
}

func hasKey(operation *yaml.Node) bool {
	for _, p := range content(get(operation, "parameters")) {
		if text(get(p, "$ref")) == "#/components/parameters/IdempotencyKey" {
			return true
		}
	}
	return false
}

// isConsole reports whether a contract is the console's.
func isConsole(pkg string) bool { return pkg == "adminapi" }

// notPermissionsSource lists the values that are no permission, as Go source.
func notPermissionsSource() string {
	quoted := make([]string, len(notPermissions))
	for i, n := range notPermissions {
		quoted[i] = strconv.Quote(n)
	}
	return strings.Join(quoted, ", ")
}

var consoleTemplate = `package %s

// Operation is one call of the contract; Path is the pattern the router registers.
type Operation struct {
	OperationID string
	Method      string
	Path        string
	Permission  string // who may call it: a permission, or one of NoPermission
	Fresh       bool   // needs a factor proven a short time ago
	Writes      bool   // changes data
	RateLimit   string // the rate that bounds it by address; empty: only the edge bounds it
}

// NoPermission are the values of Permission that no role decides.
var NoPermission = []string{` + notPermissionsSource() + `}

// Operations lists all operations in the order of the contract.
var Operations = []Operation{
%s}
`
