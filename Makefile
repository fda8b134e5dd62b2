# make up && make seed && make dev starts a shop to try. Long tests, benchmarks and releases:
# make -C e2e, make -C e2e/load, make -C deploy.
include dev/common.mk

LAREK := $(WITH) go run ./cmd/larek
TOOL := go tool -modfile=tools/go.mod
LINT := go tool -modfile=tools/lint/go.mod golangci-lint

##@ Every day
.PHONY: up down status dev prod-like seed hooks clean
up: ## start this clone's PostgreSQL, Redis and Temporal; installs or builds them if needed
	@dev/up
down: ## stop what make up started; data stays
	@dev/down
status: ## addresses, and whether they respond
	@dev/status
dev: services ## build, migrate and run the shop, rebuilding edited files; Ctrl-C ends it
	@$(WITH) dev/run
prod-like: services ## run the production build with Varnish behind nginx
	@$(WITH) dev/run prod
seed: services ## migrate and fill the shop with demo data
	@$(LAREK) migrate
	@$(LAREK) seed
hooks: ## check the files of every commit before it is made
	git config core.hooksPath dev/hooks
clean: down ## stop, and delete this clone's data and builds
	@dev/clean

##@ Before a commit
.PHONY: gen fmt check lint lint-go lint-web rules types migrations fresh
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
fmt: ## format the Go code
	gofmt -w $$(dev/gofiles)
check: lint rules types migrations fresh ## everything below, and make -C deploy check
	@$(MAKE) -C deploy check
	@echo "check: all good"
lint: lint-go lint-web ## format, go vet, golangci-lint, workflow determinism, biome
lint-go:
	@bad=$$(gofmt -l $$(dev/gofiles)); [ -z "$$bad" ] || { echo "not formatted, run make fmt:"; echo "$$bad"; exit 1; }
	go vet ./...
	$(LINT) run --allow-parallel-runners
	go tool -modfile=tools/temporal/go.mod workflowcheck ./internal/orderflow/...
lint-web:
	@dev/packages && npm run --silent lint
rules: ## import rules between folders; links, paths and commands in documents
	@dev/gotest ./internal/arch ./docs/...
types: ## TypeScript types
	@dev/packages && npm run --silent typecheck
migrations: ## new migrations can be applied while the shop sells
	@tools/squawk/check
	@dev/migrations
fresh: services ## generated files match their sources
	@dev/fresh

##@ Tests
.PHONY: test test-go test-shop test-web size e2e ci
test: test-go test-shop test-web ## every Go test, then those of storefront and console
test-go: services ## Go tests of the packages
	@dev/gotest $$(go list ./... | grep -v '^larek/e2e/')
test-shop: services ## Go tests of the whole shop
	@dev/gotest ./e2e/...
test-web: ## tests of the storefront and the console
	@dev/packages && npm run --silent test
size: ## build storefront and console, compare the JavaScript of each page with its budget
	@dev/build-web
	@npm run --silent size
e2e: services ## stories in a real browser: the storefront on a phone, the console on a desktop
	@$(WITH) e2e/all
ci: ## everything CI runs; PART="static web" runs some parts
	@.ci/run $(PART)
