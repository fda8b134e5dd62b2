# What every Makefile here shares. Recipes run in the root of the repository.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

ROOT := $(dir $(lastword $(MAKEFILE_LIST)))..
AT := cd $(ROOT) &&
WITH := $(AT) dev/with

.PHONY: help services
help: ## this list
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s\n", substr($$0, 5)} \
		/^[a-z0-9-]+:.*## / {printf "  %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
services: # up, quietly
	@$(AT) dev/up >/dev/null
