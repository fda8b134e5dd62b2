// Package db carries the schema and the demonstration shop inside the binary,
// so that a release cannot be deployed without its migrations.
package db

import "embed"

// Migrations are applied in order and never undone: a mistake is mended by the next one.
//
//go:embed migrations/*.sql
var Migrations embed.FS

// Seed is the texts and numbers of the demonstration shop.
//
//go:embed seed
var Seed embed.FS
