// Package db embeds the migrations and the demo data, so that a release cannot
// be deployed without its migrations.
package db

import "embed"

// Migrations are applied in order and never reverted: a mistake is corrected by
// the next one.
//
//go:embed migrations/*.sql
var Migrations embed.FS

// Seed contains the demo data.
//
//go:embed seed
var Seed embed.FS
