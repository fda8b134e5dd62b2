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
dev: services ## build, migrate and run the shop; edited files are built and restarted (Ctrl-C ends it)
	@$(WITH) dev/run
prod-like: services ## the same as built for production, with Varnish behind nginx
	@$(WITH) dev/run prod
seed: services ## migrate, then fill the shop with demo data
	@$(LAREK) migrate
	@$(LAREK) seed

##@ Before a commit
gen: services ## regenerate everything that is generated
	go run ./internal/contract/gen
	go run ./internal/contract/gen -spec api/admin.yaml -schemas api/schemas,api/schemas/admin -out internal/httpapi/adminapi
	$(TOOL) oapi-codegen -config api/oapi-codegen.yaml api/store.gen.yaml
	$(TOOL) oapi-codegen -config api/oapi-codegen.admin.yaml api/admin.gen.yaml
	$(TOOL) sqlc generate
	# Below are programs of the shop, which compile only with what was generated above.
	go run ./cmd/larek config --write .
	go run ./cmd/sandbox env --dev >.dev/sandbox.env && mv .dev/sandbox.env dev/sandbox.env
	$(WITH) dev/schema
	@dev/packages web && npm --prefix web run --silent gen

.PHONY: gen check lint lint-go lint-web fmt fmt-check types arch docs fresh
check: fmt-check lint arch docs types fresh ## format, vet, lint, import rules, documents, types, generated files
	@echo "check: all good"
lint: lint-go lint-web ## go vet, golangci-lint, whether workflows can be replayed, biome
lint-go:
	go vet ./...
	$(LINT) run --allow-parallel-runners
	go tool -modfile=tools/temporal/go.mod workflowcheck ./internal/orderflow/...
lint-web:
	@dev/packages web && npm --prefix web run --silent lint
	@dev/packages console && npm --prefix console run --silent lint
	@cd web && node_modules/.bin/biome format --config-path=. ../e2e
arch: ## the import rules between folders
	@dev/gotest ./internal/arch
docs: ## links, paths and commands in documents exist, and no retired word is used
	@dev/gotest ./docs/...
types: ## TypeScript types
	@dev/packages web && npm --prefix web run --silent typecheck
	@dev/packages console && npm --prefix console run --silent typecheck
fresh: services ## generated files match their sources
	@dev/fresh
fmt: ## format the Go code
	gofmt -w $$(dev/gofiles)
fmt-check:
	@bad=$$(gofmt -l $$(dev/gofiles)); [ -z "$$bad" ] || { echo "not formatted, run make fmt:"; echo "$$bad"; exit 1; }

##@ Tests
.PHONY: test test-go test-shop test-web size e2e e2e-long shots console-screens smoke faults fuzz chaos soak vuln ci
test: test-go test-shop test-web ## every Go test (real PostgreSQL and Redis), then the storefront's and the console's
test-go: services ## Go tests of the packages
	@dev/gotest $$(go list ./... | grep -v '^larek/e2e/')
test-shop: services ## Go tests of the whole shop
	@dev/gotest ./e2e/...
test-web: ## tests of the storefront and the console
	@dev/packages web && npm --prefix web run --silent test
	@dev/packages console && npm --prefix console run --silent test
size: ## build the storefront and the console, compare the JavaScript of every page with its budget
	@dev/packages web && npm --prefix web run --silent build && npm --prefix web run --silent size
	@dev/packages console && npm --prefix console run --silent build && npm --prefix console run --silent size
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
e2e: services ## whole-shop stories in a real browser, phone and desktop beside each other
	@$(WITH) e2e/all
e2e-long: services ## stories that run nightly: the work of the queue on a phone, slow screens, the rest of a desktop
	@$(WITH) e2e/run --project=desktop-rest --project=console-phone-work --project=console-desktop-slow
shots: services ## pictures of every page, phone and desktop, into .dev/shots
	@$(WITH) e2e/with-shop web/node_modules/.bin/node e2e/shots.ts
console-screens: services ## pictures of the console's screens for the documents, from a shop that has lived a day
	@$(WITH) e2e/with-shop web/node_modules/.bin/node e2e/console/pictures/take.ts
ci: ## everything CI runs, from a clean clone on; PART="static web": only these
	@.ci/run $(PART)
vuln: ## known vulnerabilities in what we import (needs vuln.go.dev)
	go tool -modfile=tools/vuln/go.mod govulncheck ./...

##@ Measurements
.PHONY: bench-catalog bench-gifts bench-console bench-pages bench-order bench-streams bench-click first-touch lighthouse
bench-catalog: services ## catalogue calls against bare net/http, as a ratio
	@$(WITH) e2e/load/run catalog
bench-gifts: services ## every gift filter, order and search among N gifts (1000000)
	@$(WITH) e2e/load/run gifts $(or $(N),1000000)
bench-console: services ## what the console reads of N orders (100000): lists, counts, search, pages
	@$(WITH) e2e/load/run console $(or $(N),100000)
bench-pages: services ## pages, cached and rendered, against bare chains, as ratios
	@$(WITH) e2e/load/pages
bench-order: services ## orders and webhooks against pgbench and the bare engine, as ratios
	@$(WITH) e2e/load/order/run order
bench-streams: services ## how late an event is on 2000 open order pages
	@$(WITH) e2e/load/order/run streams
bench-click: services ## how long an operator waits for the sign of a click in the console; LOOSE=1: best of the turns
	@LOOSE=$(LOOSE) $(WITH) e2e/click/run
first-touch: services ## how long a buyer waits for what the first touch does; LOOSE=1: best of three turns, wide bars
	@LOOSE=$(LOOSE) $(WITH) e2e/firstTouch/run
lighthouse: services ## the pages a buyer lands on, as a phone sees them
	@$(WITH) e2e/lighthouse/run

##@ Upkeep
.PHONY: hooks new-adapter
hooks: ## check the files of every commit before it is made, in seconds
	git config core.hooksPath dev/hooks
new-adapter: ## copy an adapter and its sandbox service: KIND=payment|supplier NAME=acme [FROM=payin]
	@dev/new-adapter '$(KIND)' '$(NAME)' '$(FROM)'
clean: down ## stop, and delete this clone's data and builds
	@dev/clean
