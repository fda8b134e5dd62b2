// Package api embeds the contracts.
package api

import _ "embed"

// StoreYAML is the bundled public contract.
//
//go:embed store.gen.yaml
var StoreYAML []byte

// AdminYAML is the bundled contract of the operator console. It is not published.
//
//go:embed admin.gen.yaml
var AdminYAML []byte
