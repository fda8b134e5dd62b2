package orderflow

import (
	"go.temporal.io/sdk/converter"

	"larek/internal/seal"
)

// Converter opens what a shop with the key wrote into histories.
func Converter(key seal.Key) converter.DataConverter { return dataConverter(key) }
