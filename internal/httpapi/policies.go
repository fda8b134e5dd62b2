package httpapi

import (
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"larek/internal/dataversion"
	"larek/internal/httpapi/answers"
)

// The edge may keep a catalogue answer for a minute and show it while it
// fetches the next; a browser asks every time and mostly hears «304».
const sharedCaching = "public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400"

// policies name the operations whose answer is the same for everybody.
var policies = map[string]answers.Policy{
	"listGames":           {Scopes: scopes(dataversion.Catalog)},
	"getGame":             {Scopes: scopes(dataversion.Catalog)},
	"listProducts":        {Scopes: scopes(dataversion.Catalog)},
	"getProduct":          {Scopes: scopes(dataversion.Catalog)},
	"listGifts":           {Scopes: scopes(dataversion.Catalog)},
	"listDiscountedGifts": {Scopes: scopes(dataversion.Catalog)},
	"listNewGifts":        {Scopes: scopes(dataversion.Catalog)},
	"getGift":             {Scopes: scopes(dataversion.Catalog)},
	"listSupplyServers":   {Scopes: scopes(dataversion.Catalog)},
	"getSteamSettings":    {Scopes: scopes(dataversion.Catalog)},
	"getStandoffSettings": {Scopes: scopes(dataversion.Catalog)},
	"getArticle":          {Scopes: scopes(dataversion.Content)},
	"listGameBanners":     {Scopes: scopes(dataversion.Content, dataversion.Catalog)},
	"listGiftBanners":     {Scopes: scopes(dataversion.Content, dataversion.Catalog)},
	"listContacts":        {Scopes: scopes(dataversion.Content)},
	"getDocsSchema":       {Scopes: scopes(dataversion.Content)},
	"listFaq":             {Scopes: scopes(dataversion.Content, dataversion.Catalog)},
	"listCountries":       {Scopes: scopes(dataversion.Payment)},
	"listFeedback":        {Scopes: scopes(dataversion.Feedback, dataversion.Catalog)},
	"getFeedbackRating":   {Scopes: scopes(dataversion.Feedback)},
	// Orders are delivered all the time: a version would never hold.
	"getLiveFeed": {For: 2 * time.Second, CacheControl: "public, max-age=0, s-maxage=2"},
}

func scopes(s ...dataversion.Scope) []dataversion.Scope { return s }

// cachePolicy is nil for operations that answer somebody in particular.
func cachePolicy(op *openapi3.Operation) *answers.Policy {
	p, ok := policies[op.OperationID]
	if !ok {
		return nil
	}
	if p.CacheControl == "" {
		p.CacheControl = sharedCaching
	}
	for _, param := range op.Parameters {
		if param.Value.In == openapi3.ParameterInQuery {
			p.Params = append(p.Params, param.Value.Name)
		}
	}
	return &p
}
