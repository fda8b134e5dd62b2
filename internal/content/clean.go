package content

import (
	"regexp"
	"sync"

	"github.com/microcosm-cc/bluemonday"
)

// articlePolicy allows the HTML staff use in articles: no scripts, styles,
// frames or event handlers, and only links to plain addresses.
var articlePolicy = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("b", "blockquote", "br", "code", "em", "h2", "h3", "h4", "hr", "i", "li", "ol", "p", "small", "strong",
		"sub", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "u", "ul")
	p.AllowAttrs("id").Matching(regexp.MustCompile(`^[\w-]{1,80}$`)).Globally()
	p.AllowAttrs("title").Matching(bluemonday.Paragraph).Globally()
	p.AllowAttrs("colspan", "rowspan").Matching(regexp.MustCompile(`^\d{1,2}$`)).OnElements("td", "th")
	p.AllowAttrs("scope").Matching(regexp.MustCompile(`^(row|col)$`)).OnElements("th")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto", "tel")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	return p
})

// CleanHTML removes everything from an article's HTML that is not allowed. It
// is called both before HTML is stored and before it is shown.
func CleanHTML(html string) string { return articlePolicy().Sanitize(html) }
