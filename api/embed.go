// Package api carries the contract inside the binary.
package api

import _ "embed"

// StoreYAML is the bundled public contract.
//
//go:embed store.gen.yaml
var StoreYAML []byte
