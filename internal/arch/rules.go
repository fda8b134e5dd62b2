package arch

import (
	"slices"
	"strings"
)

type layer string

const (
	unknown layer = ""
	leaf    layer = "leaf"    // knows nothing of the shop
	domain  layer = "domain"  // owns its tables
	verb    layer = "verb"    // spans domains
	flow    layer = "flow"    // runs verbs durably
	edge    layer = "edge"    // decodes, calls, maps
	command layer = "command" // wires everything
	data    layer = "data"    // embedded files and generated contract types
	tool    layer = "tool"    // development only
	filler  layer = "filler"  // fills a shop with believable goods
	judge   layer = "judge"   // measures the whole from outside
)

// layers places every folder; a new one must be added here on purpose.
var layers = map[string]layer{
	"money": leaf, "ident": leaf, "problem": leaf, "clock": leaf, "pg": leaf,
	"events": leaf, "obs": leaf, "picture": leaf, "dataversion": leaf, "edge": leaf, "seal": leaf, "wire": leaf,

	"catalog": domain, "order": domain, "payment": domain, "delivery": domain, "promo": domain,
	"ledger": domain, "account": domain, "feedback": domain, "content": domain, "notify": domain,

	"checkout": verb, "report": verb, "orderflow": flow,
	"httpapi": edge,
	"cmd":     command,
	"api":     data, "db": data,
	"seed": filler,
	"arch": tool, "contract": tool, "doccheck": tool, "sandbox": tool, "dev": tool,
	"e2e": judge,
}

// mayImport lists the layers each layer sees besides its own folder.
var mayImport = map[layer][]layer{
	leaf:    {leaf, data},
	domain:  {leaf},
	verb:    {domain, leaf},
	flow:    {verb, domain, leaf},
	edge:    {verb, domain, leaf, data},
	command: {edge, flow, verb, domain, leaf, data, filler, tool},
	filler:  {domain, leaf, data},
	tool:    {leaf, data},
	judge:   {edge, flow, filler, verb, domain, leaf, data, tool},
	data:    {leaf},
}

type rule struct {
	reason string
	breaks func(from, imported string) bool
}

var importRules = []rule{
	{
		reason: "arrows point down: cmd → httpapi → checkout, orderflow, report → domains → leaves; " +
			"what two domains share belongs to checkout, orderflow or report",
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
		reason: "only the checks of the contract read JSON strictly: notices of providers and suppliers may grow fields without asking us",
		breaks: func(from, imported string) bool {
			return imported == Module+"internal/httpapi/strictjson" && from != "internal/httpapi"
		},
	},
	{
		reason: "only orderflow knows the workflow engine, so that the engine can be replaced in one folder",
		breaks: func(from, imported string) bool {
			// A measurement against the bare engine has to speak to it.
			return strings.HasPrefix(imported, "go.temporal.io/sdk") && folder(from) != "orderflow" && layerOf(from) != judge
		},
	},
}

const environmentReason = "settings enter through cmd/larek as arguments, so that every part can be built in a test"

// mayReadEnvironment: commands, the development tools, the judges, and the one
// helper that finds the test database.
func mayReadEnvironment(path string) bool {
	return slices.Contains([]layer{command, tool, judge}, layerOf(path)) || path == "internal/pg/pgtest"
}
