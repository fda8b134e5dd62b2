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
	@dev/packages && npm run --silent gen

.PHONY: gen check lint lint-go lint-web fmt fmt-check types arch docs alerts licences chart migrations fresh
check: fmt-check lint arch docs alerts licences chart migrations types fresh ## format, vet, lint, import rules, documents, types, generated files
	@echo "check: all good"
lint: lint-go lint-web ## go vet, golangci-lint, whether workflows can be replayed, biome
lint-go:
	go vet ./...
	$(LINT) run --allow-parallel-runners
	go tool -modfile=tools/temporal/go.mod workflowcheck ./internal/orderflow/...
lint-web:
	@dev/packages && npm run --silent lint
arch: ## the import rules between folders
	@dev/gotest ./internal/arch
docs: ## links, paths and commands in documents exist
	@dev/gotest ./docs/...
alerts: ## Prometheus' rules and their tests, Alertmanager's routes, queries of the dashboards
	@dev/install alerts
	@promtool check config --lint-fatal deploy/prometheus/prometheus.yml && promtool test rules deploy/prometheus/rules_test.yml deploy/prometheus/rules_week_test.yml
	@amtool check-config deploy/prometheus/alertmanager.yml >/dev/null
	@mkdir -p .dev && jq -n '{groups: [{name: "dashboards", rules: [inputs.panels[].targets[]?.expr] | to_entries | map({record: "board:\(.key)", expr: .value})}]}' deploy/grafana/*.json >.dev/boards.yml && promtool check rules .dev/boards.yml >/dev/null
licences: ## licences of what is shipped, Go and npm
	@go run ./deploy/release/sbom -check
chart: ## the cluster's chart: rendered, compared, decoded into the types of Kubernetes; UPDATE=1 writes what it renders
	@dev/install edge
	@cd tools/chart && PATH="$$PATH:/usr/sbin" go test -count 1 $(if $(UPDATE),-update) .
migrations: ## new migrations can be applied while the shop sells
	@tools/squawk/check
	@dev/migrations
types: ## TypeScript types
	@dev/packages && npm run --silent typecheck
fresh: services ## generated files match their sources
	@dev/fresh
fmt: ## format the Go code
	gofmt -w $$(dev/gofiles)
fmt-check:
	@bad=$$(gofmt -l $$(dev/gofiles)); [ -z "$$bad" ] || { echo "not formatted, run make fmt:"; echo "$$bad"; exit 1; }

##@ Tests
.PHONY: restore-drill deploy-drill drills playbooks test test-go test-shop test-web size e2e e2e-long shots console-screens smoke n-1 fuzz chaos simulate soak vuln ci
test: test-go test-shop test-web ## every Go test (real PostgreSQL and Redis), then the storefront's and the console's
test-go: services ## Go tests of the packages
	@dev/gotest $$(go list ./... | grep -v '^larek/e2e/')
test-shop: services ## Go tests of the whole shop
	@dev/gotest ./e2e/...
test-web: ## tests of the storefront and the console
	@dev/packages && npm run --silent test
size: ## build the storefront and the console, compare the JavaScript of every page with its budget
	@dev/build-web
	@npm run --silent size
smoke: services ## the first calls of a visitor, against the seeded shop
	@$(WITH) dev/smoke
n-1: services ## this release and the one before it sell on each other's schema
	@$(WITH) e2e/n-1/run
fuzz: ## feed every parser of what strangers send us for FUZZTIME (60s) each
	@dev/fuzz
chaos: services ## sell ORDERS (2000) while everything is killed in turn; CHAOS_SEED repeats a run
	@$(WITH) e2e/chaos/run $(or $(ORDERS),2000) $(CHAOS_SEED)
restore-drill: ## lose the database in the middle of ORDERS (5) orders of each kind, restore a moment, go on
	@e2e/drills/run restore $(or $(ORDERS),5)
deploy-drill: ## replace every part ROLLS (2) times under RATE (500) requests and ORDERS (5) orders a second
	@RATE=$(or $(RATE),500) ROLLS=$(or $(ROLLS),2) e2e/drills/run deploy $(or $(ORDERS),5)
drills: ## lose or break one thing at a time while orders are under way; DRILL=standby plays one
	@for drill in $(or $(DRILL),redis engine standby key supplier certificate blobs); do e2e/drills/run $$drill || exit 1; done
playbooks: services ## play the playbooks about money and data against the sandbox; ONLY="backup-late …": these
	@$(WITH) e2e/playbooks/run $(ONLY)
simulate: services ## play orders against faults for LENGTH (1m) from a new seed on; SEED=n plays one again
	@$(WITH) go test ./e2e/simulate -run '^TestSimulation$$' -count 1 -v $(if $(SEED),-seed $(SEED),-for $(or $(LENGTH),1m))
soak: services ## sell RATE (5) orders a second for MINUTES (10), and look at memory
	@SOAK_MINUTES=$(or $(MINUTES),10) SOAK_RATE=$(or $(RATE),5) $(WITH) e2e/chaos/run
e2e: services ## whole-shop stories in a real browser: the storefront on a phone, the console on a desktop
	@$(WITH) e2e/all
e2e-long: services ## every story at both widths, with axe in every state; nightly
	@NIGHTLY=1 $(WITH) e2e/all
shots: services ## pictures of every page, phone and desktop, into .dev/shots
	@$(WITH) e2e/with-shop node_modules/.bin/node e2e/shots.ts
console-screens: services ## pictures of the console's screens for the documents, from a shop that has lived a day
	@$(WITH) e2e/with-shop node_modules/.bin/node e2e/console/pictures/take.ts
ci: ## everything CI runs, from a clean clone on; PART="static web": only these
	@.ci/run $(PART)
vuln: ## known vulnerabilities in what we import (needs vuln.go.dev)
	go tool -modfile=tools/vuln/go.mod govulncheck ./...

##@ Measurements
.PHONY: bench-catalog bench-gifts bench-console bench-pages bench-order bench-burst bench-growth bench-soak bench-peers statements bench-streams bench-click first-touch lighthouse
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
bench-burst: services ## N orders (300) paid at the same time: how long the slowest waits
	@$(WITH) go test ./e2e/delivery -run '^TestBurst$$' -count 1 -v -burst $(or $(N),300)
bench-growth: services ## what a buyer waits for among 100000 complete orders and among N (1000000), as ratios
	@$(WITH) e2e/load/order/growth $(or $(N),1000000)
bench-soak: services ## half the most orders a shop can deliver, for MINUTES (30): what grows
	@$(WITH) e2e/load/order/run soak -soak $(or $(MINUTES),30)m
bench-peers: services ## lists, carts and orders a second beside Medusa and Vendure, on this machine; FLAGS="-rounds 1 -length 2s"
	@$(WITH) e2e/load/peers/run $(FLAGS)
statements: services ## what the shop asks its database in stories among N complete orders (100000)
	@$(WITH) e2e/statements/run $(or $(N),100000)
bench-streams: services ## how late an event is on 2000 open order pages
	@$(WITH) e2e/load/order/run streams
bench-click: services ## how long an operator waits for the sign of a click in the console; LOOSE=1: best of the turns
	@LOOSE=$(LOOSE) $(WITH) e2e/click/run
first-touch: services ## how long a buyer waits for what the first touch does; LOOSE=1: best of three turns, wide bars
	@LOOSE=$(LOOSE) $(WITH) e2e/firstTouch/run
lighthouse: services ## the pages a buyer lands on, as a phone sees them
	@$(WITH) e2e/lighthouse/run

##@ Releases
.PHONY: release release-check release-lock release-notes compose-check compose-try secrets-try certificate-try
release: ## build, list and sign a release of the tagged commit into dist/; VERSION=… for a dry run
	@dev/install release
	@VERSION=$(VERSION) deploy/release/build
release-check: ## build the release of this commit twice and compare
	@dev/install release
	@VERSION=$(VERSION) deploy/release/check
compose-check: ## the set-up of one host: compose as its engine reads it, Prometheus, scripts
	@cd tools/compose && go test ./...
	@dev/install alerts && promtool check config --syntax-only deploy/compose/prometheus.yml >/dev/null
	@for script in up roll load try install-certificate secrets-try certificate-try; do bash -n deploy/compose/$$script; done
compose-try: services ## take the images of dist/check apart, run them and buy something through them (root)
	@$(WITH) deploy/compose/try $(RELEASE)
secrets-try: ## play what docs/operate.md says about secrets: sops, age, who reads what (root)
	@dev/install host
	@deploy/compose/secrets-try
certificate-try: ## play what docs/operate.md says about the certificate: lego, an authority of its own, nginx (root)
	@dev/install edge host
	@deploy/compose/certificate-try
release-lock: ## write down which Debian packages the images have, after a look at the difference
	@dev/install release
	@LOCK=1 deploy/release/debian
release-notes: ## give what is not released a VERSION in CHANGELOG.md; then commit and tag
	@deploy/release/notes write '$(VERSION)' CHANGELOG.md

##@ Upkeep
.PHONY: hooks new-adapter
hooks: ## check the files of every commit before it is made, in seconds
	git config core.hooksPath dev/hooks
new-adapter: ## copy an adapter and its sandbox service: KIND=payment|supplier NAME=acme [FROM=payin]
	@dev/new-adapter '$(KIND)' '$(NAME)' '$(FROM)'
clean: down ## stop, and delete this clone's data and builds
	@dev/clean
