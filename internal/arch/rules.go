package arch

import (
	"slices"
	"strings"
)

type layer string

const (
	unknown     layer = ""
	platform    layer = "platform"    // knows nothing of the shop
	domain      layer = "domain"      // owns its tables
	application layer = "application" // spans domains
	process     layer = "process"     // the steps of an order after its payment was started
	workflow    layer = "workflow"    // runs the steps: durably, periodically, by command
	operation   layer = "operation"   // what operators do, with the steps of workflows
	transport   layer = "transport"   // decodes requests, maps responses
	root        layer = "root"        // builds every service from the settings
	command     layer = "command"     // parses arguments, calls the root, prints
	contract    layer = "contract"    // embedded files and generated contract types
	tool        layer = "tool"        // development only
	seeding     layer = "seeding"     // writes the demo data
	acceptance  layer = "acceptance"  // tests the whole shop
)

// layers maps every folder to its layer. A new folder must be added here.
var layers = map[string]layer{
	"money": platform, "publicid": platform, "problem": platform, "clock": platform, "pg": platform,
	"pubsub": platform, "telemetry": platform, "picture": platform, "dataversion": platform, "edgecache": platform, "seal": platform, "outbound": platform, "webpush": platform, "config": platform,
	"partner": platform, "password": platform, "totp": platform, "archive": platform, "spelling": platform, "palette": platform,
	// Its name is in what every domain says.
	"brand": platform,

	"catalog": domain, "order": domain, "payment": domain, "delivery": domain, "promo": domain,
	"ledger": domain, "account": domain, "feedback": domain, "content": domain, "email": domain,
	"staff": domain, "opening": domain, "audit": domain, "provideraccount": domain, "settlement": domain, "salesstats": domain, "feature": domain,

	"checkout": application, "publicfeed": application, "deliveryproof": application, "ordersearch": application, "providerhealth": application, "monitor": application,
	"fulfilment": process, "orderflow": workflow, "orderjobs": workflow, "queuecmd": workflow,
	"desk": operation, "exports": operation,
	"httpapi": transport,
	"app":     root,
	"cmd":     command,
	"api":     contract, "db": contract,
	"seed": seeding,
	"arch": tool, "contract": tool, "doccheck": tool, "sandbox": tool, "dev": tool, "deploy": tool,
	"e2e": acceptance,
}

// testHelpers are packages for tests inside a folder of another layer. They build
// what they test, so they import what acceptance tests may import.
var testHelpers = []string{
	"internal/httpapi/httpapitest", "internal/httpapi/httpapitest/mutate", "internal/pg/pgtest", "internal/pg/pgtest/factory", "internal/sandbox/sandboxtest",
	"internal/seed/seedtest",
}

// mayImport lists the layers each layer may import besides its own folder.
var mayImport = map[layer][]layer{
	platform:    {platform, contract},
	domain:      {platform},
	application: {domain, platform},
	process:     {application, domain, platform},
	workflow:    {process, application, domain, platform},
	operation:   {workflow, process, application, domain, platform},
	transport:   {operation, application, domain, platform, contract},
	root:        {transport, operation, workflow, process, application, domain, platform, contract},
	command:     {root, transport, operation, workflow, process, application, domain, platform, contract, seeding, tool},
	seeding:     {domain, platform, contract},
	tool:        {platform, contract},
	acceptance:  {root, transport, operation, workflow, process, seeding, application, domain, platform, contract, tool, acceptance},
	contract:    {platform},
}

type rule struct {
	reason string
	breaks func(from, imported string) bool
}

const sandboxFolder = "internal/sandbox"

var importRules = []rule{
	{
		reason: "imports point down: cmd → app → httpapi → checkout, orderflow, ordersearch → domains → platform; " +
			"code that spans domains belongs to checkout, orderflow or a package of reads",
		breaks: func(from, imported string) bool {
			to, inside := strings.CutPrefix(imported, Module)
			if !inside || folder(from) == folder(to) {
				return false
			}
			return !slices.Contains(mayImport[layerOf(from)], layerOf(to))
		},
	},
	{
		reason: "a table is written by one domain, so its queries are called by that domain alone",
		breaks: func(from, imported string) bool {
			to, inside := strings.CutPrefix(imported, Module)
			return inside && strings.HasSuffix(to, "/"+folder(to)+"db") && folder(from) != folder(to)
		},
	},
	{
		reason: "test helpers are imported by tests alone",
		breaks: func(from, imported string) bool {
			to, inside := strings.CutPrefix(imported, Module)
			return inside && slices.Contains(testHelpers, to) && layerOf(from) != acceptance
		},
	},
	{
		reason: "only the list of a kind imports its adapters: payment/providers and delivery/suppliers",
		breaks: func(from, imported string) bool {
			to := strings.TrimPrefix(imported, Module)
			list, isAdapter := adapterList(to)
			return isAdapter && from != list && from != to
		},
	},
	{
		reason: "only internal/app builds the shop, so that commands and tests run the same one",
		breaks: func(from, imported string) bool {
			return imported == Module+"internal/httpapi" && from != "internal/app" && layerOf(from) != acceptance
		},
	},
	{
		reason: "only the contract validation decodes JSON strictly: providers and suppliers may add fields at any time",
		breaks: func(from, imported string) bool {
			return imported == Module+"internal/httpapi/strictjson" && from != "internal/httpapi/validation"
		},
	},
	{
		reason: "inside the sandbox, the core knows no service, and services and the console know the core alone",
		breaks: func(from, imported string) bool {
			to, inside := strings.CutPrefix(imported, Module+sandboxFolder)
			part, below := strings.CutPrefix(from, sandboxFolder+"/")
			if !inside || !below || part == "sandboxtest" { // which serves the whole sandbox
				return false
			}
			return part == "core" || to != "/core"
		},
	},
	{
		reason: "only orderflow uses Temporal, so that it can be replaced in one folder",
		breaks: func(from, imported string) bool {
			// Load tests measure Temporal directly.
			return strings.HasPrefix(imported, "go.temporal.io/sdk") && folder(from) != "orderflow" && layerOf(from) != acceptance
		},
	},
}

// adapterList returns the package that lists an adapter, and whether a path is one.
func adapterList(path string) (string, bool) {
	for kind, list := range map[string]string{"internal/payment/": "providers", "internal/delivery/": "suppliers"} {
		name, inside := strings.CutPrefix(path, kind)
		if inside && !slices.Contains([]string{list, "paymentdb", "deliverydb", "supplierhttp"}, name) {
			return kind + list, true
		}
	}
	return "", false
}

const environmentReason = "settings enter through cmd/larek as arguments, so that every part can be built in a test"

// mayReadEnvironment reports whether a package may read environment variables:
// commands, development tools and tests.
func mayReadEnvironment(path string) bool {
	return slices.Contains([]layer{command, tool, acceptance}, layerOf(path))
}
