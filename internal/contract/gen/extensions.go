package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// Extensions of an operation that concern the server alone.
const (
	cacheExtension = "x-cache"
	rateExtension  = "x-rate-limit"
	ownExtension   = "x-own" // the operation is not in the specification
)

// removeServerExtensions removes from the operations what concerns the server
// alone, so that it is not published.
func removeServerExtensions(doc *yaml.Node) {
	pairs(get(doc, "paths"), func(_, item *yaml.Node) {
		pairs(item, func(_, operation *yaml.Node) {
			for _, key := range []string{cacheExtension, rateExtension, ownExtension, permissionExtension, freshExtension, readsExtension} {
				remove(operation, key)
			}
		})
	})
}

// cacheField returns the Cache field of an operation as Go source, or nothing for
// an operation that is not cached. A cached response is sent to every caller, so
// only reads without authentication may have one.
func cacheField(method string, operation *yaml.Node) (string, error) {
	cache := get(operation, cacheExtension)
	if cache == nil {
		return "", nil
	}
	if method != "get" || access(get(operation, "security")) != "Public" {
		return "", fmt.Errorf("%s: only a GET without authentication has the same response for every caller", cacheExtension)
	}
	scopes, ttl := content(get(cache, "scopes")), text(get(cache, "ttl"))
	if len(cache.Content) != 2 || (len(scopes) == 0) == (ttl == "") {
		return "", fmt.Errorf("%s: want scopes or ttl", cacheExtension)
	}
	if ttl != "" {
		d, err := time.ParseDuration(ttl)
		if err != nil || d < time.Second || d%time.Second != 0 {
			return "", fmt.Errorf("%s: ttl %q is not a number of seconds", cacheExtension, ttl)
		}
		return fmt.Sprintf(", Cache: &Cache{TTL: %d * time.Second}", d/time.Second), nil
	}
	names := make([]string, len(scopes))
	for i, s := range scopes {
		names[i] = "dataversion." + pascal(s.Value)
	}
	return ", Cache: &Cache{Scopes: []dataversion.Scope{" + strings.Join(names, ", ") + "}}", nil
}

// rateField returns the RateLimit field of an operation as Go source, or nothing
// for an operation that only the edge bounds.
func rateField(operation *yaml.Node) string {
	rate := text(get(operation, rateExtension))
	if rate == "" {
		return ""
	}
	return ", RateLimit: " + strconv.Quote(rate)
}

// checkExtensions refuses extensions of an operation that nothing reads.
func checkExtensions(operation *yaml.Node) error {
	known := []string{cacheExtension, rateExtension, ownExtension, permissionExtension, freshExtension, readsExtension, "x-provider-notice", "x-large-body"}
	var unknown []string
	pairs(operation, func(key, _ *yaml.Node) {
		if strings.HasPrefix(key.Value, "x-") && !slices.Contains(known, key.Value) {
			unknown = append(unknown, key.Value)
		}
	})
	if len(unknown) > 0 {
		return fmt.Errorf("unknown extensions %v", unknown)
	}
	return nil
}
