// Package api embeds the contract.
package api

import _ "embed"

// StoreYAML is the bundled public contract.
//
//go:embed store.gen.yaml
var StoreYAML []byte
