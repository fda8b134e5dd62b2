# Larek: one command each. `make up && make seed && make dev` is a shop to click.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

WITH := dev/with
LAREK := $(WITH) go run ./cmd/larek
TOOL := go tool -modfile=tools/go.mod
LINT := go tool -modfile=tools/lint/go.mod golangci-lint

##@ Every day
help: ## this list
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s\n", substr($$0, 5)} \
		/^[a-z0-9-]+:.*## / {printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: help up down status services clean
services: # the same as up, without a word when all is well
	@dev/up >/dev/null
up: ## start PostgreSQL, Redis and Temporal of this clone (installs or builds them if need be)
	@dev/up
down: ## stop what `make up` started; data stays
	@dev/down
status: ## addresses, and whether they answer
	@dev/status

.PHONY: dev prod-like seed
dev: services ## build, migrate and run the shop in the foreground (Ctrl-C ends it)
	@$(WITH) dev/run
prod-like: services ## the same as built for production, with Varnish behind nginx
	@$(WITH) dev/run prod
seed: services ## migrate, then fill the shop with believable goods
	@$(LAREK) migrate
	@$(LAREK) seed

##@ Before a commit
gen: services ## regenerate everything that is generated
	go run ./internal/contract/gen
	$(TOOL) oapi-codegen -config api/oapi-codegen.yaml api/store.gen.yaml
	$(TOOL) sqlc generate
	$(WITH) dev/schema
	@dev/packages web && npm --prefix web run --silent gen

.PHONY: gen check lint fmt fmt-check types arch fresh
check: fmt-check lint arch types fresh ## format, vet, lint, arrows, types, generated-is-fresh
	@echo "check: all good"
lint: ## go vet, golangci-lint, and whether workflows can be replayed
	go vet ./...
	$(LINT) run --allow-parallel-runners
	go tool -modfile=tools/temporal/go.mod workflowcheck ./internal/orderflow/...
	@dev/packages web && npm --prefix web run --silent lint
arch: ## the arrows between folders
	@dev/gotest ./internal/arch
types: ## TypeScript types
	@dev/packages web && npm --prefix web run --silent typecheck
fresh: services ## generated files match their sources
	@dev/fresh
fmt: ## format the Go code
	gofmt -w $$(dev/gofiles)
fmt-check:
	@bad=$$(gofmt -l $$(dev/gofiles)); [ -z "$$bad" ] || { echo "not formatted, run make fmt:"; echo "$$bad"; exit 1; }

##@ Tests
.PHONY: test e2e shots smoke faults fuzz chaos soak vuln
test: services ## every Go test (real PostgreSQL and Redis), then the web's
	@dev/gotest ./...
	@dev/packages web && npm --prefix web run --silent test
smoke: services ## the first calls of a visitor, against the seeded shop
	@$(WITH) dev/smoke
faults: services ## kill -9 Redis and PostgreSQL while buyers read
	@$(WITH) e2e/faults/run
fuzz: ## feed every parser of what strangers send us for FUZZTIME (60s) each
	@dev/fuzz
chaos: services ## sell ORDERS (2000) while everything is killed in turn; CHAOS_SEED repeats a run
	@$(WITH) e2e/chaos/run $(or $(ORDERS),2000) $(CHAOS_SEED)
soak: services ## sell RATE (5) orders a second for MINUTES (10), and look at memory
	@SOAK_MINUTES=$(or $(MINUTES),10) SOAK_RATE=$(or $(RATE),5) $(WITH) e2e/chaos/run
e2e: services ## whole-shop stories in a real browser
	@$(WITH) e2e/run
shots: services ## pictures of every page, phone and desktop, into .dev/shots
	@$(WITH) e2e/with-shop web/node_modules/.bin/node e2e/shots.ts
vuln: ## known vulnerabilities in what we import (needs vuln.go.dev)
	go tool -modfile=tools/vuln/go.mod govulncheck ./...

##@ Measurements
.PHONY: bench-catalog bench-gifts bench-pages bench-order bench-streams lighthouse
bench-catalog: services ## catalogue calls against bare net/http, as a ratio
	@$(WITH) e2e/load/run catalog
bench-gifts: services ## every gift filter, order and search among N gifts (1000000)
	@$(WITH) e2e/load/run gifts $(or $(N),1000000)
bench-pages: services ## pages, cached and rendered, against bare chains, as ratios
	@$(WITH) e2e/load/pages
bench-order: services ## orders and webhooks against pgbench and the bare engine, as ratios
	@$(WITH) e2e/load/order/run order
bench-streams: services ## how late an event is on 2000 open order pages
	@$(WITH) e2e/load/order/run streams
lighthouse: services ## the pages a buyer lands on, as a phone sees them
	@$(WITH) e2e/lighthouse/run

##@ Upkeep
clean: down ## stop, and delete this clone's data and builds
	@dev/clean
